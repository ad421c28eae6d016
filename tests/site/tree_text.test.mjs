import assert from "node:assert/strict";
import { test } from "node:test";

import { dayOf, ofTheDay } from "../../site/today.mjs";
import { readTree, writeTree } from "../../site/tree_text.mjs";

test("a tree is read and written as Python does", () => {
  const named = "{'a': 3, 'b': {'c': 1}}";
  for (const text of ["[[3, 12], [2, -4.5]]", "7", "[[[1]]]", "tree([1, [2, 1]], player=MIN)", named]) {
    assert.equal(writeTree(readTree(text)), text);
  }
  assert.equal(writeTree(readTree(" tree([1, 2]) ")), "[1, 2]");
  assert.deepEqual(readTree("[1, [2]]"), {
    first: "MAX",
    root: { names: null, children: ["1", { names: null, children: ["2"] }] },
  });
});

test("a tree of four hundred nodes is drawn, and one of a node more is not", () => {
  const children = (count) => `[${Array(count).fill(1).join(",")}]`; // and the root above them
  assert.equal(readTree(children(399)).root.children.length, 399);
  assert.equal(readTree(children(400)), null);
});

test("what is not a tree of numbers, or could be misread, is not drawn", () => {
  const large = `[${"1,".repeat(400)}1]`;
  const others = ["[null]", '["a"]', "[true]", "{'2': 1, '1': 2}", "(1, 2)", large];
  for (const text of ["", "[[3, 12", "[]", "[1, []]", ...others]) {
    assert.equal(readTree(text), null);
  }
});

test("each one has its day, and the day is that of the reader's calendar", () => {
  for (const count of [1, 7, 14, 18, 23]) {
    const days = Array.from({ length: count }, (_, k) => new Date(2026, 10, 16 + k, 23, 59));
    assert.equal(new Set(days.map((day) => ofTheDay(day, count))).size, count);
  }
  const [early, late] = [new Date(2026, 10, 16, 0, 1), new Date(2026, 10, 16, 23, 59)];
  assert.equal(ofTheDay(early, 18), ofTheDay(late, 18));
  assert.equal(dayOf(late) + 1, dayOf(new Date(2026, 10, 17, 0, 1)));
});
