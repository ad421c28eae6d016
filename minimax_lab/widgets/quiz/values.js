// The quiz on values: what is every node worth?
import { html, rendering, take } from "../shared/look.js";
import { NodeField } from "../shared/node_input.js";
import { plural } from "../shared/tree.js";
import { judgeValues } from "./judge.js";
import { TreeQuiz } from "./tree_quiz.js";

const WORDS = {
  kind: "value-quiz",
  title: "Minimax by hand",
  label: "Game tree of the quiz: fill in the value of every node",
  begin: "Fill in what you think, then press Check.",
  legend:
    '<span><i class="max">▲</i> MAX takes the largest</span><span><i class="min">▼</i> MIN takes the smallest</span>',
  keys:
    "Click a node and type its value; <kbd>Enter</kbd> goes on to the next one. By keyboard: " +
    "<kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, a digit or <kbd>Enter</kbd> fills in, " +
    "<kbd>Delete</kbd> empties.",
  leaves: { // if new numbers for leaves are asked for
    label: "Game tree of the quiz: give a leaf a new number",
    keys:
      "Click a leaf and type its new number. By keyboard: <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, " +
      "a digit or <kbd>Enter</kbd> changes a leaf, <kbd>Delete</kbd> gives it its old number back.",
  },
  points: " When all is right, each node that was not explained is worth a point.",
  task: () => html("p", { class: "task" }, "What is ", html("b", {}, "every node"),
    " worth, if both sides play their best? A leaf is worth its number."),
};

/** The nodes to fill in, in the order in which one can: from the bottom up, from left to right. */
export function bottomUp(tree) {
  const inner = [...tree.isLeaf.keys()].filter((node) => !tree.isLeaf[node]);
  return inner.sort((a, b) => tree.depth[b] - tree.depth[a] || a - b);
}

/** The next empty node of the level of `node`, then the first from the bottom up; `node` if there is none. */
export function nextEmpty(tree, answers, node) {
  const empty = bottomUp(tree).filter((each) => each !== node && !(answers[each] ?? "").trim());
  return empty.find((each) => tree.depth[each] === tree.depth[node] && each > node) ?? empty[0] ?? node;
}

class ValueQuiz extends TreeQuiz {
  get words() {
    return this.model.get("leaves") ? { ...WORDS, ...WORDS.leaves } : WORDS;
  }

  parts() {
    this.field = new NodeField();
    this.input = this.field.input;
    return { over: [this.input] };
  }

  listen() {
    super.listen();
    this.on(this.input, "keydown", (event) => this.typing(event));
    this.on(this.input, "blur", () => this.keep());
    this.on(this.pane, "scroll", () => this.field.place());
    this.changed("_answers", () => {
      this.newAnswers();
      this.draw();
    });
  }

  newAnswers() {
    this.answers = { ...this.model.get("_answers") };
  }

  judged() {
    this.keep();
    return judgeValues(this.model.get("_rows"), this.model.get("_key"), { answers: this.answers });
  }

  clear() {
    this.model.set("_answers", {});
  }

  /** Whether a number may be typed here: in a leaf, if new numbers for leaves are asked for. */
  asks(node) {
    return Boolean(this.board.tree.isLeaf[node]) === Boolean(this.model.get("leaves"));
  }

  /** Room for a number in every node, the same for all: their sizes must not tell the answers. */
  labels() {
    return this.model.get("_rows").map((row) => (row[2] == null ? "−00" : ""));
  }

  // Typing

  pick(node) {
    this.keep();
    if (!this.asks(node)) this.counted.textContent = this.other;
    else this.open(node);
  }

  key(event, node) {
    if (!this.asks(node) || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (["Enter", " ", "F2"].includes(event.key)) this.open(node);
    else if (["Delete", "Backspace"].includes(event.key)) this.set(node, "");
    else if (/^[\d.−-]$/.test(event.key)) this.open(node, event.key);
    else return false;
    return true;
  }

  open(node, typed = null) {
    this.field.open(this.board, node, this.answers[node] ?? "", typed);
  }

  /** Take over what was typed, if anybody is typing. */
  keep() {
    if (this.input.hidden) return;
    this.input.hidden = true;
    this.set(this.field.node, this.input.value.trim());
  }

  set(node, text) {
    if ((this.answers[node] ?? "") === text) return;
    this.answers = { ...this.answers, [node]: text };
    this.put("_answers", this.answers);
    this.draw();
  }

  typing(event) {
    const typed = this.field.node;
    const acts = {
      Enter: () => {
        this.keep();
        if (this.model.get("leaves")) return this.board.focus(typed);
        const next = nextEmpty(this.board.tree, this.answers, typed);
        this.board.focus(next);
        if (next !== typed) this.open(next);
      },
      Escape: () => {
        this.input.hidden = true;
        this.board.focus(typed);
      },
    };
    if (!acts[event.key]) return;
    take(event);
    acts[event.key]();
  }

  // Drawing

  draw() {
    super.draw();
    this.field.place();
  }

  /** What is said at a click on a node in which nothing can be typed. */
  get other() {
    return this.model.get("leaves") ? "Click on a leaf." : "A leaf is worth its number.";
  }

  count() {
    if (this.model.get("leaves")) {
      const changed = Object.values(this.answers).filter((text) => text.trim()).length;
      return `${plural(changed, "leaf", "leaves")} changed`;
    }
    const inner = bottomUp(this.board.tree);
    const filled = inner.filter((node) => (this.answers[node] ?? "").trim()).length;
    return `${filled} of ${inner.length} filled in`;
  }

  /** What a remark says of a node; else whether the last check found its value right, if it still stands there. */
  remarked(node) {
    const said = super.remarked(node), mark = this.model.get("_feedback")?.marks?.[node];
    if (said.mark || mark?.text !== (this.answers[node] ?? "").trim()) return said;
    const word = mark.right ? "right" : "wrong";
    return { classes: [...said.classes, word], mark: mark.right ? "✓" : "✗", says: word };
  }

  /** How a node looks: see `TreeBoard.paint`. */
  look(node) {
    const { classes, mark, says } = this.remarked(node);
    const asks = this.asks(node), leaves = this.model.get("leaves");
    const answer = asks ? (this.answers[node] ?? "").trim().replace("-", "−") : "";
    const own = answer ? `your value ${answer}` : asks && !leaves ? "no value yet" : "";
    return {
      classes: [asks && !leaves && !answer && "empty", answer && leaves && "why", ...classes],
      text: answer || (leaves || !asks ? null : "?"),
      mark,
      says: [own, says],
    };
  }
}

export default rendering(ValueQuiz);
