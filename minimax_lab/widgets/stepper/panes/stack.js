// The calls that are open, from the root to here, with their arguments; and the call of a node one points at.
import { DONE, FAILED, OPEN, PRUNED, placeIn } from "../machine.js";
import { detailOf } from "../trace.js";
import { NONE, pathTo } from "../../shared/tree.js";
import { button, html, listener } from "../../shared/look.js";

export class StackPane {
  /** `act.goTo(step)` goes to where a call was made, `act.point(node)` shows which node is meant (NONE: no more). */
  constructor(trace, machine, act, signal) {
    Object.assign(this, { trace, machine, act, signal, rows: [] });
    this.entered = entries(trace);
    this.list = html("ol", { "aria-label": "Open calls, the first one first" });
    this.call = html("p", { class: "call", "data-testid": "call" });
    this.element = html("div", { class: "stack", role: "group", "aria-label": "Calls", "data-testid": "stack" },
      this.list, this.call);
  }

  draw(node) {
    const path = pathTo(this.trace, node).filter((i) => i === node || this.machine.phase[i] === OPEN);
    while (this.rows.length < path.length) this.rows.push(this.makeRow(this.rows.length));
    this.path = path;
    this.rows.forEach((row, k) => {
      const made = row.firstChild,
        text = k < path.length ? this.textOf(path[k]) : made.textContent;
      row.hidden = k >= path.length;
      if (made.textContent !== text) made.textContent = made.title = text;
      if (k === path.length - 1) made.setAttribute("aria-current", "true");
      else made.removeAttribute("aria-current");
    });
    this.about(node);
    this.list.scrollTop = this.list.scrollHeight;
  }

  makeRow(k) {
    const made = button("", `call-${k}`),
      on = listener(this.signal);
    on(made, "click", () => this.act.goTo(this.enteredAt(this.path[k])));
    for (const type of ["pointerenter", "focus"]) on(made, type, () => this.act.point(this.path[k]));
    for (const type of ["pointerleave", "blur"]) on(made, type, () => this.act.point(NONE));
    return this.list.appendChild(html("li", {}, made));
  }

  /** Say which call searched a node, and what it returned. */
  about(node) {
    const phase = this.machine.phase[node];
    const outcome = { [OPEN]: "", [DONE]: ` → ${this.outcome(node)}`, [FAILED]: " failed" }[phase];
    const text = phase === PRUNED ? `${this.place(node)}: never called` : `${this.place(node)}: not called yet`;
    this.call.textContent = outcome != null && this.enteredAt(node) >= 0 ? this.textOf(node) + outcome : text;
    this.call.hidden = this.call.textContent === this.rows[this.path.length - 1].textContent; // it stands there
  }

  /** What the code returned; if that is not what it is worth to MAX, this as well. */
  outcome(node) {
    const { steps, texts } = this.trace,
      label = this.machine.label(node);
    if (!this.trace.isForMover) return label;
    let step = this.machine.step;
    while (step >= 0 && !(steps.node[step] === node && /^(leaf|return)$/.test(steps.kind[step]))) step--;
    const returned = detailOf(this.trace, step)?.[5];
    return returned == null ? label : `${texts[returned]}, worth ${label} to MAX`;
  }

  place(node) {
    return node ? this.trace.texts[this.trace.move[node]] : "root";
  }

  /** The step at which the call that searches a node, or has searched it last, was made. */
  enteredAt(node) {
    const steps = this.entered.get(node) ?? [],
      k = steps.length ? placeIn(steps, this.machine.step) : 0;
    return (steps[k] <= this.machine.step ? steps[k] : steps[k - 1]) ?? NONE;
  }

  /** A call as one would write it, with the values that its arguments have now. */
  textOf(node) {
    const { trace, machine } = this,
      { steps, texts } = trace,
      entered = this.enteredAt(node);
    if (entered < 0) return this.place(node);
    const scope = steps.scope[entered],
      { source, names } = steps.scopes[scope];
    const given = [...this.entered.names[scope]].flatMap((k) => {
      const value = machine.held[steps.slot[entered] + k];
      const isNoLimit = texts[value] === "None" || (names[k] === "depth" && texts[value] === "∞");
      return value === steps.unset || isNoLimit ? [] : [`${names[k]}=${texts[value]}`];
    });
    return `${trace.sources[source].name}(${[this.place(node), ...given].join(", ")})`;
  }
}

/** For each node the steps at which it was entered, and for each function (`names`) which variables are arguments. */
function entries(trace) {
  const { kind, node, scope, which, count, scopes } = trace.steps,
    entered = new Map();
  entered.names = scopes.map(() => new Set());
  for (let step = 0; step < count; step++) {
    if (kind[step] !== "enter") continue;
    if (!entered.has(node[step])) entered.set(node[step], []);
    entered.get(node[step]).push(step);
    for (const k of which[step]) entered.names[scope[step]].add(k);
  }
  return entered;
}
