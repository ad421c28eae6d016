// The picture of a whole large tree: painted on a canvas once, then only where a step has changed it.
// Across, the tree is squeezed as far as needed; from top to bottom the levels fill the pane.
import { DONE, FAILED, OPEN, PRUNED, describeNode } from "../machine.js";
import { LABEL_AT, NONE, arrange, heightForNames, pathTo, visibleItems } from "../../shared/tree.js";
import { FONT, html, setAttributes, svg } from "../../shared/look.js";
import { TreePicture } from "./picture.js";

const PANE_HEIGHT = 460;
const EDGE = 26; // the margin of the pane
const DEEPEST_LEVEL = 86; // the most that levels are apart
const SHAPES_FROM = 0.22; // the scale from which nodes have their shape,
const LABELS_FROM = 0.6; // and their value
const NAME = 10; // the size of a move's name
const MANY = 2500; // changes from which it is quicker to paint everything

export class CanvasPicture extends TreePicture {
  constructor(host, trace, machine) {
    const shown = { "aria-hidden": "true" },
      canvas = html("canvas", { class: "tree-canvas", ...shown }),
      way = svg("polyline", { class: "way", ...shown }),
      reasons = svg("g", { class: "reasons", ...shown }),
      ring = svg("circle", { class: "ring-mark", r: 11, ...shown }),
      pointer = svg("circle", { class: "pointer-mark", r: 15, hidden: true, ...shown }),
      focusMark = svg("g", { role: "treeitem", tabindex: "0", class: "focus-mark" }, svg("circle", { r: 15 }));
    host.append(canvas);
    super(host, trace, machine, "tree-svg over", {}, way, reasons, ring, pointer, focusMark);
    const context = canvas.getContext("2d");
    Object.assign(this, { canvas, context, way, reasons, ring, pointer, focusMark, focused: 0 });
    this.observer = new MutationObserver(() => this.paintAll());
    this.observer.observe(host.closest(".minimax-lab") ?? host, { attributes: true, attributeFilter: ["data-theme"] });
  }

  destroy() {
    this.observer.disconnect();
    clearTimeout(this.late);
    this.canvas.remove();
    super.destroy();
  }

  // Which nodes, and where

  relayout(folded) {
    this.items = visibleItems(this.trace, this.below, folded);
    this.size = arrange(this.trace, this.items, this.widthOf);
    this.itemOf = new Int32Array(this.trace.count).fill(NONE);
    this.levels = []; // where each level begins among the items, which come level by level
    this.items.forEach((item, k) => {
      item.level = item.parent < 0 ? 0 : this.items[item.parent].level + 1;
      if (this.levels.length === item.level) this.levels.push(k);
      if (!item.hidden) this.itemOf[item.node] = k;
    });
    if (this.width) this.fit();
  }

  isOpen(node) {
    const item = this.items[this.itemOf[node]];
    return item.children.length > 0 && !this.items[item.children[0]].hidden;
  }

  pitch() {
    return Math.min(DEEPEST_LEVEL, (this.height - 2 * EDGE) / Math.max(1, this.levels.length - 1));
  }

  at(item) {
    return [this.camera.x + item.x * this.camera.k, EDGE + item.level * this.pitch()];
  }

  // Painting

