// The elements of a tree in SVG. A node is a shape with a label; the edge up to its parent is a line, the name of the
// move, and scissors where it is cut.
import { BARE_CUT_AT, CUT_AT, LABEL_AT, SCISSORS, labelDrop, round, shapePath } from "./tree.js";
import { setAttributes, svg } from "./look.js";

export const moveTo = ([x, y]) => `translate(${round(x)} ${round(y)})`;
const between = (from, to, part) => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];

/** The parts of a node, or of a fold, of which its node says in words that it is there. */
export function nodeParts(tree, item) {
  const [halo, shape] = ["halo", "shape"].map((kind) => svg("path", { class: kind })),
    label = svg("text", { class: "label" }),
    own = { role: "treeitem", tabindex: "-1", "aria-level": tree.depth[item.node] + 1 };
  const kind = item.hidden ? { "data-fold": "1", "aria-hidden": "true" } : own;
  return { item, halo, shape, label, group: svg("g", { "data-node": item.node, ...kind }, halo, shape, label) };
}

export function placeNode({ group, halo, shape, label }, item) {
  group.setAttribute("transform", moveTo([item.x, item.y]));
  for (const outline of [halo, shape]) outline.setAttribute("d", shapePath(item));
  setAttributes(label, { y: round(labelDrop(item) + item.size * 0.36), "font-size": round(item.size) });
}

/** The parts of an edge, to be put where they belong by `placeEdge`. An edge to a fold is a line alone. */
export function edgeParts(isFold) {
  const line = svg("line");
  if (isFold) return { line };
  const cut = svg("g", { class: "scissors" }, svg("circle", { cx: -1, r: 7.5 }), svg("path", { d: SCISSORS }));
  const move = svg("g", { class: "move" }, svg("rect", { rx: 3 }), svg("text", { dy: "0.36em" }));
  return { line, cut, move };
}

export function placeEdge({ line, cut, move }, item, parent, widthOf, note = 11) {
  const from = [parent.x, parent.bottom], to = [item.x, item.top];
  setAttributes(line, { x1: round(from[0]), y1: round(from[1]), x2: round(to[0]), y2: round(to[1]) });
  if (!move) return;
  const wide = item.move ? widthOf(item.move, note) + 5 : 0;
  cut.setAttribute("transform", moveTo(between(from, to, item.move ? CUT_AT : BARE_CUT_AT)));
  move.setAttribute("transform", moveTo(between(from, to, LABEL_AT)));
  move.lastChild.textContent = item.move;
  setAttributes(move.firstChild, { x: round(-wide / 2), y: -note / 2 - 1.5, width: round(wide), height: note + 3 });
}
