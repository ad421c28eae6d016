// One search of the step-through: its tree, its code, its window and its story, moving together.
import { readTrace, siblingsOf } from "./trace.js";
import { FAILED, Machine, PRUNED } from "./machine.js";
import { MOST_CHILDREN, NONE, around, movesTo, neighbourOf, pathTo, subtree } from "../shared/tree.js";
import { boardPicture, button, html, iconButton, listener, take } from "../shared/look.js";
import { SvgPicture } from "./tree/svg.js";
import { CanvasPicture } from "./tree/canvas.js";
import { CodePane } from "./panes/code.js";
import { StackPane } from "./panes/stack.js";
import { TablePane } from "./panes/table.js";
import { StoryPane } from "./panes/story.js";
import { WindowPane } from "./panes/window.js";
import { Splitter } from "./panes/splitter.js";
import { Edits, WhatIf, hasNumbers, leafNumber } from "./panes/what_if.js";

const WHOLE = 300; // nodes up to which a tree opens whole
const READ_MOST = 1000; // nodes up to which a whole tree is drawn to be read; a larger one goes to a canvas
const CODE_SHARE = 0.46; // of the width, at most, and in a window that is not wide:
const CODE_SHARE_NARROW = 0.5;
const WIDE_FROM = 1100;
const CODE_SHARE_LEAST = 0.36; // if a wide tree is then to be seen whole
const CODE_LEAST = 400; // pixels
const CALLS_LOWEST = 120; // pixels that the open calls have at least, below the code

export class Column {
  /** `act` has what the whole widget does: `touch` a node, `goTo` a step, `resize`. */
  constructor(data, act, isBeside, signal) {
    this.isBeside = isBeside;
    this.trace = readTrace(data);
    this.machine = new Machine(this.trace);
    this.act = act;
    this.signal = signal;
    this.edits = new Edits(this.trace);
    this.selected = NONE;
    this.looked = NONE; // the call that the reader looks at, if it is not the one that runs
    this.opened = new Set(); // what the reader has opened or closed by hand
    this.closed = new Set();
    this.isAround = this.trace.count > WHOLE;
    this.whole = { needed: 0, good: 0, high: Infinity }; // what the tree would take if nothing were folded
    this.best = new Set(this.trace.line);
    this.canEdit = hasNumbers(this.trace);
    this.build();
  }

  build() {
    const { trace } = this;
    this.code = new CodePane(trace);
    this.window = new WindowPane(trace);
    this.story = new StoryPane(trace);
    const act = { look: (node) => this.lookAtCall(node), point: (node) => this.picture.point(node) };
    this.stack = new StackPane(trace, this.machine, act);
    this.whatIf = new WhatIf(trace, (node, value) => this.edit(node, value));
    const isIdle = !this.canEdit || trace.message !== "" || !trace.steps.kind.includes("cutoff");
    this.whatIf.element.hidden = isIdle || this.isBeside; // two trees share one screen: no room for it
    this.board = html("div", { class: "board", "data-testid": "board", hidden: true });
    this.stage = html("div", { class: "stage" });
    this.foot = html("div", { class: "foot" }, this.whatIf.element, this.toolbar());
    this.counts = html("span", { class: "counts", "data-testid": "counts" });
    this.title = html("div", { class: "head" }, html("b", { class: "search" }, trace.search), this.counts);
    this.tables = trace.tables.map((table) => new TablePane(trace, table, act.point));
    const tables = this.tables.map(({ element }) => element),
      calls = html("div", { class: "calls" }, this.board, this.stack.element, ...tables),
      tabs = this.tabs(["Code", tables.length ? "Calls and table" : "Calls"]);
    this.side = html("div", { class: "side" }, tabs, this.code.element, calls);
    const hasCode = trace.sources.some(({ lines }) => lines.length),
      kind = hasCode ? "" : trace.boards || tables.length ? "no-code" : "no-side";
    this.panes = html("div", { class: `panes ${kind}` }, html("div", { class: "tree-pane" }, this.stage, this.foot));
    this.splitter = new Splitter(this.panes);
    this.panes.append(this.splitter.element, this.side);
    this.story.element.append(this.window.element);
    this.element = html("section", { class: "column", "aria-label": `${trace.search}, step by step` },
      this.isBeside ? this.title : "", this.panes, this.story.element);
    this.choosePicture();
    this.listen();
  }

