// Trees: ways through them, where each node goes in a picture, and its shape.
// Nothing here touches a page, so that Node can test it and every widget can use it.
//
// A tree is an object of arrays: parent and children by the number of a node, the root being 0 and a
// parent always before its children.

export const NONE = -1;

export function pathTo(trace, node) {
  const path = [];
  for (let i = node; i >= 0; i = trace.parent[i]) path.push(i);
  return path.reverse();
}

/** The names of the moves that lead to a node. */
export const movesTo = (trace, node) => pathTo(trace, node).slice(1).map((i) => trace.names[i]);

/** Where a node is, in words, as trace/words.py has them. */
export function placeText(trace, node, root = "the root") {
  const moves = movesTo(trace, node);
  return moves.length ? `after ${/^−?\d+$/.test(moves[0]) ? "move " : ""}${moves.join(", then ")}` : root;
}

export function subtree(trace, node) {
  const nodes = [node];
  for (let k = 0; k < nodes.length; k++) nodes.push(...trace.children[nodes[k]]);
  return nodes;
}

/** How many nodes lie below each node, itself not counted. */
export function sizesBelow(trace) {
  const below = Int32Array.from(trace.leftOut);
  for (let i = trace.count - 1; i > 0; i--) below[trace.parent[i]] += below[i] + 1;
  return below;
}

export const round = (value) => Math.round(value * 100) / 100;

/** A number as people write it: −3, ∞, 0.333. */
export function numberText(value) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return String(Math.round(value * 1000) / 1000).replace("-", "−");
}

/** How many there are of something, in words. */
export const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** A value or a bound, to be read out. */
export const spoken = (label) => label.replace("≥", "at least").replace("≤", "at most");

/** The node that an arrow key leads to: up, down to the first child, or along a row of nodes; NONE at the border. */
export function neighbourOf(tree, node, key, row) {
  if (key === "ArrowUp") return tree.parent[node];
  if (key === "ArrowDown") return tree.children[node][0] ?? NONE;
  return row[row.indexOf(node) + (key === "ArrowRight" ? 1 : -1)] ?? NONE;
}

// Layout: the method of draw/tree/layout.py (Reingold and Tilford, with Kennedy's spacing), in linear time

/** The x of every node; children[i] are numbers greater than i, and node i needs left[i] and right[i]. */
export function tidy(children, left, right, gap = 1, apart = gap) {
  const count = children.length, offset = new Float64Array(count), outlines = new Array(count);
  for (let node = count - 1; node >= 0; node--) {
    const below = children[node].map((child) => outlines[child]);
    const places = besideEachOther(below, gap, apart);
    children[node].forEach((child, k) => {
      offset[child] = places[k];
      outlines[child] = null;
    });
    const outline = below.length ? joined(below, places) : { left: [], right: [], shift: 0 };
    outline.left.push(-left[node] - outline.shift);
    outline.right.push(right[node] - outline.shift);
    outlines[node] = outline;
  }
  const x = new Float64Array(count);
  if (count) x[0] = -(outlines[0].left.reduce((a, b) => Math.min(a, b)) + outlines[0].shift);
  children.forEach((own, node) => own.forEach((child) => (x[child] = x[node] + offset[child])));
  return x;
}

/** Where subtrees go, their parent being at 0: half-way between pushed to the left and pushed to the right. */
function besideEachOther(outlines, gap, apart) {
  if (outlines.length < 2) return outlines.map(() => 0);
  const fromLeft = pack(outlines.map((o) => [o.left, o.right, o.shift]), 1, gap, apart);
  const fromRight = pack(outlines.map((o) => [o.right, o.left, o.shift]).reverse(), -1, gap, apart).reverse();
  return fromLeft.map((place, k) => (place - fromRight[k]) / 2);
}

function pack(sides, sign, gap, apart) {
  const places = [], facing = []; // what the next one will meet, the deepest outline first
  for (const [near, far, shift] of sides) {
    let place = 0, level = 0;
    for (let k = facing.length - 1; k >= 0 && level < near.length; k--) {
      const [outline, at] = facing[k], stop = Math.min(outline.length, near.length);
      for (let depth = level; depth < stop; depth++) {
        const room = depth ? apart : gap;
        const meets = outline[outline.length - 1 - depth] - near[near.length - 1 - depth] - shift;
        place = Math.max(place, at + sign * meets + room);
      }
      level = Math.max(level, stop);
    }
    while (facing.length && facing[facing.length - 1][0].length <= far.length) facing.pop();
    facing.push([far, place + sign * shift]);
    places.push(place);
  }
  return places;
}

