// A tree that is being edited: a leaf is the text of its number, a node its children and perhaps the names of their
// moves. Every edit makes a new draft, so that any of them can be gone back to. Nodes are numbered as in a walk.

/** The nodes in the order of a walk, each with its parent's number and its place among the children. */
export function walkDraft({ root }) {
  const nodes = [];
  const visit = (node, parent, index) => {
    const number = nodes.push({ node, parent, index }) - 1;
    if (typeof node !== "string") node.children.forEach((child, k) => visit(child, number, k));
  };
  visit(root, -1, 0);
  return nodes;
}

/** Rows for a TreeBoard: parent, whether MIN moves, a leaf's value, the name of the move. */
export function rowsOf(draft) {
  const depth = [];
  return walkDraft(draft).map(({ node, parent, index }, i, nodes) => {
    depth[i] = parent < 0 ? 0 : depth[parent] + 1;
    const isMin = (depth[i] % 2 === 1) !== (draft.first === "MIN");
    const names = parent < 0 ? null : nodes[parent].node.names, name = names ? unquoted(names[index]) : String(index);
    const value = typeof node === "string" ? prettyNumber(node) : null;
    return [parent, isMin ? 1 : 0, value, parent < 0 ? "" : name];
  });
}

/** A number as people write it. */
export function prettyNumber(text) {
  return text.replace(/\.0$/, "").replace(/-/g, "−");
}

const unquoted = (name) => name.replace(/^(['"])(.*)\1$/, "$2");

/** What was typed as Python writes it: "7", "-2.5"; null if it is not a number. */
export function readNumber(typed) {
  const text = typed.trim().replace(/[−–]/g, "-").replace(/^\+/, "");
  if (/^-?\d+$/.test(text)) return String(BigInt(text));
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(Number(text))) return null;
  const written = String(Number(text));
  return /[.e]/.test(written) ? written : `${written}.0`;
}

// Edits: each takes a draft and a node's number and gives the new draft and the node to go on with

/** A copy in which the node with this number can be changed: [copy, nodes of the copy]. */
function copied(draft) {
  const copy = structuredClone(draft);
  return [copy, walkDraft(copy)];
}

function put(copy, nodes, number, node) {
  const { parent, index } = nodes[number];
  if (parent < 0) copy.root = node;
  else nodes[parent].node.children[index] = node;
}

function sizeOf(node) {
  return typeof node === "string" ? 1 : node.children.reduce((size, child) => size + sizeOf(child), 1);
}

export function setValue(draft, number, value) {
  const [copy, nodes] = copied(draft);
  put(copy, nodes, number, value);
  return { draft: copy, at: number };
}

/** A leaf becomes a node with one child, which has its value; a node gets one child more. */
export function addChild(draft, number, value = "0") {
  const [copy, nodes] = copied(draft), { node } = nodes[number];
  if (typeof node === "string") {
    put(copy, nodes, number, { names: null, children: [node] });
    return { draft: copy, at: number + 1 };
  }
  insert(node, node.children.length, value);
  return { draft: copy, at: number + sizeOf(node) - 1 };
}

/** One more child of the same parent, right after this one; null for the root, which has no parent. */
export function addSibling(draft, number, value = "0") {
  const [copy, nodes] = copied(draft), { node, parent, index } = nodes[number];
  if (parent < 0) return null;
  insert(nodes[parent].node, index + 1, value);
  return { draft: copy, at: number + sizeOf(node) };
}

function insert(parent, index, value) {
  parent.children.splice(index, 0, value);
  if (!parent.names) return;
  const fresh = parent.children.map((_, k) => `'m${k + 1}'`).find((name) => !parent.names.includes(name));
  parent.names.splice(index, 0, fresh);
}

/** Without a node and all below it; a parent without children is a leaf again. Null for the root. */
export function removeNode(draft, number) {
  const [copy, nodes] = copied(draft), { node, parent, index } = nodes[number];
  if (parent < 0) return null;
  const above = nodes[parent].node;
  if (above.children.length === 1) {
    put(copy, nodes, parent, typeof node === "string" ? node : "0");
    return { draft: copy, at: parent };
  }
  above.children.splice(index, 1);
  above.names?.splice(index, 1);
  const at = index < above.children.length ? number : number - sizeOf(walkDraft(copy)[parent].node.children[index - 1]);
  return { draft: copy, at };
}

/** The leaf that comes after a node, or before it; the same one if there is none. */
export function nextLeaf(draft, number, step = 1) {
  const nodes = walkDraft(draft);
  for (let i = number + step; i >= 0 && i < nodes.length; i += step) if (typeof nodes[i].node === "string") return i;
  return number;
}

export const sameDraft = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Drafts that can be gone back to and forward to again, each with the node that was being worked on. */
export class History {
  constructor(draft) {
    this.steps = [{ draft, at: 0 }];
    this.place = 0;
  }

  get now() {
    return this.steps[this.place];
  }

  get canUndo() {
    return this.place > 0;
  }

  get canRedo() {
    return this.place < this.steps.length - 1;
  }

  /** Whether it is a change at all. */
  push(step) {
    if (sameDraft(step.draft, this.now.draft)) return false;
    this.steps.splice(++this.place, Infinity, step);
    return true;
  }

  undo() {
    const { at } = this.now;
    if (this.canUndo) this.place--;
    return { ...this.now, at: Math.min(at, walkDraft(this.now.draft).length - 1) };
  }

  redo() {
    if (this.canRedo) this.place++;
    return this.now;
  }
}
