// The edge from a node up to its parent: a line, the name of the move, and scissors where it is cut.
import { BARE_CUT_AT, CUT_AT, LABEL_AT, SCISSORS, round } from "./tree.js";
import { svg } from "./look.js";

export const moveTo = ([x, y]) => `translate(${round(x)} ${round(y)})`;
const between = (from, to, part) => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];

export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
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
