// A game on the screen: the board with what can be pointed at, the buttons, what the opponent thinks.
import { ask, followTheme, html } from "../shared/look.js";
import { moveOf, neighbour, nextTargets, pointedAt } from "./aim.js";

const BUTTONS = {
  undo: "Take back", new: "New game", sides: "Change sides", hint: "Hint", why: "Why?", stop: "Stop thinking", again: "Try again",
};
const SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30];

class Play {
  constructor(model, host) {
    this.model = model;
    this.life = new AbortController();
    this.chosen = [];
    this.stopWaiting = () => {};
    this.build();
    host.append(this.root);
    this.listen();
    this.newBoard();
    this.send({ do: "ready" });
    this.root.dataset.ready = "1";
  }

  destroy() {
    this.stopWaiting();
    this.life.abort();
    this.root.remove();
  }

  build() {
    this.who = html("span", { class: "quiet", "data-testid": "who" });
    this.picture = html("div", { class: "picture" });
    this.choices = html("div", { class: "choices", role: "group", "aria-label": "Moves", "data-testid": "choices" });
    this.said = html("p", { class: "said", role: "status", "data-testid": "said" });
    this.thoughts = html("p", { class: "thoughts quiet", "data-testid": "thoughts" });
    this.history = html("ol", { class: "history", "aria-label": "Moves so far", "data-testid": "history" });
    this.level = html("select", { "data-testid": "level" });
    this.seconds = html("select", { "data-testid": "seconds" });
    this.strength = html("span", { class: "strength" }, html("label", {}, "looks ahead", this.level), html("label", {}, "for at most", this.seconds));
    this.buttons = Object.fromEntries(
      Object.entries(BUTTONS).map(([name, label]) => [name, html("button", { type: "button", "data-testid": name }, label)]));
    this.root = html("div", { class: "minimax-lab work play", role: "region", "aria-label": "A game", "data-testid": "play", "data-lm-suppress-shortcuts": "true" },
      html("header", {}, html("b", {}, "Play"), this.who, this.strength),
      html("div", { class: "panes" },
        html("div", { class: "left" }, this.picture, this.choices),
        html("div", { class: "side" }, this.said, this.thoughts, this.history)),
      html("div", { class: "bar" }, ...Object.values(this.buttons)),
      keys());
    followTheme(this.root, this.life.signal);
  }

  listen() {
    const { model, life: { signal } } = this, on = (element, type, act) => element.addEventListener(type, act, { signal });
    for (const [name, button] of Object.entries(this.buttons)) on(button, "click", () => this.send({ do: name }));
    for (const select of [this.level, this.seconds]) on(select, "change", () => this.setLevel());
    on(this.picture, "keydown", (event) => this.key(event));
    on(this.root, "keydown", (event) => { if (event.key === "Escape" && this.chosen.length) { this.choose([]); event.stopPropagation(); } });
    const follow = (name, act) => { model.on(`change:${name}`, act); signal.addEventListener("abort", () => model.off(`change:${name}`, act)); };
    follow("_board", () => this.newBoard());
    follow("_status", () => this.drawStatus());
  }

  send(message) {
    this.stopWaiting();
    this.stopWaiting = ask(this.model, message, () => {
      this.said.textContent = "No answer came: the game is kept in Python. Is the kernel running? Run this cell again.";
    });
  }

  setLevel() {
    this.send({ do: "level", level: Number(this.level.value) || null, seconds: Number(this.seconds.value) });
  }

  // The board

  newBoard() {
    const board = this.model.get("_board"), had = this.picture.contains(document.activeElement);
    const focused = document.activeElement?.dataset?.place;
    this.board = board;
    this.chosen = [];
    const picture = board.picture.startsWith("<svg")
      ? html("img", { alt: board.description, src: `data:image/svg+xml,${encodeURIComponent(board.picture)}` })
      : html("pre", { "aria-label": "Position" }, board.picture);
    this.picture.replaceChildren(picture);
    this.picture.classList.toggle("natural", !board.size[0]);
    this.picture.style.width = board.size[0] ? `min(${board.size[0] * 1.2}px, 100%)` : "";
    this.places = board.targets.flatMap((target, number) => target.boxes.map((box) => this.place(target, number, box)));
    this.picture.append(...this.places.map(({ button }) => button));
    this.drawStatus();
    this.drawChoice();
    if (had) (this.places.find(({ button }) => button.dataset.place === focused && !button.disabled) ?? this.open()[0])?.button.focus();
  }

  /** A button that lies over a cell, a card or a square of the picture. */
  place(target, number, box) {
    const [width, height] = this.board.size, percent = (part, whole) => `${(100 * part) / whole}%`;
    const button = html("button", { type: "button", class: "place", "aria-label": target.label, title: target.label, "data-target": number, "data-place": box.join() });
    Object.assign(button.style, { left: percent(box[0], width), top: percent(box[1], height), width: percent(box[2], width), height: percent(box[3], height) });
    button.addEventListener("click", () => this.point(this.atPlace(number, box)), { signal: this.life.signal });
    return { number, box, button };
  }

