// What is known at each step of a recorded search, forward and back.
// Nothing here touches a page, so that Node can test it.
import { NONE, placeText, plural, spoken, subtree } from "../shared/tree.js";
import { detailOf } from "./trace.js";

// What has become of a node so far
export const UNSEEN = 0, OPEN = 1, DONE = 2, FAILED = 3, PRUNED = 4;

/** The steps of a grain: every "line", every "node", or every "cut"-off (with the first step and the last). */
export function sequenceOf(trace, grain) {
  const { kind, count } = trace.steps, steps = [];
  for (let i = 0; i < count; i++) {
    const isPart = grain === "line" || (grain === "node" ? kind[i] !== "line" : kind[i] === "cutoff");
    if (isPart || i === 0 || i === count - 1) steps.push(i);
  }
  return steps;
}

/** Where a step, or the next one of the sequence, stands in it. */
export function placeIn(sequence, step) {
  let low = 0, high = sequence.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sequence[middle] < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the next step at a node, or of the first one if it is not touched again; NONE if it never is. */
export function nextTouch(trace, sequence, place, node) {
  const touches = (k) => trace.steps.node[sequence[k]] === node && sequence[k] !== sequence[place];
  for (let k = place + 1; k < sequence.length; k++) if (touches(k)) return k;
  for (let k = 0; k <= place; k++) if (trace.steps.node[sequence[k]] === node) return k;
  return NONE;
}

/**
 * What is known at a step. Every change is logged with what was there before, so that a step back
 * costs as little as a step forward, and a slider can go anywhere.
 */
export class Machine {
  constructor(trace) {
    this.trace = trace;
    const int = (value, length = trace.count) => new Int32Array(length).fill(value);
    this.phase = int(UNSEEN);
    this.value = int(NONE);
    this.bound = int(0); // 0 exact, 1 at least, 2 at most
    this.reached = int(NONE); // at an open node, the best of what its mover is sure of so far
    this.alpha = int(NONE);
    this.beta = int(NONE);
    this.held = int(trace.steps.unset, trace.steps.slots); // the variables
    this.log = []; // one of these arrays, an index, what was there before
    this.marks = int(0, trace.steps.count); // where in the log a step begins
    this.step = NONE;
    this.touched = new Set(); // nodes that look different since a picture last asked
    this.counts = countUp(trace);
    this.isCovered = false; // whether open nodes keep to themselves what they have reached
  }

  go(step) {
    const last = this.trace.steps.count - 1, target = Math.max(0, Math.min(last, step));
    while (this.step < target) this.forward();
    while (this.step > target) this.back();
  }

  set(field, index, value) {
    if (field[index] === value) return;
    this.log.push(field, index, field[index]);
    field[index] = value;
    if (field !== this.held) this.touched.add(index);
  }

  back() {
    const from = this.marks[this.step];
    for (let i = this.log.length - 3; i >= from; i -= 3) {
      const [field, index, before] = [this.log[i], this.log[i + 1], this.log[i + 2]];
      field[index] = before;
      if (field !== this.held) this.touched.add(index);
    }
    this.log.length = from;
    this.step--;
  }

  forward() {
    const { trace } = this, { steps } = trace, step = ++this.step, node = steps.node[step], kind = steps.kind[step];
    this.marks[step] = this.log.length;
    const which = steps.which[step];
    for (let i = 0; i < which.length; i++) {
      this.set(this.held, steps.slot[step] + which[i], steps.changed[steps.from[step] + i]);
    }
    if (kind === "enter") this.enter(node);
    const window = steps.window.get(step);
    if (window) {
      this.set(this.alpha, node, window[1]);
      this.set(this.beta, node, window[2]);
    }
    if (kind === "leaf" || kind === "return") this.finish(node, detailOf(trace, step));
    else if (kind === "cutoff") this.prune(trace.prunedAt(step));
    else if (kind === "error") this.set(this.phase, node, FAILED);
  }

  enter(node) {
    this.set(this.phase, node, OPEN);
    this.set(this.value, node, NONE);
    this.set(this.reached, node, NONE);
    this.set(this.alpha, node, this.trace.alpha[node]);
    this.set(this.beta, node, this.trace.beta[node]);
  }

  finish(node, [, value, sign]) {
    const { trace } = this, bound = sign === "≥" ? 1 : sign === "≤" ? 2 : 0, parent = trace.parent[node];
    this.set(this.phase, node, DONE);
    this.set(this.value, node, value);
    this.set(this.bound, node, bound);
    const rank = trace.ranks[value];
    if (parent < 0 || rank < 0 || this.phase[parent] !== OPEN) return;
    const isMin = trace.isMin[parent], best = this.reached[parent];
    const isBetter = best < 0 || (isMin ? rank < trace.ranks[best] : rank > trace.ranks[best]);
    if (isBetter && bound !== (isMin ? 1 : 2)) this.set(this.reached, parent, value);
  }

  prune(children) {
    for (const child of children) {
      if (this.phase[child] !== UNSEEN) continue; // an earlier round has searched it
      for (const node of subtree(this.trace, child)) this.set(this.phase, node, PRUNED);
    }
  }

  /** The value of a node as text, as a bound until it is exact; "" if nothing is known. */
  label(node) {
    const { trace } = this, { texts } = trace;
    if (this.phase[node] === DONE) return ["", "≥ ", "≤ "][this.bound[node]] + texts[this.value[node]];
    if ((this.phase[node] === OPEN && !this.isCovered) || this.phase[node] === FAILED) {
      const reached = this.reached[node];
      if (reached >= 0) return (trace.isMin[node] ? "≤ " : "≥ ") + texts[reached];
    }
    return trace.known[node] >= 0 ? texts[trace.known[node]] : "";
  }

  /** The window of an open node, closed in by what the node has reached: [alpha, beta], or null without one. */
  window(node) {
    const { ranks, isMin } = this.trace;
    let alpha = this.alpha[node], beta = this.beta[node];
    if (alpha < 0 || beta < 0) return null;
    const reached = this.reached[node];
    if (reached >= 0 && !isMin[node] && ranks[reached] > ranks[alpha]) alpha = reached;
    if (reached >= 0 && isMin[node] && ranks[reached] < ranks[beta]) beta = reached;
    return [alpha, beta];
  }

  /**
   * The variables, as they are now, of the function that runs or of one that ran at another step: name, text, and
   * whether this step has changed it.
   */
  variables(step = this.step) {
    const { steps, texts } = this.trace,
      slot = steps.slot[step],
      which = slot === steps.slot[this.step] ? steps.which[this.step] : [];
    return steps.scopes[steps.scope[step]].names.flatMap((name, k) => {
      const value = this.held[slot + k];
      return value === steps.unset ? [] : [{ name, text: texts[value], changed: which.includes(k) }];
    });
  }

  /** How much was looked at until a step. */
  summary(step = this.step) {
    const { nodes, leaves, cuts, total } = this.counts;
    const of = total ? `${leaves[step].toLocaleString("en")} of ` : "";
    const parts = [plural(nodes[step], "node", "nodes"), of + plural(total || leaves[step], "leaf", "leaves")];
    if (cuts[cuts.length - 1]) parts.push(plural(cuts[step], "cut-off", "cut-offs"));
    return parts.join(" · ");
  }

  isOver() {
    return this.step === this.trace.steps.count - 1;
  }
}

/** How many leaves each node has, itself or below it; NaN where of some moves nothing but the name is known. */
function leavesBelow(trace) {
  const { isLeaf, known, searched, leavesOut, parent } = trace;
  const own = (i) => (i < searched || known[i] >= 0 ? 1 : leavesOut[i] || NaN),
    leaves = Float64Array.from(isLeaf, (is, i) => (is ? own(i) : 0));
  for (let i = trace.count - 1; i > 0; i--) leaves[parent[i]] += leaves[i];
  return leaves;
}

/**
 * For each step how many nodes were entered, leaves evaluated, leaves cut off and cuts made until then.
 * `total` is how many leaves there are; 0 if that is not known, or leaves are looked at more than once.
 */
function countUp(trace) {
  const { steps } = trace, int = () => new Int32Array(steps.count);
  const counts = { nodes: int(), leaves: int(), pruned: int(), cuts: int() },
    seen = new Set(),
    below = leavesBelow(trace);
  let leaves = 0, pruned = 0, cuts = 0;
  for (let i = 0; i < steps.count; i++) {
    const kind = steps.kind[i];
    if (kind === "enter") seen.add(steps.node[i]);
    else if (kind === "leaf") leaves++;
    else if (kind === "cutoff") {
      cuts++;
      for (const child of trace.prunedAt(i)) pruned += below[child];
    }
    counts.nodes[i] = seen.size;
    counts.leaves[i] = leaves;
    counts.pruned[i] = pruned;
    counts.cuts[i] = cuts;
  }
  counts.total = leaves + pruned <= below[0] ? below[0] : 0;
  return counts;
}

/** A node in words, for those who hear the tree. */
export function describeNode(trace, machine, node, label = machine.label(node)) {
  const who = trace.isLeaf[node] ? "Leaf" : trace.isMin[node] ? "MIN" : "MAX";
  const what = ["not searched yet", "being searched", "searched", "failed", "never searched: cut off"][
    machine.phase[node]
  ];
  const alone = trace.isAlone?.[node] && machine.phase[node] !== UNSEEN ? ", in this search only" : "";
  return `${who}, ${placeText(trace, node)}${label ? `: ${spoken(label)}` : ""}, ${what}${alone}`;
}
