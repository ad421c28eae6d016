// What is on the bench as the fragment of a link, which browsers do not send to a server, and back.

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
// What a link may hold besides the code and the position; anything else is left out
const MAY = { search: isText, step: isCount, title: isText, line: isCount };

export function toFragment(held) {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, ...held }));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// What a fragment holds: { code, position, … }, { error } if it is damaged, or null if there is none.
export function fromFragment(fragment) {
  if (fragment.length < 2) return null;
  try {
    const text = atob(fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const { v, code, position, ...more } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (v !== 1) return { error: `the link is of version ${v}, and this page reads version 1` };
    if (!isText(code) || !isText(position)) return { error: "the code or the tree is missing" };
    const known = Object.entries(more).filter(([name, value]) => Object.hasOwn(MAY, name) && MAY[name](value));
    return { code, position, ...Object.fromEntries(known) };
  } catch {
    return { error: "some of its letters are missing or changed" };
  }
}
