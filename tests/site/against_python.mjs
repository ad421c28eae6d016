// What the widgets of a page say without Python; test_alive.py compares it with what Python says.
import { readFileSync } from "node:fs";

import { judgePruning, judgeValues, quizMaster } from "../../minimax_lab/app/pages/quiz.js";
import { searched } from "../../minimax_lab/app/pages/searched.js";
import { heldModel } from "../../minimax_lab/widgets/shared/held.js";

const JUDGES = { quiz: judgePruning, values: judgeValues };

/** The feedback after each message, with the score. */
function asked({ kind, held: { state, key }, messages }) {
  const model = heldModel(state);
  const answer = quizMaster(model, key, JUDGES[kind]);
  return messages.map((message) => {
    answer(message);
    return [model.get("_feedback"), model.get("score"), model.get("attempts"), model.get("correct")];
  });
}

const { quizzes, drafts } = JSON.parse(readFileSync(0, "utf-8"));
const results = drafts.map(({ draft, search }) => searched(draft, search));
process.stdout.write(JSON.stringify({ quizzes: quizzes.map(asked), drafts: results }));
