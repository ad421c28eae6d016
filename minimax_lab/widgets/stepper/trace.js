// Recorded searches: reading one, stepping through it, and asking what another leaf would change.
// Nothing here touches a page, so that Node can test it.
import { NONE, leavesBelow, numberText, subtree } from "../shared/tree.js";

export const UNSEEN = 0,
  OPEN = 1,
  DONE = 2,
  FAILED = 3,
  PRUNED = 4; // what has become of a node so far

// Reading a trace

/** A trace as Python sends it (widgets/payload.py), in arrays that are quick to step through. */
export function readTrace(data) {
  const searched = data.nodes.length,
    count = searched + data.ghosts.length;
  const int = () => new Int32Array(count).fill(NONE);
  const trace = {
    search: data.search,
    message: data.message,
    isTree: data.tree,
    boards: data.boards,
    story: data.story,
    sources: data.sources.map(([name, lines]) => ({ name, lines })),
    texts: data.texts,
    ranks: data.ranks,
    numbers: data.values.map(asNumber),
    searched,
    count,
    parent: int(),
    move: int(),
    isMin: new Uint8Array(count),
    value: int(),
    alpha: int(),
    beta: int(),
    depth: new Int32Array(count),
    leftOut: new Int32Array(count),
    isLeaf: new Uint8Array(count),
    goesOn: new Uint8Array(count),
    known: int(),
    children: [],
    legal: [],
  };
  readNodes(trace, data);
  readGhosts(trace, data);
  joinChildren(trace, data);
  trace.steps = readSteps(data);
  trace.hasWindows = trace.alpha.some((end) => end >= 0);
  trace.line = followMoves(trace, tupleOf(data.values[data.line]));
  trace.evidence = (step) => evidenceAt(trace, data, step);
  trace.prunedAt = (step) => childrenBy(trace, trace.steps.node[step], tupleOf(data.values[detailOf(trace, step)[3]]));
  return trace;
}

function readNodes(trace, data) {
  data.nodes.forEach(([parent, move, player, moves, looked, flags, value, , window], i) => {
    trace.parent[i] = parent;
    trace.move[i] = move;
    trace.isMin[i] = player === "MIN" ? 1 : 0;
    trace.depth[i] = parent < 0 ? 0 : trace.depth[parent] + 1;
    trace.value[i] = flags & 2 ? value : NONE;
    trace.known[i] = data.known[i]; // what an abstract leaf is worth can be read before the search
    [trace.alpha[i], trace.beta[i]] = tupleOf(data.values[window], [NONE, NONE]);
    trace.isLeaf[i] = tupleOf(data.values[looked]).length ? 0 : 1;
    trace.goesOn[i] = trace.isLeaf[i] && !(flags & 1) && tupleOf(data.values[moves]).length ? 1 : 0;
    trace.legal[i] = moves;
  });
}

function readGhosts(trace, data) {
  data.ghosts.forEach(([parent, move, isMin, value, leftOut], k) => {
    const i = trace.searched + k;
    trace.parent[i] = parent;
    trace.move[i] = move;
    trace.isMin[i] = isMin;
    trace.depth[i] = trace.depth[parent] + 1;
    trace.known[i] = value;
    trace.leftOut[i] = leftOut;
  });
}

