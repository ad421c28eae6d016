// The story: what happens at each step, in a sentence.
import { sentenceOf } from "../trace.js";
import { html, isTouched, unspoken } from "../../shared/look.js";

// How many lines are kept free for a sentence.
const mostLines = (isAlone, width) => (isAlone && width < 420 ? 9 : isTouched() ? 5 : 4);
const MOST_LOOKED_AT = 5000; // steps

/** The sentence of the step, which a screen reader reads out as it changes. */
export class StoryPane {
  constructor(trace) {
    this.trace = trace;
    this.sentence = html("p", { class: "sentence", role: "status", "aria-live": "polite", "data-testid": "story" });
    this.element = html("div", { class: "story" }, this.sentence);
  }

  draw(machine, isPlaying = false) {
    const { trace } = this, kind = trace.steps.kind[machine.step];
    this.sentence.setAttribute("aria-live", isPlaying ? "off" : "polite"); // nobody listens to 60 sentences a second
    this.sentence.replaceChildren(...this.partsAt(machine.step));
    this.element.className = `story ${kind}`;
  }

  partsAt(step) {
    const parts = sentenceOf(this.trace, step).flatMap(({ code, gap, words }) => {
      if (code != null) return [html("code", {}, code)];
      const who = gap != null && /^(▲|▼)/.exec(gap);
      if (gap == null) return unspoken(words);
      return [html("b", { class: who ? (who[1] === "▲" ? "max" : "min") : null }, ...unspoken(gap))];
    });
    const failed = this.trace.steps.kind[step] === "error" && this.trace.message;
    return failed ? [...parts, html("span", { class: "message" }, failed)] : parts;
  }

  /** How high the longest sentence is in this width: if that is kept free, nothing moves from step to step. */
  wanted(isAlone) {
    this.longest ??= longestOf(this.trace);
    const probe = html("p", { class: "sentence", style: "position: absolute; visibility: hidden; height: auto",
      "aria-hidden": "true" }, ...this.partsAt(this.longest));
    probe.style.width = `${this.sentence.clientWidth}px`;
    this.element.append(probe);
    const line = parseFloat(getComputedStyle(probe).lineHeight),
      height = Math.min(probe.offsetHeight, mostLines(isAlone, probe.offsetWidth) * line);
    probe.remove();
    return Math.ceil(height);
  }
}

/** The step with the longest sentence; of very many steps only some are looked at. */
function longestOf(trace) {
  const lengthOf = (step) => sentenceOf(trace, step).reduce((sum, part) => sum + Object.values(part)[0].length, 0),
    { told, count } = trace.steps;
  let longest = 0, most = 0;
  for (let step = 0; step < count; step += Math.ceil(count / MOST_LOOKED_AT)) {
    const length = told[step] < 0 ? 0 : lengthOf(step);
    if (length > most) [longest, most] = [step, length];
  }
  return longest;
}
