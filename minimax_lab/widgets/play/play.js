// A game on the screen: the board with what can be pointed at, the buttons, what the opponent thinks.
import { RUN_AGAIN, Widget, boardPicture, button, html, keyHelp, optionsOf, rendering, take } from "../shared/look.js";
import { moveOf, neighbour, nextTargets, pointedAt } from "./move_choice.js";

const BUTTONS = {
  undo: "Take back",
  new: "New game",
  sides: "Change sides",
  hint: "Hint",
  why: "Why?",
  stop: "Stop",
  again: "Try again",
};
const SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30];
const LATE = `No answer from Python, which keeps the game. ${RUN_AGAIN}`;
const KEYS =
  "<kbd>Tab</kbd> to the board, <kbd>←</kbd><kbd>↑</kbd><kbd>→</kbd><kbd>↓</kbd> to what can be played, " +
  "<kbd>Enter</kbd> to choose, <kbd>Esc</kbd> to cancel";

class Play extends Widget {
  constructor(model, host) {
    super(model);
    this.chosen = [];
    this.build();
    host.append(this.root);
    this.listen();
    this.boardArrives();
  }

  /** On a busy machine the first board may come later than the rest. */
  boardArrives() {
    if (!this.model.get("_board").size || !this.model.get("_status").turn) return;
    this.newBoard();
    if (!this.root.dataset.ready) this.send({ do: "ready" });
    this.root.dataset.ready = "1";
  }

  build() {
    this.title = html("b", { "data-testid": "title" });
    this.rules = html("p", { class: "rules", "data-testid": "rules" });
    this.who = html("span", { class: "quiet", "data-testid": "who" });
    this.picture = html("div", { class: "picture", keydown: (event) => this.key(event) });
    this.choices = html("div", { class: "choices", role: "group", "aria-label": "Moves", "data-testid": "choices" });
    this.said = html("p", { class: "said", role: "status", "data-testid": "said" });
    this.thoughts = html("p", { class: "quiet", "data-testid": "thoughts" });
    this.opinion = html("details", { class: "opinion", "data-testid": "opinion" },
      html("summary", {}, "What does the engine think?"), this.thoughts);
    this.history = html("ol", { class: "history", "aria-label": "Moves so far", "data-testid": "history" });
    this.left = html("div", { class: "left", tabindex: -1, role: "group", "aria-label": "Board" },
      this.picture, this.choices);
    const change = () => this.setLevel();
    this.level = html("select", { "data-testid": "level", change });
    this.seconds = html("select", { "data-testid": "seconds", change });
    this.strength = html("span", { class: "strength" },
      html("label", {}, "looks ahead", this.level), html("label", {}, "for at most", this.seconds));
    const made = ([name, label]) => [name, button(label, name, { click: () => this.press(name) })];
    this.buttons = Object.fromEntries(Object.entries(BUTTONS).map(made));
    this.makeRoot("play", "A game",
      html("div", { class: "head" }, this.title, this.who, this.strength, this.makePresentButton()),
      html("div", { class: "panes" }, this.left,
        html("div", { class: "side" }, this.said, this.rules, this.opinion, this.history)),
      html("div", { class: "bar" }, ...Object.values(this.buttons)),
      keyHelp(KEYS));
  }

  listen() {
    this.on(this.root, "keydown", (event) => {
      if (event.key !== "Escape" || !this.chosen.length) return;
      this.choose([]);
      event.stopPropagation();
    });
    this.follow("change:_board", () => this.boardArrives());
    this.follow("change:_status", () => (this.root.dataset.ready ? this.drawStatus() : this.boardArrives()));
  }

  press(name) {
    if (name === "why") this.present(false); // its answer opens below
    this.send({ do: name });
  }

  send(message) {
    this.ask(message, () => (this.said.textContent = LATE));
  }

  setLevel() {
    this.send({ do: "level", level: Number(this.level.value) || null, seconds: Number(this.seconds.value) });
  }

  // The board

  newBoard() {
    const { activeElement } = document;
    const hadFocus = this.left.contains(activeElement);
    const board = this.model.get("_board");
    const [width, height] = board.size;
    this.board = board;
    this.chosen = [];
    const isText = !board.picture.startsWith("<svg");
    this.picture.replaceChildren(boardPicture(board.picture, isText ? "Position" : board.description));
    this.picture.classList.toggle("natural", !width);
    this.left.style.width = width ? `min(${width}px * var(--largest), var(--high) * ${width / height})` : "";
    this.places = board.targets.flatMap((target, number) => target.boxes.map((box) => this.place(target, number, box)));
    this.picture.append(...this.places.map((place) => place.button));
    this.drawStatus();
    this.drawChoice();
    this.spot = activeElement?.dataset?.place ?? this.spot;
    if (hadFocus) this.keepFocus();
  }

  /** The focus stays in the widget: on the same spot, on what can be played next, or on the board as a whole. */
  keepFocus() {
    const open = this.open();
    const next = open.find((place) => place.button.dataset.place === this.spot) ?? open[0];
    const choice = this.choices.hidden ? null : this.choices.firstChild;
    (next?.button ?? choice ?? this.left).focus({ preventScroll: true });
  }

  /** A button that lies over a cell, a card or a square of the picture. */
  place(target, number, box) {
    const [width, height] = this.board.size;
    const over = html("button", { type: "button", class: "place", "aria-label": target.label, title: target.label,
      "data-target": number, "data-place": box.join(), click: () => this.point(this.atPlace(number, box)) });
    ["left", "top", "width", "height"].forEach((side, k) => {
      over.style[side] = `${(100 * box[k]) / (k % 2 ? height : width)}%`;
    });
    return { number, box, button: over };
  }