/** The outline of all together, written into the deepest one, so that only the others cost time. */
function joined(outlines, places) {
  let deepest = 0;
  outlines.forEach((outline, k) => {
    if (outline.left.length > outlines[deepest].left.length) deepest = k;
  });
  const whole = outlines[deepest];
  whole.shift += places[deepest];
  const write = (side, k, covered) => {
    const own = outlines[k][side], end = own.length;
    for (let depth = covered; depth < end; depth++) {
      whole[side][whole[side].length - 1 - depth] = own[end - 1 - depth] + outlines[k].shift + places[k] - whole.shift;
    }
    return Math.max(covered, end);
  };
  for (let k = 0, covered = 0; k < deepest; k++) covered = write("left", k, covered);
  for (let k = outlines.length - 1, covered = 0; k > deepest; k--) covered = write("right", k, covered);
  return whole;
}

// The sizes of a picture, those of draw/tree/scene.py

export const ROOMY = {
  value: 14, note: 11, widest: 92, name: 74, pad: 6, leaf: 26, gap: 8, apart: 18, edges: 50, named: 70,
};
// Where a tree is higher than its pane, and drawn smaller: its letters are larger in it.
export const FLAT = { ...ROOMY, value: 16, note: 14, name: 94, edges: 30, named: 44 };
export const TIGHT = { ...ROOMY, widest: 80, name: 52, pad: 3, leaf: 22, gap: 3, apart: 8 };
export const TRIANGLE = 44, TEXT_AT = 0.74, TEXT_FROM = 0.6, LABEL_AT = 0.68, FOLD = 18, MARGIN = 18;
export const CUT_AT = 0.45,
  BARE_CUT_AT = 0.56; // where on its edge a pair of scissors is, with and without a move's name
const EYE = "a2.1 2.1 0 1 1 -4.2 0a2.1 2.1 0 1 1 4.2 0z";
export const SCISSORS = `M-2.6 1.6L6 -3.4M-2.6 -1.6L6 3.4M-2.3 2.9${EYE}M-2.3 -2.9${EYE}`;
const CROWDED = 36, SCISSORS_HALF = 7.5;

/**
 * The nodes that are shown, parents first: `folded(node)` says at which the tree is closed, and `shown(node)` which
 * children an open one has. A fold is an item of its own, below its node, with the number of nodes it hides.
 */
export function visibleItems(trace, below, folded, shown = (node) => trace.children[node]) {
  const items = [{ node: 0, parent: NONE, children: [], hidden: 0 }];
  for (let k = 0; k < items.length; k++) {
    const { node, hidden } = items[k];
    if (hidden || !below[node]) continue;
    const add = (item) => {
      items[k].children.push(items.length);
      items.push({ parent: k, children: [], ...item });
    };
    const own = !trace.children[node].length || folded(node) ? [] : shown(node),
      rest = own.reduce((count, child) => count - below[child] - 1, below[node]);
    for (const child of own) add({ node: child, hidden: 0 });
    if (rest && own.length < (trace.children[node].length || 1)) add({ node, hidden: rest });
  }
  return items;
}

/** What stands in a fold: not a sign before a number, which would read like a value. */
export const foldText = (hidden) => `${hidden.toLocaleString("en")} more`;

/** Give each item its shape, size and place. `widthOf(text, size)` measures; the whole size comes back. */
export function arrange(trace, items, widthOf, wished = ROOMY) {
  const sizes = items.filter((item) => !item.children.length).length >= CROWDED ? TIGHT : wished;
  const widest = trace.isBlankAtFirst ? widestOf(trace, items, sizes, widthOf) : null;
  for (const item of items) measure(trace, item, sizes, widthOf, widest);
  const [left, right] = [0, 1].map((side) => items.map((item) => item.room[side]));
  const xs = tidy(items.map((item) => item.children), left, right, sizes.gap, sizes.apart);
  items.forEach((item, k) => (item.x = xs[k] + MARGIN));
  const height = stack(items, sizes, widthOf);
  hideCrowdedNames(items, sizes, widthOf);
  const width = items.reduce((most, item) => Math.max(most, item.x + item.room[1]), 0) + MARGIN;
  return { width, height, sizes };
}

/** The widest label of inner nodes and of other blank ones: if all are as wide, none gives away what will be in it. */
function widestOf(trace, items, sizes, widthOf) {
  const widest = { inner: "", leaf: "" };
  const width = (text) => widthOf(text, sizes.value);
  for (const { node, hidden } of items) {
    if (hidden) continue;
    const kind = kindOf(trace, node), which = kind === "max" || kind === "min" ? "inner" : "leaf";
    if (which === "leaf" && trace.known[node] >= 0) continue;
    const text = widestLabel(trace, node, which === "inner", width);
    if (width(text) > width(widest[which])) widest[which] = text;
  }
  return widest;
}

