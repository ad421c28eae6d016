// The evaluation explorer: sums follow the sliders here, at once; deeper searches are made in Python.
import { ask, boardPicture, copyFrom, followTheme, html, iconButton } from "../shared/look.js";
import { decimalsFor, partsOf, pythonOf, ranksOf, reachOf, same, scaleFor, valueOf } from "./sums.js";
import { Answers } from "./answers.js";
import { Bar, MoveList, WeightRow, worth } from "./rows.js";

const SEARCH_AFTER = 120, SPEAK_AFTER = 700; // milliseconds without a change
const MANY = 10; // features, above which rows are lower, and those that find nothing are folded away
const GIVEN = "weights as given", OWN = "weights of your own";
const LATE = "No answer yet: searches and boards come from Python. Is the kernel running, and not busy? Else run this cell again.";

class Explorer {
  constructor(model, host) {
    this.model = model;
    this.data = model.get("_explored");
    this.names = this.data.features.map(({ name }) => name);
    this.life = new AbortController();
    this.timers = {};
    this.boards = new Map(); // of what a move leads to, as they come
    this.chosen = null; // the move that is looked at
    this.unfolded = this.names.length <= MANY;
    this.stopWaiting = () => {};
    this.answers = new Answers((question) => this.request({ do: "values", of: question }), () => this.draw());
    this.build();
    host.append(this.root);
    this.listen();
    this.turnTo();
    this.root.dataset.ready = "1";
  }

  destroy() {
    this.stopWaiting();
    Object.values(this.timers).forEach(clearTimeout);
    this.life.abort();
    this.root.remove();
  }

  get weights() {
    const weights = this.model.get("weights");
    return this.names.map((name) => weights[name]);
  }

  get position() {
    return this.data.positions[this.model.get("position")];
  }

  /** What is being evaluated: the position, or what the chosen move leads to. */
  get shown() {
    return this.chosen === null ? this.position : this.position.moves[this.chosen];
  }

  question(weights) {
    const { model } = this;
    return { position: model.get("position"), depth: model.get("depth"), quiescence: model.get("quiescence"), weights };
  }

  // Building

