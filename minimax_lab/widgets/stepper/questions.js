// What one can be asked before a step is shown: the value of a return, whether a cut comes, what it leaves out.
// Nothing here touches a page, so that Node can test it.
import { detailOf } from "./trace.js";
import { NONE } from "../shared/tree.js";

/**
 * The question that the steps after the machine's lead to, or null:
 * `kind` is "value" or "cut", `node` whose, `step` where the answer shows, and `answer` the right one.
 */
export function questionAfter(trace, machine) {
  const { kind, node, count } = trace.steps,
    here = machine.step;
  if (kind[here] === "line") return null; // it was asked before the first of these lines
  let step = here + 1;
  while (step < count && kind[step] === "line") step++;
  if (step >= count) return null;
  if (kind[step] === "return" && !trace.isLeaf[node[step]]) {
    return { kind: "value", node: node[step], step, answer: trace.texts[detailOf(trace, step)[1]] };
  }
  if (kind[here] !== "leaf" && kind[here] !== "return") return null;
  const parent = trace.parent[node[here]];
  const isCut = kind[step] === "cutoff" && node[step] === parent,
    goesOn = kind[step] === "enter" && trace.parent[node[step]] === parent;
  if (parent < 0 || !(isCut || goesOn) || !canBeCut(trace, machine, parent)) return null;
  return { kind: "cut", node: parent, step, answer: isCut };
}

/** A cut is possible only where the other player is sure of something already. */
function canBeCut(trace, machine, node) {
  const end = trace.isMin[node] ? machine.alpha[node] : machine.beta[node];
  return end >= 0 && !/^[−-]?∞$/.test(trace.texts[end]);
}

/** The moves at a node, each with whether the cut at a step leaves it out. */
export function movesAt(trace, node, step) {
  const never = new Set(trace.prunedAt(step));
  return trace.children[node].map((child) => ({ name: trace.texts[trace.move[child]], isNever: never.has(child) }));
}

/** Whether a typed value is the right one: as a number if both are numbers, else as text. */
export function isSameValue(typed, answer) {
  const plain = (text) => text.replace(/\s/g, "").replaceAll("−", "-").replace(/^(-?)(∞|inf)$/i, "$1Infinity"),
    [one, other] = [plain(typed), plain(answer)];
  if (one === "") return false;
  return one === other || Number(one.replace(",", ".")) === Number(other);
}

/** Where a node is, in words. */
export function placeOf(trace, node) {
  const moves = [];
  for (let i = node; trace.parent[i] !== NONE; i = trace.parent[i]) moves.unshift(trace.texts[trace.move[i]]);
  return moves.length ? `after ${moves.join(" ")}` : "at the root";
}
