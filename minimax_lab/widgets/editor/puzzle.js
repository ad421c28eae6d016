// Break it: what the tree editor has besides, if a wrong search is to be exposed: its code, a task, the next one.
import { button, html } from "../shared/look.js";
import { hanging, paintLine } from "../shared/python.js";

export class Puzzle {
  constructor(editor) {
    this.editor = editor;
    this.task = html("span", { class: "task", "data-testid": "task" });
    this.code = html("div", { class: "listing", tabindex: "0", role: "group", "aria-label": "The wrong program",
      "data-testid": "code" });
    this.next = button("Next program", "next", { click: () => editor.request({ do: "next" }) });
    this.head = [this.task];
    this.bar = [editor.first, editor.step, this.next];
    editor.step.textContent = "Both runs side by side";
    editor.step.title = "When the program is exposed: step through it and through a right one";
    editor.follow("change:_puzzle", () => this.show());
    this.show();
  }

  show() {
    const { title, task, source, isLast } = this.editor.model.get("_puzzle");
    const state = { quote: "" };
    this.editor.title.textContent = title;
    this.task.textContent = task;
    this.next.hidden = isLast;
    this.code.replaceChildren(...source.split("\n").map((line) =>
      html("div", { class: "line", style: hanging(line) }, ...paintLine(line || "\u200b", state))));
  }

  draw(isExposed) {
    this.editor.step.disabled = !isExposed;
    this.editor.root.dataset.exposed = String(isExposed);
  }
}
