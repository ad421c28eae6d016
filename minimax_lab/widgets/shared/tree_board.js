// A tree to work on: nodes to click, and to reach with the arrow keys. The quiz and the editor draw theirs with it.
import { FLAT, NONE, TIGHT, arrange, neighbourOf, placeText, sizesBelow, visibleItems } from "./tree.js";
import { edgeParts, moveTo, nodeParts, placeEdge, placeNode } from "./tree_parts.js";
import {
  followSize, heightInSight, isTouched, listener, roomIn, setAttributes, svg, take, textMeasure,
} from "./look.js";

// Scales: a tree that would be smaller is scrolled, one that would be larger is not blown up further.
const SMALLEST = 0.55;
const FINGER = 32, // pixels from the middle of a node to that of the next
  TALL = 39; // a leaf with the halo around it, which can be pressed, too
const GREATEST = 1.3;
const IN_A_HALL = 2.4;
const ROOM = 0.9;
const READABLE = 300; // pixels that a tree may be high in any window: enlarging the page makes the window lower
const LOW = "(max-height: 600px)"; // as in look.css
const STILL_READABLE = 205; // in a low window, so that what is asked and what is said are in sight with the tree
// For a tree that is too high even at its smallest: its levels are closer together, and its letters larger in it
const LOW_AND_TIGHT = { ...TIGHT, value: FLAT.value, note: FLAT.note, edges: FLAT.edges, named: FLAT.named };

/** Rows as Python sends them (words.py), as the layout reads them. `labels` stand in inner nodes. */
export function readRows(rows, labels = []) {
  const count = rows.length;
  const children = rows.map(() => []);
  const depth = [];
  rows.forEach(([parent], i) => {
    if (parent >= 0) children[parent].push(i);
    depth[i] = parent < 0 ? 0 : depth[parent] + 1;
  });
  const texts = rows.map((row, i) => row[2] ?? (labels[i] ?? "").replace(/^[≥≤] /, ""));
  const inner = (i) => rows[i][2] == null;
  return {
    count,
    searched: count,
    children,
    depth,
    hasWindows: false,
    texts,
    names: rows.map((row) => row[3]),
    parent: rows.map((row) => row[0]),
    isMin: rows.map((row) => row[1]),
    isLeaf: children.map((own) => (own.length ? 0 : 1)),
    leftOut: new Int32Array(count),
    known: texts.map((_, i) => (inner(i) ? NONE : i)),
    value: texts.map((text, i) => (text && inner(i) ? i : NONE)),
    canBeCut: () => true,
  };
}

export function nameOf(tree, node) {
  const who = tree.isLeaf[node] ? `Leaf ${tree.texts[node]}` : tree.isMin[node] ? "MIN" : "MAX";
  return `${who}, ${placeText(tree, node)}`;
}

/** The nodes of the same level as a node, from left to right. */
export const levelOf = (tree, node) =>
  tree.depth.flatMap((depth, i) => (depth === tree.depth[node] ? [i] : []));

export class TreeBoard {
  /** `pick(node, event)` is called for a click on a node or its branch, `key(event, node)` for a key but the arrows. */
  constructor(host, { label, pick, key, signal }) {
    Object.assign(this, { host, focused: 0, width: 0, height: Infinity, greatest: GREATEST, widthOf: textMeasure() });
    this.isLow = false; // whether the window is
    this.edges = svg("g", { class: "edges", "aria-hidden": "true" });
    this.shapes = svg("g", { class: "shapes", role: "none" });
    const attributes = { class: "tree-board", role: "tree", "aria-label": label, "data-testid": "tree" };
    this.badges = svg("g", { class: "badges", "aria-hidden": "true" }); // said in words by the nodes
    this.element = svg("svg", attributes, this.edges, this.shapes, this.badges);
    host.append(this.element);
    const on = listener(signal);
    // Not at "click": to press the button may end typing elsewhere, which draws the tree anew, and then none comes.
    on(this.element, "mousedown", (event) => {
      this.pressed = event.button === 0 ? { node: this.hit(event), x: event.clientX, y: event.clientY } : null;
    });
    on(this.element.ownerDocument, "mouseup", (event) => {
      const { node = NONE, x = 0, y = 0 } = this.pressed ?? {};
      this.pressed = null;
      if (node < 0 || node >= this.tree.count || Math.hypot(event.clientX - x, event.clientY - y) > 6) return;
      this.focus(node);
      pick(node, event);
    });
    on(this.element, "click", (event) => {
      const node = event.detail ? NONE : this.hit(event); // not by mouse: a screen reader's
      if (node >= 0) pick(node, event);
    });
    on(this.element, "focusin", (event) => {
      const node = this.hit(event);
      if (node >= 0) this.rove(node);
    });
    on(this.element, "keydown", (event) => this.onKey(event, key));
  }

