// The picture of a tree that a person reads: an element for each node, and only what changes is touched.
import { OPEN, PRUNED, describeNode } from "../machine.js";
import { FLAT, arrange, round, shapePath, shortened, visibleItems, windowAt } from "../../shared/tree.js";
import { edgeParts, moveTo, nodeParts, placeEdge, placeNode } from "../../shared/tree_parts.js";
import { isStill, setAttributes, svg } from "../../shared/look.js";
import { TreePicture } from "./picture.js";

const DIAMOND = "M0 -6L6 0L0 6L-6 0Z"; // a node that only this of two searches looks at
const PHASES = ["unseen", "open", "done", "failed", "pruned"];
const KEYS =
  "Up, down, and Shift with left or right move between nodes; Enter goes to the next step at a node; f folds.";
// Scales:
const READABLE = 0.55; // below this a tree is not shown whole, but where the search is
const FOLDED = 0.6; // nor a folded one below this
const GOOD = 0.74; // what a tree is given if there is room, and what is not shown whole
const NAMED = 0.9; // from here on the names of moves are large enough
const LARGEST = 1.5;
const NEAREST = 0.86; // if it is not shown whole

export class SvgPicture extends TreePicture {
  constructor(host, trace, machine) {
    const edges = svg("g", { class: "edges", "aria-hidden": "true" }),
      reasons = svg("g", { class: "reasons", "aria-hidden": "true" }),
      shapes = svg("g", { class: "shapes", role: "none" }), // else no item would be an item of the tree
      view = svg("g", { class: "view", role: "none" }, edges, reasons, shapes);
    super(host, trace, machine, "tree-svg", { "aria-description": KEYS }, view);
    Object.assign(this, { edges, reasons, shapes, view, items: [], marked: [], camera: { x: 0, y: 0, k: 1 } });
    this.nodes = new Map(); // by node, and by "fold" and node: what is on the page
  }

  // Which nodes, and where

  /** Show the nodes that are not below a folded one. Elements of nodes that stay are kept. */
  relayout(folded, shown) {
    this.items = visibleItems(this.trace, this.below, folded, shown);
    this.readable = this.items.some((item) => item.hidden) ? FOLDED : READABLE;
    this.arrange();
    const before = this.nodes, hadFocus = this.element.contains(document.activeElement);
    this.nodes = new Map();
    for (const item of this.items) {
      const key = item.hidden ? `fold${item.node}` : item.node, old = before.get(key);
      const drawn = old && old.item.kind === item.kind ? old : this.make(item);
      before.delete(drawn === old ? key : null);
      this.nodes.set(key, drawn);
      this.place(drawn, item);
    }
    for (const { group, edge } of before.values()) {
      group.remove();
      edge.remove();
    }
    this.putInOrder();
    for (const drawn of this.nodes.values()) this.paint(drawn);
    if (hadFocus && !this.element.contains(document.activeElement)) this.focus(this.focused);
  }

  /** A place for each item; closer together if the tree would be higher than its pane. Says whether that changed. */
  arrange() {
    const wasFlat = this.size !== this.natural;
    this.natural = this.size = arrange(this.trace, this.items, this.widthOf);
    if (this.natural.height * NAMED > this.height) this.size = arrange(this.trace, this.items, this.widthOf, FLAT);
    this.view.style.setProperty("--note", `${this.size.sizes.note}px`);
    return wasFlat !== (this.size !== this.natural);
  }

  /** The elements in the order of the tree, a node before what is below it: so they are read out. */
  putInOrder() {
    const todo = [this.items[0]];
    let next = this.shapes.firstChild;
    while (todo.length) {
      const item = todo.pop(), { group } = this.nodes.get(item.hidden ? `fold${item.node}` : item.node);
      if (group === next) next = next.nextSibling;
      else this.shapes.insertBefore(group, next);
      for (const k of [...item.children].reverse()) todo.push(this.items[k]);
    }
  }

