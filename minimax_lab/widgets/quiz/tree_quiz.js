// What the quizzes about a tree share: the tree, the buttons, the counts and the explanations.
import { RUN_AGAIN, Widget, button, html, keyHelp, whilePointed } from "../shared/look.js";
import { NONE, plural } from "../shared/tree.js";
import { TreeBoard, followWidth } from "../shared/tree_board.js";
import { answered } from "./judge.js";

const NO_ANSWER = `No answer from Python, which makes the trees. ${RUN_AGAIN}`;
const HELD = ["attempts", "score", "correct", "_progress", "_feedback"];

/** Each remark with a number, or a tick if nothing is wrong: the same beside the words and in the picture. */
export function numbered(remarks) {
  let mistakes = 0;
  return remarks.map((remark) => ({ ...remark, mark: remark.kind === "right" ? "✓" : String(++mistakes) }));
}

/** A text whose signs stay beside what they belong to: ▲ MAX, α = 3. */
export function unbroken(text) {
  return text.replace(/([▲▼]) /g, "$1\u00a0").replace(/([αβ]) = /g, "$1\u00a0=\u00a0");
}

/**
 * A subclass has `words` {kind, title, task, legend, keys, points, label, begin}, `parts()`, which makes its own
 * elements, `judged()`, `clear()`, `newAnswers()`, `look(node)`, `count()`, `pick(node)` and `key(event, node)`.
 */
export class TreeQuiz extends Widget {
  constructor(model, host) {
    super(model);
    this.said = new Map();
    this.pointed = { node: NONE, about: [] }; // what a remark under the pointer speaks of
    this.build();
    host.append(this.root);
    this.listen();
    this.treeArrives();
  }

  build() {
    const { words, model, life: { signal } } = this;
    const graded = model.get("graded"), task = model.get("task");
    const quiet = (testid, attributes = {}) => html("span", { class: "quiet", "data-testid": testid, ...attributes });
    this.seed = quiet("seed");
    this.tally = quiet("score");
    this.counted = quiet("marked", { role: "status" });
    this.legend = html("span", { class: "legend", "aria-hidden": "true" });
    this.legend.innerHTML = words.legend;
    this.pane = html("div", { class: "tree-pane" });
    const asking = (label, what, look) => button(label, what, { click: () => this.request(what), ...look });
    this.buttons = {
      check: asking("Check", "check", { class: "main" }),
      explain: asking("Explain one", "explain", { title: "Explain one mistake. It then gives no point any more." }),
      hint: asking("Hint", "hint"),
      reset: asking("Reset", "reset"),
      // In place of a tree that was given, which comes back when its cell is run again
      new: asking(model.get("seed") === null ? "Another, random tree" : "New tree", "new"),
    };
    const offered = graded ? [this.buttons.reset] : Object.values(this.buttons);
    this.tally.hidden = graded;
    this.summary = html("p", { class: "summary", "data-testid": "summary" });
    this.hinted = html("p", { class: "summary hint", "data-testid": "hinted" });
    this.remarks = html("ol", { class: "remarks", "data-testid": "remarks" });
    const feedback = html("div", { class: "feedback", role: "status", "data-testid": "feedback" },
      this.summary, this.hinted, this.remarks);
    const own = this.parts();
    this.makeRoot(words.kind, words.title,
      html("div", { class: "head" }, html("b", {}, words.title), this.seed, this.tally, this.legend,
          this.makePresentButton()),
      html("div", { class: "panes" },
        html("div", { class: "left" }, task ? html("p", { class: "task" }, task) : words.task(),
          html("div", { class: "stage" }, this.pane, ...(own.over ?? []))),
        html("div", { class: "side" }, ...(own.side ?? []), feedback)),
      html("div", { class: "bar" }, ...offered, ...((!graded && own.bar) || []),
        html("span", { class: "gap" }), this.counted),
      keyHelp(graded ? words.keys : words.keys + words.points));
    this.root.classList.add("quiz");
    this.board = new TreeBoard(this.pane, {
      label: words.label,
      signal,
      pick: (node) => this.pick(node),
      key: (event, node) => this.key(event, node),
    });
  }

