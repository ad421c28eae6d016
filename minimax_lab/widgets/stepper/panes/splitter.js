// The line between the tree and the code: drag it, or move it with the arrow keys.
import { html, listener, take } from "../../shared/look.js";

const NARROWEST = 260; // of either side
const STEP = 24;

export class Splitter {
  /** `panes` is the grid whose last column is as wide as its property --side. */
  constructor(panes) {
    this.panes = panes;
    this.isChosen = false; // by the reader
    this.element = html("div", { class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical",
      "aria-label": "Width of the tree", title: "Drag, or use the arrow keys: the width of tree and code",
      "data-testid": "splitter", pointerdown: (event) => this.drag(event), keydown: (event) => this.key(event) });
  }

  /** Give the code this width, as far as there is room, unless the reader has chosen another. */
  suggest(width) {
    if (!this.isChosen) this.set(width);
  }

  set(width) {
    const whole = this.panes.clientWidth;
    this.side = Math.round(Math.max(NARROWEST, Math.min(width, whole - NARROWEST)));
    this.panes.style.setProperty("--side", `${this.side}px`);
    this.element.setAttribute("aria-valuenow", whole ? Math.round(100 - (100 * this.side) / whole) : 0);
  }

  choose(width) {
    this.isChosen = true;
    this.set(width);
  }

  drag(event) {
    const { element } = this, from = event.clientX, side = this.side;
    element.setPointerCapture(event.pointerId);
    const end = new AbortController(), on = listener(end.signal);
    on(element, "pointermove", (move) => this.choose(side - (move.clientX - from)));
    for (const type of ["pointerup", "pointercancel"]) on(element, type, () => end.abort());
    event.preventDefault();
    element.focus();
  }

  key(event) {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!by) return;
    take(event);
    this.choose(this.side + by);
  }
}
