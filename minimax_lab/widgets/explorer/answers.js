// What Python works out for the evaluation explorer: asked for piece by piece, and kept.

const MOST_KEPT = 500; // answers

function keyOf({ position, depth, quiescence, weights }) {
  return JSON.stringify([position, depth, quiescence, weights]);
}

/**
 * The values of moves after a search. Python is asked one thing at a time and answers with as many values as it has
 * time for: so a newer wish never waits behind older ones, and the kernel is never busy for long.
 * `ask(question)` sends a question, `changed()` is called when there is news.
 */
export class Answers {
  constructor(ask, changed) {
    Object.assign(this, { ask, changed, kept: new Map(), wishes: [], asked: null });
  }

  /** What is known: {values, complete, problem}. */
  get(question) {
    return this.kept.get(keyOf(question)) ?? { values: [], complete: false, problem: "" };
  }

  /** Want these answered, the first one first, and no longer what was wanted before. */
  want(questions) {
    this.wishes = questions;
    this.next();
  }

  next() {
    if (this.asked !== null) return;
    const open = this.wishes.find((question) => !this.get(question).complete);
    if (!open) return;
    this.asked = keyOf(open);
    this.ask(open);
  }

  /** Python has answered: with the values of the first moves of `count`, or with what went wrong. */
  receive(question, { values = [], problem = "" }, count) {
    const key = keyOf(question);
    this.kept.delete(key);
    this.kept.set(key, { values: values.map(Number), complete: Boolean(problem) || values.length >= count, problem });
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value);
    if (this.asked === key) this.asked = null;
    this.changed();
    this.next();
  }

  /** No answer will come: the next wish asks anew. */
  giveUp() {
    this.asked = null;
    this.wishes = [];
  }
}
