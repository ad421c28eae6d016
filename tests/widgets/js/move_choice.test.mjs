import assert from "node:assert/strict";
import test from "node:test";
import { moveOf, neighbour, nextTargets, pointedAt } from "../../../minimax_lab/widgets/play/move_choice.js";

const cards = [[0, 1], [0, 2], [3, 1], [3, 2]]; // two cards, two cells
const pawn = [[0, 1, 2], [0, 1, 3], [0, 4], [4, 1]]; // a promotion; a square that is also the start of a move

test("first a card, then a cell can be pointed at", () => {
  assert.deepEqual(nextTargets(cards, []), [0, 3]);
  assert.deepEqual(nextTargets(cards, [3]), [1, 2]);
  assert.deepEqual(nextTargets(cards, [3, 1]), []);
});

test("what is chosen is a move only when it is whole", () => {
  assert.equal(moveOf(cards, [3]), -1);
  assert.equal(moveOf(cards, [3, 1]), 2);
  assert.equal(moveOf(pawn, [0, 1]), -1);
  assert.equal(moveOf(pawn, [0, 1, 3]), 1);
});

test("another card can be taken up, and the same one put down", () => {
  assert.deepEqual(pointedAt(cards, [0], 3), [3]);
  assert.deepEqual(pointedAt(cards, [0], 0), []);
  assert.deepEqual(pointedAt(cards, [0], 2), [0, 2]);
});

test("a square that a piece can go to is the goal, though a piece of its own stands there", () => {
  assert.deepEqual(pointedAt(pawn, [0], 4), [0, 4]);
});

test("what leads nowhere changes nothing", () => {
  assert.deepEqual(pointedAt(cards, [], 1), []);
});

test("arrow keys go to the next cell in their direction, and stay at the edge", () => {
  const grid = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => [(i % 3) * 10, Math.floor(i / 3) * 10, 10, 10]);
  assert.equal(neighbour(grid, 4, "ArrowLeft"), 3);
  assert.equal(neighbour(grid, 4, "ArrowDown"), 7);
  assert.equal(neighbour(grid, 4, "ArrowUp"), 1);
  assert.equal(neighbour(grid, 5, "ArrowRight"), 5);
});

test("arrow keys cross a gap rather than turn a corner", () => {
  const boxes = [[0, 0, 10, 10], [40, 0, 10, 10], [10, 20, 10, 10]];
  assert.equal(neighbour(boxes, 0, "ArrowRight"), 1);
});