  listen() {
    this.changed("_rows", () => this.treeArrives());
    for (const name of ["_feedback", "_to_hand_in"]) this.changed(name, () => this.showFeedback());
    for (const name of ["score", "attempts", "seed", "correct"]) this.changed(name, () => this.drawTally());
  }

  /** Act on a change; before there is a tree, only its coming matters: an error here would stop what comes after. */
  changed(name, act) {
    this.follow(`change:${name}`, () => (this.root.dataset.ready || name === "_rows") && act());
  }

  /** Check, explain, give a hint or reset. Only another tree has to come from Python. */
  request(what) {
    const { model } = this;
    if (what === "new") {
      this.ask({ do: what }, () => {
        this.summary.textContent = NO_ANSWER;
        this.summary.className = "summary wrong";
      });
      return;
    }
    if (this.model.get("graded")) { // there is nothing to judge by
      this.clear();
      model.save_changes();
      return;
    }
    const held = Object.fromEntries(HELD.map((name) => [name, model.get(name)]));
    const after = answered(what, this.judged(), model.get("_key"), held);
    if (what === "reset") this.clear();
    for (const name of HELD) model.set(name, after[name]);
    model.save_changes();
    this.showFeedback();
  }

  /** On a busy machine it may come later than the rest. */
  treeArrives() {
    if (this.model.get("_rows").length) this.newTree();
  }

  newTree() {
    this.board.focused = 0;
    this.newAnswers();
    this.board.show(this.model.get("_rows"), this.labels?.());
    this.showFeedback();
    this.drawTally();
    this.refit ??= followWidth(this.root, this.board, this.life.signal);
    this.refit();
    this.root.dataset.ready = "1";
  }

  showFeedback() {
    this.stopWaiting();
    const { summary = "", hint = "", remarks = [], kind = "idle" } = this.model.get("_feedback") ?? {};
    const said = numbered(remarks);
    this.said = new Map([...said].reverse().map((remark) => [remark.node, remark])); // the first of several at a node
    const begin = this.model.get("graded") ? this.model.get("_to_hand_in") : this.words.begin;
    this.summary.textContent = unbroken(summary) || begin;
    this.summary.className = `summary ${summary ? kind : "idle"}`;
    this.hinted.textContent = unbroken(hint);
    this.hinted.hidden = !hint;
    this.buttons.explain.disabled = kind === "right" || this.model.get("correct") !== false;
    const isFirst = ({ text }, k) => said.findIndex((other) => other.text === text) === k; // one cut, many leaves
    this.remarks.replaceChildren(...said.filter(isFirst).map((remark) => this.remark(remark)));
    this.draw();
  }

  remark(remark) {
    const { node, about, kind, mark, text } = remark;
    const begin = () => this.point(node, about), end = () => this.point(NONE, []);
    const made = button("", `remark-${node}`, { class: `remark ${kind === "right" ? "right" : "wrong"}`,
      "data-kind": kind, click: () => this.board.focus(node), ...whilePointed(begin, end) });
    made.append(html("span", { class: "mark", "aria-hidden": "true" }, mark), html("span", {}, unbroken(text)));
    return html("li", {}, made);
  }

  point(node, about) {
    this.pointed = { node, about };
    this.draw();
  }

  // Drawing

  draw() {
    this.board.paint((node) => this.look(node));
    this.counted.textContent = this.count();
  }

  /** What a remark on a node, or one that is pointed at, adds to its classes and its words. */
  remarked(node) {
    const remark = this.said.get(node);
    const { pointed } = this;
    return {
      classes: [
        remark && (remark.kind === "right" ? "right" : "wrong"),
        pointed.about.includes(node) && "why",
        pointed.node === node && "now",
      ],
      mark: remark?.mark ?? "",
      says: remark && `remark ${remark.mark}: ${remark.kind}`,
    };
  }

  drawTally() {
    const [seed, score, attempts] = ["seed", "score", "attempts"].map((name) => this.model.get(name));
    this.seed.textContent = seed == null ? "" : `seed ${seed}`;
    this.seed.hidden = seed == null;
    this.tally.textContent = `${plural(score, "point", "points")} · ${plural(attempts, "attempt", "attempts")}`;
    this.root.dataset.correct = String(this.model.get("correct") ?? "");
  }
}