  setSize(width, height) {
    super.setSize(width, height);
    this.ratio = window.devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(width * this.ratio), height: Math.round(height * this.ratio) });
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    if (this.items) this.fit();
  }

  naturalHeight() {
    return PANE_HEIGHT;
  }

  sizesToRead() {
    return { needed: 0, good: 0, high: Infinity }; // it is squeezed into any width
  }

  colours() {
    const style = getComputedStyle(this.host);
    const names = "card ink soft line edge max max-tint min min-tint best best-tint bad panel why".split(" ");
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  }

  /** Everything that is in view: first the edges, then the nodes, those of one colour together. */
  paintAll() {
    clearTimeout(this.late);
    this.late = 0;
    if (!this.width || !this.items) return;
    this.paint = this.colours();
    this.rooms = new Map();
    const { context, ratio } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    const seen = this.levels.flatMap((_, level) => this.inView(level));
    const lines = new Map();
    for (const k of seen) {
      if (this.items[k].parent < 0) continue;
      const key = this.edgeStyle(this.items[k]).join();
      if (!lines.has(key)) lines.set(key, []);
      lines.get(key).push(k);
    }
    for (const group of lines.values()) this.strokeEdges(group);
    for (const k of seen) this.paintMove(this.items[k]);
    for (const k of seen) this.paintNode(this.items[k]);
  }

  /** The items of a level that can be seen: they stand in order from left to right. */
  inView(level) {
    const from = this.levels[level], to = this.levels[level + 1] ?? this.items.length;
    const first = this.search(from, to, -60), last = this.search(first, to, this.width + 60);
    return Array.from({ length: last - first }, (_, k) => first + k);
  }

  search(from, to, x) {
    const wanted = (x - this.camera.x) / this.camera.k;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.items[middle].x < wanted) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  edgeStyle(item) {
    const { phase, isBest } = this.lookOf(item), { paint } = this;
    if (isBest) return [paint.best, 3, ""];
    if (phase === PRUNED) return [paint.edge, 0.8, "dash"];
    return phase === OPEN || phase === DONE ? [paint.soft, 1.2, ""] : [paint.edge, 0.8, ""];
  }

  strokeEdges(group) {
    const { context, items } = this,
      [colour, wide, dash] = this.edgeStyle(items[group[0]]),
      small = this.camera.k < SHAPES_FROM;
    context.strokeStyle = colour;
    context.lineWidth = small && wide < 2 ? wide / 2 : wide;
    context.setLineDash(dash && !small ? [3, 3] : []);
    context.beginPath();
    for (const k of group) {
      const [x0, y0] = this.at(items[items[k].parent]), [x1, y1] = this.at(items[k]);
      context.moveTo(x0, y0 + 4);
      context.lineTo(x1, y1 - 4);
    }
    context.stroke();
    context.setLineDash([]);
  }

  /** The name of the move on its edge, where the tree is large enough for all the names of these siblings. */
  paintMove(item) {
    if (!item.move || this.camera.k < LABELS_FROM || !this.hasRoom(item.parent)) return;
    const { context } = this, [x0, y0] = this.at(this.items[item.parent]), [x1, y1] = this.at(item);
    const [x, y] = [x0 + (x1 - x0) * LABEL_AT, y0 + 4 + (y1 - y0 - 8) * LABEL_AT],
      wide = this.widthOf(item.move, NAME) + 4;
    context.fillStyle = this.paint.card;
    context.fillRect(x - wide / 2, y - NAME / 2 - 1, wide, NAME + 2);
    this.paintText(item.move, x, y, `${NAME}px`, this.paint.soft);
  }

  paintText(text, x, y, size, colour, most) {
    const { context } = this;
    Object.assign(context, { font: `${size} ${FONT}`, textAlign: "center", textBaseline: "middle", fillStyle: colour });
    context.fillText(text, x, y, most);
  }

  hasRoom(parent) {
    if (this.rooms.has(parent)) return this.rooms.get(parent);
    const put = (item) => ({ move: item.move, x: this.at(item)[0] }),
      own = this.items[parent].children.map((k) => put(this.items[k]));
    const needed = heightForNames(put(this.items[parent]), own, { note: NAME }, this.widthOf);
    this.rooms.set(parent, needed <= this.pitch() - 8);
    return this.rooms.get(parent);
  }

  nodeStyle({ kind, hidden }, { phase, isBest, isEdited }) {
    const { paint } = this;
    if (hidden) return [paint.card, paint.soft];
    if (isEdited) return [paint.card, paint.why];
    if (phase === FAILED) return [paint.card, paint.bad];
    if (phase !== OPEN && phase !== DONE) return [paint.card, paint.edge];
    if (kind === "leaf") return isBest ? [paint["best-tint"], paint.best] : [paint.panel, paint.soft];
    return [paint[`${kind}-tint`], paint[kind]];
  }

  paintNode(item) {
    const { context, camera } = this, [x, y] = this.at(item), look = this.lookOf(item);
    const [fill, stroke] = this.nodeStyle(item, look);
    context.fillStyle = stroke;
    if (camera.k < SHAPES_FROM) {
      const wide = Math.max(1, 2 * item.half * camera.k);
      context.fillRect(x - wide / 2, y - 4, wide, item.kind === "leaf" ? 6 : 9);
      return;
    }
    const half = Math.min(item.half * camera.k, 16), high = Math.min(9, this.pitch() / 4);
    context.beginPath();
    if (item.kind === "max" || item.kind === "min") {
      const up = item.kind === "max" ? high : -high;
      context.moveTo(x, y - up);
      context.lineTo(x + half, y + up);
      context.lineTo(x - half, y + up);
      context.closePath();
    } else context.rect(x - half, y - high * 0.8, 2 * half, high * 1.6);
    context.fillStyle = fill;
    context.strokeStyle = stroke;
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
    const drop = item.kind === "max" ? 4 : item.kind === "min" ? -3 : 0, most = 2 * item.half * camera.k;
    if (camera.k >= LABELS_FROM) this.paintText(this.labelOf(item), x, y + drop, "600 10px", this.paint.ink, most);
    if (look.isAlone) this.paintAlone(x + half, y - high);
  }

  /** A diamond at a node that only this of two searches looks at. */
  paintAlone(x, y) {
    const { context } = this;
    context.fillStyle = this.paint.why;
    context.beginPath();
    for (const [dx, dy] of [[0, -4], [4, 0], [0, 4], [-4, 0]]) context.lineTo(x + dx, y + dy);
    context.fill();
  }

  // A step

  draw(moment) {
    const before = this.moment;
    this.moment = moment;
    const { touched } = this.machine, isOver = moment.isOver !== (before?.isOver ?? false);
    const moved = this.following && this.follow(moment);
    if (!before || moved || isOver || touched.size > MANY) this.paintAll();
    else {
      this.repaint(touched);
      if (before.step > moment.step) this.paintLater(); // what was darker shines through
    }
    this.drawMarks(moment);
  }

  repaint(nodes) {
    if (!this.paint || !this.width) return;
    for (const node of nodes) {
      const k = this.itemOf[node];
      if (k < 0) continue;
      if (this.items[k].parent >= 0) this.strokeEdges([k]);
      this.paintMove(this.items[k]);
      this.paintNode(this.items[k]);
    }
  }

  paintLater() {
    this.late ||= setTimeout(() => this.paintAll(), 160);
  }

  /** What lies over the canvas: the way to the node, the ring, and the reason of a cut. */
  drawMarks({ node, evidence }) {
    if (!this.width) return;
    const path = pathTo(this.trace, node).map((i) => this.items[this.itemOf[i]]);
    const shown = path.filter(Boolean);
    this.way.setAttribute("points", shown.map((item) => this.at(item).map(Math.round).join(",")).join(" "));
    const [x, y] = this.at(shown[shown.length - 1]);
    this.ring.setAttribute("transform", `translate(${x} ${y})`);
    this.reasons.replaceChildren();
    const from = this.items[this.itemOf[node]],
      to = evidence && evidence.child >= 0 && this.items[this.itemOf[evidence.child]];
    if (from && to) {
      const put = (item) => ({ kind: "leaf", x: this.at(item)[0], y: this.at(item)[1], half: 9, height: 18 });
      const [cx, cy] = this.at(to);
      this.drawArrow(put(from), put(to));
      this.reasons.append(svg("circle", { class: "reason-mark", cx, cy, r: 10 }));
    }
    if (document.activeElement !== this.focusMark) this.focused = node;
    this.placeFocus();
  }

  placeFocus() {
    const item = this.items[this.itemOf[this.focused]];
    if (!item) return;
    const [x, y] = this.at(item);
    const words = describeNode(this.trace, this.machine, this.focused), level = this.trace.depth[this.focused] + 1;
    setAttributes(this.focusMark, { transform: `translate(${x} ${y})`, "aria-label": words, "aria-level": level });
  }

  focus(node) {
    if (this.itemOf[node] < 0) return;
    this.focused = node;
    this.placeFocus();
    this.focusMark.focus({ preventScroll: true });
  }

  /** Show which node is meant, for as long as one points at its name elsewhere; NONE for no more. */
  point(node) {
    const item = this.items[this.itemOf[node]];
    this.pointer.toggleAttribute("hidden", !item);
    if (item) this.pointer.setAttribute("transform", `translate(${this.at(item).join(" ")})`);
  }

  hit(event) {
    if (event.type === "focusin") return { node: this.focused, fold: false };
    const box = this.host.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const level = Math.round((y - EDGE) / this.pitch());
    if (level < 0 || level >= this.levels.length || Math.abs(y - EDGE - level * this.pitch()) > 14) return null;
    const from = this.levels[level], to = this.levels[level + 1] ?? this.items.length, k = this.search(from, to, x);
    const near = [k - 1, k]
      .filter((i) => i >= from && i < to)
      .sort((a, b) => Math.abs(this.at(this.items[a])[0] - x) - Math.abs(this.at(this.items[b])[0] - x))[0];
    const item = this.items[near];
    return item && Math.abs(this.at(item)[0] - x) <= 14 ? { node: item.node, fold: item.hidden > 0 } : null;
  }

  // The camera

  look(camera) {
    this.camera = camera;
    this.paintAll();
    if (this.moment) this.drawMarks(this.moment);
  }

  fit() {
    const k = Math.min(1, this.width / this.size.width);
    this.look({ k, x: (this.width - this.size.width * k) / 2, y: 0 });
  }

  /** Bring the node back into view if it has left it; a tree that is seen whole never moves. */
  follow({ node }, anew = false) {
    const item = this.items[this.itemOf[node]];
    if (!item || !this.width) return false;
    if (anew) this.fit();
    const [x] = this.at(item), isWhole = this.size.width * this.camera.k <= this.width + 1;
    if (isWhole || (x > 30 && x < this.width - 30)) return false;
    this.camera = { ...this.camera, x: this.width / 2 - item.x * this.camera.k };
    return true;
  }

  zoom(factor, at = this.at(this.items[Math.max(0, this.itemOf[this.moment.node])])) {
    const whole = Math.min(1, this.width / this.size.width);
    this.scaleTo(Math.max(whole, Math.min(1.2, this.camera.k * factor)), at);
  }
}
