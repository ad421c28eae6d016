// The pruning quiz: marks are made here and checked in Python.
import { ask, button, follow, followTheme, html, keyHelp, listener, region, rendering } from "../shared/look.js";
import { NONE } from "../shared/tree.js";
import { TreeBoard, followWidth, nameOf } from "../shared/tree_board.js";

const FIELDS = [["α", "alpha"], ["β", "beta"], ["value", "value"]];
const LEGEND =
  '<span><i class="max">▲</i> MAX</span><span><i class="min">▼</i> MIN</span><span>✂ you say: never looked at</span>';
const CAPTION =
  "α and β when the search enters a node (-inf and inf for −∞ and ∞), and the value it returns (of a bound its number)";
const LATE = "No answer from Python, which checks the quiz. Is the kernel running? If not, run this cell again.";
const KEYS =
  "Click a branch or a leaf to mark it with all below it, again to unmark it. " +
  "Or by keyboard: <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> marks. " +
  "A tree is worth 3 points, one less for each wrong check or hint.";

// Marks

/** The marked node at or above a node; NONE if there is none. */
export function markAbove(tree, marked, node) {
  for (let i = node; i >= 0; i = tree.parent[i]) if (marked.has(i)) return i;
  return NONE;
}

/** The marks after a click: a marked branch is unmarked as a whole, and a mark replaces those below it. */
export function toggled(tree, marked, node) {
  const above = markAbove(tree, marked, node);
  if (node === 0) return marked;
  if (above >= 0) return new Set([...marked].filter((i) => i !== above));
  return new Set([...[...marked].filter((i) => markAbove(tree, new Set([node]), i) < 0), node]);
}

export function countMarked(tree, marked) {
  return tree.isLeaf.reduce((count, isLeaf, i) => count + (isLeaf && markAbove(tree, marked, i) >= 0 ? 1 : 0), 0);
}

/** Each remark with a number, or a tick if nothing is wrong: the same beside the words and in the picture. */
export function numbered(remarks) {
  let mistakes = 0;
  return remarks.map((remark) => ({ ...remark, mark: remark.kind === "right" ? "✓" : String(++mistakes) }));
}

/** A text whose signs stay beside what they belong to: ▲ MAX, α = 3. */
export function unbroken(text) {
  return text.replace(/([▲▼]) /g, "$1\u00a0").replace(/([αβ]) = /g, "$1\u00a0=\u00a0");
}

const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

class Quiz {
  constructor(model, host) {
    this.model = model;
    this.life = new AbortController();
    this.stopWaiting = () => {};
    this.pointed = { node: NONE, about: [] }; // what a remark under the pointer speaks of
    this.build();
    host.append(this.root);
    this.listen();
    this.newTree();
    this.refit = followWidth(this.root, this.board, this.life.signal);
    this.root.dataset.ready = "1";
  }

  destroy() {
    this.stopWaiting();
    this.life.abort();
    this.root.remove();
  }

  build() {
    const { signal } = this.life;
    const quiet = (testid, attributes = {}) => html("span", { class: "quiet", "data-testid": testid, ...attributes });
    this.seed = quiet("seed");
    this.tally = quiet("score");
    this.counted = quiet("marked", { role: "status" });
    this.legend = html("span", { class: "legend", "aria-hidden": "true" });
    this.legend.innerHTML = LEGEND;
    this.pane = html("div", { class: "tree-pane" });
    this.buttons = {
      check: button("Check", "check", { class: "main" }),
      hint: button("Hint", "hint"),
      reset: button("Reset", "reset"),
      new: button("New tree", "new"),
    };
    this.askWindows = html("input", { type: "checkbox", "data-testid": "ask-windows" });
    this.table = html("table", { class: "windows", "data-testid": "windows" });
    this.summary = html("p", { class: "summary", "data-testid": "summary" });
    this.remarks = html("ol", { class: "remarks", "data-testid": "remarks" });
    this.feedback = html("div", { class: "feedback", "aria-live": "polite", "data-testid": "feedback" },
      this.summary, this.remarks);
    const task = html("p", { class: "task" }, "Which branches will alpha-beta ", html("b", {}, "never look at"),
      "? It goes from left to right and cuts where α ≥ β: equal counts.");
    this.root = region("quiz", "Pruning quiz",
      html("header", {}, html("b", {}, "Pruning quiz"), this.seed, this.tally, this.legend),
      html("div", { class: "panes" },
        html("div", { class: "left" }, task, this.pane),
        html("div", { class: "side" }, this.table, this.feedback)),
      html("div", { class: "bar" }, ...Object.values(this.buttons),
        html("label", {}, this.askWindows, "also ask for α, β and values"),
        html("span", { class: "gap" }), this.counted),
      keyHelp(KEYS));
    followTheme(this.root, signal);
    this.board = new TreeBoard(this.pane, {
      label: "Game tree of the quiz: mark what is never looked at",
      signal,
      pick: (node) => this.toggle(node),
      key: (event, node) => [" ", "Enter"].includes(event.key) && (this.toggle(node), true),
    });
  }

