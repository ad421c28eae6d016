// The evaluation explorer: sums follow the sliders here, at once; deeper searches are made in Python.
import {
  RUN_AGAIN, Widget, boardPicture, button, choice, copyFrom, followSize, html, iconButton, keyHelp, rendering, roomIn,
} from "../shared/look.js";
import { decimalsFor, partsOf, pythonOf, ranksOf, reachOf, same, scaleFor, valueOf } from "./sums.js";
import { Answers } from "./answers.js";
import { Bar, MoveList, WeightRow, worth } from "./rows.js";

const SEARCH_AFTER = 120; // milliseconds without a change
const SPEAK_AFTER = 700;
const SOME = 8; // features, above which rows are lower
const MANY = 10; // above which those that find nothing are folded away
const SIZES = Array.from({ length: 20 }, (_, i) => 2.4 - i / 10); // on a projector, the largest first
const GIVEN = "starting weights";
const OWN = "weights of your own";
const LATE = `No answer yet: searches and boards come from Python. ${RUN_AGAIN}`;
const QUIESCENCE = "Play the noisy moves, such as captures, to their end; from 2 plies on";
const KEYS =
  "Drag a slider, or use <kbd>←</kbd> <kbd>→</kbd> on it, or type a number; <kbd>↺</kbd> takes one weight back. " +
  "The mark <i class='key-mark'></i> is where a bar ended with the starting weights. " +
  "Click a move to see what it leads to, or a feature to see what it counts; <kbd>Esc</kbd> goes back.";

class Explorer extends Widget {
  constructor(model, host) {
    super(model);
    this.data = model.get("_explored");
    this.names = this.data.features.map(({ name }) => name);
    this.timers = {};
    this.boards = new Map(); // of what a move leads to, as they come
    this.chosen = null; // the move that is looked at
    this.counting = null; // the feature whose count is shown on the board
    this.unfolded = this.names.length <= MANY;
    this.answers = new Answers((question) => this.request({ do: "values", of: question }), () => this.draw());
    this.build();
    host.append(this.root);
    this.listen();
    this.turnTo();
    this.root.dataset.ready = "1";
  }

  destroy() {
    Object.values(this.timers).forEach(clearTimeout);
    super.destroy();
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
    this.buildControls();
    this.buildSum();
    this.buildMoves();
    this.message = html("p", { class: "message", role: "alert", "data-testid": "message", hidden: true });
    this.spoken = html("p", { class: "spoken", role: "status", "data-testid": "spoken" });
    this.python = html("input", { type: "text", readonly: true, spellcheck: "false",
      "aria-label": "The weights as Python", "data-testid": "python" });
    this.copy = button("Copy", "copy", { "aria-label": "Copy the weights as Python",
      click: () => copyFrom(this.python, this.copy) });
    const pager = span("pager", this.back, this.pages, this.forward);
    this.makeRoot("explorer", "Evaluation explorer",
      html("div", { class: "head" }, html("b", {}, "Evaluation explorer"), this.preset, this.reset, pager,
        this.makePresentButton()),
      html("div", { class: "panes" },
        html("div", { class: "board-pane" }, this.board, this.caption), this.sum, this.moves),
      this.message, this.spoken,
      html("div", { class: "bar" }, span("quiet", "as Python"), this.python, this.copy),
      keyHelp(KEYS));
  }

  buildControls() {
    const { presets, positions } = this.data;
    const presetNames = [GIVEN, ...presets.map(([name]) => name)].map((name, i) => [i, name]);
    this.preset = choice("Preset", "preset", [...presetNames, [-1, OWN]], (preset) => this.use(Number(preset)));
    const click = () => {
      this.chosen = this.counting = null;
      this.use(0);
      this.draw();
    };
    this.reset = button("Reset", "reset", { click });
    this.back = iconButton("back", "Position before", "back", () => this.page(-1));
    this.forward = iconButton("forward", "Next position", "forward", () => this.page(1));
    const pages = positions.map(({ name }, i) => [i, pageName(name, i, positions.length)]);
    this.pages = choice("Position", "position", pages, (position) => this.put("position", Number(position)));
    this.board = html("div", { class: "board", "data-testid": "board" });
    this.caption = html("p", { class: "caption", "data-testid": "caption" });
  }

  buildSum() {
    const { presets, features, weights } = this.data;
    this.rows = features.map((feature, i) => {
      const reach = reachOf([weights[i], ...presets.map(([, its]) => its[i])], weights);
      const acts = { turn: (weight) => this.turn(i, weight), count: () => this.count(feature.name) };
      return new WeightRow(feature, reach, acts);
    });
    const click = () => {
      this.unfolded = !this.unfolded;
      this.draw();
    };
    this.more = button("", "more", { class: "more", click });
    this.total = html("span", { class: "part", "data-testid": "total" });
    this.verdict = html("span", { class: "verdict", "data-testid": "verdict" });
    this.totalBar = new Bar();
    const sides = span("bar-box", span("min", "◂ MIN"), span("max", "MAX ▸"));
    const heads = html("div", { class: "term heads", "aria-hidden": "true" },
      span("name", "feature"), span("found", "finds"), span("slide", "× weight"), sides, span("part", "= part"));
    const total = html("div", { class: "term total" },
      span("name", "total"), this.verdict, this.totalBar.element, this.total);
    this.sum = html("div", { class: features.length > SOME ? "weights many" : "weights" },
      heads, ...this.rows.map((row) => row.element), this.more, total);
  }