  /** A square can stand for a piece that moves and for where another goes: the target that is meant now. */
  atPlace(number, box) {
    const here = this.places.filter((place) => place.box.join() === box.join()).map((place) => place.number);
    const [next, first] = [this.chosen, []].map((chosen) => nextTargets(this.board.moves, chosen));
    return here.find((target) => next.includes(target)) ?? here.find((target) => first.includes(target)) ?? number;
  }

  /** The places that can be pointed at now, one for each spot of the picture. */
  open() {
    return this.places.filter((place) => !place.button.disabled);
  }

  point(target) {
    this.choose(pointedAt(this.board.moves, this.chosen, target));
  }

  choose(chosen) {
    this.chosen = chosen;
    const move = moveOf(this.board.moves, chosen);
    if (move >= 0) this.send({ do: "move", move, ply: this.model.get("_status").ply });
    const here = this.left.contains(document.activeElement);
    this.drawChoice();
    const next = this.open().find((place) => place.button.classList.contains("next"));
    if (here && chosen.length && next) this.focus(next);
  }

  drawChoice() {
    const hadFocus = this.left.contains(document.activeElement);
    const isDone = moveOf(this.board.moves, this.chosen) >= 0;
    const next = nextTargets(this.board.moves, this.chosen);
    this.drawPlaces(next, isDone);
    const open = this.open();
    const current = open.find((place) => place.button === document.activeElement) ?? open[0];
    for (const place of this.places) place.button.tabIndex = place === current ? 0 : -1;
    this.drawChoices(next.filter((target) => !this.board.targets[target].boxes.length), isDone);
    const { activeElement } = document;
    if (hadFocus && (!this.left.contains(activeElement) || activeElement.disabled)) this.keepFocus();
  }

  /** Of several buttons on one spot only the one that counts now is there. */
  drawPlaces(next, isDone) {
    const first = nextTargets(this.board.moves, []);
    const { hint = [] } = this.model.get("_status");
    const seen = new Set();
    const rank = ({ number }) =>
      this.chosen.includes(number) ? 0 : next.includes(number) ? 1 : first.includes(number) ? 2 : 3;
    for (const place of [...this.places].sort((a, b) => rank(a) - rank(b))) {
      const { number, box, button: over } = place;
      const isCovered = seen.has(box.join());
      seen.add(box.join());
      over.hidden = isCovered;
      over.disabled = isCovered || isDone || rank(place) > 2;
      over.classList.toggle("next", !isCovered && next.includes(number));
      over.classList.toggle("chosen", this.chosen.includes(number));
      over.classList.toggle("hint", hint.includes(number));
      over.setAttribute("aria-pressed", String(this.chosen.includes(number)));
    }
  }

  /** Buttons below the picture, for targets that have no place on it. */
  drawChoices(targets, isDone) {
    const { hint = [] } = this.model.get("_status");
    this.choices.replaceChildren(...targets.map((target) => {
      const attributes = { class: hint.includes(target) ? "hint" : null, "data-target": target };
      return button(this.board.targets[target].label, null, { ...attributes, click: () => this.point(target) });
    }));
    this.choices.hidden = isDone || !targets.length;
    if (this.chosen.length && targets.length) this.choices.firstChild.focus();
  }

  key(event) {
    // With a card or a piece in hand the keys lead to where it can go; Esc puts it back.
    const isHere = (place) => place.button === event.target;
    const open = this.open().filter((place) => isHere(place) || place.button.classList.contains("next"));
    const from = open.findIndex(isHere);
    if (!event.key.startsWith("Arrow") || from < 0) return;
    take(event);
    this.focus(open[neighbour(open.map(({ box }) => box), from, event.key)]);
  }

  /** The Tab key stops once on the board: at the place that had the focus last. */
  focus(place) {
    for (const each of this.places) each.button.tabIndex = each === place ? 0 : -1;
    place.button.focus();
  }

  // Everything else

  drawStatus() {
    this.stopWaiting();
    const status = this.model.get("_status");
    const { turn } = status;
    const isBusy = ["thinking", "hinting", "explaining"].includes(turn);
    this.root.dataset.turn = turn;
    this.who.textContent = `you are ${status.you} against ${status.opponent.replace(/^The engine$/, "the engine")}`;
    this.said.textContent = status.said;
    this.thoughts.textContent = status.thoughts;
    this.opinion.hidden = !status.thoughts;
    this.title.textContent = status.title;
    this.rules.textContent = status.rules;
    this.rules.hidden = !status.rules;
    this.history.replaceChildren(...status.moves.map((move) => html("li", {}, move)));
    this.history.scrollTop = this.history.scrollHeight;
    const { undo, hint, why, stop, again } = this.buttons;
    undo.disabled = !status.undo;
    hint.disabled = turn !== "yours";
    why.disabled = !status.why || isBusy;
    stop.hidden = !isBusy;
    again.hidden = turn !== "stuck";
    this.strength.hidden = !status.engine;
    const levels = status.levels.map((n) => [n, `${n} ${n === 1 ? "ply" : "plies"}`]);
    fillSelect(this.level, [["", "as far as it can"], ...levels], status.level ?? "");
    const seconds = [...new Set([...SECONDS, status.seconds])].sort((a, b) => a - b);
    fillSelect(this.seconds, seconds.map((n) => [n, `${n} s`]), status.seconds);
    if (turn === "yours" && moveOf(this.board.moves, this.chosen) >= 0) this.chosen = []; // it was not accepted
    this.drawChoice();
  }
}

function fillSelect(select, options, value) {
  const shown = [...select.options].map((option) => option.value).join();
  if (shown !== options.map(([key]) => key).join()) select.replaceChildren(...optionsOf(options));
  select.value = value;
}

export default rendering(Play);