  listen() {
    const { model, life: { signal } } = this;
    const on = listener(signal);
    for (const [name, each] of Object.entries(this.buttons)) on(each, "click", () => this.request(name));
    on(this.askWindows, "change", () => {
      model.set("ask_windows", this.askWindows.checked);
      model.save_changes();
    });
    on(this.table, "input", () => this.keepAnswers());
    on(this.table, "focusin", (event) => this.point(Number(event.target.dataset.node), []));
    on(this.table, "focusout", () => this.point(NONE, []));
    const changed = (name, act) => follow(model, `change:${name}`, act, signal);
    changed("_rows", () => this.newTree());
    changed("marked", () => {
      this.marked = new Set(model.get("marked"));
      this.draw();
    });
    changed("_answers", () => this.fillIn());
    changed("_feedback", () => this.answered());
    for (const name of ["score", "attempts", "seed", "correct"]) changed(name, () => this.drawTally());
    changed("ask_windows", () => this.drawTable());
  }

  // What the student does

  toggle(node) {
    if (node === 0) {
      this.counted.textContent = "The root is always looked at.";
      return;
    }
    this.marked = toggled(this.board.tree, this.marked, node);
    this.model.set("marked", [...this.marked].sort((a, b) => a - b));
    this.model.save_changes();
    this.draw();
  }

  keepAnswers() {
    const answers = {};
    for (const input of this.table.querySelectorAll("input")) (answers[input.dataset.node] ??= []).push(input.value);
    this.answers = answers;
    this.model.set("_answers", answers);
    this.model.save_changes();
  }

  /** Have Python check, give a hint, reset or bring another tree. What is marked goes along. */
  request(what) {
    this.stopWaiting();
    const { marked, answers = {} } = this;
    const message = { do: what, seed: this.model.get("seed") ?? null, marked: [...marked], answers };
    this.stopWaiting = ask(this.model, message, () => {
      this.summary.textContent = LATE;
      this.summary.className = "summary wrong";
    });
  }

  // What Python answers

  newTree() {
    this.marked = new Set(this.model.get("marked"));
    this.board.focused = 0;
    this.board.show(this.model.get("_rows"));
    this.refit?.();
    this.drawTable();
    this.answered();
    this.drawTally();
  }

  answered() {
    this.stopWaiting();
    const { summary = "", remarks = [], hint = false } = this.model.get("_feedback") ?? {};
    const said = numbered(remarks);
    this.said = new Map([...said].reverse().map((remark) => [remark.node, remark])); // the first of several at a node
    this.summary.textContent = unbroken(summary) || "Mark what you think, then press Check.";
    const isRight = remarks.length > 0 && remarks.every((remark) => remark.kind === "right");
    const kind = isRight || summary.startsWith("All right") ? "right" : "wrong";
    this.summary.className = `summary ${hint ? "hint" : summary ? kind : "idle"}`;
    this.remarks.replaceChildren(...said.map((remark) => this.remark(remark)));
    this.draw();
  }

