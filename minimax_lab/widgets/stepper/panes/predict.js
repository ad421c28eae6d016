// Predict before you step: the questions, the answers by mouse or keyboard, and the score.
import { isSameValue, isThatKind, movesAt, questionAfter, reasonFor } from "../questions.js";
import { placeText } from "../../shared/tree.js";
import { button, html, unspoken } from "../../shared/look.js";

const BEFORE = "Step forward: you are asked before a value above the leaves, and before a cut-off.";
const AT_THE_END = "This is the last step. Go back, and you are asked on the way here.";

export class PredictPane {
  /** `act.isAsking(yes)` is told when a question begins and ends, `act.goOn()` shows what came; `act.isAtEnd()`. */
  constructor(trace, machine, act) {
    Object.assign(this, { trace, machine, act, question: null, asked: 0, right: 0 });
    this.words = html("p", { class: "question", role: "status", "data-testid": "question" });
    const submit = (event) => {
      event.preventDefault();
      this.check();
    };
    this.answers = html("form", { class: "answers", "data-testid": "answers", submit,
      keydown: (event) => this.key(event) });
    this.score = html("span", { class: "score", "data-testid": "score" });
    this.element = html("div", { class: "predict", role: "group", "aria-label": "Predict the next step",
      "data-testid": "predict" }, this.words, this.answers, this.score);
    this.setOn(false);
  }

  setOn(isOn) {
    this.isOn = isOn;
    this.element.hidden = !isOn;
    this.forget();
    this.drawScore();
  }

  /** Drop the question, if there is one, and what was said to the last one: it was about another step. */
  forget() {
    const wasAsking = this.question;
    this.question = null;
    this.answers.replaceChildren();
    this.say(this.act.isAtEnd() ? AT_THE_END : BEFORE);
    if (wasAsking) this.act.isAsking(false);
  }

  /** Ask about the next step, if there is something to ask: then the step is not taken yet. */
  stops() {
    if (!this.isOn) return false;
    if (this.question) {
      this.focus(); // it waits for an answer
      return true;
    }
    this.say(BEFORE);
    this.question = questionAfter(this.trace, this.machine);
    if (!this.question) return false;
    this.ask();
    return true;
  }

  ask() {
    const { trace, question } = this,
      who = trace.isMin[question.node] ? "▼ MIN" : "▲ MAX",
      where = placeText(trace, question.node, "at the root");
    if (question.kind === "value") {
      const value = trace.isForMover ? "What is {} worth to MAX?" : "Which value does {} return?";
      this.asking = value.replace("{}", `${who}, ${where},`);
      this.say(this.asking);
      this.field = html("input", { type: "text", size: 6, autocomplete: "off", "aria-label": "The value",
        "data-testid": "answer-value" });
      this.show(this.field, this.submit("Check (Enter)"));
    } else if (question.kind === "cut") {
      this.say(`Back at ${who}, ${where}: will the search cut off the other moves here?`);
      const answer = (label, testid, yes) =>
        button(label, testid, { click: () => this.mark(yes === question.answer) });
      this.show(answer("Yes, it cuts (y)", "answer-yes", true), answer("No, it goes on (n)", "answer-no", false));
    } else {
      this.say(`${this.verdict} Which moves of ${who}, ${where}, are never searched?`);
      const boxes = question.moves.map(({ name }, k) =>
        html("label", {}, html("input", { type: "checkbox", "data-testid": `answer-move-${k}` }), ` ${name}`));
      this.show(...boxes, this.submit("Check (Enter)"));
    }
    this.showAll();
    this.focus();
  }

  /** Make room for all that is asked or told, and have it in sight. */
  showAll() {
    this.act.isAsking(Boolean(this.question));
    this.element.scrollIntoView({ block: "nearest" });
  }

  say(text) {
    this.words.replaceChildren(...unspoken(text));
  }

  show(...controls) {
    this.answers.replaceChildren(...controls, button("Show me", "answer-skip", { click: () => this.mark(null) }));
  }

  submit(label) {
    return html("button", { type: "submit", "data-testid": "answer-check" }, label);
  }

  focus() {
    this.answers.querySelector("input, button")?.focus({ preventScroll: true });
  }

  key(event) {
    const { question } = this, wanted = { y: true, n: false }[event.key.toLowerCase()];
    if (question?.kind === "cut" && wanted !== undefined) {
      event.preventDefault();
      this.mark(wanted === question.answer);
    } else if (event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();
      this.check();
    }
    if (event.key !== "Escape") event.stopPropagation(); // arrows and the space bar are for the answer
  }

  check() {
    const { question } = this;
    if (!question) return;
    const typed = this.field?.value.trim();
    if (question.kind === "value") {
      if (typed && isThatKind(typed, question.answer)) this.mark(isSameValue(typed, question.answer));
      else this.say(typed ? `“${typed}” is not a number. ${this.asking}` : this.asking);
    }
    if (question.kind !== "moves") return;
    const marked = [...this.answers.querySelectorAll("input")].map((box) => box.checked);
    this.mark(question.moves.every(({ isNever }, k) => isNever === marked[k]));
  }

  /** Count the answer (null: none was given, and none counts), say what is right, and show the step. */
  mark(isRight) {
    const { question, trace } = this;
    if (isRight !== null) this.asked++;
    if (isRight) this.right++;
    this.drawScore();
    const reason = reasonFor(trace, this.machine, question),
      verdict = isRight === null ? "" : isRight ? "✓ Right. " : "✗ No. ";
    this.verdict = `${verdict}${this.tell(question)} ${reason}`.trim();
    if (isRight !== null && question.kind === "cut" && question.answer) {
      const moves = movesAt(trace, question.node, question.step);
      this.question = { ...question, kind: "moves", moves };
      this.ask();
      return;
    }
    this.act.goOn();
    this.say(this.verdict);
    this.showAll();
  }

  tell({ kind, answer, moves }) {
    if (kind === "value") return this.trace.isForMover ? `It is worth ${answer} to MAX.` : `It returns ${answer}.`;
    if (kind === "cut") return answer ? "It cuts." : "It goes on with the next move.";
    const never = moves.filter(({ isNever }) => isNever).map(({ name }) => name);
    return `Never searched: ${never.join(", ")}.`;
  }

  drawScore() {
    this.score.textContent = `${this.right} of ${this.asked} right`;
    this.element.dataset.score = `${this.right}/${this.asked}`;
  }
}
