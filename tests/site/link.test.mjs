import assert from "node:assert/strict";
import { test } from "node:test";

import { fromFragment, toFragment } from "../../site/link.mjs";

test("a link gives back the code and the tree that it was made of", () => {
  for (const code of ["", "def f(s):\n    return 1", "# α ≥ β → ✂ 😀", "x".repeat(20000)]) {
    assert.deepEqual(fromFragment(toFragment(code, "[[3, 12]]")), { code, position: "[[3, 12]]" });
  }
});

test("a link is made of characters that survive in any message", () => {
  assert.match(toFragment("a?b/c+d=é", "[1]"), /^#[\w-]+$/);
});

test("no fragment is no link", () => {
  assert.equal(fromFragment(""), null);
  assert.equal(fromFragment("#"), null);
});

test("a damaged link says what is wrong with it", () => {
  const whole = toFragment("def f(s): return 1", "[[1]]");
  for (const damaged of [whole.slice(0, 20), "#%%%", "#AAAA", whole.replace(/.$/, "*")]) {
    assert.match(fromFragment(damaged).error, /missing or changed/);
  }
  const older = `#${btoa(JSON.stringify({ v: 0, code: "", position: "" }))}`;
  assert.match(fromFragment(older).error, /version 0/);
  assert.match(fromFragment(`#${btoa(JSON.stringify({ v: 1, code: 5 }))}`).error, /missing/);
});
