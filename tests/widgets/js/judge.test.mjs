// What the browser says of every answer to a quiz is what a check in Python says of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, cutWith, judgePruning, judgeValues, readAnswer } from "../../../minimax_lab/widgets/quiz/judge.js";
import { fromPython } from "./python.mjs";

const JUDGES = { PruningQuiz: judgePruning, ValueQuiz: judgeValues };

const cases = fromPython("tests.widgets.js.quiz_cases");

for (const kind of Object.keys(JUDGES)) {
  test(`${kind}: checks, explanations, hints and points are those of Python, message after message`, () => {
    for (const { rows, key, messages, told } of cases.filter((each) => each.kind === kind)) {
      let held = { attempts: 0, score: 0, correct: null, _progress: {}, _feedback: {} };
      messages.forEach((message, k) => {
        const judged = JUDGES[kind](rows, key, message);
        if (kind === "PruningQuiz" && held.attempts) judged.generalHints = key.hints.general.slice(0, 1);
        held = answered(message.do, judged, key, held);
        held = JSON.parse(JSON.stringify(held)); // as it comes back from a notebook that was saved
        const said = [held._feedback, held.score, held.attempts, held.correct];
        assert.deepEqual(said, told[k], JSON.stringify({ message, leaves: rows.map((row) => row[2]) }));
      });
    }
  });
}

test("answers are read as they are meant", () => {
  const meant = { "7": 7, " −2.5 ": -2.5, "≥ 4": 4, "<=3": 3, "∞": Infinity, "-inf": -Infinity, "0,5": 0.5 };
  for (const [typed, number] of Object.entries(meant)) assert.equal(readAnswer(typed), number, typed);
  assert.equal(readAnswer("  "), null);
  for (const typed of ["x", "1 2", "--3", "nan", "1e5"]) assert.ok(Number.isNaN(readAnswer(typed)), typed);
});

test("a branch is cut if all below it is marked, and all below what is marked is cut", () => {
  const rows = [[-1], [0], [1], [1], [0]]; // 0 has 1 and 4 below it, 1 has 2 and 3
  assert.deepEqual([...cutWith(rows, [1])].sort(), [1, 2, 3]);
  assert.deepEqual([...cutWith(rows, [2, 3])].sort(), [1, 2, 3]);
  assert.deepEqual([...cutWith(rows, [2])], [2]);
});

test("at a node that is never looked at an answer is told to be too much, and none is right", () => {
  const never = "▼ MIN is never looked at.", rows = [[-1, 0], [0, 1], [0, 1]];
  const key = { nodes: rows.map(() => ({})), parts: [], windows: { 2: { name: "▼ MIN", begin: "", never } } };
  const said = (texts, marked = []) => {
    const { mistakes } = judgePruning(rows, key, { marked, answers: { 2: texts }, asksWindows: true });
    return [...mistakes.values()].map(({ text }) => text);
  };
  assert.deepEqual(said(["", "", ""]), []);
  assert.deepEqual(said(["", "", "5"]), [never]);
  assert.deepEqual(said(["", "", "5"], [2]), [], "it is marked as cut");
});