  buildMoves() {
    const { deepest, noisy } = this.data;
    const depths = Array.from({ length: deepest }, (_, i) => [i + 1, i ? `${i + 1} plies ahead` : "1 ply ahead"]);
    this.movesHead = html("b", {});
    this.depth = choice("How far to look", "depth", depths, (depth) => this.put("depth", Number(depth)));
    this.quiescence = html("input", { type: "checkbox", "data-testid": "quiescence",
      change: () => this.put("quiescence", this.quiescence.checked) });
    this.list = new MoveList((move) => this.choose(move));
    this.progress = html("span", { class: "quiet", "data-testid": "progress" });
    this.best = html("p", { class: "best-line", "data-testid": "best" });
    const quiescence = noisy ? html("label", { title: QUIESCENCE }, this.quiescence, "quiescence") : "";
    this.moves = html("div", { class: "ranking" },
      html("div", { class: "ranking-head" }, this.movesHead, this.depth, quiescence, this.progress),
      this.best,
      html("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Moves, the best first",
        "data-lm-suppress-shortcuts": "true" }, this.list.element));
  }

  listen() {
    this.on(this.root, "keydown", (event) => {
      if (event.key !== "Escape") return;
      if (this.counting !== null) this.count(this.counting);
      else if (this.chosen !== null) this.choose(this.chosen);
      else return;
      event.stopPropagation();
    });
    this.follow("change:position", () => this.turnTo());
    for (const name of ["weights", "depth", "quiescence"]) this.follow(`change:${name}`, () => this.refresh());
    this.follow("msg:custom", (content) => this.receive(content));
    followSize([this.root], () => this.fit(), this.life.signal);
  }

  /** On a projector, all is as large as the screen has room for. */
  fit() {
    for (const size of this.isPresenting ? SIZES : [1]) {
      this.root.style.zoom = size;
      this.arrange();
      if (this.root.scrollHeight <= this.root.clientHeight) break;
    }
  }

  arrange() {
    const room = roomIn(this.root);
    this.root.classList.toggle("medium", room < 1180 && room >= 540);
    this.root.classList.toggle("roomy", room >= 940 && room < 1180);
    this.root.classList.toggle("narrow", room < 540);
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
    this.wantBoard();
  }

  /** Show on the board what a feature counts, or no longer. */
  count(feature) {
    this.counting = this.counting === feature ? null : feature;
    this.wantBoard();
  }

  wantBoard() {
    const of = this.boardShown;
    const isKnown = (of.move ?? of.feature) === null || this.boards.has(JSON.stringify(of));
    if (!isKnown) this.request({ do: "board", of });
    this.draw();
  }

  get boardShown() {
    return { position: this.model.get("position"), move: this.chosen, feature: this.counting };
  }

  // To and from Python

  later(name, milliseconds, act) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(act, milliseconds);
  }

  request(message) {
    this.ask(message, () => {
      this.answers.giveUp();
      this.say(LATE);
    });
  }

  receive({ answer, of, ...rest }) {
    this.stopWaiting();
    this.say("");
    const { moves } = this.data.positions[of.position];
    if (answer === "values") return this.answers.receive(of, rest, moves.length);
    this.boards.set(JSON.stringify(of), rest.board);
    return this.draw();
  }

  // Drawing

  /** Another position. */
  turnTo() {
    this.chosen = this.counting = null;
    this.list.begin(this.position.moves.map(({ name }) => name));
    this.best.replaceChildren(); // those of the position before are not moves of this one
    this.movesHead.textContent = `Moves (${this.position.moves.length})`;
    this.refresh();
  }

  /** Something has changed that the order of the moves depends on. */
  refresh() {
    this.draw();
    if (this.model.get("depth") === 1) return;
    const search = () => this.answers.want([this.question(this.weights), this.question(this.data.weights)]);
    this.later("search", SEARCH_AFTER, search);
  }

  draw() {
    const { weights, data, shown } = this;
    this.drawControls(weights);
    this.drawSum(shown, weights, valueOf(shown, weights), valueOf(shown, data.weights));
    this.drawBoard();
    this.drawMoves(weights);
    this.later("speak", SPEAK_AFTER, () => {
      const [verdict, total, best] = [this.verdict, this.total, this.best].map((element) => element.textContent);
      this.spoken.textContent = `${verdict}: ${total}. ${best}`;
    });
  }

  drawControls(weights) {
    const { model, data } = this;
    const presets = [data.weights, ...data.presets.map(([, its]) => its)];
    const preset = presets.findIndex((its) => same(its, weights));
    this.preset.value = preset;
    this.preset.lastElementChild.hidden = preset >= 0;
    this.reset.disabled = preset === 0 && this.chosen === null && this.counting === null;
    this.pages.value = model.get("position");
    this.pages.parentElement.hidden = data.positions.length < 2;
    this.depth.value = model.get("depth");
    this.quiescence.checked = model.get("quiescence");
    this.quiescence.disabled = model.get("depth") === 1;
    this.python.value = pythonOf(this.names, weights);
  }

  drawSum({ features }, weights, now, before) {
    const given = this.data.weights;
    const parts = features ? [weights, given].flatMap((its) => partsOf(features, its)) : [];
    const scale = scaleFor([...parts, now, before]);
    const sizes = given.map((weight, i) => Math.abs(weight * (features?.[i] ?? 1)));
    const decimals = decimalsFor(Math.max(...sizes) || Math.max(...given.map(Math.abs)));
    this.decimals = decimals;
    this.rows.forEach((row, i) => {
      row.draw({ weight: weights[i], before: given[i], value: features ? features[i] : null, scale, decimals });
    });
    this.fold(features ? features.map((value, i) => value === 0 && !this.canChange(i)) : []);
    this.totalBar.draw(now, before, scale);
    this.total.textContent = worth(now, decimals);
    this.total.className = `part ${now > 0 ? "max" : now < 0 ? "min" : ""}`;
    const verdict = now > 0 ? "good for ▲ MAX" : now < 0 ? "good for ▼ MIN" : "level";
    this.verdict.textContent = features ? verdict : "the game is over";
  }

  /** Whether a weight can change the value of a move; of a deeper search, any of them may. */
  canChange(feature) {
    return this.model.get("depth") > 1 || this.position.moves.some(({ features }) => features?.[feature]);
  }

  /** Of many features, those that find nothing here, nor after any move, are shown only if they are asked for. */
  fold(idle) {
    const count = idle.filter(Boolean).length;
    this.rows.forEach((row, i) => (row.element.hidden = !this.unfolded && Boolean(idle[i])));
    this.more.hidden = this.names.length <= MANY || !count;
    this.more.textContent = this.unfolded
      ? `▴ Hide the ${count} that find nothing here or after a move`
      : `▾ ${count} more find nothing here or after a move`;
    this.more.setAttribute("aria-expanded", String(this.unfolded));
  }

  drawBoard() {
    const move = this.chosen === null ? null : this.shown.name;
    const { counting } = this;
    const text = this.boards.get(JSON.stringify(this.boardShown)) ?? this.position.board;
    if (text !== this.drawnBoard) {
      this.drawnBoard = text;
      this.board.hidden = !text;
      this.board.replaceChildren(boardPicture(text));
    }
    const counts = counting === null ? "" : `What ${counting.replaceAll("_", " ")} counts. `;
    const after = move === null ? "" : `After ${move}. `;
    this.caption.textContent = counts || after ? `${after}${counts}Esc goes back.` : "";
    this.rows.forEach((row, i) => row.press(counting === this.names[i]));
    this.root.classList.toggle("counting", counting !== null);
    this.root.classList.toggle("ahead", move !== null);
  }

  drawMoves(weights) {
    const { moves, max } = this.position;
    const [now, before] = [weights, this.data.weights].map((its) => this.valuesOf(its));
    const isComplete = now.complete && before.complete && !now.problem && !before.problem;
    if (isComplete) {
      this.list.draw(ranksOf(now.values, max), ranksOf(before.values, max), now.values, this.decimals);
      this.best.replaceChildren(...this.bestLine(now.values, before.values));
    }
    this.list.press(this.chosen);
    for (const found of [this.list.element, this.best]) found.classList.toggle("old", !isComplete);
    this.root.dataset.searching = String(!isComplete && !now.problem);
    const done = Math.min(now.values.length, before.values.length);
    const searching = isComplete ? "" : `searching … ${done} of ${moves.length}`;
    this.progress.textContent = now.problem ? "not searched" : searching;
    if (now.problem) this.say(`The search failed. ${now.problem}`);
  }

  valuesOf(weights) {
    if (this.model.get("depth") > 1) return this.answers.get(this.question(weights));
    return { values: this.position.moves.map((move) => valueOf(move, weights)), complete: true, problem: "" };
  }

  /** The best moves in words, and which they were with the starting weights. */
  bestLine(now, before) {
    const { moves, max } = this.position;
    const player = max ? span("max", "▲ MAX") : span("min", "▼ MIN");
    if (!moves.length) return ["There is no move: the game is over."];
    const [best, was] = [now, before].map((values) => bestOf(moves, ranksOf(values, max)));
    const then = best === was ? "" : `; with the starting weights: ${was}`;
    return ["Best for ", player, ": ", html("strong", {}, best), then];
  }
}

function bestOf(moves, ranks) {
  const best = moves.filter((_, i) => ranks[i] === 1).map(({ name }) => name);
  return best.slice(0, 3).join(" or ") + (best.length > 3 ? ` or ${best.length - 3} more` : "");
}

function pageName(name, i, count) {
  return name === String(i + 1) ? `position ${name} of ${count}` : `${i + 1} of ${count}: ${name}`;
}

const span = (kind, ...children) => html("span", { class: kind }, ...children);

export default rendering(Explorer);
