// What if a leaf that was cut off had another value? Then the root stays what it is, if the cut was safe.
import { NONE, numberText } from "../../shared/tree.js";
import { button, choice, html, optionsOf } from "../../shared/look.js";

/** Least and greatest value that the root can have, by minimax, with some leaves changed (a Map). */
export function rootRange(trace, edits) {
  const low = new Float64Array(trace.count), high = new Float64Array(trace.count);
  for (let i = trace.count - 1; i >= 0; i--) {
    const own = trace.children[i];
    if (!own.length || edits.has(i)) {
      const known = edits.has(i) ? edits.get(i) : leafNumber(trace, i);
      [low[i], high[i]] = Number.isNaN(known) ? [-Infinity, Infinity] : [known, known];
    } else {
      const best = trace.isMin[i] ? Math.min : Math.max;
      low[i] = own.reduce((value, child) => best(value, low[child]), trace.isMin[i] ? Infinity : -Infinity);
      high[i] = own.reduce((value, child) => best(value, high[child]), trace.isMin[i] ? Infinity : -Infinity);
    }
  }
  return [low[0], high[0]];
}

/** What a leaf is worth, or NaN if that is not known or not a number. */
export function leafNumber(trace, leaf) {
  const value = trace.known[leaf] >= 0 ? trace.known[leaf] : trace.value[leaf];
  return value >= 0 ? trace.numbers[value] : NaN;
}

/** Whether every leaf of which something is known has a number for its value. */
export function hasNumbers(trace) {
  for (let i = 0; i < trace.count; i++) {
    const hasValue = trace.isLeaf[i] && (trace.known[i] >= 0 || trace.value[i] >= 0);
    if (hasValue && Number.isNaN(leafNumber(trace, i))) return false;
  }
  return true;
}

/** Leaves with other values than they have, and what follows for the root. */
export class Edits extends Map {
  constructor(trace) {
    super();
    this.trace = trace;
  }

  text(node) {
    return numberText(this.get(node));
  }

  /** What minimax makes of the whole tree, with the changed leaves in it. */
  verdict() {
    this.original ??= rootRange(this.trace, new Map());
    const [low, high] = rootRange(this.trace, this);
    const [before, most] = this.original;
    const range = (a, b) => (a === b ? numberText(a) : `between ${numberText(a)} and ${numberText(b)}`);
    const root = range(low, high);
    if (low !== before || high !== most) {
      const text = `The root would be ${root} instead of ${range(before, most)}: the cut was not safe.`;
      return { isSafe: false, text };
    }
    const is = this.size ? "is still" : "is";
    if (low !== high) return { isSafe: false, text: `The root ${is} anything ${root}: the cut was not safe.` };
    return { isSafe: true, text: `The root ${is} ${root}.${this.size ? "" : " Will it move?"}` };
  }
}

/** The controls: a leaf that was cut off, its value, and what the root would be worth. */
export class WhatIf {
  /** `change(node, value)` is called with another value for a leaf, and with null to undo all. */
  constructor(trace, change) {
    Object.assign(this, { trace, node: NONE });
    this.choice = choice("A leaf that was cut off", "whatif-leaf", [], (node) => change(Number(node), undefined));
    const input = () => {
      if (this.number.value !== "" && this.number.validity.valid) change(this.node, Number(this.number.value));
    };
    this.number = html("input", { type: "number", step: "any", placeholder: "?", "aria-label": "Its value",
      "data-testid": "whatif-value", input });
    this.verdict = html("output", { class: "verdict", "aria-live": "polite", "data-testid": "verdict" });
    this.undo = button("Undo", "whatif-undo", { click: () => change(this.node, null) });
    const label = { role: "group", "aria-label": "Change a leaf that was cut off", "data-testid": "whatif" };
    this.element = html("div", { class: "whatif", ...label }, html("span", { class: "ask" }, "Change the leaf"),
      this.choice, this.number, this.verdict, this.undo);
  }

  /** Offer these leaves, and say what the root is worth now. */
  draw(leaves, node, value, verdict, isEdited) {
    const isOffered = leaves.length > 0;
    this.element.classList.toggle("idle", !isOffered);
    for (const control of [this.choice, this.number, this.undo]) control.disabled = !isOffered;
    const key = leaves.map((leaf) => leaf.node).join();
    if (key !== this.key) {
      this.key = key;
      this.choice.replaceChildren(...optionsOf(leaves.map((leaf) => [leaf.node, leaf.name])));
    }
    this.node = node;
    if (isOffered) this.choice.value = String(node);
    if (document.activeElement !== this.number) this.number.value = value ?? "";
    this.undo.hidden = !isEdited;
    this.verdict.textContent = isOffered ? verdict.text : "";
    this.verdict.className = `verdict ${verdict.isSafe ? "safe" : "unsafe"} ${isEdited ? "edited" : ""}`;
  }
}