function measure(trace, item, sizes, widthOf, widest) {
  const { node } = item;
  item.kind = item.hidden ? "fold" : kindOf(trace, node);
  item.move = !item.hidden && node ? moveName(trace.names[node], sizes, widthOf) : "";
  const inner = item.kind === "max" || item.kind === "min";
  const isKnown = item.kind === "leaf" && trace.known[node] >= 0,
    own = () => widestLabel(trace, node, inner, (t) => widthOf(t, sizes.value));
  const text =
    item.kind === "fold" ? foldText(item.hidden) : !widest || isKnown ? own() : inner ? widest.inner : widest.leaf;
  item.size = item.kind === "fold" ? sizes.note : sizes.value;
  let wide = widthOf(text, item.size);
  const most = sizes.widest * (inner ? 0.8 : 1);
  if (wide > 46 || wide > most) {
    // a long label is set smaller before it is cut off
    item.size = Math.max(10, item.size * Math.min(46 / wide, 1));
    wide = Math.min(widthOf(text, item.size), most);
  }
  item.most = Math.max(wide, 20);
  if (inner) [item.half, item.height] = [Math.max((wide / 2 + 2) / TEXT_FROM, 25), TRIANGLE];
  else if (item.kind !== "fold") [item.half, item.height] = [Math.max(wide / 2 + sizes.pad, 12), sizes.leaf];
  else [item.half, item.height] = [wide / 2 + 6, FOLD];
  const label = item.move ? (widthOf(item.move, sizes.note) / 2 + 3) / LABEL_AT : 0;
  const cut = trace.canBeCut(node) ? SCISSORS_HALF / (item.move ? CUT_AT : BARE_CUT_AT) : 0;
  const side = Math.max(item.half + 3, label, cut);
  const window = inner && trace.hasWindows ? windowAt(item) + (46 * sizes.note) / ROOMY.note : 0;
  item.room = [side, Math.max(side, window)];
}

/** The name of a move as far as it fits. In a crowded picture a long one has no room, and short forms look alike. */
function moveName(name, sizes, widthOf) {
  if (widthOf(name, sizes.note) <= sizes.name) return name;
  return sizes === TIGHT ? "" : shortened(name, (text) => widthOf(text, sizes.note) <= sizes.name);
}

/** A text as far as it `fits`. */
export function shortened(text, fits) {
  if (fits(text)) return text;
  let kept = text;
  while (kept.length > 1 && !fits(`${kept}…`)) kept = kept.slice(0, -1);
  return `${kept}…`;
}

/** How high the edges of siblings must be so that none runs through the name on the next one; flat edges would. */
export function heightForNames(parent, children, sizes, widthOf) {
  let needed = 0;
  for (let k = 1; k < children.length; k++) {
    const [one, other] = [children[k - 1], children[k]];
    const apart = LABEL_AT * (other.x - one.x),
      reach = Math.max(Math.abs(one.x - parent.x), Math.abs(other.x - parent.x));
    for (const { move } of [one, other]) {
      if (!move) continue;
      const room = apart - widthOf(move, sizes.note) / 2 - 2;
      needed = room > 0 ? Math.max(needed, (reach * (sizes.note + 2)) / 2 / room) : Infinity;
    }
  }
  return needed;
}

/** Where edges would still run through names, the siblings show none. */
function hideCrowdedNames(items, sizes, widthOf) {
  for (const item of items) {
    const own = item.children.map((k) => items[k]);
    if (own.length < 2 || !own.some((child) => child.move)) continue;
    if (heightForNames(item, own, sizes, widthOf) <= own[0].top - item.bottom) continue;
    for (const child of own) child.move = "";
  }
}

function kindOf(trace, node) {
  const player = trace.isMin[node] ? "min" : "max";
  if (!trace.isLeaf[node]) return player;
  if (node < trace.searched || trace.known[node] >= 0) return "leaf";
  return trace.leftOut[node] ? player : "stub"; // a move of which nothing is known
}

/** The widest text that will ever stand in a node. */
function widestLabel(trace, node, inner, widthOf) {
  let widest = trace.known[node] >= 0 ? trace.texts[trace.known[node]] : "";
  if (!inner) return trace.value[node] >= 0 && !widest ? trace.texts[trace.value[node]] : widest;
  for (const i of [node, ...trace.children[node]]) {
    const text = i < trace.searched && trace.value[i] >= 0 ? trace.texts[trace.value[i]] : "";
    if (text && widthOf(text) > widthOf(widest)) widest = text;
  }
  return widest && `≥ ${widest}`;
}

