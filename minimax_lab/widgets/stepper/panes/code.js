// The code that runs, the line it is at, and its variables.
import { lineOf } from "../trace.js";
import { html } from "../../shared/look.js";

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
