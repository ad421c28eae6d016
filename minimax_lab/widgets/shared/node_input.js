// A field that lies over a node of a tree, to type a value into.
import { html } from "./look.js";
import { nameOf } from "./tree_board.js";

export class NodeField {
  constructor() {
    this.input = html("input", { type: "text", class: "value", hidden: true, autocomplete: "off",
      inputmode: "decimal", "data-testid": "value" });
  }

  /** Open it over a node of a `TreeBoard`, with what stands there or what was typed already. */
  open(board, node, value, typed = null) {
    const { input } = this;
    Object.assign(this, { board, node });
    input.hidden = false;
    input.value = typed ?? value;
    input.setAttribute("aria-label", `Value of ${nameOf(board.tree, node)}`);
    input.removeAttribute("aria-invalid");
    this.place();
    input.focus({ preventScroll: true });
    if (typed === null) input.select();
  }

  /** Put it over its node, within the element that holds it. */
  place() {
    if (this.input.hidden) return;
    const { parentElement } = this.input, around = parentElement.getBoundingClientRect(),
      zoom = around.width / parentElement.offsetWidth, // of a hall's screen
      box = this.board.boxOf(this.node),
      [width, height] = [Math.max(62, box.width / zoom + 12), Math.max(34, box.height / zoom + 6)];
    const left = (box.left - around.left + box.width / 2) / zoom - width / 2,
      top = (box.top - around.top + box.height / 2) / zoom - height / 2;
    Object.assign(this.input.style, {
      width: `${width}px`,
      height: `${height}px`,
      left: `${Math.max(2, Math.min(parentElement.offsetWidth - width - 2, left))}px`,
      top: `${top}px`,
    });
  }
}
