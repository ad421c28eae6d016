// The story: what happens at each step, in a sentence.
import { sentenceOf } from "../trace.js";
import { html } from "../../shared/look.js";

/** The sentence of the step, which a screen reader reads out as it changes. */
export class StoryPane {
  constructor(trace) {
    this.trace = trace;
    this.sentence = html("p", { class: "sentence", role: "status", "aria-live": "polite", "data-testid": "story" });
    this.element = html("div", { class: "story" }, this.sentence);
  }

  draw(machine, isPlaying = false) {
    const { trace } = this,
      kind = trace.steps.kind[machine.step];
    this.sentence.setAttribute("aria-live", isPlaying ? "off" : "polite"); // nobody listens to 60 sentences a second
    const parts = sentenceOf(trace, machine.step).map(({ code, gap, words }) => {
      if (code != null) return html("code", {}, code);
      const who = gap != null && /^(▲|▼)/.exec(gap);
      return gap == null ? words : html("b", { class: who ? (who[1] === "▲" ? "max" : "min") : null }, gap);
    });
    if (kind === "error" && trace.message) parts.push(html("span", { class: "message" }, trace.message));
    this.sentence.replaceChildren(...parts);
    this.element.className = `story ${kind}`;
  }
}