/** Children in the order of the legal moves, whatever order they were searched in. */
function joinChildren(trace, data) {
  trace.children = Array.from({ length: trace.count }, () => []);
  for (let i = 1; i < trace.count; i++) trace.children[trace.parent[i]].push(i);
  const orders = new Map();
  const orderOf = (moves) => {
    if (!orders.has(moves)) orders.set(moves, new Map(tupleOf(data.values[moves]).map((move, k) => [move, k])));
    return orders.get(moves);
  };
  for (let i = 0; i < trace.searched; i++) {
    const own = trace.children[i];
    if (own.length < 2) continue;
    const order = orderOf(trace.legal[i]),
      at = (child) => order.get(trace.move[child]) ?? order.size;
    if (own.some((child, k) => k > 0 && at(child) < at(own[k - 1]))) own.sort((a, b) => at(a) - at(b) || a - b);
  }
  for (let i = trace.searched; i < trace.count; i++) trace.isLeaf[i] = trace.children[i].length ? 0 : 1;
  const numbered = (i) => trace.children[i].every((child, k) => data.values[trace.move[child]] === k);
  const plain = new Uint8Array(trace.count);
  for (let i = 0; i < trace.count; i++) plain[i] = numbered(i) ? 1 : 0;
  const allPlain = plain.every(Boolean);
  // 0, 1, 2, … are no names; in a real game all moves have one or none has
  trace.hasName = (i) => trace.parent[i] >= 0 && (trace.isTree ? !plain[trace.parent[i]] : !allPlain);
}

const KINDS = { e: "enter", l: "line", f: "leaf", r: "return", c: "cutoff", x: "error" };

/** The steps in columns (trace/codec.py says how they are sent). */
function readSteps(data) {
  const { form, forms, changed, walk, scopes, details } = data.steps,
    count = form.length,
    int = () => new Int32Array(count);
  const steps = {
    count,
    changed,
    details,
    kind: new Array(count),
    node: int(),
    scope: int(),
    line: int(),
    slot: int(), // where the variables of this function at this node begin
    which: new Array(count),
    from: int(), // which variables have changed, and where their values begin in `changed`
    detail: int().fill(NONE),
    told: int().fill(NONE),
    window: new Map(data.windows.map((row) => [row[0], row])),
    scopes: scopes.map(([source, names]) => ({ source, names })),
    slots: 0,
    unset: data.values.findIndex((value) => value != null && value.unset),
  };
  const slots = new Int32Array((data.nodes.length || 1) * scopes.length).fill(NONE),
    names = forms.map(([letter]) => KINDS[letter]);
  let node = 0,
    next = 0,
    left = walk.length ? walk[0] : NONE,
    from = 0,
    told = 0;
  for (let i = 0; i < count; i++) {
    const number = form[i],
      [, scope, line, which] = forms[number];
    if (left === 0) {
      node += walk[next + 1];
      next += 2;
      left = next < walk.length ? walk[next] : NONE;
    }
    left--;
    steps.kind[i] = names[number];
    steps.node[i] = node;
    steps.scope[i] = scope;
    steps.line[i] = line;
    steps.which[i] = which;
    steps.from[i] = from;
    from += which.length;
    if (names[number] !== "line") steps.told[i] = told++;
    const key = node * scopes.length + scope;
    if (slots[key] < 0) {
      slots[key] = steps.slots;
      steps.slots += scopes[scope][1].length;
    }
    steps.slot[i] = slots[key];
  }
  details.forEach((row, k) => {
    steps.detail[row[0]] = k;
  });
  return steps;
}

function tupleOf(value, otherwise = []) {
  return value != null && value.tuple ? value.tuple : otherwise;
}

function asNumber(value) {
  if (typeof value === "number") return value;
  const text = value != null ? value.float : null;
  return text === "inf" ? Infinity : text === "-inf" ? -Infinity : NaN;
}

const detailOf = (trace, step) => trace.steps.details[trace.steps.detail[step]];

export function childBy(trace, node, move) {
  return trace.children[node].find((child) => trace.move[child] === move) ?? NONE;
}

const childrenBy = (trace, node, moves) =>
  moves.map((move) => childBy(trace, node, move)).filter((child) => child >= 0);

function followMoves(trace, moves) {
  const nodes = [0];
  for (const move of moves) {
    const next = childBy(trace, nodes[nodes.length - 1], move);
    if (next < 0) break;
    nodes.push(next);
  }
  return nodes;
}

