// The marks of the pruning quiz, and the tree board that the quiz and the editor share, without a page.
import assert from "node:assert/strict";
import test from "node:test";

import { countMarked, markAbove, toggled } from "../../../minimax_lab/widgets/quiz/quiz.js";
import { numbered } from "../../../minimax_lab/widgets/quiz/tree_quiz.js";
import { bottomUp, nextEmpty } from "../../../minimax_lab/widgets/quiz/values.js";
import { arrange, sizesBelow, visibleItems } from "../../../minimax_lab/widgets/shared/tree.js";
import { neighbourOf } from "../../../minimax_lab/widgets/shared/tree.js";
import { levelOf, nameOf, readRows } from "../../../minimax_lab/widgets/shared/tree_board.js";

// [[3, 12, 8], [2, 4, 6]]: 0 is the root, 1 and 5 its children
const ROWS = [
  [-1, 0, null, ""],
  [0, 1, null, "0"],
  [1, 0, "3", "0"],
  [1, 0, "12", "1"],
  [1, 0, "8", "2"],
  [0, 1, null, "1"],
  [5, 0, "2", "0"],
  [5, 0, "4", "1"],
  [5, 0, "6", "2"],
];
const tree = readRows(ROWS);

test("a mark is set and let go", () => {
  const marked = toggled(tree, new Set(), 7);
  assert.deepEqual([...marked], [7]);
  assert.deepEqual([...toggled(tree, marked, 7)], []);
});

test("a mark takes over those below it, and a click below it lets all of it go", () => {
  const marked = toggled(tree, new Set([7, 2]), 5);
  assert.deepEqual([...marked], [2, 5]);
  assert.equal(countMarked(tree, marked), 4);
  assert.equal(markAbove(tree, marked, 8), 5);
  assert.deepEqual([...toggled(tree, marked, 8)], [2]);
});

test("the root cannot be marked", () => {
  assert.equal(toggled(tree, new Set(), 0).size, 0);
});

test("mistakes are numbered, what is right has a tick", () => {
  const remarks = [
    { node: 2, kind: "too much" },
    { node: 7, kind: "right" },
    { node: 8, kind: "too little" },
  ];
  assert.deepEqual(
    numbered(remarks).map(({ mark }) => mark),
    ["1", "✓", "2"],
  );
});

test("arrows lead up, down and along the level", () => {
  const next = (node, key) => neighbourOf(tree, node, key, levelOf(tree, node));
  assert.equal(next(0, "ArrowDown"), 1);
  assert.equal(next(4, "ArrowRight"), 6); // a cousin
  assert.equal(next(6, "ArrowLeft"), 4);
  assert.equal(next(6, "ArrowUp"), 5);
  assert.equal(next(0, "ArrowUp"), -1);
  assert.equal(next(8, "ArrowRight"), -1);
});

test("nodes are named as the story names them", () => {
  assert.equal(nameOf(tree, 0), "MAX, the root");
  assert.equal(nameOf(tree, 5), "MIN, after move 1");
  assert.equal(nameOf(tree, 7), "Leaf 4, after move 1, then 1");
  assert.equal(
    nameOf(
      readRows([
        [-1, 0, null, ""],
        [0, 1, "5", "left"],
      ]),
      1,
    ),
    "Leaf 5, after left",
  );
});

test("the shared layout gives every row its shape and its place", () => {
  const items = visibleItems(tree, sizesBelow(tree), () => false);
  const size = arrange(tree, items, (text, fontSize) => text.length * fontSize * 0.6);
  const kinds = Object.fromEntries(items.map((item) => [item.node, item.kind]));
  assert.deepEqual(kinds, {
    0: "max",
    1: "min",
    5: "min",
    2: "leaf",
    3: "leaf",
    4: "leaf",
    6: "leaf",
    7: "leaf",
    8: "leaf",
  });
  const leaves = items.filter((item) => item.kind === "leaf").sort((a, b) => a.node - b.node);
  leaves.slice(1).forEach((leaf, k) => assert.ok(leaf.x - leaf.half > leaves[k].x + leaves[k].half));
  assert.ok(items.every((item) => item.x + item.half < size.width && item.bottom < size.height));
  assert.deepEqual(leaves.map((leaf) => leaf.move), ["0", "1", "2", "0", "1", "2"]); // as the story names the moves
});

test("values are filled in from the bottom up, and the next empty node comes round again", () => {
  assert.deepEqual(bottomUp(tree), [1, 5, 0]);
  assert.equal(nextEmpty(tree, { 1: "3" }, 1), 5);
  assert.equal(nextEmpty(tree, { 5: "2", 0: "3" }, 0), 1);
  assert.equal(nextEmpty(tree, { 1: "3", 5: "2", 0: "3" }, 0), 0);
  const deeper = { isLeaf: [false, false, false, true, false, true], depth: [0, 1, 2, 3, 1, 2] };
  assert.equal(nextEmpty(deeper, {}, 1), 4); // first along the level
  assert.equal(nextEmpty(deeper, { 1: "3" }, 4), 2); // then to what is further down, and not up to the root
});
