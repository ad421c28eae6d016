// A tree to work on: nodes to click, and to reach with the arrow keys. The quiz and the editor draw theirs with it.
import { LABEL_AT, NONE, arrange, labelDrop, shapePath, sizesBelow, visibleItems } from "./tree.js";
import { svg, textMeasure } from "./look.js";

const BOARD_SCISSORS = "M-2.6 1.6L6 -3.4M-2.6 -1.6L6 3.4M-2.3 2.9a2.1 2.1 0 1 1 -4.2 0a2.1 2.1 0 1 1 4.2 0zM-2.3 -2.9a2.1 2.1 0 1 1 -4.2 0a2.1 2.1 0 1 1 4.2 0z";
const SMALLEST = 0.72, GREATEST = 1.3, ROOM = 0.9; // scales: a wider tree is scrolled, a smaller one is not blown up further

/** Rows as Python sends them (widgets/tree_rows.py), in the form that the layout reads. `labels` stand in inner nodes. */
export function readRows(rows, labels = []) {
  const count = rows.length, children = rows.map(() => []), depth = [];
  rows.forEach(([parent], i) => {
    if (parent >= 0) children[parent].push(i);
    depth[i] = parent < 0 ? 0 : depth[parent] + 1;
  });
  const texts = rows.map((row, i) => row[2] ?? (labels[i] ?? "").replace(/^[≥≤] /, ""));
  const inner = (i) => rows[i][2] == null;
  return {
    count, searched: count, children, depth, hasWindows: false, texts: [...texts, ...rows.map((row) => row[3] ?? "")],
    parent: rows.map((row) => row[0]), isMin: rows.map((row) => row[1]), isLeaf: children.map((own) => (own.length ? 0 : 1)),
    leftOut: new Int32Array(count), goesOn: new Int32Array(count),
    known: texts.map((_, i) => (inner(i) ? NONE : i)), value: texts.map((text, i) => (text && inner(i) ? i : NONE)), move: rows.map((_, i) => count + i), hasName: (i) => rows[i][3] != null,
  };
}

/** Where a node is, in words. Moves that have no names are numbered from 0. */
export function placeText(tree, node) {
  const moves = [];
  for (let i = node; tree.parent[i] >= 0; i = tree.parent[i]) {
    moves.unshift(tree.hasName(i) ? tree.texts[tree.move[i]] : tree.children[tree.parent[i]].indexOf(i));
  }
  return moves.length ? `after ${moves.join(" ")}` : "the root";
}

export function nameOf(tree, node) {
  const who = tree.isLeaf[node] ? `Leaf ${tree.texts[node]}` : tree.isMin[node] ? "▼ MIN" : "▲ MAX";
  return `${who}, ${placeText(tree, node)}`;
}

/** The node that an arrow key leads to: up, down to the first child, or along the level. */
export function neighbourOf(tree, node, key) {
  if (key === "ArrowUp") return tree.parent[node];
  if (key === "ArrowDown") return tree.children[node][0] ?? NONE;
  const level = tree.depth.flatMap((depth, i) => (depth === tree.depth[node] ? [i] : []));
  return level[level.indexOf(node) + (key === "ArrowRight" ? 1 : -1)] ?? NONE;
}

export class TreeBoard {
  /** `pick(node, event)` is called for a click on a node or its branch, `key(event, node)` for a key other than an arrow. */
  constructor(host, { label, pick, key, signal }) {
    Object.assign(this, { host, focused: 0, width: 0, widthOf: textMeasure() });
    this.edges = svg("g", { class: "edges" });
    this.shapes = svg("g", { class: "shapes" });
    this.element = svg("svg", { class: "tree-board", role: "tree", "aria-label": label, "data-testid": "tree" }, this.edges, this.shapes);
    host.append(this.element);
    const on = (type, act) => this.element.addEventListener(type, act, { signal });
    on("click", (event) => { const node = this.hit(event); if (node >= 0) { this.focus(node); pick(node, event); } });
    on("focusin", (event) => { const node = this.hit(event); if (node >= 0) this.rove(node); });
    on("keydown", (event) => this.onKey(event, key));
  }

  hit(event) {
    const element = event.target.closest?.("[data-node]");
    return element && this.element.contains(element) ? Number(element.dataset.node) : NONE;
  }