/** Why a cut was safe: the node above and its child that made it so; none if it was the call's own window. */
function evidenceAt(trace, data, step) {
  const row = detailOf(trace, step);
  if (trace.steps.kind[step] !== "cutoff" || !row || !row[4]) return null;
  const [value, path, move] = row[4];
  if (data.values[path] == null) return { value, node: NONE, child: NONE };
  const node = followMoves(trace, tupleOf(data.values[path])).pop();
  return { value, node, child: childBy(trace, node, move) };
}

// Words

/** The sentence of a step as pieces: words of the template, and what fills its gaps. */
export function sentenceOf(trace, step) {
  const told = trace.steps.told[step];
  if (told < 0) return [{ code: lineOf(trace, step) }];
  const [template, ...gaps] = trace.story.rows[told];
  return trace.story.templates[template]
    .split(/(\{\d+\})/)
    .filter(Boolean)
    .map((part) => {
      const gap = /^\{(\d+)\}$/.exec(part);
      return gap ? { gap: storyText(trace.story, gaps[gap[1]]) } : { words: part };
    });
}

export function storyText(story, number) {
  const text = story.texts[number];
  return typeof text === "string" ? text : storyText(story, text[0]) + text[1];
}

export function lineOf(trace, step) {
  const { scope, line, scopes } = trace.steps,
    source = trace.sources[scopes[scope[step]].source];
  return (source.lines[line[step]] ?? `line ${line[step] + 1}`).trim();
}

// Stepping

/** The steps of a grain: every "line", every "node", or every "cut"-off (with the first step and the last). */
export function sequenceOf(trace, grain) {
  const { kind, count } = trace.steps,
    steps = [];
  for (let i = 0; i < count; i++) {
    const isPart = grain === "line" || (grain === "node" ? kind[i] !== "line" : kind[i] === "cutoff");
    if (isPart || i === 0 || i === count - 1) steps.push(i);
  }
  return steps;
}