  build() {
    const { data, life: { signal } } = this, { presets, positions, features, weights } = data;
    const option = (text, value) => html("option", { value }, text), span = (kind, ...children) => html("span", { class: kind }, ...children);
    this.preset = html("select", { "aria-label": "Preset", "data-testid": "preset" },
      option(GIVEN, 0), ...presets.map(([name], i) => option(name, i + 1)), option(OWN, -1));
    this.reset = html("button", { type: "button", "data-testid": "reset" }, "Reset");
    this.back = iconButton("back", "Position before", "back");
    this.forward = iconButton("forward", "Next position", "forward");
    this.pages = html("select", { "aria-label": "Position", "data-testid": "position" }, ...positions.map(({ name }, i) => option(pageName(name, i, positions.length), i)));
    this.board = html("div", { class: "board", "data-testid": "board" });
    this.caption = html("p", { class: "caption", "data-testid": "caption" });
    this.rows = features.map((feature, i) => {
      const reach = reachOf([weights[i], ...presets.map(([, its]) => its[i])], weights);
      return new WeightRow(feature, reach, (weight) => this.turn(i, weight), signal);
    });
    this.more = html("button", { type: "button", class: "more", "data-testid": "more" });
    this.total = span("part");
    this.total.dataset.testid = "total";
    this.verdict = html("span", { class: "verdict", "data-testid": "verdict" });
    this.totalBar = new Bar();
    this.depth = html("select", { "aria-label": "How far to look", "data-testid": "depth" },
      ...Array.from({ length: data.deepest }, (_, i) => option(i ? `${i + 1} plies ahead` : "1 ply ahead", i + 1)));
    this.quiescence = html("input", { type: "checkbox", "data-testid": "quiescence" });
    this.list = new MoveList((move) => this.choose(move), signal);
    this.progress = html("span", { class: "quiet", "data-testid": "progress" });
    this.message = html("p", { class: "message", role: "alert", "data-testid": "message", hidden: true });
    this.best = html("p", { class: "best-line", "data-testid": "best" });
    this.spoken = html("p", { class: "spoken", role: "status", "data-testid": "spoken" });
    this.python = html("input", { type: "text", readonly: true, spellcheck: "false", "aria-label": "The weights as Python", "data-testid": "python" });
    this.copy = html("button", { type: "button", "aria-label": "Copy the weights as Python", "data-testid": "copy" }, "Copy");
    const heads = html("div", { class: "term heads", "aria-hidden": "true" }, span("name", "feature"), span("found", "finds"), span("slide", "× weight"), span("bar-box", span("min", "◂ MIN"), span("max", "MAX ▸")), span("part", "= part"));
    const total = html("div", { class: "term total" }, span("name", "total"), this.verdict, this.totalBar.element, this.total);
    this.root = html("div", { class: "minimax-lab work explorer", role: "region", "aria-label": "Evaluation explorer", "data-testid": "explorer", "data-lm-suppress-shortcuts": "true" },
      html("header", {}, html("b", {}, "Evaluation explorer"), this.preset, this.reset, span("pager", this.back, this.pages, this.forward)),
      html("div", { class: "panes" },
        html("div", { class: "board-pane" }, this.board, this.caption),
        html("div", { class: features.length > MANY ? "weights many" : "weights" }, heads, ...this.rows.map((row) => row.element), this.more, total),
        html("div", { class: "ranking" },
          html("div", { class: "ranking-head" }, html("b", {}, "Moves"), this.depth, data.noisy ? html("label", { title: "Play the noisy moves, such as captures, out; from 2 plies on" }, this.quiescence, "quiescence") : "", this.progress),
          this.best, html("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Moves, the best first", "data-lm-suppress-shortcuts": "true" }, this.list.element))),
      this.message, this.spoken,
      html("div", { class: "bar" }, span("quiet", "as Python"), this.python, this.copy),
      keys());
    followTheme(this.root, signal);
  }

  listen() {
    const { model, life: { signal } } = this, on = (element, type, act) => element.addEventListener(type, act, { signal });
    on(this.preset, "change", () => this.use(Number(this.preset.value)));
    on(this.reset, "click", () => this.use(0));
    on(this.back, "click", () => this.page(-1));
    on(this.forward, "click", () => this.page(1));
    on(this.pages, "change", () => this.put("position", Number(this.pages.value)));
    on(this.depth, "change", () => this.put("depth", Number(this.depth.value)));
    on(this.quiescence, "change", () => this.put("quiescence", this.quiescence.checked));
    on(this.more, "click", () => { this.unfolded = !this.unfolded; this.draw(); });
    on(this.copy, "click", () => copyFrom(this.python, this.copy));
    on(this.root, "keydown", (event) => { if (event.key === "Escape" && this.chosen !== null) { this.choose(this.chosen); event.stopPropagation(); } });
    const follow = (event, act) => { model.on(event, act); signal.addEventListener("abort", () => model.off(event, act)); };
    follow("change:position", () => this.turnTo());
    for (const name of ["weights", "depth", "quiescence"]) follow(`change:${name}`, () => this.follow());
    follow("msg:custom", (content) => this.receive(content));
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(this.root);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  fit() {
    const { clientWidth } = this.root;
    this.root.classList.toggle("medium", clientWidth < 1180 && clientWidth >= 860);
    this.root.classList.toggle("narrow", clientWidth < 860);
  }

  // What the user does

  turn(feature, weight) {
    this.put("weights", { ...this.model.get("weights"), [this.names[feature]]: weight });
  }

  use(preset) {
    if (preset < 0) return this.draw();
    const weights = preset ? this.data.presets[preset - 1][1] : this.data.weights;
    return this.put("weights", Object.fromEntries(this.names.map((name, i) => [name, weights[i]])));
  }

  page(step) {
    const count = this.data.positions.length;
    this.put("position", (this.model.get("position") + step + count) % count);
  }

  choose(move) {
    this.chosen = this.chosen === move ? null : move;
    const position = this.model.get("position");
    if (this.chosen !== null && !this.boards.has(`${position}/${move}`)) this.request({ do: "board", position, move });
    this.draw();
  }

  // To and from Python

  later(name, milliseconds, act) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(act, milliseconds);
  }

  /** Set a trait, and save it at once: else the echo of what was saved before would undo it. (Jupyter waits for the kernel itself.) */
  put(name, value) {
    this.model.set(name, value);
    this.model.save_changes();
  }

  request(message) {
    this.stopWaiting();
    this.stopWaiting = ask(this.model, message, () => {
      this.answers.giveUp();
      this.say(LATE);
    });
  }

  receive({ answer, of, ...rest }) {
    this.stopWaiting();
    this.say("");
    if (answer === "values") return this.answers.receive(of, rest, this.data.positions[of.position].moves.length);
    this.boards.set(`${of.position}/${of.move}`, rest.board);
    return this.draw();
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
  }

  // Drawing

  /** Another position. */
  turnTo() {
    this.chosen = null;
    this.list.begin(this.position.moves.map(({ name }) => name));
    this.follow();
  }

  /** Something has changed that the order of the moves depends on. */
  follow() {
    this.draw();
    if (this.model.get("depth") === 1) return;
    this.later("search", SEARCH_AFTER, () => this.answers.want([this.question(this.weights), this.question(this.data.weights)]));
  }

  draw() {
    const { weights, data, shown } = this;
    const now = valueOf(shown, weights), before = valueOf(shown, data.weights);
    this.drawControls(weights);
    this.drawSum(shown, weights, now, before);
    this.drawBoard();
    this.drawMoves(weights);
    this.later("speak", SPEAK_AFTER, () => { this.spoken.textContent = `${this.verdict.textContent}: ${this.total.textContent}. ${this.best.textContent}`; });
  }

  drawControls(weights) {
    const { model, data } = this, index = model.get("position"), sets = [data.weights, ...data.presets.map(([, its]) => its)];
    const preset = sets.findIndex((its) => same(its, weights));
    this.preset.value = preset;
    this.preset.lastElementChild.hidden = preset >= 0;
    this.reset.disabled = preset === 0;
    this.pages.value = index;
    this.pages.parentElement.hidden = data.positions.length < 2;
    this.depth.value = model.get("depth");
    this.quiescence.checked = model.get("quiescence");
    this.quiescence.disabled = model.get("depth") === 1;
    this.python.value = pythonOf(this.names, weights, data.weights);
  }

  drawSum({ features }, weights, now, before) {
    const { data } = this, parts = features ? [weights, data.weights].flatMap((its) => partsOf(features, its)) : [];
    const scale = scaleFor([...parts, now, before]);
    this.decimals = decimalsFor(Math.max(...data.weights.map((weight, i) => Math.abs(weight * (features?.[i] ?? 1)))));
    this.rows.forEach((row, i) => row.draw({ weight: weights[i], before: data.weights[i], value: features ? features[i] : null, scale, decimals: this.decimals }));
    this.fold(features ? features.map((value) => value === 0) : []);
    this.totalBar.draw(now, before, scale);
    this.total.textContent = worth(now, this.decimals);
    this.total.className = `part ${now > 0 ? "max" : now < 0 ? "min" : ""}`;
    this.verdict.textContent = features ? (now > 0 ? "good for ▲ MAX" : now < 0 ? "good for ▼ MIN" : "level") : "the game is over";
  }

  /** Of many features, those that find nothing here are shown only if they are asked for. */
  fold(idle) {
    const count = idle.filter(Boolean).length;
    this.rows.forEach((row, i) => { row.element.hidden = !this.unfolded && Boolean(idle[i]); });
    this.more.hidden = this.names.length <= MANY || !count;
    this.more.textContent = this.unfolded ? `▴ Fold away the ${count} that find nothing here` : `▾ ${count} more find nothing here`;
    this.more.setAttribute("aria-expanded", String(this.unfolded));
  }

  drawBoard() {
    const index = this.model.get("position"), move = this.chosen === null ? null : this.shown.name;
    const text = (move === null ? null : this.boards.get(`${index}/${this.chosen}`)) ?? this.position.board;
    if (text !== this.drawnBoard) {
      this.drawnBoard = text;
      this.board.hidden = !text;
      this.board.replaceChildren(boardPicture(text, descriptionOf(text)));
    }
    this.caption.textContent = move === null ? "" : `After ${move}. Esc goes back.`;
    this.root.classList.toggle("ahead", move !== null);
  }

  drawMoves(weights) {
    const { position, data } = this, now = this.valuesOf(weights), before = this.valuesOf(data.weights), count = position.moves.length;
    const complete = now.complete && before.complete && !now.problem && !before.problem;
    if (complete) this.list.draw(ranksOf(now.values, position.max), ranksOf(before.values, position.max), now.values, this.decimals);
    this.list.press(this.chosen);
    this.list.element.classList.toggle("old", !complete);
    this.root.dataset.searching = String(!complete && !now.problem);
    this.progress.textContent = now.problem ? "not searched" : complete ? "" : `searching … ${Math.min(now.values.length, before.values.length)} of ${count}`;
    if (now.problem) this.say(`The search failed. ${now.problem}`);
    if (complete) this.best.replaceChildren(...this.bestLine(now.values, before.values));
  }

  valuesOf(weights) {
    if (this.model.get("depth") > 1) return this.answers.get(this.question(weights));
    return { values: this.position.moves.map((move) => valueOf(move, weights)), complete: true, problem: "" };
  }

  /** The best moves in words, and which they were with the weights as given. */
  bestLine(now, before) {
    const { position } = this, player = position.max ? html("span", { class: "max" }, "▲ MAX") : html("span", { class: "min" }, "▼ MIN");
    if (!position.moves.length) return ["There is no move: the game is over."];
    const [best, was] = [now, before].map((values) => bestOf(position.moves, ranksOf(values, position.max)));
    return ["Best for ", player, ": ", html("strong", {}, best), best === was ? "" : `, as given ${was}`];
  }
}

function bestOf(moves, ranks) {
  const best = moves.filter((_, i) => ranks[i] === 1).map(({ name }) => name);
  return best.slice(0, 3).join(" or ") + (best.length > 3 ? ` or ${best.length - 3} more` : "");
}

const pageName = (name, i, count) => (name === String(i + 1) ? `position ${name} of ${count}` : `${i + 1} of ${count}: ${name}`);

/** What an SVG says of itself, for those who do not see it. */
function descriptionOf(text) {
  return text.startsWith("<svg") ? (new DOMParser().parseFromString(text, "image/svg+xml").querySelector("desc")?.textContent ?? "Board") : "";
}

function keys() {
  const line = html("div", { class: "keys" });
  line.innerHTML = "Drag a slider, or use <kbd>←</kbd> <kbd>→</kbd> on it, or type a number; <kbd>↺</kbd> takes one weight back. The mark <i class='key-mark'></i> is where a bar ended with the weights as given. Click a move to see what it leads to, <kbd>Esc</kbd> to come back.";
  return line;
}

export default {
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.destroy();
  },
};
