// The explorer's arithmetic makes of positions and weights what Python makes of them; run by tests/test_explorer.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { orderOf, partsOf, pythonOf, ranksOf, valueOf } from "../../../minimax_lab/widgets/explorer/sums.js";

const cases = JSON.parse(readFileSync(process.env.MINIMAX_LAB_EXPLORER_CASES, "utf-8"));

cases.forEach(({ explored, weights, expected, python }, number) => {
  test(`case ${number}: totals, values, ranks and orders`, () => {
    explored.positions.forEach((position, i) => {
      const { total, values, ranks, order } = expected[i];
      assert.equal(valueOf(position, weights), total);
      const found = position.moves.map((move) => valueOf(move, weights));
      assert.deepEqual(found, values.map(Number));
      assert.deepEqual(ranksOf(found, position.max), ranks);
      assert.deepEqual(orderOf(ranks).map((move) => position.moves[move].name), order);
      if (!position.features) return;
      const parts = partsOf(position.features, weights);
      assert.equal(parts.reduce((sum, part) => sum + part, 0), total);
    });
  });

  test(`case ${number}: the text`, () => {
    const names = explored.features.map(({ name }) => name);
    assert.equal(pythonOf(names, weights), python);
  });
});

test("there are cases", () => assert.ok(cases.length > 20));