  onKey(event, key) {
    if (/^Arrow/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = neighbourOf(this.tree, this.focused, event.key);
      if (next >= 0) this.focus(next);
    } else if (!key(event, this.focused)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Which nodes, and where

  show(rows, labels) {
    const hadFocus = this.element.contains(document.activeElement);
    this.tree = readRows(rows, labels);
    this.items = visibleItems(this.tree, sizesBelow(this.tree), () => false);
    this.size = arrange(this.tree, this.items, this.widthOf);
    this.drawn = [];
    this.edges.replaceChildren();
    this.shapes.replaceChildren();
    for (const item of this.items) this.drawn[item.node] = this.make(item);
    // the order of the page is that of the tree, not that of its levels
    this.shapes.append(...this.drawn.map((drawn) => drawn.group));
    this.focused = Math.min(this.focused, this.tree.count - 1);
    this.rove(this.focused);
    if (hadFocus) this.focus(this.focused);
    this.fit();
  }

  make(item) {
    const { node } = item, { tree } = this, drawn = { item };
    drawn.group = svg("g", { role: "treeitem", tabindex: -1, "data-node": node, "data-testid": `node-${node}`, "aria-level": tree.depth[node] + 1, transform: `translate(${item.x.toFixed(2)} ${item.y.toFixed(2)})` });
    drawn.label = svg("text", { class: "label", y: (labelDrop(item) + item.size * 0.36).toFixed(2), "font-size": item.size.toFixed(2) });
    drawn.badge = svg("g", { class: "badge", transform: `translate(${(item.half * (item.kind === "leaf" ? 0.9 : 0.62) + 3).toFixed(2)} ${(item.kind === "max" ? -4 : item.kind === "min" ? 8 : -item.height / 2).toFixed(2)})` },
      svg("circle", { r: 8.5 }), svg("text", { dy: "0.36em" }));
    drawn.group.append(svg("path", { class: "halo", d: shapePath(item) }), svg("path", { class: "shape", d: shapePath(item) }), drawn.label, drawn.badge);
    if (item.parent >= 0) this.makeEdge(drawn, item);
    return drawn;
  }

  makeEdge(drawn, item) {
    const parent = this.items[item.parent], from = [parent.x, parent.bottom], to = [item.x, item.top];
    const ends = { x1: from[0].toFixed(2), y1: from[1].toFixed(2), x2: to[0].toFixed(2), y2: to[1].toFixed(2) };
    const at = (part) => `translate(${(from[0] + (to[0] - from[0]) * part).toFixed(2)} ${(from[1] + (to[1] - from[1]) * part).toFixed(2)})`;
    drawn.edge = svg("g", { "data-node": item.node }, svg("line", ends), svg("line", { ...ends, class: "wide" }));
    if (item.move) {
      const wide = Math.min(this.widthOf(item.move, 11), 74) + 5;
      drawn.edge.append(svg("g", { class: "move", transform: at(LABEL_AT) },
        svg("rect", { rx: 3, height: 14, y: -7, x: (-wide / 2).toFixed(2), width: wide.toFixed(2) }), svg("text", { dy: "0.36em" }, item.move)));
    }
    drawn.edge.append(svg("g", { class: "scissors", transform: at(item.move ? 0.36 : 0.56) }, svg("circle", { cx: -1, r: 7.5 }), svg("path", { d: BOARD_SCISSORS })));
    this.edges.append(drawn.edge);
  }

  // How they look

  /** `look(node)` says: `classes` of the node and of its branch, `label`, `badge`, and `says`, what a screen reader adds. */
  paint(look) {
    this.drawn.forEach(({ item, group, edge, label, badge }, node) => {
      const { classes = "", text, mark = "", says = "", checked = null } = look(node);
      group.setAttribute("class", `node ${item.kind} ${classes}`);
      edge?.setAttribute("class", `edge ${classes}`);
      label.textContent = text ?? (this.tree.isLeaf[node] ? this.tree.texts[node] : "");
      badge.classList.toggle("shown", mark !== "");
      badge.lastChild.textContent = mark;
      group.setAttribute("aria-label", [nameOf(this.tree, node), says].filter(Boolean).join(", "));
      if (checked === null) group.removeAttribute("aria-checked"); else group.setAttribute("aria-checked", checked);
    });
  }

  // Focus: one node at a time can be reached by Tab, the arrows lead on from there

  rove(node) {
    this.drawn[this.focused]?.group.setAttribute("tabindex", "-1");
    this.focused = node;
    this.drawn[node].group.setAttribute("tabindex", "0");
  }

  focus(node) {
    this.rove(node);
    const { group } = this.drawn[node];
    group.focus({ preventScroll: true });
    this.reveal(group);
  }

  /** Bring a node into view sideways; the page itself stays where it is. */
  reveal(group) {
    const own = group.getBoundingClientRect(), pane = this.host.getBoundingClientRect();
    if (own.left < pane.left + 12) this.host.scrollLeft -= pane.left + 12 - own.left;
    else if (own.right > pane.right - 12) this.host.scrollLeft += own.right - pane.right + 12;
  }

  boxOf(node) {
    return this.drawn[node].group.querySelector(".shape").getBoundingClientRect();
  }

  resize(width) {
    this.width = width;
    this.fit();
  }

  fit() {
    if (!this.size || !this.width) return;
    const scale = Math.max(SMALLEST, Math.min(GREATEST, this.width / this.size.width));
    this.element.setAttribute("viewBox", `0 0 ${this.size.width.toFixed(1)} ${this.size.height.toFixed(1)}`);
    this.element.setAttribute("width", Math.floor(this.size.width * scale));
    this.element.setAttribute("height", Math.ceil(this.size.height * scale));
  }
}

/**
 * Keep the width of a widget's tree up to date, until `signal` says stop, and its classes: `narrow` for a narrow window,
 * `stacked` where the tree leaves no room beside it.
 */
export function followWidth(root, board, signal) {
  const update = () => {
    const beside = 0.6 * root.clientWidth;
    root.classList.toggle("narrow", root.clientWidth < 760);
    root.classList.toggle("stacked", root.clientWidth < 760 || board.size.width * ROOM > beside);
    const width = board.host.clientWidth;
    if (width && width !== board.width) board.resize(width);
  };
  const observer = new ResizeObserver(update);
  observer.observe(root);
  observer.observe(board.host);
  signal.addEventListener("abort", () => observer.disconnect());
  update();
  return update;
}
