// The calls that are open, from the root to here, each with its path and its variables; and the call of a node one
// points at.
import { DONE, FAILED, OPEN, PRUNED, placeIn } from "../machine.js";
import { detailOf } from "../trace.js";
import { NONE, movesTo, pathTo } from "../../shared/tree.js";
import { button, html, setAttributes, whilePointed } from "../../shared/look.js";

export class StackPane {
  /** `act.look(node)` looks at the call that searches a node, `act.point(node)` shows which one is meant, or NONE. */
  constructor(trace, machine, act) {
    Object.assign(this, { trace, machine, act, rows: [], calls: [] });
    this.entered = entries(trace);
    this.list = html("ol", { "aria-label": "Open calls, the first one first" });
    this.call = html("p", { class: "call", "data-testid": "call" });
    this.element = html("div", { class: "stack", role: "group", "aria-label": "Calls", "data-testid": "stack" },
      this.list, this.call);
  }

  /** Show the calls that are open at a step at `node`, and all that one of them holds: `looked`, or else the last. */
  draw(node, looked = NONE) {
    const last = this.calls.length;
    this.calls = this.openCalls(node);
    while (this.rows.length < this.calls.length) this.rows.push(this.makeRow(this.rows.length));
    this.rows.forEach((row, k) => {
      row.hidden = k >= this.calls.length;
      if (!row.hidden) this.fill(row.firstChild, this.calls[k], k === this.calls.length - 1, looked);
    });
    this.about(node);
    if (looked < 0 || last !== this.calls.length) this.list.scrollTop = this.list.scrollHeight;
  }

  /** The open calls as pairs of a node and a step at which the call ran; a helper that runs now comes last. */
  openCalls(node) {
    const { machine } = this, path = pathTo(this.trace, node).filter((i) => i === node || machine.phase[i] === OPEN);
    const calls = path.map((i) => [i, Math.max(0, this.enteredAt(i))]),
      isHelper = this.sourceAt(calls[calls.length - 1][1]) !== this.sourceAt(machine.step);
    return [...(isHelper ? calls : calls.slice(0, -1)), [node, machine.step]];
  }

  /** The number of the function that ran at a step. */
  sourceAt(step) {
    const { scopes, scope } = this.trace.steps;
    return scopes[scope[step]].source;
  }

  makeRow(k) {
    const click = () => this.act.look(k < this.calls.length - 1 ? this.calls[k][0] : NONE),
      pointing = whilePointed(() => this.act.point(this.calls[k]?.[0] ?? NONE), () => this.act.point(NONE));
    return this.list.appendChild(html("li", {}, button("", `call-${k}`, { click, ...pointing })));
  }

  fill(row, [node, step], isLast, looked) {
    const { trace, machine } = this,
      { name } = trace.sources[this.sourceAt(step)],
      variables = machine.variables(step).filter(({ name: its, text }) => !isNoLimit(its, text)),
      held = variables.map((each) => `${each.name} = ${each.text}`);
    const isShown = looked < 0 ? isLast : node === looked && !isLast;
    row.classList.toggle("shown", isShown);
    setAttributes(row, { "aria-pressed": String(isShown), "aria-current": isLast ? "true" : null });
    const place = this.place(node),
      key = [name, place, ...held, ...variables.map(({ changed }) => changed)].join("\n");
    if (row.key === key) return;
    row.key = key;
    const shown = variables.map((each, k) =>
      html("span", { class: `variable ${each.changed ? "changed" : ""} ${each.text.length > 9 ? "long" : ""}`,
        title: held[k] },
        html("i", {}, each.name), " = ", html("span", { class: "held" }, each.text)));
    const read = shown.flatMap((each) => [" ", each]); // so that it is read as words
    row.replaceChildren(html("span", { class: "who" }, name, " ", html("b", {}, place)), ...read);
  }

  /** Say which call searched a node, and what it returned. */
  about(node) {
    const phase = this.machine.phase[node];
    const outcome = { [OPEN]: "", [DONE]: ` → ${this.outcome(node)}`, [FAILED]: " failed" }[phase];
    const text = phase === PRUNED ? `${this.place(node)}: never called` : `${this.place(node)}: not called yet`;
    this.call.textContent = outcome != null && this.enteredAt(node) >= 0 ? this.textOf(node) + outcome : text;
    this.call.hidden = outcome === ""; // it stands in the list
  }

  /** What the code returned; if that is not what it is worth to MAX, this as well. */
  outcome(node) {
    const { texts } = this.trace, label = this.machine.label(node);
    if (!this.trace.isForMover) return label;
    const returned = detailOf(this.trace, this.lastStep(node, /^(leaf|return)$/))?.[5];
    return returned == null ? label : `${texts[returned]}, worth ${label} to MAX`;
  }

  place(node) {
    return movesTo(this.trace, node).join(" › ") || "root";
  }

  /** The step at which the call that searches a node, or has searched it last, was made. */
  enteredAt(node) {
    const steps = this.entered.get(node) ?? [], k = steps.length ? placeIn(steps, this.machine.step) : 0;
    return (steps[k] <= this.machine.step ? steps[k] : steps[k - 1]) ?? NONE;
  }

  /** The last step until now at which the search of a node itself ran, or one of some kinds came; NONE if none did. */
  lastStep(node, kinds = /./) {
    const { steps } = this.trace,
      source = this.sourceAt(this.enteredAt(node)),
      isIt = (i) => steps.node[i] === node && this.sourceAt(i) === source && kinds.test(steps.kind[i]);
    let step = this.machine.step;
    while (step >= 0 && !isIt(step)) step--;
    return step;
  }

  /** A call as one would write it, with the values that its arguments have now. */
  textOf(node) {
    const { trace, machine } = this,
      { steps, texts } = trace,
      entered = this.enteredAt(node),
      scope = steps.scope[entered],
      { source, names } = steps.scopes[scope];
    const given = [...this.entered.names[scope]].flatMap((k) => {
      const value = machine.held[steps.slot[entered] + k];
      return value === steps.unset || isNoLimit(names[k], texts[value]) ? [] : [`${names[k]}=${texts[value]}`];
    });
    const first = firstArgument(trace.sources[source]),
      isGiven = given.some((each) => each.startsWith(`${first}=`)); // a program with states is told the moves instead
    return `${trace.sources[source].name}(${[...(isGiven ? [] : [this.place(node)]), ...given].join(", ")})`;
  }
}

/** The name of a function's first argument, as far as its code is known. */
const firstArgument = ({ lines }) => /def \w+\(\s*(?:self\s*,\s*)?(\w+)/.exec(lines.join("\n"))?.[1];

/** Whether a variable says only that there is no limit, no evaluation: that is told by leaving it out. */
const isNoLimit = (name, text) => /^(depth|evaluate|limit)$/.test(name) && /^(None|∞)$/.test(text);

/** For each node the steps at which it was entered, and for each function (`names`) which variables are arguments. */
function entries(trace) {
  const { kind, node, scope, which, count, scopes } = trace.steps, entered = new Map();
  entered.names = scopes.map(() => new Set());
  for (let step = 0; step < count; step++) {
    if (kind[step] !== "enter") continue;
    if (!entered.has(node[step])) entered.set(node[step], []);
    entered.get(node[step]).push(step);
    for (const k of which[step]) entered.names[scope[step]].add(k);
  }
  return entered;
}