  /** A square can stand for a piece that moves and for where another goes: the target that is meant now. */
  atPlace(number, box) {
    const here = this.places.filter((place) => place.box.join() === box.join()).map((place) => place.number);
    const next = nextTargets(this.board.moves, this.chosen);
    return here.find((target) => next.includes(target)) ?? here.find((target) => nextTargets(this.board.moves, []).includes(target)) ?? number;
  }

  /** The places that can be pointed at now, one for each spot of the picture. */
  open() {
    return this.places.filter(({ button }) => !button.disabled);
  }

  point(target) {
    this.choose(pointedAt(this.board.moves, this.chosen, target));
  }

  choose(chosen) {
    this.chosen = chosen;
    const move = moveOf(this.board.moves, chosen);
    if (move >= 0) this.send({ do: "move", move, ply: this.model.get("_status").ply });
    const here = this.picture.contains(document.activeElement);
    this.drawChoice();
    const next = this.open().find(({ button }) => button.classList.contains("next"));
    if (here && chosen.length && next) this.focus(next);
  }

  drawChoice() {
    const { moves, targets } = this.board, next = nextTargets(moves, this.chosen), first = nextTargets(moves, []);
    const { hint = [] } = this.model.get("_status"), done = moveOf(moves, this.chosen) >= 0, seen = new Set();
    // Of several buttons on one spot only the one that counts now is there.
    const rank = ({ number }) => (this.chosen.includes(number) ? 0 : next.includes(number) ? 1 : first.includes(number) ? 2 : 3);
    for (const place of [...this.places].sort((a, b) => rank(a) - rank(b))) {
      const { number, box, button } = place, spot = box.join(), covered = seen.has(spot);
      seen.add(spot);
      button.hidden = covered;
      button.disabled = covered || done || rank(place) > 2;
      button.classList.toggle("next", !covered && next.includes(number));
      button.classList.toggle("chosen", this.chosen.includes(number));
      button.classList.toggle("hint", hint.includes(number));
      button.setAttribute("aria-pressed", String(this.chosen.includes(number)));
    }
    const open = this.open(), current = open.find(({ button }) => button === document.activeElement) ?? open[0];
    for (const place of this.places) place.button.tabIndex = place === current ? 0 : -1;
    const loose = next.filter((target) => !targets[target].boxes.length);
    this.choices.replaceChildren(...loose.map((target) => {
      const button = html("button", { type: "button", class: hint.includes(target) ? "hint" : null, "data-target": target }, targets[target].label);
      button.addEventListener("click", () => this.point(target), { signal: this.life.signal });
      return button;
    }));
    this.choices.hidden = done || !loose.length;
    if (this.chosen.length && loose.length) this.choices.firstChild.focus();
  }

  key(event) {
    // With a card or a piece in hand the keys lead to where it can go; Esc puts it back.
    const open = this.open().filter(({ button }) => button === event.target || button.classList.contains("next"));
    const from = open.findIndex(({ button }) => button === event.target);
    if (!event.key.startsWith("Arrow") || from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const to = open[neighbour(open.map(({ box }) => box), from, event.key)];
    this.focus(to);
  }

  /** The board is one stop of the Tab key: the place where one was last. */
  focus(place) {
    for (const each of this.places) each.button.tabIndex = each === place ? 0 : -1;
    place.button.focus();
  }

  // Everything else

  drawStatus() {
    this.stopWaiting();
    const status = this.model.get("_status"), { turn } = status, busy = turn === "thinking" || turn === "hinting";
    this.root.dataset.turn = turn;
    this.who.textContent = `you are ${status.you} against ${status.opponent.replace(/^The engine$/, "the engine")}`;
    this.said.textContent = status.said;
    this.thoughts.textContent = status.thoughts ? `It thinks: ${status.thoughts}` : "";
    this.history.replaceChildren(...status.moves.map((move) => html("li", {}, move)));
    this.history.scrollTop = this.history.scrollHeight;
    const { undo, hint, why, stop, again } = this.buttons;
    undo.disabled = !status.undo;
    hint.disabled = turn !== "yours";
    why.disabled = !status.why || busy;
    stop.hidden = !busy;
    again.hidden = turn !== "stuck";
    this.strength.hidden = !status.engine;
    fillSelect(this.level, [["", "as far as it can"], ...status.levels.map((n) => [n, `${n} ${n === 1 ? "ply" : "plies"}`])], status.level ?? "");
    fillSelect(this.seconds, [...new Set([...SECONDS, status.seconds])].sort((a, b) => a - b).map((n) => [n, `${n} s`]), status.seconds);
    this.drawChoice();
  }
}

function fillSelect(select, options, value) {
  const shown = [...select.options].map((option) => option.value).join(), wanted = options.map(([key]) => key).join();
  if (shown !== wanted) select.replaceChildren(...options.map(([key, text]) => html("option", { value: key }, text)));
  select.value = value;
}

function keys() {
  const text = html("div", { class: "keys" });
  text.innerHTML = "<kbd>Tab</kbd> to the board, <kbd>←</kbd><kbd>↑</kbd><kbd>→</kbd><kbd>↓</kbd> to what can be played, <kbd>Enter</kbd> chooses, <kbd>Esc</kbd> lets go";
  return text;
}

export default {
  render({ model, el }) {
    const play = new Play(model, el);
    return () => play.destroy();
  },
};
