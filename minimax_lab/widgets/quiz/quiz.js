// The pruning quiz: marks are made here and judged in Python.
import { ask, followTheme, html } from "../shared/look.js";
import { NONE } from "../shared/tree.js";
import { TreeBoard, followWidth, nameOf } from "../shared/tree_board.js";

const FIELDS = [["α", "alpha"], ["β", "beta"], ["value", "value"]];

// Marks

/** The marked node at or above a node; NONE if there is none. */
export function markAbove(tree, marked, node) {
  for (let i = node; i >= 0; i = tree.parent[i]) if (marked.has(i)) return i;
  return NONE;
}

/** The marks after a click: a marked branch is let go as a whole, and a mark takes over those below it. */
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
    const button = (label, testid, main) => html("button", { type: "button", "data-testid": testid, class: main ? "main" : null }, label);
    this.seed = html("span", { class: "quiet", "data-testid": "seed" });
    this.tally = html("span", { class: "quiet", "data-testid": "score" });
    this.legend = html("span", { class: "legend", "aria-hidden": "true" });
    this.legend.innerHTML = '<span><i class="max">▲</i> MAX</span><span><i class="min">▼</i> MIN</span><span>✂ you say: never looked at</span>';
    this.pane = html("div", { class: "tree-pane" });
    this.counted = html("span", { class: "quiet", role: "status", "data-testid": "marked" });
    this.buttons = { check: button("Check", "check", true), hint: button("Hint", "hint"), reset: button("Reset", "reset"), new: button("New tree", "new") };
    this.askWindows = html("input", { type: "checkbox", "data-testid": "ask-windows" });
    this.table = html("table", { class: "windows", "data-testid": "windows" });
    this.summary = html("p", { class: "summary", "data-testid": "summary" });
    this.remarks = html("ol", { class: "remarks", "data-testid": "remarks" });
    this.feedback = html("div", { class: "feedback", "aria-live": "polite", "data-testid": "feedback" }, this.summary, this.remarks);
    const task = html("p", { class: "task" }, "Which branches will alpha-beta ", html("b", {}, "never look at"), "? It goes from left to right and cuts where α ≥ β: equal counts.");
    this.root = html("div", { class: "minimax-lab work quiz", role: "region", "aria-label": "Pruning quiz", "data-testid": "quiz", "data-lm-suppress-shortcuts": "true" },
      html("header", {}, html("b", {}, "Pruning quiz"), this.seed, this.tally, this.legend),
      html("div", { class: "panes" },
        html("div", { class: "left" }, task, this.pane),
        html("div", { class: "side" }, this.table, this.feedback)),
      html("div", { class: "bar" }, ...Object.values(this.buttons), html("label", {}, this.askWindows, "also ask for α, β and values"), html("span", { class: "gap" }), this.counted),
      keys());
    followTheme(this.root, this.life.signal);
    this.board = new TreeBoard(this.pane, { label: "Game tree of the quiz: mark what is never looked at", signal: this.life.signal,
      pick: (node) => this.toggle(node),
      key: (event, node) => [" ", "Enter"].includes(event.key) && (this.toggle(node), true) });
  }

  listen() {
    const { model, life: { signal } } = this, on = (element, type, act) => element.addEventListener(type, act, { signal });
    for (const [name, button] of Object.entries(this.buttons)) on(button, "click", () => this.request(name));
    on(this.askWindows, "change", () => { model.set("ask_windows", this.askWindows.checked); model.save_changes(); });
    on(this.table, "input", () => this.keepAnswers());
    on(this.table, "focusin", (event) => this.point(Number(event.target.dataset.node), []));
    on(this.table, "focusout", () => this.point(NONE, []));
    const follow = (name, act) => { model.on(`change:${name}`, act); signal.addEventListener("abort", () => model.off(`change:${name}`, act)); };
    follow("_rows", () => this.newTree());
    follow("marked", () => { this.marked = new Set(model.get("marked")); this.draw(); });
    follow("_answers", () => this.fillIn());
    follow("_feedback", () => this.answered());
    for (const name of ["score", "attempts", "seed", "correct"]) follow(name, () => this.drawTally());
    follow("ask_windows", () => this.drawTable());
  }

  // What the student does

  toggle(node) {
    if (node === 0) { this.counted.textContent = "The root is always looked at."; return; }
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

  /** Have Python judge, hint, reset or bring another tree. What is marked goes along. */
  request(what) {
    this.stopWaiting();
    const message = { do: what, seed: this.model.get("seed") ?? null, marked: [...this.marked], answers: this.answers ?? {} };
    this.stopWaiting = ask(this.model, message, () => {
      this.summary.textContent = "No answer came: the quiz is judged in Python. Is the kernel running? Run this cell again.";
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
    this.said = new Map(said.slice().reverse().map((remark) => [remark.node, remark])); // of several at a node the first
    this.summary.textContent = unbroken(summary) || "Mark what you think, then press Check.";
    const isRight = remarks.length > 0 && remarks.every((remark) => remark.kind === "right");
    this.summary.className = `summary ${hint ? "hint" : !summary ? "idle" : isRight || summary.startsWith("All right") ? "right" : "wrong"}`;
    this.remarks.replaceChildren(...said.map((remark) => this.remark(remark)));
    this.draw();
  }

  remark(remark) {
    const { node, about, kind, mark, text } = remark, { signal } = this.life;
    const button = html("button", { type: "button", class: `remark ${kind === "right" ? "right" : "wrong"}`, "data-kind": kind, "data-testid": `remark-${node}` },
      html("span", { class: "mark", "aria-hidden": "true" }, mark), html("span", {}, unbroken(text)));
    for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => this.point(node, about), { signal });
    for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => this.point(NONE, []), { signal });
    button.addEventListener("click", () => this.board.focus(node), { signal });
    return html("li", {}, button);
  }

  point(node, about) {
    this.pointed = { node, about };
    this.draw();
  }

  // Drawing

  draw() {
    const { board: { tree }, marked, said, pointed } = this;
    this.board.paint((node) => {
      const mark = markAbove(tree, marked, node), isCut = mark >= 0, remark = said.get(node);
      const classes = [isCut && "pruned", mark === node && "cut", remark && (remark.kind === "right" ? "right" : "wrong"), pointed.about.includes(node) && "why", pointed.node === node && "now"];
      const says = [isCut ? "marked as never looked at" : "", remark ? `remark ${remark.mark}: ${remark.kind}` : ""].filter(Boolean).join(", ");
      return { classes: classes.filter(Boolean).join(" "), mark: remark?.mark ?? "", says, checked: node ? isCut : null };
    });
    for (const row of this.table.querySelectorAll("tr[data-node]")) {
      const isCut = markAbove(tree, marked, Number(row.dataset.node)) >= 0;
      row.classList.toggle("cut", isCut);
      for (const input of row.querySelectorAll("input")) input.disabled = isCut;
    }
    const leaves = countMarked(tree, marked);
    this.counted.textContent = marked.size ? `marked: ${plural(marked.size, "branch", "branches")}, ${plural(leaves, "leaf", "leaves")}` : "nothing marked yet";
  }

  drawTally() {
    const seed = this.model.get("seed"), score = this.model.get("score"), attempts = this.model.get("attempts");
    this.seed.textContent = seed == null ? "a tree of your own" : `seed ${seed}`;
    this.tally.textContent = `${plural(score, "point", "points")} · ${plural(attempts, "attempt", "attempts")}`;
    this.root.dataset.correct = String(this.model.get("correct") ?? "");
  }

  drawTable() {
    const { tree } = this.board, asked = this.model.get("ask_windows");
    this.askWindows.checked = asked;
    this.table.hidden = !asked;
    const inner = asked ? [...tree.isLeaf.keys()].filter((i) => !tree.isLeaf[i]) : [];
    const field = (node, [text, name]) => html("td", {}, html("input", { type: "text", size: 5, autocomplete: "off", "data-node": node, "data-testid": `${name}-${node}`, "aria-label": `${text} of ${nameOf(tree, node)}` }));
    this.table.replaceChildren(
      html("caption", {}, "α and β as the search enters a node (−∞ and ∞ are -inf and inf), and the value it returns; of a bound, its number"),
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "node"), ...FIELDS.map(([text]) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, ...inner.map((node) => html("tr", { "data-node": node },
        html("th", { scope: "row", class: tree.isMin[node] ? "min" : "max" }, nameOf(tree, node).replace(", ", " ")), ...FIELDS.map((each) => field(node, each))))));
    this.fillIn();
    if (this.said) this.draw();
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

function keys() {
  const line = html("div", { class: "keys" });
  line.innerHTML = "Click a branch or a leaf to mark it with all below it, again to let it go. Or by keyboard: <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> marks. A tree is worth 3 points, one less for each wrong check or hint.";
  return line;
}

export default {
  render({ model, el }) {
    const quiz = new Quiz(model, el);
    return () => quiz.destroy();
  },
};
