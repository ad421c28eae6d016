// A tree as text, as it stands in the bench's field or in a report, and as the tree editor has it (a draft).
import { asPython } from "../minimax_lab/app/pages/editor_search.js";

const MOST = 400; // nodes that are edited by hand

/** The draft of a text; null if it is no tree of numbers, or is written in a way that only Python can read. */
export function readTree(text) {
  const [, inside, isMin] = /^\s*tree\((.*?)(,\s*player=MIN)?\)\s*$/s.exec(text) ?? [text, text];
  try {
    const root = draftOf(JSON.parse(inside.replaceAll("'", '"')), { left: MOST });
    return { first: isMin ? "MIN" : "MAX", root };
  } catch {
    return null;
  }
}

function draftOf(nested, room) {
  if (room.left-- <= 0) throw new Error("too large");
  if (Number.isFinite(nested)) return String(nested);
  const names = Object.keys(nested);
  // JavaScript would put names that are numbers in another order
  if (!names.length || (!Array.isArray(nested) && names.some((name) => /^\d+$/.test(name)))) throw new Error("unknown");
  return {
    names: Array.isArray(nested) ? null : names.map((name) => `'${name}'`),
    children: names.map((name) => draftOf(nested[name], room)),
  };
}

/** The text of a draft: plain lists, which a search on lists can read, too, unless MIN moves first. */
export function writeTree(draft) {
  const text = asPython(draft);
  return draft.first === "MIN" ? text : text.slice("tree(".length, -1);
}
