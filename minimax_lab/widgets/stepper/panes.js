// The panes beside the tree: the code that runs, its variables, the window, and the story.
import { lineOf, sentenceOf } from "./trace.js";
import { numberText } from "../shared/tree.js";
import { html, svg } from "../shared/look.js";

// The code

const KEYWORDS =
  "and as assert break class continue def elif else except finally for from if import in is lambda nonlocal not or " +
  "pass raise return try while with yield None True False";
const TOKENS = new RegExp(
  [
    `("""|''')`, // 1: a docstring begins
    `(#.*$)`, // 2: a comment
    `("(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')`, // 3: a string
    `\\b(${KEYWORDS.replaceAll(" ", "|")})\\b`,
  ].join("|"),
  "g",
);

/** A line of Python as elements; a docstring that is still open carries on to the next line. */
function paintLine(text, state) {
  if (state.quote) {
    const end = text.indexOf(state.quote);
    if (end < 0) return [html("span", { class: "string" }, text)];
    const stop = end + 3;
    state.quote = "";
    return [html("span", { class: "string" }, text.slice(0, stop)), ...paintLine(text.slice(stop), state)];
  }
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(TOKENS)) {
    parts.push(text.slice(from, found.index));
    if (found[1]) {
      const rest = text.slice(found.index + 3);
      if (!rest.includes(found[1])) state.quote = found[1];
      const stop = state.quote ? text.length : found.index + 6 + rest.indexOf(found[1]);
      const string = html("span", { class: "string" }, text.slice(found.index, stop));
      return [...parts, string, ...paintLine(text.slice(stop), state)];
    }
    parts.push(html("span", { class: found[2] ? "comment" : found[3] ? "string" : "keyword" }, found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

/** The functions of the trace as they were written, with the line that runs and what it works with. */
export class CodePane {
  constructor(trace) {
    this.trace = trace;
    this.lines = trace.sources.map((source) => this.makeLines(source));
    const titled = trace.sources.length > 1;
    const sources = trace.sources.map(({ name }, k) => {
      const title = titled ? html("div", { class: "source-name" }, name) : "";
      return html("div", { class: "source" }, title, ...this.lines[k]);
    });
    this.listing = html("div", { class: "listing", tabindex: "0", role: "group", "aria-label": "Code",
      "data-testid": "code" }, ...sources);
    const isMany = trace.steps.scopes.some(({ names }) => names.length > 6);
    this.variables = html("div", { class: isMany ? "variables many" : "variables", role: "group",
      "aria-label": "Variables", "data-testid": "variables" });
    this.note = html("span", { class: "note" });
    this.element = html("div", { class: "code" }, this.listing);
    this.current = null;
  }

  makeLines({ lines }) {
    if (!lines.length) {
      const note = html("span", { class: "comment" }, "  (the source text of this function is not available)");
      return [html("div", { class: "line" }, note)];
    }
    const state = { quote: "" };
    return lines.map((text) => {
      const hang = /^ */.exec(text)[0].length + 4; // where a line that is too long goes on
      const style = `padding-left: calc(${hang}ch + 12px); text-indent: -${hang}ch`;
      return html("div", { class: "line", style }, ...(text ? paintLine(text, state) : ["\u200b"]));
    });
  }

  draw(machine) {
    const { trace } = this,
      { steps } = trace,
      step = machine.step,
      variables = machine.variables();
    const line = this.lines[steps.scopes[steps.scope[step]].source][steps.line[step]] ?? null;
    if (line !== this.current) {
      this.current?.classList.remove("now");
      this.current?.removeAttribute("aria-current");
      line?.classList.add("now");
      line?.setAttribute("aria-current", "step");
      this.current = line;
      if (line) this.reveal(line);
    }
    this.drawNote(line, lineOf(trace, step), variables);
    const shown = variables.map(({ name, text, changed }) =>
      html("span", { class: changed ? "variable changed" : "variable", title: `${name} = ${text}` },
        html("b", {}, name), " = ", html("span", { class: "held" }, text)));
    this.variables.replaceChildren(...shown);
  }

  /** The values of the names in this line, behind it, if there is room for them. */
  drawNote(line, code, variables) {
    const names = new Set(code.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
    const note = variables
      .filter(({ name, text }) => names.has(name) && text.length < 14)
      .map(({ name, text }) => `${name} = ${text}`)
      .join("   ");
    this.note.textContent = note;
    if (!line || !note) return this.note.remove();
    const room = this.room ?? Infinity,
      needed = line.textContent.length - (line.contains(this.note) ? note.length : 0) + note.length + 8;
    if (needed > room) return this.note.remove();
    return line.append(this.note);
  }

  /** After another size of the pane: how many letters fit in a line, and the current line in view. */
  measure() {
    const probe = this.listing.appendChild(html("span", { class: "probe" }, "0".repeat(50)));
    const letter = probe.getBoundingClientRect().width / 50;
    probe.remove();
    this.room = letter ? Math.floor((this.listing.clientWidth - 34) / letter) : Infinity;
    if (this.current) this.reveal(this.current);
  }

  /** Scroll the listing, and nothing but the listing, so that a line and its neighbours can be seen. */
  reveal(line) {
    const { listing } = this,
      top = line.offsetTop - listing.offsetTop,
      margin = 44;
    if (top - margin < listing.scrollTop) listing.scrollTop = top - margin;
    else if (top + line.offsetHeight + margin > listing.scrollTop + listing.clientHeight) {
      listing.scrollTop = top + line.offsetHeight + margin - listing.clientHeight;
    }
  }
}

// The window

const WIDE = 400,
  LEFT = 64,
  RIGHT = 336,
  AXIS = 40; // the names of the ends go outside, where there is always room

/** The interval of values that still matter, on a number line, closing as the search goes on. */
export class WindowPane {
  constructor(trace) {
    this.trace = trace;
    this.line = numberLine(trace);
    this.title = html("div", { class: "window-title", "data-testid": "window" });
    this.moving = svg("g");
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} 60`, "aria-hidden": "true" }, this.axis(), this.moving);
    this.element = html("div", { class: "window-pane" }, this.title, picture);
    this.element.hidden = !trace.hasWindows;
  }

  x(value) {
    return LEFT + this.line.at(value) * (RIGHT - LEFT);
  }

  axis() {
    const ticks = this.line.ticks.map(({ at, text }) => {
      const x = LEFT + at * (RIGHT - LEFT);
      const mark = svg("path", { class: "tick", d: `M${x} ${AXIS}v5` });
      return svg("g", {}, mark, svg("text", { class: "tick-text", x, y: AXIS + 17 }, text));
    });
    return svg("g", {}, svg("path", { class: "axis", d: `M${LEFT - 10} ${AXIS}H${RIGHT + 10}` }), ...ticks);
  }

  draw(machine, node) {
    const { texts, ranks, isMin } = this.trace,
      { alpha, beta } = { alpha: machine.alpha[node], beta: machine.beta[node] };
    if (this.element.hidden) return;
    if (alpha < 0 || beta < 0) {
      this.title.textContent = "No window here";
      return void this.moving.replaceChildren();
    }
    const [low, high] = machine.window(node),
      isClosed = ranks[low] >= ranks[high] && ranks[low] >= 0;
    const reached = machine.reached(node),
      sign = isMin[node] ? "≤" : "≥";
    this.title.textContent = isClosed
      ? `${this.whatClosed(alpha, beta, reached, isMin[node])}: the window is closed`
      : `Window: only values above ${texts[low]} and below ${texts[high]} still matter`;
    this.element.classList.toggle("closed", isClosed);
    const parts = [];
    if (!isClosed) {
      const width = Math.max(0, this.x(high) - this.x(low));
      parts.push(svg("rect", { class: "interval", x: this.x(low), y: AXIS - 16, width, height: 16 }));
    }
    if (reached >= 0) parts.push(...this.reach(this.x(reached), isMin[node] ? -1 : 1, `${sign} ${texts[reached]}`));
    const crossed = this.x(alpha) > this.x(beta);
    parts.push(...this.end("alpha", "α", alpha, crossed), ...this.end("beta", "β", beta, !crossed));
    this.moving.replaceChildren(...parts);
  }

  /** The two ends that have met; or, if the search has not narrowed them yet, what the node has reached. */
  whatClosed(alpha, beta, reached, isMin) {
    const { texts, ranks } = this.trace;
    if (ranks[alpha] >= ranks[beta]) return `α = ${texts[alpha]} ≥ β = ${texts[beta]}`;
    return isMin ? `${texts[reached]} ≤ α = ${texts[alpha]}` : `${texts[reached]} ≥ β = ${texts[beta]}`;
  }

  /** One end of the window, its name on the outer side. */
  end(name, letter, value, toRight) {
    const x = this.x(value);
    const at = { x: x + (toRight ? 4 : -4), y: AXIS - 20, "text-anchor": toRight ? "start" : "end" };
    return [
      svg("path", { class: `end ${name}`, d: `M${x} ${AXIS - 22}V${AXIS + 3}` }),
      svg("text", { class: `end-text ${name}`, ...at }, `${letter} = ${this.trace.texts[value]}`),
    ];
  }

  /** What the node has reached: the true value lies on this side of it. */
  reach(x, side, text) {
    const far = side > 0 ? RIGHT + 10 : LEFT - 10;
    return [
      svg("path", { class: "reach", d: `M${x} ${AXIS - 8}H${far}` }),
      svg("circle", { class: "reached", cx: x, cy: AXIS - 8, r: 4.5 }, svg("title", {}, `this node: ${text}`)),
    ];
  }
}

/** Where on a line from 0 to 1 each value goes, and the ticks; by rank for what is not a number. */
export function numberLine(trace) {
  const scores = [...trace.ranks.keys()].filter((i) => trace.ranks[i] >= 0);
  const finite = scores.filter((i) => Number.isFinite(trace.numbers[i]));
  const byNumber = scores.every((i) => !Number.isNaN(trace.numbers[i]));
  const measure = byNumber ? trace.numbers : trace.ranks;
  const inside = byNumber ? finite : scores;
  const [least, most] = [Math.min(...inside.map((i) => measure[i])), Math.max(...inside.map((i) => measure[i]))];
  const spread = most - least || 1,
    edge = 0.09;
  const place = (value) => Math.max(0, Math.min(1, edge + ((value - least) / spread) * (1 - 2 * edge)));
  const at = (i) => (inside.length ? place(measure[i]) : trace.numbers[i] > 0 ? 1 : 0);
  if (byNumber && inside.length) {
    const isWhole = finite.every((i) => Number.isInteger(trace.numbers[i]));
    const ticks = roundTicks(least, most, isWhole).map((value) => ({ at: place(value), text: numberText(value) }));
    return { at, ticks };
  }
  const some = sample(inside.sort((a, b) => measure[a] - measure[b]), 5);
  return { at, ticks: some.map((i) => ({ at: at(i), text: trace.texts[i] })) };
}

function roundTicks(least, most, isWhole) {
  if (least === most) return [least];
  const rough = (most - least) / 6,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough && (size >= 1 || !isWhole)) ?? 1;
  const ticks = [];
  for (let k = Math.ceil(least / step); k * step <= most + step / 1e6; k++) ticks.push(k * step);
  return ticks;
}

function sample(items, most) {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, k) => items[Math.round((k * (items.length - 1)) / (most - 1))]);
}

// The story

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