  hit(event) {
    const element = event.target.closest?.("[data-node]");
    return element && this.element.contains(element) ? Number(element.dataset.node) : NONE;
  }

  onKey(event, key) {
    if (/^Arrow/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = neighbourOf(this.tree, this.focused, event.key, levelOf(this.tree, this.focused));
      if (next >= 0) this.focus(next);
    } else if (!key(event, this.focused)) return;
    take(event);
  }

  // Which nodes, and where

  show(rows, labels) {
    const hadFocus = this.element.contains(document.activeElement);
    this.shown = [rows, labels];
    this.tree = readRows(rows, labels);
    this.items = visibleItems(this.tree, sizesBelow(this.tree), () => false);
    this.size = arrange(this.tree, this.items, this.widthOf);
    this.naturalHeight = this.size.height;
    if (this.isTooWide() && !isTouched()) this.size = arrange(this.tree, this.items, this.widthOf, TIGHT);
    this.isFlat = this.isTooHigh();
    if (this.isFlat) this.size = arrange(this.tree, this.items, this.widthOf, LOW_AND_TIGHT);
    this.drawn = [];
    this.edges.replaceChildren();
    this.shapes.replaceChildren();
    this.badges.replaceChildren();
    for (const item of this.items) this.drawn[item.node] = this.make(item);
    // the order of the page is that of the tree, not that of its levels
    this.shapes.append(...this.drawn.map((drawn) => drawn.group));
    this.focused = Math.min(this.focused, this.tree.count - 1);
    this.rove(this.focused);
    if (hadFocus) this.focus(this.focused);
    this.fit();
  }

  make(item) {
    const { node, x, y, half, height, kind } = item, drawn = nodeParts(this.tree, item);
    drawn.group.dataset.testid = `node-${node}`;
    placeNode(drawn, item);
    const badgeX = half * (kind === "leaf" ? 0.9 : 0.62) + 3;
    const badgeY = kind === "max" ? -4 : kind === "min" ? 8 : -height / 2;
    drawn.badge = svg("g", { class: "badge", transform: moveTo([x + badgeX, y + badgeY]) },
      svg("circle", { r: 8.5 }), svg("text", { dy: "0.36em" }));
    this.badges.append(drawn.badge);
    if (item.parent >= 0) this.makeEdge(drawn, item);
    return drawn;
  }

  makeEdge(drawn, item) {
    const parts = edgeParts();
    placeEdge(parts, item, this.items[item.parent], this.widthOf);
    const wide = parts.line.cloneNode(); // is easier to hit
    wide.setAttribute("class", "wide");
    drawn.edge = svg("g", { "data-node": item.node }, ...Object.values(parts), wide);
    this.edges.append(drawn.edge);
  }

  // How they look

