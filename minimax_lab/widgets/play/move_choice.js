// What is pointed at: which targets come next, which move they make, where the arrow keys lead. No page needed.

/** The targets that can be pointed at next, after those in `chosen`. */
export function nextTargets(moves, chosen) {
  const possible = moves.filter((parts) => chosen.every((target, i) => parts[i] === target));
  const next = possible.map((parts) => parts[chosen.length]);
  return [...new Set(next.filter((target) => target != null))];
}

/** The number of the move that the chosen targets make; -1 if they are not yet one. */
export function moveOf(moves, chosen) {
  return moves.findIndex((parts) => parts.length === chosen.length && parts.every((target, i) => target === chosen[i]));
}

/** What is chosen after `target` was pointed at: one more, or from the start again with another first one. */
export function pointedAt(moves, chosen, target) {
  if (nextTargets(moves, chosen).includes(target)) return [...chosen, target];
  if (chosen.includes(target)) return chosen.slice(0, chosen.indexOf(target));
  return nextTargets(moves, []).includes(target) ? [target] : chosen;
}

const middle = ([x, y, width, height]) => [x + width / 2, y + height / 2];

/** The box among `boxes` that lies next to number `from` in the direction of an arrow key; `from` if there is none. */
export function neighbour(boxes, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const [x, y] = middle(boxes[from]);
  let best = from;
  let least = Infinity;
  boxes.forEach((box, i) => {
    const [bx, by] = middle(box);
    const along = (bx - x) * dx + (by - y) * dy;
    const aside = Math.abs((bx - x) * dy) + Math.abs((by - y) * dx);
    const distance = along + 3 * aside; // straight ahead comes first
    if (i !== from && along > 1 && distance < least) [best, least] = [i, distance];
  });
  return best;
}
