// A recorded search: read from what Python sends, its tree, its steps and its words.
// Nothing here touches a page, so that Node can test it.
import { NONE } from "../shared/tree.js";

// Reading a trace

/** A trace as Python sends it (stepper/payload.py), in arrays that are quick to step through. */
export function readTrace(data) {
  const searched = data.nodes.length, count = searched + data.ghosts.length;
  const { search, message, notes, boards, story, tables, texts, ranks } = data;
  const int = () => new Int32Array(count).fill(NONE);
  const trace = {
    search, message, notes, boards, story, tables, texts, ranks, searched, count,
    isBlankAtFirst: true,
    sources: data.sources.map(([name, lines], k) => ({ name, lines, folds: data.folds[k] })),
    numbers: data.values.map(asNumber),
    parent: int(),
    move: int(),
    isMin: new Uint8Array(count),
    value: int(),
    alpha: int(),
    beta: int(),
    depth: new Int32Array(count),
    leftOut: new Int32Array(count), // nodes below, and leaves, that are only counted
    leavesOut: new Int32Array(count),
    isLeaf: new Uint8Array(count),
    goesOn: new Uint8Array(count),
    known: int(),
    children: [],
    legal: [],
  };
  readNodes(trace, data);
  readGhosts(trace, data);
  joinChildren(trace, data);
  trace.names = data.names ?? Array.from(trace.move, (move) => trace.texts[move]); // of the move that leads to a node
  trace.steps = readSteps(data);
  trace.canBeCut = (i) => i >= searched && trace.parent[i] < searched;
  trace.isForMover = data.steps.details.some((row) => row.length > 5); // what it returns is not always MAX's value
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
  data.ghosts.forEach(([parent, move, isMin, value, leftOut, leavesOut], k) => {
    const i = trace.searched + k;
    trace.parent[i] = parent;
    trace.move[i] = move;
    trace.isMin[i] = isMin;
    trace.depth[i] = trace.depth[parent] + 1;
    trace.known[i] = value;
    trace.leftOut[i] = leftOut;
    trace.leavesOut[i] = leavesOut;
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
    const order = orderOf(trace.legal[i]), at = (child) => order.get(trace.move[child]) ?? order.size;
    if (own.some((child, k) => k > 0 && at(child) < at(own[k - 1]))) own.sort((a, b) => at(a) - at(b));
  }
  for (let i = trace.searched; i < trace.count; i++) trace.isLeaf[i] = trace.children[i].length ? 0 : 1;
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
  let node = 0, next = 0, left = walk.length ? walk[0] : NONE, from = 0, told = 0;
  for (let i = 0; i < count; i++) {
    const number = form[i], [, scope, line, which] = forms[number];
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
  details.forEach((row, k) => (steps.detail[row[0]] = k));
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

export const detailOf = (trace, step) => trace.steps.details[trace.steps.detail[step]];

function childBy(trace, node, move) {
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

/** A node among those of the same parent. */
export const siblingsOf = (trace, node) => trace.children[trace.parent[node]] ?? [node];

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

function storyText(story, number) {
  const text = story.texts[number];
  return typeof text === "string" ? text : storyText(story, text[0]) + text[1];
}

export function lineOf(trace, step) {
  const { scope, line, scopes } = trace.steps, source = trace.sources[scopes[scope[step]].source];
  return (source.lines[line[step]] ?? `line ${line[step] + 1}`).trim();
}
