// The window of a search: the interval of values that still matter.
import { DONE } from "../machine.js";
import { numberText } from "../../shared/tree.js";
import { html, svg } from "../../shared/look.js";

const WIDE = 350, LEFT = 60, RIGHT = 290, AXIS = 26; // the names of the ends go outside, where there is always room

/** The interval of values that still matter, on a number line, closing as the search goes on. */
export class WindowPane {
  constructor(trace) {
    this.trace = trace;
    this.line = numberLine(trace);
    this.title = html("div", { class: "window-title", "data-testid": "window" });
    this.moving = svg("g");
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} 40`, "aria-hidden": "true" }, this.axis(), this.moving);
    this.element = html("div", { class: "window-pane" }, this.title, picture);
    this.element.hidden = !trace.hasWindows;
  }

  x(value) {
    return LEFT + this.line.at(value) * (RIGHT - LEFT);
  }

  axis() {
    const ticks = this.line.ticks.map(({ at, text }) => {
      const x = LEFT + at * (RIGHT - LEFT);
      const mark = svg("path", { class: "tick", d: `M${x} ${AXIS}v3` });
      return svg("g", {}, mark, svg("text", { class: "tick-text", x, y: AXIS + 13 }, text));
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
    const [low, high] = machine.window(node), isClosed = ranks[low] >= ranks[high] && ranks[low] >= 0;
    const reached = machine.reached[node], sign = isMin[node] ? "≤" : "≥";
    const isDone = node === 0 && machine.phase[0] === DONE;
    this.title.textContent = isDone ? "The search is done"
      : isClosed ? `${this.whatClosed(alpha, beta, reached, isMin[node])}: the window is closed`
        : `Only values between ${texts[low]} and ${texts[high]} still matter`;
    this.element.classList.toggle("closed", isClosed);
    const parts = [];
    if (!isClosed) {
      const width = Math.max(0, this.x(high) - this.x(low));
      parts.push(svg("rect", { class: "interval", x: this.x(low), y: AXIS - 12, width, height: 12 }));
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
    const at = { x: x + (toRight ? 4 : -4), y: AXIS - 15, "text-anchor": toRight ? "start" : "end" };
    return [
      svg("path", { class: `end ${name}`, d: `M${x} ${AXIS - 18}V${AXIS + 2}` }),
      svg("text", { class: `end-text ${name}`, ...at }, `${letter} = ${this.trace.texts[value]}`),
    ];
  }

  /** What the node has reached: the true value lies on this side of it. */
  reach(x, side, text) {
    const far = side > 0 ? RIGHT + 10 : LEFT - 10;
    return [
      svg("path", { class: "reach", d: `M${x} ${AXIS - 6}H${far}` }),
      svg("circle", { class: "reached", cx: x, cy: AXIS - 6, r: 4 }, svg("title", {}, `this node: ${text}`)),
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
  const spread = most - least || 1, edge = 0.09;
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
  const rough = (most - least) / 6, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough && (size >= 1 || !isWhole)) ?? 1;
  const ticks = [];
  for (let k = Math.ceil(least / step); k * step <= most + step / 1e6; k++) ticks.push(k * step);
  return ticks;
}

function sample(items, most) {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, k) => items[Math.round((k * (items.length - 1)) / (most - 1))]);
}
