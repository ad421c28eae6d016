// Code and position as the fragment of a link, which browsers do not send to a server, and back.
export function toFragment(code, position) {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, code, position }));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// What a fragment holds: { code, position }, { error } if it is damaged, or null if there is none.
export function fromFragment(fragment) {
  if (fragment.length < 2) return null;
  try {
    const text = atob(fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const { v, code, position } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (v !== 1) return { error: `the link is of version ${v}, and this page reads version 1` };
    if (typeof code !== "string" || typeof position !== "string") return { error: "the code or the tree is missing" };
    return { code, position };
  } catch {
    return { error: "some of its letters are missing or changed" };
  }
}