/** Where a step, or the next one of the sequence, stands in it. */
export function placeIn(sequence, step) {
  let low = 0,
    high = sequence.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sequence[middle] < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the next step at a node, or of the first one if it is not touched again; NONE if it never is. */
export function nextTouch(trace, sequence, place, node) {
  const touches = (k) => trace.steps.node[sequence[k]] === node;
  for (let k = place + 1; k < sequence.length; k++) if (touches(k)) return k;
  for (let k = 0; k <= place; k++) if (touches(k)) return k;
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
    this.low = int(NONE); // what MAX is sure of so far at a node that is open
    this.high = int(NONE); // and MIN
    this.alpha = int(NONE);
    this.beta = int(NONE);
    this.held = int(trace.steps.unset, trace.steps.slots); // the variables
    this.fields = [this.phase, this.value, this.bound, this.low, this.high, this.alpha, this.beta, this.held];
    this.log = []; // field, index, what was there before
    this.marks = int(0, trace.steps.count); // where in the log a step begins
    this.step = NONE;
    this.touched = new Set(); // nodes that look different since a picture last asked
    this.counts = countUp(trace);
  }

  go(step) {
    const last = this.trace.steps.count - 1,
      target = Math.max(0, Math.min(last, step));
    while (this.step < target) this.forward();
    while (this.step > target) this.back();
  }

  set(field, index, value) {
    if (this.fields[field][index] === value) return;
    this.log.push(field, index, this.fields[field][index]);
    this.fields[field][index] = value;
    if (field < 7) this.touched.add(index);
  }

  back() {
    const from = this.marks[this.step];
    for (let i = this.log.length - 3; i >= from; i -= 3) {
      const [field, index, before] = [this.log[i], this.log[i + 1], this.log[i + 2]];
      this.fields[field][index] = before;
      if (field < 7) this.touched.add(index);
    }
    this.log.length = from;
    this.step--;
  }

  forward() {
    const { trace } = this,
      { steps } = trace,
      step = ++this.step,
      node = steps.node[step],
      kind = steps.kind[step];
    this.marks[step] = this.log.length;
    const which = steps.which[step];
    for (let i = 0; i < which.length; i++)
      this.set(7, steps.slot[step] + which[i], steps.changed[steps.from[step] + i]);
    if (kind === "enter") this.enter(node);
    const window = steps.window.get(step);
    if (window) {
      this.set(5, node, window[1]);
      this.set(6, node, window[2]);
    }
    if (kind === "leaf" || kind === "return") this.finish(node, detailOf(trace, step));
    else if (kind === "cutoff") this.prune(trace.prunedAt(step));
    else if (kind === "error") this.set(0, node, FAILED);
  }

  enter(node) {
    this.set(0, node, OPEN);
    this.set(1, node, NONE);
    this.set(3, node, NONE);
    this.set(4, node, NONE);
    this.set(5, node, this.trace.alpha[node]);
    this.set(6, node, this.trace.beta[node]);
  }

  finish(node, [, value, sign]) {
    const { trace } = this,
      bound = sign === "≥" ? 1 : sign === "≤" ? 2 : 0,
      parent = trace.parent[node];
    this.set(0, node, DONE);
    this.set(1, node, value);
    this.set(2, node, bound);
    const rank = trace.ranks[value];
    if (parent < 0 || rank < 0 || this.phase[parent] !== OPEN) return;
    const low = this.low[parent],
      high = this.high[parent];
    if (!trace.isMin[parent] && bound !== 2 && (low < 0 || rank > trace.ranks[low])) this.set(3, parent, value);
    if (trace.isMin[parent] && bound !== 1 && (high < 0 || rank < trace.ranks[high])) this.set(4, parent, value);
  }

  prune(children) {
    for (const child of children) {
      if (this.phase[child] !== UNSEEN) continue; // an earlier round has searched it
      for (const node of subtree(this.trace, child)) this.set(0, node, PRUNED);
    }
  }

  /** What a node that is open has reached: the best of what came back; NONE so far. */
  reached(node) {
    return this.trace.isMin[node] ? this.high[node] : this.low[node];
  }

  /** The value of a node as text, as a bound until it is exact; "" if nothing is known. */
  label(node) {
    const { trace } = this,
      { texts } = trace;
    if (this.phase[node] === DONE) return ["", "≥ ", "≤ "][this.bound[node]] + texts[this.value[node]];
    if (this.phase[node] === OPEN || this.phase[node] === FAILED) {
      const reached = this.reached(node);
      if (reached >= 0) return (trace.isMin[node] ? "≤ " : "≥ ") + texts[reached];
    }
    return trace.known[node] >= 0 ? texts[trace.known[node]] : "";
  }

  /** The window of an open node, closed in by what the node has reached: [alpha, beta], or null without one. */
  window(node) {
    const { ranks, isMin } = this.trace;
    let alpha = this.alpha[node],
      beta = this.beta[node];
    if (alpha < 0 || beta < 0) return null;
    const reached = this.reached(node);
    if (reached >= 0 && !isMin[node] && ranks[reached] > ranks[alpha]) alpha = reached;
    if (reached >= 0 && isMin[node] && ranks[reached] < ranks[beta]) beta = reached;
    return [alpha, beta];
  }

  /** The variables of the running function: name, text, and whether this step has changed it. */
  variables() {
    const { steps, texts } = this.trace,
      slot = steps.slot[this.step],
      scope = steps.scopes[steps.scope[this.step]];
    const which = steps.which[this.step];
    return scope.names.flatMap((name, k) => {
      const value = this.held[slot + k];
      return value === steps.unset ? [] : [{ name, text: texts[value], changed: which.includes(k) }];
    });
  }

  isOver() {
    return this.step === this.trace.steps.count - 1;
  }
}

