// Editing a tree, and going back and forth between its drafts.
import assert from "node:assert/strict";
import test from "node:test";

import {
  History,
  addChild,
  addSibling,
  nextLeaf,
  prettyNumber,
  readNumber,
  removeNode,
  rowsOf,
  setValue,
  walkDraft,
} from "../../../minimax_lab/widgets/editor/draft.js";

/** A draft of nested arrays of numbers, and back. */
const drafted = (nested, first = "MAX") => ({ first, root: build(nested) });
const build = (nested) => (Array.isArray(nested) ? { names: null, children: nested.map(build) } : String(nested));
const nested = (node) => (typeof node === "string" ? Number(node) : node.children.map(nested));

const before = drafted([
  [3, 12],
  [2, 4],
]); // 0 is the root, 1 and 4 its children

test("an edit makes a new draft and leaves the old one alone", () => {
  const { draft, at } = setValue(before, 2, "7");
  assert.deepEqual(nested(draft.root), [
    [7, 12],
    [2, 4],
  ]);
  assert.deepEqual(nested(before.root), [
    [3, 12],
    [2, 4],
  ]);
  assert.equal(at, 2);
});

test("a child is added behind the others, and is the node to go on with", () => {
  const { draft, at } = addChild(before, 1, "9");
  assert.deepEqual(nested(draft.root), [
    [3, 12, 9],
    [2, 4],
  ]);
  assert.equal(walkDraft(draft)[at].node, "9");
});

test("a leaf that gets a child hands its value down", () => {
  const { draft, at } = addChild(before, 3);
  assert.deepEqual(nested(draft.root), [
    [3, [12]],
    [2, 4],
  ]);
  assert.equal(walkDraft(draft)[at].node, "12");
});

test("a sibling comes right after a node, and after a whole branch", () => {
  const leaf = addSibling(before, 2, "9"),
    branch = addSibling(before, 1, "9");
  assert.deepEqual(nested(leaf.draft.root), [
    [3, 9, 12],
    [2, 4],
  ]);
  assert.deepEqual(nested(branch.draft.root), [[3, 12], 9, [2, 4]]);
  for (const { draft, at } of [leaf, branch]) assert.equal(walkDraft(draft)[at].node, "9");
  assert.equal(addSibling(before, 0), null);
});

test("removing goes on with a sibling, and an empty node is a leaf again", () => {
  const branch = removeNode(before, 4),
    first = removeNode(before, 2);
  assert.deepEqual(nested(branch.draft.root), [[3, 12]]);
  assert.equal(branch.at, 1);
  assert.deepEqual(nested(first.draft.root), [[12], [2, 4]]);
  assert.equal(first.at, 2);
  const { draft, at } = removeNode(first.draft, 2);
  assert.deepEqual(nested(draft.root), [12, [2, 4]]);
  assert.equal(at, 1);
  assert.equal(removeNode(before, 0), null);
});

test("moves with names keep them, and a new one gets a name of its own", () => {
  const named = { first: "MAX", root: { names: ["'left'", "'m1'"], children: ["1", "2"] } };
  assert.deepEqual(addSibling(named, 1).draft.root.names, ["'left'", "'m2'", "'m1'"]);
  assert.deepEqual(removeNode(named, 1).draft.root.names, ["'m1'"]);
  assert.deepEqual(
    rowsOf(named).map((row) => row[3]),
    ["", "left", "m1"],
  );
});

test("rows say whose turn it is, also where MIN begins", () => {
  assert.deepEqual(
    rowsOf(drafted([[1], 2])).map((row) => row[1]),
    [0, 1, 0, 1],
  );
  assert.deepEqual(
    rowsOf(drafted([[1], 2], "MIN")).map((row) => row[1]),
    [1, 0, 1, 0],
  );
});

test("numbers are read as they are typed and written as Python writes them", () => {
  const typed = {
    7: "7",
    " −2.5 ": "-2.5",
    "+3": "3",
    "007": "7",
    ".5": "0.5",
    "2.0": "2.0",
    "-0": "0",
    "12345678901234567890": "12345678901234567890",
  };
  for (const [text, number] of Object.entries(typed)) assert.equal(readNumber(text), number, text);
  for (const text of ["", "x", "1 2", "--3", "1e999", "inf", "0x10", "1_000"])
    {assert.equal(readNumber(text), null, text);}
  assert.equal(prettyNumber("-2.0"), "−2");
});

test("Tab leads from leaf to leaf", () => {
  assert.equal(nextLeaf(before, 3), 5);
  assert.equal(nextLeaf(before, 5, -1), 3);
  assert.equal(nextLeaf(before, 6), 6);
});

test("undo and redo go back and forth, and a new edit ends what could be redone", () => {
  const history = new History(before);
  assert.equal(history.push({ draft: structuredClone(before), at: 3 }), false); // not a change
  history.push(setValue(history.now.draft, 2, "7"));
  history.push(removeNode(history.now.draft, 4));
  assert.deepEqual(nested(history.undo().draft.root), [
    [7, 12],
    [2, 4],
  ]);
  assert.deepEqual(nested(history.undo().draft.root), [
    [3, 12],
    [2, 4],
  ]);
  assert.equal(history.canUndo, false);
  assert.deepEqual(nested(history.redo().draft.root), [
    [7, 12],
    [2, 4],
  ]);
  history.push(setValue(history.now.draft, 3, "1"));
  assert.equal(history.canRedo, false);
  assert.deepEqual(nested(history.now.draft.root), [
    [7, 1],
    [2, 4],
  ]);
});