  make(item) {
    const drawn = { ...nodeParts(this.trace, item), edge: svg("g") }, { group, edge } = drawn;
    if (item.hidden) group.append(svg("title", {}, "Folded nodes: click to open"));
    else {
      if (item.kind === "max" || item.kind === "min") {
        drawn.window = group.appendChild(svg("text", { class: "window" }));
        drawn.handle = group.appendChild(foldHandle());
      }
      if (this.trace.isAlone[item.node]) drawn.alone = group.appendChild(svg("path", { class: "alone", d: DIAMOND }));
      if (this.trace.goesOn[item.node]) drawn.more = group.appendChild(svg("path", { class: "more" }));
    }
    if (item.parent >= 0) {
      drawn.parts = edgeParts(item.hidden);
      edge.append(...Object.values(drawn.parts));
    }
    this.edges.append(edge);
    this.shapes.append(group);
    return drawn;
  }

  /** Put what is drawn of an item where the layout wants it. */
  place(drawn, item) {
    drawn.item = item;
    placeNode(drawn, item);
    if (drawn.window) setAttributes(drawn.window, { x: round(windowAt(item)), y: item.kind === "max" ? -6 : 14 });
    const below = ((item.kind === "max" ? 1 : -1) * item.height) / 2;
    if (drawn.handle) drawn.handle.setAttribute("transform", moveTo([item.half, below]));
    const corner = item.kind === "max" ? item.half * 0.55 : item.half;
    if (drawn.alone) drawn.alone.setAttribute("transform", moveTo([corner + 2, -item.height / 2]));
    if (drawn.more) drawn.more.setAttribute("d", `M0 ${item.height / 2 + 4}v9`);
    if (drawn.parts) placeEdge(drawn.parts, item, this.items[item.parent], this.widthOf, this.size.sizes.note);
  }

  /** Whether the children of a node are to be seen. */
  isOpen(node) {
    return !this.nodes.has(`fold${node}`) && this.trace.children[node].length > 0;
  }

  // What is known of them

  repaint(nodes) {
    for (const node of nodes) if (this.nodes.has(node)) this.paint(this.nodes.get(node));
  }

  /** Everything that the moment has changed. */
  draw(moment) {
    const last = this.moment;
    this.moment = moment;
    const again = new Set(this.machine.touched);
    for (const node of [...this.marked, ...marksOf(moment)]) again.add(node);
    if (moment.isOver !== last?.isOver) for (const node of this.trace.line) again.add(node);
    this.marked = marksOf(moment);
    this.repaint(again);
    this.drawReason(moment);
    const isBusy = this.element.contains(document.activeElement);
    if (!isBusy && this.focused !== moment.node) this.rove(this.nodes.has(moment.node) ? moment.node : 0);
    if (this.following) this.follow(moment);
  }

  paint(drawn) {
    const { item, group, edge } = drawn, { moment, trace, machine } = this, { node } = item;
    const { phase, isBest, isCut, isEdited } = this.lookOf(item), label = this.labelOf(item);
    if (item.hidden) {
      drawn.label.textContent = label;
      group.setAttribute("class", `fold ${phase === PRUNED ? "pruned" : ""}`);
      edge.setAttribute("class", "edge stub");
      return;
    }
    const isReason = moment?.why.has(node);
    const classes = [
      "node",
      item.kind,
      PHASES[phase],
      node >= trace.searched && "ghost",
      isEdited && "edited",
      moment?.node === node && "current",
      isReason && "why",
      moment?.selected === node && "selected",
      isBest && "best",
      this.pointed === drawn && "pointed",
    ];
    const folded = this.nodes.get(`fold${node}`)?.item.hidden, isOpen = !folded || item.children.length > 1;
    setAttributes(group, {
      class: classes.filter(Boolean).join(" "),
      "aria-label": describeNode(trace, machine, node, label) + (folded ? `, ${folded} nodes folded below` : ""),
      "aria-expanded": this.below[node] ? String(isOpen) : null,
    });
    this.write(drawn, label, isEdited);
    if (drawn.window) writeWindow(drawn.window, phase === OPEN ? windowOf(trace, machine, node) : []);
    if (!drawn.parts) return;
    const isWay = isReason && moment.why.has(trace.parent[node]);
    const edgeClasses = ["edge", PHASES[phase], isCut && "cut", isBest && "best", isWay && "why"];
    edge.setAttribute("class", edgeClasses.filter(Boolean).join(" "));
  }

