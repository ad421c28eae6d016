// Small parts of the picture of a tree, and how they are written.
import { reasonArc } from "../../shared/tree.js";
import { svg } from "../../shared/look.js";

/** The arrow from a node that is cut off to what made that safe. */
export function arrow(from, to) {
  const { curve, tip } = reasonArc(from, to);
  return [["arc plate", curve], ["arc", curve], ["tip", tip]].map(([kind, d]) => svg("path", { class: kind, d }));
}

/** The sign at an inner node, seen while the pointer is there, that closes it. */
export function foldHandle() {
  const title = svg("title", {}, "Fold what is below (f)");
  return svg("g", { class: "handle" }, title, svg("circle", { r: 8 }), svg("path", { d: "M-4 0h8" }));
}

/** Write only what is not there already. */
export function show(shown, name, value, write) {
  if (shown[name] === value) return;
  shown[name] = value;
  write(value);
}

export function windowText(trace, machine, node) {
  const window = machine.alpha[node] >= 0 && machine.beta[node] >= 0;
  return window ? `${trace.texts[machine.alpha[node]]}\n${trace.texts[machine.beta[node]]}` : "";
}

export function writeWindow(element, text) {
  if (!text) return element.replaceChildren();
  const [alpha, beta] = text.split("\n");
  const ends = [svg("tspan", { class: "alpha" }, alpha), svg("tspan", { class: "beta" }, beta)];
  return element.replaceChildren("(", ends[0], ", ", ends[1], ")");
}