  /** Where there is no room for both, the code and the calls share a place, and these choose. */
  tabs(names) {
    const choose = (k) => {
      this.side.dataset.tab = ["Code", "Calls"][k];
      tabs.forEach((tab, i) => tab.setAttribute("aria-pressed", i === k));
      this.fitStage(true);
    };
    const tabs = names.map((name, k) =>
      button(name, ["tab-code", "tab-calls"][k], { "aria-pressed": String(k === 0), click: () => choose(k) }));
    return html("div", { class: "tabs" }, ...tabs);
  }

  toolbar() {
    const tool = (name, label, testid, act) => iconButton(name, label, testid, () => {
      act();
      this.drawToolbar();
    });
    this.followButton = tool("follow", "Follow the search", "follow", () => {
      this.picture.following = true;
      this.picture.follow(this.moment(), true);
    });
    this.foldButton = tool("fold", "Fold everything but the path to this node", "fold", () => {
      this.isChosen = true;
      this.setAround(!this.isAround);
      this.act.resize();
    });
    const closer = tool("closer", "Zoom in", "zoom-in", () => this.picture.zoom(1.25));
    const farther = tool("farther", "Zoom out", "zoom-out", () => this.picture.zoom(0.8));
    const fit = tool("fit", "Show the whole tree", "fit", () => {
      this.picture.following = false;
      this.picture.fit();
    });
    return html("div", { class: "toolbar", role: "toolbar", "aria-label": "View of the tree" },
      this.foldButton, this.followButton, closer, farther, fit);
  }

  drawToolbar() {
    this.followButton.setAttribute("aria-pressed", this.picture.following);
    this.foldButton.setAttribute("aria-pressed", this.isAround);
  }

  // The picture of the tree

  choosePicture() {
    const Kind = this.isAround || this.trace.count <= READ_MOST ? SvgPicture : CanvasPicture;
    if (this.picture instanceof Kind) return;
    this.picture?.destroy();
    this.picture = new Kind(this.stage, this.trace, this.machine);
    this.layoutKey = null;
  }

  setAround(isAround) {
    this.isAround = isAround;
    this.opened.clear();
    this.closed.clear();
    this.choosePicture();
    this.picture.following = true;
    this.layoutKey = null;
    this.draw();
  }

  /** A tree that is too wide to be read whole opens folded around the search, unless the reader wants it otherwise. */
  chooseFold() {
    const isTooWide = this.whole.needed > this.stage.clientWidth;
    if (!this.isChosen && this.trace.count <= WHOLE && isTooWide !== this.isAround) this.setAround(isTooWide);
  }

  /** Lay the tree out anew if other nodes are to be seen than before. */
  layout(moment) {
    const { trace, opened, closed, isAround } = this,
      path = isAround ? pathTo(trace, moment.node) : [],
      isFew = (i) => i <= 0 || trace.children[trace.parent[i]].length <= MOST_CHILDREN;
    const key = isAround ? `${path.filter((i) => !trace.isLeaf[i] || !isFew(i))} ${moment.isOver}` : "whole";
    if (key === this.layoutKey) return;
    this.layoutKey = key;
    const open = new Set(moment.isOver ? [...path, ...trace.line] : path);
    this.picture.relayout(
      (node) => closed.has(node) || (isAround && !open.has(node) && !opened.has(node)),
      (node) => (isAround && !opened.has(node) ? around(trace.children[node], open) : trace.children[node]),
    );
  }

  toggleFold(node) {
    const isOpen = this.picture.isOpen(node);
    (isOpen ? this.opened : this.closed).delete(node);
    (isOpen ? this.closed : this.opened).add(node);
    this.layoutKey = null;
    this.draw();
    this.picture.follow(this.moment(), true);
  }

  /** The width that the code wants, as far as there is room; it makes room for a tree that is then seen whole. */
  fitSide() {
    const whole = this.panes.clientWidth,
      most = whole * (whole < WIDE_FROM ? CODE_SHARE_NARROW : CODE_SHARE),
      wanted = Math.min(this.code.wanted().width, most),
      least = Math.min(wanted, Math.max(CODE_LEAST, whole * CODE_SHARE_LEAST));
    if (!this.isAround) this.whole = this.picture.sizesToRead();
    const { needed, good } = this.whole, makesRoom = needed <= whole - least;
    this.splitter.suggest(makesRoom ? Math.max(least, Math.min(wanted, whole - good)) : wanted);
  }

