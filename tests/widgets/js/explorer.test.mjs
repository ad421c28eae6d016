// The explorer's scales and numbers, and the way it asks Python.
import assert from "node:assert/strict";
import test from "node:test";

import { Answers } from "../../../minimax_lab/widgets/explorer/answers.js";
import {
  decimalsFor, fixed, plain, pythonOf, ranksOf, reachOf, roundUp, scaleFor, signed, tidied,
} from "../../../minimax_lab/widgets/explorer/sums.js";

test("scales are round and never too short", () => {
  const rounded = { 1: 1, 1.2: 2, 3: 5, 5: 5, 7: 10, 10: 10, 11: 20, 0.3: 0.5, 0.07: 0.1, 240: 500 };
  for (const [number, round] of Object.entries(rounded)) assert.equal(roundUp(Number(number)), round, number);
  for (let i = 1; i < 2000; i++) {
    const number = i ** 3 / 777, round = roundUp(number);
    assert.ok(round >= number * (1 - 1e-9) && round <= 2.5 * number + 1e-12, String(number));
  }
  assert.equal(scaleFor([-2.55, 1, Infinity]), 3);
  assert.equal(scaleFor([0, -Infinity]), 1);
  assert.equal(scaleFor([Infinity]), 1);
  assert.equal(roundUp(0), 1);
  assert.equal(roundUp(NaN), 1);
});

test("a slider reaches twice as far as any weight that is offered", () => {
  assert.equal(reachOf([0.5, -3], [1]), 10);
  assert.equal(reachOf([0, 0], [4, -8]), 20); // as far as those of the others
  assert.equal(reachOf([0], [0]), 1);
});

test("numbers of a column have a real minus and none before a nought", () => {
  assert.equal(fixed(-1.5, 2), "−1.50");
  assert.equal(fixed(-0.001, 2), "0.00");
  assert.equal(signed(3, 1), "+3.0");
  assert.equal(signed(0.001, 2), "0.00");
  assert.equal(signed(-0.001, 2), "0.00");
  assert.equal(plain(-0), "0");
  assert.equal(plain(-2.50049), "−2.5");
  assert.equal(tidied(0.1 + 0.2), 0.3);
  assert.ok(Object.is(tidied(-0), 0));
});

test("small numbers are not rounded away", () => {
  for (const most of [1e-5, 0.003, 0.05, 0.7, 12, 900, 5000, 1e6]) {
    assert.ok(Number(most.toFixed(decimalsFor(most))) > 0.9 * most);
  }
  assert.equal(decimalsFor(0), 0);
});

test("infinities are ranked like other values", () => {
  assert.deepEqual(ranksOf([Infinity, 2, -Infinity, Infinity], true), [1, 3, 4, 1]);
  assert.deepEqual(ranksOf([Infinity, 2, -Infinity, Infinity], false), [3, 2, 1, 3]);
});

test("all weights are written, with no name that only one cell knows", () => {
  assert.equal(pythonOf(["a", 'b "c"'], [1, 2.5]), '{"a": 1, "b \\"c\\"": 2.5}');
});

/** Answers, with what was asked and how often there was news. */
function asking() {
  const log = { asked: [], news: 0 };
  return { log, answers: new Answers((question) => log.asked.push(question.weights[0]), () => { log.news += 1; }) };
}

const about = (weight) => ({ position: 0, depth: 2, quiescence: false, weights: [weight] });

test("a newer wish takes the place of those that were not asked yet", () => {
  const { log, answers } = asking();
  for (const weight of [1, 2, 3, 4]) answers.want([about(weight)]);
  assert.deepEqual(log.asked, [1]); // one at a time
  answers.receive(about(1), { values: [5] }, 3);
  assert.deepEqual(log.asked, [1, 4]); // what lies between was never asked
});

test("what comes in pieces is asked for until it is complete, and then the next", () => {
  const { log, answers } = asking();
  answers.want([about(1), about(9)]);
  answers.receive(about(1), { values: [5] }, 3);
  assert.deepEqual(answers.get(about(1)), { values: [5], complete: false, problem: "" });
  answers.receive(about(1), { values: [5, "-Infinity", 7] }, 3);
  assert.deepEqual(answers.get(about(1)), { values: [5, -Infinity, 7], complete: true, problem: "" });
  assert.deepEqual(log.asked, [1, 1, 9]);
  answers.receive(about(9), { values: [1, 2, 3] }, 3);
  assert.equal(log.asked.length, 3);
  assert.equal(log.news, 3);
});

test("what is known is not asked again", () => {
  const { log, answers } = asking();
  answers.want([about(1)]);
  answers.receive(about(1), { values: [5] }, 1);
  answers.want([about(2)]);
  answers.receive(about(2), { values: [6] }, 1);
  answers.want([about(1), about(2)]);
  assert.deepEqual(log.asked, [1, 2]);
});

test("a problem ends the asking", () => {
  const { log, answers } = asking();
  answers.want([about(1)]);
  answers.receive(about(1), { problem: "ZeroDivisionError" }, 3);
  assert.deepEqual(log.asked, [1]);
  assert.equal(answers.get(about(1)).problem, "ZeroDivisionError");
});

test("when no answer comes, a new wish asks anew", () => {
  const { log, answers } = asking();
  answers.want([about(1)]);
  answers.giveUp();
  answers.want([about(1)]);
  assert.deepEqual(log.asked, [1, 1]);
});