  /** Write into a node. A leaf with another value than its own has a box as wide as that needs, if there is room. */
  write({ shape, halo, label, item }, text, isEdited) {
    const widthOf = (part) => this.widthOf(part, item.size), wide = isEdited ? widthOf(text) : 0,
      half = Math.max(item.half, Math.min(wide / 2 + 5, Math.max(...item.room)));
    label.textContent = isEdited ? text : shortened(text, (part) => widthOf(part) <= item.most + 12);
    for (const outline of [shape, halo]) outline.setAttribute("d", shapePath({ ...item, half }));
    label.setAttribute("font-size", round(item.size * Math.min(1, (2 * half - 6) / (wide || 1))));
  }

  /** At a cut an arc from the node to what made it safe: a move of a node above, however far up. */
  drawReason({ node, evidence, why }) {
    this.reasons.replaceChildren();
    for (const { item } of [...why].map((i) => this.nodes.get(i)).filter(Boolean)) {
      // a double line, to be told from the ring without colour
      const d = shapePath(item);
      const [halo, gap] = ["reason-halo", "reason-gap"].map((kind) => svg("path", { class: kind, d }));
      this.reasons.append(svg("g", { transform: moveTo([item.x, item.y]) }, halo, gap));
    }
    const from = this.nodes.get(node)?.item, to = evidence && this.nodes.get(evidence.child)?.item;
    if (from && to) this.drawArrow(from, to);
  }

  // Focus: one node at a time can be reached by Tab, the arrows lead on from there

  rove(node) {
    this.nodes.get(this.focused)?.group.setAttribute("tabindex", "-1");
    this.focused = node;
    this.nodes.get(node)?.group.setAttribute("tabindex", "0");
  }

  focus(node) {
    if (!this.nodes.has(node)) return;
    this.rove(node);
    this.nodes.get(node).group.focus({ preventScroll: true });
  }

  /** Show which node is meant, for as long as one points at its name elsewhere; NONE for no more. */
  point(node) {
    this.pointed?.group.classList.remove("pointed");
    this.pointed = this.nodes.get(node);
    this.pointed?.group.classList.add("pointed");
  }

  /** The node or fold that an event is about, if any. */
  hit(event) {
    const group = event.target.closest?.("[data-node]");
    if (!group || !this.element.contains(group)) return null;
    return { node: Number(group.dataset.node), fold: Boolean(group.dataset.fold || event.target.closest(".handle")) };
  }

  // The camera

  setSize(width, height) {
    super.setSize(width, height);
    if (this.items.length && this.arrange()) {
      for (const drawn of this.nodes.values()) {
        this.place(drawn, drawn.item);
        this.paint(drawn);
      }
      if (this.moment) this.drawReason(this.moment);
    }
    if (this.moment) this.follow(this.moment, true);
  }

  /** The widths in which this tree can just be read, and can be read well, and the height that it wants then. */
  sizesToRead() {
    const { width, height } = this.natural;
    return { needed: width * READABLE, good: width * GOOD, high: height * NEAREST };
  }

  /** How high the pane should be for this tree. */
  naturalHeight(width) {
    const whole = Math.min(LARGEST, width / this.natural.width);
    return this.natural.height * (whole < READABLE ? NEAREST : whole);
  }

  fitScale() {
    return Math.min(this.largest ?? LARGEST, this.width / this.size.width, this.height / this.size.height);
  }

  look(camera, slowly = false) {
    this.camera = camera;
    this.view.classList.toggle("slowly", slowly && !isStill());
    this.view.style.transform = `translate(${round(camera.x)}px, ${round(camera.y)}px) scale(${camera.k.toFixed(4)})`;
  }

  fit() {
    const k = this.fitScale();
    this.look({
      k,
      x: (this.width - this.size.width * k) / 2,
      y: Math.max(0, (this.height - this.size.height * k) / 2),
    });
  }