  remark(remark) {
    const { node, about, kind, mark, text } = remark;
    const on = listener(this.life.signal);
    const classes = `remark ${kind === "right" ? "right" : "wrong"}`;
    const made = button("", `remark-${node}`, { class: classes, "data-kind": kind });
    made.append(html("span", { class: "mark", "aria-hidden": "true" }, mark), html("span", {}, unbroken(text)));
    for (const type of ["pointerenter", "focus"]) on(made, type, () => this.point(node, about));
    for (const type of ["pointerleave", "blur"]) on(made, type, () => this.point(NONE, []));
    on(made, "click", () => this.board.focus(node));
    return html("li", {}, made);
  }

  point(node, about) {
    this.pointed = { node, about };
    this.draw();
  }

  // Drawing

  draw() {
    const { board: { tree }, marked } = this;
    this.board.paint((node) => this.look(node));
    for (const row of this.table.querySelectorAll("tr[data-node]")) {
      const isCut = markAbove(tree, marked, Number(row.dataset.node)) >= 0;
      row.classList.toggle("cut", isCut);
      for (const input of row.querySelectorAll("input")) input.disabled = isCut;
    }
    const leaves = countMarked(tree, marked);
    this.counted.textContent = marked.size
      ? `marked: ${plural(marked.size, "branch", "branches")}, ${plural(leaves, "leaf", "leaves")}`
      : "nothing marked yet";
  }

  /** How a node looks: see `TreeBoard.paint`. */
  look(node) {
    const { board: { tree }, marked, said, pointed } = this;
    const above = markAbove(tree, marked, node);
    const isCut = above >= 0;
    const remark = said.get(node);
    const classes = [
      isCut && "pruned",
      above === node && "cut",
      remark && (remark.kind === "right" ? "right" : "wrong"),
      pointed.about.includes(node) && "why",
      pointed.node === node && "now",
    ];
    const says = [isCut && "marked as never looked at", remark && `remark ${remark.mark}: ${remark.kind}`];
    return {
      classes: classes.filter(Boolean).join(" "),
      mark: remark?.mark ?? "",
      says: says.filter(Boolean).join(", "),
      checked: node ? isCut : null,
    };
  }

  drawTally() {
    const [seed, score, attempts] = ["seed", "score", "attempts"].map((name) => this.model.get(name));
    this.seed.textContent = seed == null ? "a tree of your own" : `seed ${seed}`;
    this.tally.textContent = `${plural(score, "point", "points")} · ${plural(attempts, "attempt", "attempts")}`;
    this.root.dataset.correct = String(this.model.get("correct") ?? "");
  }

  drawTable() {
    const { tree } = this.board;
    const asked = this.model.get("ask_windows");
    this.askWindows.checked = asked;
    this.table.hidden = !asked;
    const inner = asked ? [...tree.isLeaf.keys()].filter((i) => !tree.isLeaf[i]) : [];
    const head = (text) => html("th", { scope: "col" }, text);
    this.table.replaceChildren(
      html("caption", {}, CAPTION),
      html("thead", {}, html("tr", {}, head("node"), ...FIELDS.map(([text]) => head(text)))),
      html("tbody", {}, ...inner.map((node) => this.tableRow(node))));
    this.fillIn();
    if (this.said) this.draw();
  }

  tableRow(node) {
    const { tree } = this.board;
    const name = nameOf(tree, node);
    const field = ([text, kind]) =>
      html("td", {}, html("input", { type: "text", size: 5, autocomplete: "off", "data-node": node,
        "data-testid": `${kind}-${node}`, "aria-label": `${text} of ${name}` }));
    const head = html("th", { scope: "row", class: tree.isMin[node] ? "min" : "max" }, name.replace(", ", " "));
    return html("tr", { "data-node": node }, head, ...FIELDS.map(field));
  }

  fillIn() {
    this.answers = this.model.get("_answers") ?? {};
    for (const row of this.table.querySelectorAll("tr[data-node]")) {
      row.querySelectorAll("input").forEach((input, k) => {
        const text = this.answers[row.dataset.node]?.[k] ?? "";
        if (input.value !== text && input !== document.activeElement) input.value = text;
      });
    }
  }
}

export default rendering(Quiz);
