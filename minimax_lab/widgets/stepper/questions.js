// What one can be asked before a step is shown: the value of a return, whether a cut comes, what it leaves out.
// Nothing here touches a page, so that Node can test it.
import { detailOf } from "./trace.js";
import { NONE } from "../shared/tree.js";

const MOST_VALUES = 8; // that a reason lists

/**
 * The question that the steps after the machine's lead to, or null:
 * `kind` is "value" or "cut", `node` whose, `step` where the answer shows, and `answer` the right one.
 */
export function questionAfter(trace, machine) {
  const { kind, node, count } = trace.steps, here = machine.step;
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
  return trace.children[node].map((child) => ({ name: trace.names[child], isNever: never.has(child) }));
}

/** Whether a typed value is the right one: as a number if both are numbers, else as text. */
export function isSameValue(typed, answer) {
  const [one, other] = [plain(typed), plain(answer)];
  return one !== "" && (one === other || Number(one) === Number(other));
}

/** Whether what was typed can be an answer: a number, where the answer is one. */
export function isThatKind(typed, answer) {
  return Number.isNaN(Number(plain(answer))) || !Number.isNaN(Number(plain(typed)));
}

function plain(text) {
  return text.replace(/\s/g, "").replaceAll("−", "-").replace(/^([-+]?)(∞|inf)$/i, "$1Infinity").replace(",", ".");
}

// Why an answer is the right one, from what the trace knows before the step is shown

/** One sentence for a question; "" if the trace knows no reason. */
export function reasonFor(trace, machine, question) {
  const tell = question.kind === "value" ? whyReturned : question.kind === "cut" ? whyCut : () => "";
  return tell(trace, machine, question);
}

/** The values that came back to the node, of which MAX takes the largest and MIN the smallest. */
function whyReturned(trace, machine, { node, step, answer }) {
  const isMin = trace.isMin[node],
    came = cameBack(trace, node, step),
    ranks = came.map(({ value }) => trace.ranks[value]);
  if (!came.length || ranks.includes(NONE)) return "";
  const shown = came.slice(0, MOST_VALUES).map(({ sign, value }) => `${sign && `${sign} `}${trace.texts[value]}`);
  const all = [...shown, ...(came.length > shown.length ? ["…"] : [])].join(", ");
  const taken = came[ranks.indexOf(ranks.reduce((a, b) => (isMin ? Math.min(a, b) : Math.max(a, b))))].value;
  const [who, takes, best] = isMin ? ["▼ MIN", "smallest", "min"] : ["▲ MAX", "largest", "max"];
  if (trace.texts[taken] !== answer) return `What came back is ${all}; this code makes ${answer} of it.`;
  return came.length > 1 ? `${who} takes the ${takes}: ${best}(${all}).` : `${who} looked at one move only: ${all}.`;
}

/** The last value of each child since the node was entered, in the order in which they were searched. */
function cameBack(trace, node, step) {
  const { kind, node: at } = trace.steps, found = new Map();
  for (let i = step - 1; i >= 0 && !(kind[i] === "enter" && at[i] === node); i--) {
    if ((kind[i] !== "leaf" && kind[i] !== "return") || trace.parent[at[i]] !== node || found.has(at[i])) continue;
    const [, value, sign] = detailOf(trace, i);
    found.set(at[i], { value, sign });
  }
  return [...found.values()].reverse();
}

/** What the node has reached, compared with what the other player is sure of. */
function whyCut(trace, machine, { node, answer }) {
  const { texts, ranks, isMin } = trace,
    reached = machine.reached[node],
    end = isMin[node] ? machine.alpha[node] : machine.beta[node];
  const [who, name] = isMin[node] ? ["▼ MIN", "α"] : ["▲ MAX", "β"];
  if (reached < 0) return `${who} has nothing for sure here yet.`;
  const isClosed = isMin[node] ? ranks[reached] <= ranks[end] : ranks[reached] >= ranks[end],
    [closed, open] = isMin[node] ? ["≤", ">"] : ["≥", "<"];
  const compared = `${texts[reached]} ${isClosed ? closed : open} ${name} = ${texts[end]}`;
  if (isClosed && answer) return `${compared}, and ${who} already has ${texts[reached]}.`;
  if (isClosed) return `But ${compared}: a cut would be safe.`;
  return answer ? `But ${compared}: nothing rules out the other moves.` : `${compared}: the window is still open.`;
}