  /** What of the tree is to be seen at a step, and the scale for it: all of it, if that can be read. */
  sightOf(moment) {
    const whole = this.fitScale(), { width, height } = this.size;
    if (whole >= this.readable) return { k: whole, box: { left: 0, right: width, top: 0, bottom: height } };
    const nearest = this.largest ? 1.4 : NEAREST,
      fits = (box) => Math.min(nearest, this.width / (box.right - box.left), this.height / (box.bottom - box.top));
    const { trace } = this, { node, why, kind, step, isOver } = moment,
      cut = kind === "cutoff" ? trace.prunedAt(step).slice(0, 1) : [],
      about = isOver ? trace.line : [node, ...why, ...cut],
      withChildren = [...about, ...trace.children[node]]; // they may be far apart
    const boxes = [[...withChildren, trace.parent[node]], withChildren, about].map((nodes) => this.around(nodes));
    const box = boxes.find((each) => fits(each) >= GOOD) ?? boxes[2];
    return { k: Math.max(whole, fits(box)), box };
  }

  scaleFor(moment) {
    return this.width && this.size ? this.sightOf(moment).k : Infinity;
  }

  /** Keep what the step is about in view; a tree that fits stays where it is. */
  follow(moment, anew = false) {
    if (!this.width || !this.size) return;
    const { k: own, box } = this.sightOf(moment), k = Math.min(own, this.most), whole = this.fitScale();
    if (k === whole) {
      const x = (this.width - this.size.width * k) / 2;
      if (anew || this.camera.k !== k || this.camera.x !== x) this.fit();
      return;
    }
    const into = (at, low, high, room, size) => {
      if (size * k <= room) return (room - size * k) / 2;
      const nearer = Math.min(Math.max(at, -low * k), room - high * k);
      return Math.min(0, Math.max(room - size * k, nearer));
    };
    const same = k === this.camera.k && !anew;
    const atX = same ? this.camera.x : this.width / 2 - (k * (box.left + box.right)) / 2;
    const atY = same ? this.camera.y : this.height / 2 - (k * (box.top + box.bottom)) / 2;
    const x = into(atX, box.left, box.right, this.width, this.size.width);
    const y = into(atY, box.top, box.bottom, this.height, this.size.height);
    if (x !== this.camera.x || y !== this.camera.y || !same) this.look({ k, x, y }, !moment.isPlaying);
  }

  around(nodes) {
    const items = nodes.flatMap((node) => this.nodes.get(node)?.item ?? []);
    return {
      left: Math.min(...items.map(({ x, room }) => x - room[0] - 34)),
      right: Math.max(...items.map(({ x, room }) => x + room[1] + 34)),
      top: Math.min(...items.map(({ top }) => top - 24)),
      bottom: Math.max(...items.map(({ bottom }) => bottom + 24)),
    };
  }

  zoom(factor, at = [this.width / 2, this.height / 2]) {
    this.following = false;
    this.scaleTo(Math.max(0.05, Math.min(3, this.camera.k * factor)), at);
  }
}

/** The sign at an inner node, seen while the pointer is there, that closes it. */
function foldHandle() {
  const title = svg("title", {}, "Fold what is below (f)");
  return svg("g", { class: "handle" }, title, svg("circle", { r: 8 }), svg("path", { d: "M-4 0h8" }));
}

/** The texts of a node's alpha and beta; none if it has no window. */
function windowOf({ texts }, { alpha, beta }, node) {
  return alpha[node] >= 0 && beta[node] >= 0 ? [texts[alpha[node]], texts[beta[node]]] : [];
}

function writeWindow(element, [alpha, beta]) {
  if (alpha === undefined) return element.replaceChildren();
  const [low, high] = [svg("tspan", { class: "alpha" }, alpha), svg("tspan", { class: "beta" }, beta)];
  return element.replaceChildren("(", low, ", ", high, ")");
}

const marksOf = (moment) => [moment.node, ...moment.why, ...moment.edits.keys(), moment.selected];