  /**
   * `look(node)` says how a node looks: `classes` of the node and its branch, `text` in it, `mark` on its badge,
   * what a screen reader `says` besides, and whether it is `checked`. Classes and words that are false are left out.
   */
  paint(look) {
    this.look = look;
    this.drawn.forEach(({ item, group, edge, label, badge }, node) => {
      const { text, mark = "", says, checked = null, ...own } = look(node);
      const classes = own.classes.filter(Boolean).join(" ");
      edge?.setAttribute("class", `edge ${classes}`);
      label.textContent = text ?? (this.tree.isLeaf[node] ? this.tree.texts[node] : "");
      badge.setAttribute("class", `badge ${classes} ${mark === "" ? "" : "shown"}`);
      badge.lastChild.textContent = mark;
      const words = [nameOf(this.tree, node), ...says].filter(Boolean).join(", ");
      const state = checked === null ? null : String(checked);
      setAttributes(group, { class: `node ${item.kind} ${classes}`, "aria-label": words, "aria-checked": state });
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
    const own = group.getBoundingClientRect();
    const pane = this.host.getBoundingClientRect();
    if (own.left < pane.left + 12) this.host.scrollLeft -= pane.left + 12 - own.left;
    else if (own.right > pane.right - 12) this.host.scrollLeft += own.right - pane.right + 12;
  }

  boxOf(node) {
    return this.drawn[node].group.querySelector(".shape").getBoundingClientRect();
  }

  resize(width, height) {
    const wasTooWide = this.isTooWide();
    Object.assign(this, { width, height });
    if (this.shown && (wasTooWide || this.isTooWide())) this.showAgain();
    else this.fit();
  }

  setLow(isLow) {
    this.isLow = isLow;
    if (this.shown && this.isFlat !== this.isTooHigh()) this.showAgain();
  }

  showAgain() {
    this.show(...this.shown);
    if (this.look) this.paint(this.look);
  }

  /** Whether the tree does not fit at its natural size: then its nodes stand closer together. */
  isTooWide() {
    return Boolean(this.width && this.size?.width > this.width);
  }

  /** Whether the window is too low for the tree even at its smallest. A finger needs larger nodes, and scrolls. */
  isTooHigh() {
    return this.isLow && !isTouched() && this.naturalHeight * SMALLEST > STILL_READABLE;
  }

  /** The smallest scale, at which the letters of every tree are equally large. */
  smallest() {
    return SMALLEST * (this.isFlat ? TIGHT.value / FLAT.value : 1);
  }

  /** The least distance of two nodes that stand beside each other. */
  nearest() {
    const ahead = (one) => this.items.filter(({ x, y }) => y === one.y && x > one.x).map(({ x }) => x - one.x);
    return Math.min(...this.items.flatMap(ahead));
  }

  fit() {
    if (!this.size || !this.width) return;
    const { width, height } = this.size,
      smallest = isTouched() ? Math.min(1, FINGER / Math.min(TALL, this.nearest())) : this.smallest(),
      scale = Math.max(smallest, Math.min(this.greatest, this.width / width, this.height / height));
    const viewBox = `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`;
    setAttributes(this.element, { viewBox, width: Math.floor(width * scale), height: Math.ceil(height * scale) });
  }
}

/**
 * Keep the size of a widget's tree up to date, so that all of the widget is in sight, until `signal` says stop. In a
 * low window the tree stays readable instead, and one scrolls to the rest. It also sets the classes of the widget:
 * `narrow` for a narrow window, `stacked` where the tree leaves no room beside it.
 */
export function followWidth(root, board, signal) {
  const update = () => {
    const isPresenting = root.classList.contains("presenting"), isLow = !isPresenting && matchMedia(LOW).matches;
    board.setLow(isLow);
    const { host, size } = board,
      readable = isLow ? STILL_READABLE : READABLE,
      shown = isLow ? Math.max(board.smallest(), Math.min(1, readable / size.height)) : ROOM,
      isNarrow = roomIn(root) < (isLow ? 600 : 760);
    root.classList.toggle("narrow", isNarrow);
    root.classList.toggle("stacked", isNarrow || size.width * shown > 0.6 * root.clientWidth);
    board.greatest = isPresenting ? IN_A_HALL : GREATEST;
    const { paddingTop, paddingBottom, minHeight } = getComputedStyle(host),
      width = host.clientWidth,
      padding = parseFloat(paddingTop) + parseFloat(paddingBottom),
      help = isLow ? (root.querySelector(".keys")?.offsetHeight ?? 0) : 0, // to which one scrolls
      others = root.offsetHeight - host.clientHeight + padding - help,
      pane = (parseFloat(minHeight) || 0) - padding, // it is at least so high: a smaller tree would leave it empty
      least = Math.max(pane, Math.min(size.height, readable)),
      room = heightInSight(root, undefined, 0) - others - 1,
      height = isPresenting ? host.clientHeight - padding : Math.max(room, least);
    if (width && (width !== board.width || Math.abs(height - board.height) > 1)) board.resize(width, height);
  };
  followSize([root, board.host], update, signal);
  return update;
}