  /** How high the tree's own pane should be: for the tree, and for the code and the calls beside it. */
  wantedHeight() {
    const isCompact = this.side.closest(".compact"),
      tree = this.isAround ? this.whole.high : this.picture.naturalHeight(this.stage.clientWidth);
    return isCompact ? tree : Math.max(tree, this.code.wanted().height + CALLS_LOWEST - this.foot.offsetHeight);
  }

  setPresenting(isPresenting) {
    this.picture.largest = isPresenting ? 2.4 : undefined;
    this.code.isLarge = isPresenting;
  }

  /** Fit the tree and the code to the room that they have now. */
  fitStage(anew = false) {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height || (!anew && width === this.width && height === this.stageHeight)) return;
    [this.width, this.stageHeight] = [width, height];
    this.picture.setSize(width, height);
    this.code.measure();
    this.drawCode();
  }

  /** Show the tree no larger than the one beside it. */
  limitScale(most) {
    if (this.picture.most === most) return;
    this.picture.most = most;
    this.picture.follow(this.moment());
  }

  // A step

  go(step, isPlaying = false) {
    this.machine.go(step);
    this.step = this.machine.step;
    this.isPlaying = isPlaying;
    this.looked = NONE;
    this.draw();
  }

  /** Look at an open call, its line and its variables, without moving the step; once more, and back to the last. */
  lookAtCall(node) {
    this.looked = this.looked === node ? NONE : node;
    this.drawCode();
  }

  drawCode() {
    const node = this.trace.steps.node[this.machine.step];
    this.stack.draw(node, this.looked);
    for (const table of this.tables) table.draw(this.machine.step, node);
    this.code.draw(this.machine, this.looked < 0 ? this.machine.step : this.stack.lastStep(this.looked));
  }

  /** What a step is about, for whoever draws it. */
  moment() {
    const { trace, machine, edits, selected, best } = this, step = machine.step, evidence = trace.evidence(step);
    const why = new Set(evidence && evidence.child >= 0 ? [evidence.node, evidence.child] : []);
    return {
      step,
      node: trace.steps.node[step],
      kind: trace.steps.kind[step],
      evidence,
      why,
      edits,
      selected,
      best,
      isOver: machine.isOver() && machine.phase[0] !== FAILED,
      isPlaying: this.isPlaying,
    };
  }

  draw() {
    const moment = this.moment();
    this.layout(moment);
    this.picture.draw(moment);
    this.machine.touched.clear();
    this.drawCode();
    this.window.draw(this.machine, moment.node);
    this.story.draw(this.machine, this.isPlaying);
    this.drawWhatIf(moment);
    this.drawBoard(moment.node);
    this.drawToolbar();
    this.counts.textContent = this.machine.summary();
  }

  /** Show the board and the call of a node that one points at. */
  lookAt(node) {
    this.drawBoard(node);
    this.stack.about(node);
  }

  // Boards

  drawBoard(node) {
    const { boards } = this.trace;
    const lines = boards?.nodes[node];
    if (!lines || this.shownBoard === node) return;
    this.shownBoard = node;
    const text = lines.map((line) => boards.lines[line]).join("\n");
    this.board.hidden = !text;
    this.board.replaceChildren(boardPicture(text), html("p", { class: "began" }, boards.told));
  }

  // Another value for a leaf that was cut off

  isCutLeaf(node) {
    return this.canEdit && this.machine.phase[node] === PRUNED && this.trace.isLeaf[node] === 1;
  }

  valueOf(node) {
    if (this.edits.has(node)) return this.edits.get(node);
    const number = leafNumber(this.trace, node);
    return Number.isNaN(number) ? null : number;
  }

  edit(node, value) {
    const before = [...this.edits.keys()];
    if (value === null) this.edits.clear();
    else if (value !== undefined) this.edits.set(node, value);
    this.selected = node;
    this.draw();
    this.picture.repaint([...before, node]);
  }

  drawWhatIf(moment) {
    if (this.whatIf.element.hidden) return;
    const { trace } = this;
    const cut = moment.kind === "cutoff" ? trace.prunedAt(moment.step) : [];
    let nodes = cut.flatMap((child) => subtree(trace, child)).filter((i) => this.isCutLeaf(i));
    if (this.isCutLeaf(this.selected) && !nodes.includes(this.selected)) nodes = [this.selected];
    nodes = nodes.slice(0, 200);
    const node = nodes.includes(this.selected) ? this.selected : (nodes[0] ?? NONE);
    const leaves = nodes.map((i) => ({ node: i, name: movesTo(trace, i).join(" ") }));
    const value = node >= 0 ? this.valueOf(node) : null;
    this.whatIf.draw(leaves, node, value, this.edits.verdict(), this.edits.size > 0);
  }

  // Mouse and keyboard in the tree

  listen() {
    const on = (type, act, options = {}) => this.stage.addEventListener(type, act, { signal: this.signal, ...options });
    on("pointerdown", (event) => this.press(event));
    const zoom = (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the page's own scrolling stays as it is
      event.preventDefault();
      const box = this.stage.getBoundingClientRect();
      this.picture.zoom(Math.exp(-event.deltaY / 300), [event.clientX - box.left, event.clientY - box.top]);
      this.drawToolbar();
    };
    on("wheel", zoom, { passive: false });
    const look = (event) => this.lookAt(this.picture.hit(event)?.node ?? this.trace.steps.node[this.step]);
    for (const type of ["pointermove", "pointerleave", "focusin"]) on(type, look);
    on("focusin", (event) => {
      const hit = this.picture.hit(event); // a screen reader may focus any node
      if (hit && hit.node !== this.picture.focused) this.picture.focus(hit.node);
    });
    on("keydown", (event) => this.key(event));
  }

  /** A press is a click on a node, the drag of a leaf that was cut off, or the drag of the whole tree. */
  press(event) {
    if (event.button !== 0) return;
    const hit = this.picture.hit(event),
      from = [event.clientX, event.clientY],
      cutLeaf = hit && !hit.fold && this.isCutLeaf(hit.node);
    const start = cutLeaf ? (this.valueOf(hit.node) ?? 0) : 0, end = new AbortController();
    let last = from, isDrag = false;
    const move = (e) => {
      isDrag ||= Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 4;
      if (!isDrag) return;
      if (cutLeaf) this.edit(hit.node, start + Math.round((e.clientX - from[0] - (e.clientY - from[1])) / 8));
      else this.picture.pan(e.clientX - last[0], e.clientY - last[1]);
      last = [e.clientX, e.clientY];
    };
    const stop = (e) => {
      end.abort();
      if (!isDrag && e.type === "pointerup" && hit) this.choose(hit, e);
      this.drawToolbar();
    };
    const on = listener(AbortSignal.any ? AbortSignal.any([end.signal, this.signal]) : end.signal);
    on(window, "pointermove", move);
    for (const type of ["pointerup", "pointercancel"]) on(window, type, stop);
  }

  choose({ node, fold }, event) {
    if (fold || event.shiftKey || event.altKey) return this.toggleFold(node);
    this.picture.focus(node);
    if (this.machine.phase[node] === PRUNED || node >= this.trace.searched) return this.chooseCut(node);
    return this.act.touch(this, node);
  }

  /** A node that is never searched: go to the step that cut it off, and offer its leaf for a change. */
  chooseCut(node) {
    const { trace } = this, { kind, count } = trace.steps, path = new Set(pathTo(trace, node));
    this.selected = trace.isLeaf[node] ? node : subtree(trace, node).find((i) => trace.isLeaf[i]);
    for (let step = 0; step < count; step++) {
      if (kind[step] === "cutoff" && trace.prunedAt(step).some((child) => path.has(child))) {
        return this.machine.phase[node] === PRUNED ? this.draw() : this.act.goTo(this, step);
      }
    }
    return this.draw();
  }

  key(event) {
    const isMove =
      event.key === "ArrowUp" || event.key === "ArrowDown" || (event.shiftKey && /^Arrow(Left|Right)$/.test(event.key));
    const node = this.picture.focused;
    if (isMove) {
      const next = neighbourOf(this.trace, node, event.key, siblingsOf(this.trace, node));
      if (next >= 0) this.picture.focus(next);
      this.lookAt(this.picture.focused);
    } else if (event.key === "Enter") this.choose({ node, fold: false }, event);
    else if (event.key === "f") this.toggleFold(node);
    else return;
    take(event);
  }
}
