// Python code with its keywords, strings and comments in colours.
import { html } from "./look.js";

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

/** The style of a line of code: where it goes on if it is too long, `before` being what stands to its left. */
export function hanging(text, before = "0px") {
  const hang = /^ */.exec(text)[0].length + 4;
  return `padding-left: calc(${hang}ch + ${before}); text-indent: -${hang}ch`;
}

/** A line of Python as elements; a docstring that is still open carries on to the next line. */
export function paintLine(text, state) {
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
