// What both pictures of a tree have in common: what is to be seen at a node, and the ways to move about.
import { PRUNED, UNSEEN } from "../machine.js";
import { foldText, reasonArc, sizesBelow } from "../../shared/tree.js";
import { setAttributes, svg, textMeasure } from "../../shared/look.js";

export class TreePicture {
  /** `parts` are the elements of the picture, or, if it is painted, those that lie over it. */
  constructor(host, trace, machine, kind, attributes, ...parts) {
    Object.assign(this, { host, trace, machine, following: true, below: sizesBelow(trace), widthOf: textMeasure() });
    this.most = Infinity; // the scale of the tree beside it, if that is smaller
    const label = `Game tree searched by ${trace.search}`;
    this.element = svg("svg", { class: kind, role: "tree", "aria-label": label, "data-testid": "tree", ...attributes },
      ...parts);
    host.append(this.element);
  }

  destroy() {
    this.element.remove();
  }

  /** What is to be seen of an item now. `moment` is what the widget says of the step, see `Column.moment`. */
  lookOf({ node, hidden }) {
    const { moment, machine, trace } = this, phase = machine.phase[node];
    return {
      phase,
      isEdited: !hidden && moment?.edits.has(node),
      isBest: !hidden && moment?.isOver && moment.best.has(node),
      isCut: phase === PRUNED && machine.phase[trace.parent[node]] !== PRUNED,
      isAlone: !hidden && phase !== UNSEEN && trace.isAlone[node],
    };
  }

  labelOf({ node, hidden }) {
    const { moment, machine } = this;
    if (hidden) return foldText(hidden);
    return moment?.edits.has(node) ? moment.edits.text(node) : machine.label(node);
  }

  /** The arrow from a node that is cut off to what made that safe. */
  drawArrow(from, to) {
    const { curve, tip } = reasonArc(from, to), lines = [["arc plate", curve], ["arc", curve], ["tip", tip]];
    this.reasons.append(...lines.map(([kind, d]) => svg("path", { class: kind, d })));
  }

  setSize(width, height) {
    Object.assign(this, { width, height });
    setAttributes(this.element, { width, height });
  }

  // The camera

  /** The scale at which it would show a step on its own. */
  scaleFor() {
    return Infinity;
  }

  /** Another scale; the point `at` of the pane stays where it is. */
  scaleTo(k, at) {
    const { camera } = this, f = k / camera.k;
    this.look({ k, x: at[0] - (at[0] - camera.x) * f, y: at[1] - (at[1] - camera.y) * f });
  }

  pan(dx, dy) {
    this.following = false;
    this.look({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }
}