/** How far to the right of its node's middle a window is written: beside the triangle, where that is narrow. */
export function windowAt(item) {
  return (item.half * 20) / TRIANGLE + 10;
}

function stack(items, sizes, widthOf) {
  let top = MARGIN, level = [items[0]], bottom = top, hanging = 0;
  while (level.length) {
    bottom = top + level.reduce((most, item) => Math.max(most, item.height), 0);
    let steepest = 0, named = false, forNames = 0;
    const below = [];
    for (const item of level) {
      Object.assign(item, { top, bottom, y: top + item.height / 2 });
      const needed = heightForNames(item, item.children.map((k) => items[k]), sizes, widthOf);
      if (Number.isFinite(needed)) forNames = Math.max(forNames, needed);
      for (const k of item.children) {
        if (items[k].kind === "fold" && item.children.length === 1) {
          // hangs close below its node
          const at = item.y + item.height / 2 + 12;
          Object.assign(items[k], { top: at, bottom: at + items[k].height, y: at + items[k].height / 2 });
          hanging = Math.max(hanging, at + items[k].height);
          continue;
        }
        steepest = Math.max(steepest, Math.abs(items[k].x - item.x));
        named ||= Boolean(items[k].move);
        below.push(items[k]);
      }
    }
    const least = named ? sizes.named : sizes.edges;
    top = bottom + Math.max(least, Math.min(Math.max(0.12 * steepest, forNames), 2 * least)); // no flat edges
    level = below;
  }
  return Math.max(bottom, hanging) + MARGIN;
}

/** The outline of a node around (0, 0), as an SVG path. */
export function shapePath({ kind, half, height }) {
  const h = height / 2;
  if (kind === "max") return `M0 ${-h}L${half} ${h}H${-half}Z`;
  if (kind === "min") return `M0 ${h}L${half} ${-h}H${-half}Z`;
  const r = kind === "fold" ? h : 6, w = half - r;
  const turn = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${-w} ${-h}H${w}${turn(r, r)}V${h - r}${turn(-r, r)}H${-w}${turn(-r, -r)}V${-h + r}${turn(r, -r)}Z`;
}

/** How far below a node's middle its label is. */
export function labelDrop({ kind, height }) {
  return kind === "max" ? (TEXT_AT - 0.5) * height : kind === "min" ? (0.5 - TEXT_AT) * height : 0;
}

/** The arc from a node to another, and the tip of its arrow, as SVG paths. */
export function reasonArc(from, to) {
  const side = to.x <= from.x ? -1 : 1; // where the other one is
  const [x0, y0] = flank(from, side), [x1, y1] = flank(to, -side), dx = Math.abs(x1 - x0), dy = y1 - y0;
  let c0 = [x0 + side * 22, y0 - 34];
  let c1 = [x1 - side * 52, y1 + 12];
  if (Math.abs(dy) < 30) {
    const sag = Math.min(44, Math.max(6, dx * 0.35));
    c0 = [x0 + side * sag * 0.5, y0 + sag];
    c1 = [x1 - side * sag * 0.5, y1 + sag];
  }
  const length = Math.hypot(x1 - c1[0], y1 - c1[1]) || 1, [ux, uy] = [(x1 - c1[0]) / length, (y1 - c1[1]) / length];
  const wing = (turn) => `${round(x1 - 9 * ux + turn * 5 * uy)} ${round(y1 - 9 * uy - turn * 5 * ux)}`;
  return {
    curve: `M${round(x0)} ${round(y0)}C${[...c0, ...c1, x1, y1].map(round).join(" ")}`,
    tip: `M${wing(1)}L${round(x1)} ${round(y1)}L${wing(-1)}`,
  };
}

/** A point just outside a node, to the left (-1) or to the right (1) of its widest half. */
function flank({ kind, x, y, half, height }, side) {
  const inner = kind === "max" ? 1 : kind === "min" ? -1 : 0;
  return [x + side * (half * (inner ? 0.8 : 1) + 12), y + (inner * height) / 4];
}

export const MOST_CHILDREN = 40; // children up to which all are shown; of more, these to either side of the search:
const BESIDE = 8;

/** Of very many children the first ones and those around the search, which is at one of `open`. */
export function around(children, open) {
  if (children.length <= MOST_CHILDREN) return children;
  const at = children.flatMap((child, k) => (open.has(child) ? [k] : []));
  return children.filter((_, k) => k < BESIDE || at.some((other) => Math.abs(other - k) <= BESIDE));
}
