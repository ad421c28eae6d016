// The code that runs, and the line it is at.
import { lineOf } from "../trace.js";
import { button, html } from "../../shared/look.js";
import { hanging, paintLine } from "../../shared/python.js";

const LONG = 24; // letters without a space: such a piece may also be broken after an opening bracket

/** Let a line be broken at spaces, and only where there are none for long after a bracket; never inside a name. */
function breakable(text) {
  const parts = text.split(/(\S+)/).flatMap((piece) => (piece.length > LONG ? piece.split(/(?<=[([{])/) : [piece]));
  return parts.flatMap((part, k) => (k && /[([{]$/.test(parts[k - 1]) ? [html("wbr"), part] : [part]));
}

/** The parts of a line (`pieces`: from, to, in order) that are folded with the docstring, and what is between. */
function paintWithout(text, pieces, state) {
  const parts = [];
  let from = 0;
  for (const [start, end] of pieces) {
    parts.push(...paintLine(text.slice(from, start), state));
    parts.push(html("span", { class: "annotation" }, text.slice(start, end)));
    from = end;
  }
  parts.push(...paintLine(text.slice(from), state));
  return parts.flatMap((part) => (typeof part === "string" ? breakable(part) : [part]));
}

const TYPE_SIZES = [12.8, 12.2, 11.6, 11, 10.5]; // the largest one that shows all of the code is taken; where
// there is none, docstrings and comments are folded away
const LARGE_SIZES = [26, 24, 22, 20, 18, 16, 14.5]; // on a projector
const ENOUGH = 11.6; // the pane is made as high as this one needs

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
    this.note = html("span", { class: "note" });
    this.unfold = button("…", "unfold", { "aria-pressed": "false", "aria-label": "Show docstrings and annotations",
      title: "Show docstrings and annotations", hidden: !this.listing.querySelector(".docstring, .annotation"),
      click: () => {
        this.unfold.setAttribute("aria-pressed", this.listing.classList.toggle("unfolded"));
        this.measure();
      } });
    this.element = html("div", { class: "code" }, this.listing, this.unfold);
    this.current = null;
    this.isLarge = false; // on a projector
  }

  makeLines({ lines, folds }) {
    if (!lines.length) {
      const note = html("span", { class: "comment" }, "  (the source text of this function is not available)");
      return [html("div", { class: "line" }, note)];
    }
    const state = { quote: "" }, { docstrings, annotations } = folds;
    return lines.map((text, k) => {
      const inside = docstrings.find(([first, last]) => first <= k && k <= last),
        kind = !inside ? "line" : k === inside[0] ? "line docstring" : "line docstring more";
      const pieces = annotations.filter(([line]) => line === k).map(([, from, to]) => [from, to]);
      const shown = text ? paintWithout(text, pieces, state) : ["\u200b"];
      return html("div", { class: kind, style: hanging(text, "12px") }, ...shown);
    });
  }

  /** Show the line of a step, the machine's own or an earlier one of a call that is still open. */
  draw(machine, step = machine.step) {
    const { trace } = this, { steps } = trace;
    this.listing.classList.toggle("looking", step !== machine.step);
    const line = this.lines[steps.scopes[steps.scope[step]].source][steps.line[step]] ?? null;
    if (line !== this.current) {
      this.current?.classList.remove("now");
      this.current?.removeAttribute("aria-current");
      line?.classList.add("now");
      line?.setAttribute("aria-current", "step");
      this.current = line;
      if (line) this.reveal(line);
    }
    this.drawNote(line, lineOf(trace, step), machine.variables(step));
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

  /** How high the pane must be for all of the code, and how wide for its longest line, in type that is large enough. */
  wanted() {
    const { style, children } = this.listing, size = style.fontSize;
    style.fontSize = `${ENOUGH}px`;
    const longest = Math.max(0, ...this.trace.sources.flatMap(({ lines }) => lines.map((line) => line.length)));
    const height = [...children].reduce((sum, source) => sum + source.offsetHeight, 0) + 32;
    const width = (longest + 4) * this.letter() + 34;
    style.fontSize = size;
    return { height, width };
  }

  letter() {
    const probe = this.listing.appendChild(html("span", { class: "probe" }, "0".repeat(50)));
    const width = probe.getBoundingClientRect().width / 50;
    probe.remove();
    return width;
  }

  /** After another size of the pane: the size of the letters, how many fit in a line, the current line in view. */
  measure() {
    const { listing } = this,
      sizes = this.isLarge ? LARGE_SIZES : TYPE_SIZES,
      fits = (size) => {
        listing.style.fontSize = `${size}px`;
        return listing.scrollHeight <= listing.clientHeight;
      };
    listing.classList.remove("brief");
    if (!sizes.some(fits)) {
      listing.classList.add("brief");
      sizes.some(fits);
    }
    const letter = this.letter();
    this.room = letter ? Math.floor((this.listing.clientWidth - 34) / letter) : Infinity;
    if (this.current) this.reveal(this.current);
  }

  /** Scroll the listing, and nothing but the listing, so that a line and its neighbours can be seen. */
  reveal(line) {
    const { listing } = this, top = line.offsetTop - listing.offsetTop, margin = 44;
    if (top - margin < listing.scrollTop) listing.scrollTop = top - margin;
    else if (top + line.offsetHeight + margin > listing.scrollTop + listing.clientHeight) {
      listing.scrollTop = top + line.offsetHeight + margin - listing.clientHeight;
    }
  }
}
