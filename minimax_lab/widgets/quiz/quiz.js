// The pruning quiz: which branches will alpha-beta never look at?
import { html, rendering } from "../shared/look.js";
import { NONE, plural } from "../shared/tree.js";
import { nameOf } from "../shared/tree_board.js";
import { judgePruning } from "./judge.js";
import { TreeQuiz } from "./tree_quiz.js";

const FIELDS = [["α", "alpha"], ["β", "beta"], ["value", "value"]];
const CAPTION =
  "α and β when the search enters a node (-inf and inf for −∞ and ∞), and the value it returns (of a bound its number)";
const WORDS = {
  kind: "quiz",
  title: "Pruning quiz",
  label: "Game tree of the quiz: mark what is never looked at",
  begin: "Mark what you think, then press Check.",
  legend:
    '<span><i class="max">▲</i> MAX</span><span><i class="min">▼</i> MIN</span>' +
    "<span>✂ marked by you</span>",
  keys:
    "Click a branch or a leaf to mark it with all below it, again to unmark all of that. " +
    "Or by keyboard: <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> marks.",
  points: " When all is right, each cut-off that was not explained is worth a point.",
  task: () => html("p", { class: "task" }, "Which branches will alpha-beta ", html("b", {}, "never look at"),
    "? It goes from left to right and cuts where α ≥ β: equal counts."),
};
// An exercise that asks for other marks
const OTHER = {
  title: "Tree quiz",
  label: "Game tree of the quiz: mark what is asked for",
  legend: '<span><i class="max">▲</i> MAX</span><span><i class="min">▼</i> MIN</span>' +
    '<span><i class="why">●</i> marked by you</span>',
};

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

class Quiz extends TreeQuiz {
  get words() {
    return this.asksOther ? { ...WORDS, ...OTHER } : WORDS;
  }

  /** Whether something else is asked for than what is pruned. */
  get asksOther() {
    return this.model.get("graded") && this.model.get("task");
  }

  parts() {
    this.askWindows = html("input", { type: "checkbox", "data-testid": "ask-windows",
      change: () => this.put("ask_windows", this.askWindows.checked) });
    this.table = html("table", { class: "windows", "data-testid": "windows", input: () => this.keepAnswers(),
      focusin: ({ target }) => this.point(Number(target.dataset.node), []), focusout: () => this.point(NONE, []) });
    return { side: [this.table], bar: [html("label", {}, this.askWindows, "also ask for α, β and values")] };
  }

  listen() {
    super.listen();
    this.changed("marked", () => {
      this.newAnswers();
      this.draw();
    });
    this.changed("_answers", () => this.fillIn());
    this.changed("ask_windows", () => this.drawTable());
  }

  newTree() {
    super.newTree();
    this.drawTable();
  }

  newAnswers() {
    this.marked = new Set(this.model.get("marked"));
  }

  judged() {
    const { model } = this;
    const given = { marked: [...this.marked], answers: this.answers ?? {}, asksWindows: model.get("ask_windows") };
    const judged = judgePruning(model.get("_rows"), model.get("_key"), given);
    // a check has told already how many cut-offs there are
    return model.get("attempts") ? { ...judged, generalHints: model.get("_key").hints.general.slice(0, 1) } : judged;
  }

  clear() {
    this.model.set("marked", []);
    this.model.set("_answers", {});
  }

  // What the student does

  key(event, node) {
    if (![" ", "Enter"].includes(event.key)) return false;
    this.pick(node);
    return true;
  }

  pick(node) {
    if (node === 0) {
      this.counted.textContent = "The root is always looked at.";
      return;
    }
    this.marked = toggled(this.board.tree, this.marked, node);
    this.put("marked", [...this.marked].sort((a, b) => a - b));
    this.draw();
  }

  keepAnswers() {
    const answers = {};
    for (const input of this.table.querySelectorAll("input")) (answers[input.dataset.node] ??= []).push(input.value);
    this.answers = answers;
    this.put("_answers", answers);
  }

  // Drawing

  draw() {
    super.draw();
    for (const row of this.table.querySelectorAll("tr[data-node]")) {
      const isCut = markAbove(this.board.tree, this.marked, Number(row.dataset.node)) >= 0;
      row.classList.toggle("cut", isCut);
      for (const input of row.querySelectorAll("input")) input.disabled = isCut;
    }
  }

  count() {
    const { marked, board: { tree } } = this;
    if (!marked.size) return "nothing marked yet";
    const number = countMarked(tree, marked), leaves = plural(number, "leaf", "leaves");
    const isLeaves = [...marked].every((node) => tree.isLeaf[node]);
    return isLeaves ? `marked: ${leaves}` : `marked: ${plural(marked.size, "branch", "branches")} with ${leaves}`;
  }

  /** How a node looks: see `TreeBoard.paint`. */
  look(node) {
    const above = markAbove(this.board.tree, this.marked, node), isCut = above >= 0;
    const { classes, mark, says } = this.remarked(node);
    const looks = this.asksOther ? ["why"] : ["pruned", above === node && "cut"];
    return {
      classes: [...(isCut ? looks : []), ...classes],
      mark: this.asksOther && isCut ? "•" : mark,
      says: [isCut && (this.model.get("task") ? "marked" : "marked as never looked at"), says],
      checked: node ? isCut : null,
    };
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
    this.draw();
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
