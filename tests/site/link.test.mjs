import assert from "node:assert/strict";
import { test } from "node:test";

import { fromFragment, toFragment } from "../../site/link.mjs";

test("a link gives back the code and the tree that it was made of", () => {
  for (const code of ["", "def f(s):\n    return 1", "# α ≥ β → ✂ 😀", "x".repeat(20000)]) {
    const held = { code, position: "[[3, 12]]" };
    assert.deepEqual(fromFragment(toFragment(held)), held);
  }
});

test("a link keeps the search, the step and what a check said, and nothing else", () => {
  const held = { code: "x", position: "[1]", search: "f", step: 31, title: "The window is not passed down", line: 9 };
  assert.deepEqual(fromFragment(toFragment({ ...held, other: 1 })), held);
  const wrong = { code: "x", position: "[1]", step: "<b>", line: -1, title: { html: "" } };
  assert.deepEqual(fromFragment(toFragment(wrong)), { code: "x", position: "[1]" });
});

test("a link is made of characters that survive in any message", () => {
  assert.match(toFragment({ code: "a?b/c+d=é", position: "[1]" }), /^#[\w-]+$/);
});

test("no fragment is no link", () => {
  assert.equal(fromFragment(""), null);
  assert.equal(fromFragment("#"), null);
});

test("a damaged link says what is wrong with it", () => {
  const whole = toFragment({ code: "def f(s): return 1", position: "[[1]]" });
  for (const damaged of [whole.slice(0, 20), "#%%%", "#AAAA", whole.replace(/.$/, "*")]) {
    assert.match(fromFragment(damaged).error, /missing or changed/);
  }
  const older = `#${btoa(JSON.stringify({ v: 0, code: "", position: "" }))}`;
  assert.match(fromFragment(older).error, /version 0/);
  assert.match(fromFragment(`#${btoa(JSON.stringify({ v: 1, code: 5 }))}`).error, /missing/);
});