/** For each step how many nodes were entered, leaves evaluated, leaves cut off and cuts made until then. */
function countUp(trace) {
  const { steps } = trace,
    int = () => new Int32Array(steps.count);
  const counts = { nodes: int(), leaves: int(), pruned: int(), cuts: int() },
    seen = new Uint8Array(trace.count);
  let nodes = 0,
    leaves = 0,
    pruned = 0,
    cuts = 0;
  for (let i = 0; i < steps.count; i++) {
    const kind = steps.kind[i];
    if (kind === "enter") {
      nodes += 1 - seen[steps.node[i]];
      seen[steps.node[i]] = 1;
    } else if (kind === "leaf") leaves++;
    else if (kind === "cutoff") {
      cuts++;
      for (const child of trace.prunedAt(i)) pruned += leavesBelow(trace, child);
    }
    counts.nodes[i] = nodes;
    counts.leaves[i] = leaves;
    counts.pruned[i] = pruned;
    counts.cuts[i] = cuts;
  }
  return counts;
}

// What if a leaf had another value?

/** Least and greatest value that the root can have, by minimax, with some leaves changed (a Map). */
export function rootRange(trace, edits) {
  const low = new Float64Array(trace.count),
    high = new Float64Array(trace.count);
  for (let i = trace.count - 1; i >= 0; i--) {
    const own = trace.children[i];
    if (!own.length || edits.has(i)) {
      const known = edits.has(i) ? edits.get(i) : leafNumber(trace, i);
      [low[i], high[i]] = Number.isNaN(known) ? [-Infinity, Infinity] : [known, known];
    } else {
      const best = trace.isMin[i] ? Math.min : Math.max;
      low[i] = own.reduce((value, child) => best(value, low[child]), trace.isMin[i] ? Infinity : -Infinity);
      high[i] = own.reduce((value, child) => best(value, high[child]), trace.isMin[i] ? Infinity : -Infinity);
    }
  }
  return [low[0], high[0]];
}

/** What a leaf is worth, or NaN if that is not known or not a number. */
export function leafNumber(trace, leaf) {
  const value = trace.known[leaf] >= 0 ? trace.known[leaf] : trace.value[leaf];
  return value >= 0 ? trace.numbers[value] : NaN;
}

/** Whether every leaf of which something is known has a number for its value. */
export function hasNumbers(trace) {
  for (let i = 0; i < trace.count; i++) {
    const hasValue = trace.isLeaf[i] && (trace.known[i] >= 0 || trace.value[i] >= 0);
    if (hasValue && Number.isNaN(leafNumber(trace, i))) return false;
  }
  return true;
}

// The number line of a window

/** Where on a line from 0 to 1 each value goes, and the ticks; by rank for what is not a number. */
export function numberLine(trace) {
  const scores = [...trace.ranks.keys()].filter((i) => trace.ranks[i] >= 0);
  const finite = scores.filter((i) => Number.isFinite(trace.numbers[i]));
  const byNumber = scores.every((i) => !Number.isNaN(trace.numbers[i]));
  const measure = byNumber ? trace.numbers : trace.ranks;
  const inside = byNumber ? finite : scores;
  const [least, most] = [Math.min(...inside.map((i) => measure[i])), Math.max(...inside.map((i) => measure[i]))];
  const spread = most - least || 1,
    edge = 0.09;
  const place = (value) => Math.max(0, Math.min(1, edge + ((value - least) / spread) * (1 - 2 * edge)));
  const at = (i) => (inside.length ? place(measure[i]) : trace.numbers[i] > 0 ? 1 : 0);
  const ticks =
    byNumber && inside.length
      ? roundTicks(
          least,
          most,
          finite.every((i) => Number.isInteger(trace.numbers[i])),
        ).map((value) => ({ at: place(value), text: numberText(value) }))
      : sample(
          inside.sort((a, b) => measure[a] - measure[b]),
          5,
        ).map((i) => ({ at: at(i), text: trace.texts[i] }));
  return { at, ticks };
}

function roundTicks(least, most, isWhole) {
  if (least === most) return [least];
  const rough = (most - least) / 6,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough && (size >= 1 || !isWhole)) ?? 1;
  const ticks = [];
  for (let k = Math.ceil(least / step); k * step <= most + step / 1e6; k++) ticks.push(k * step);
  return ticks;
}

function sample(items, most) {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, k) => items[Math.round((k * (items.length - 1)) / (most - 1))]);
}
