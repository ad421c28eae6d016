// A report as the page draws it. Its HTML comes from where a student's code runs, so it is read as data: what is known
// to be harmless is made anew, and of anything else only the words are left.

const ELEMENTS = new Set("b br code div figcaption figure h4 img p pre small span".split(" "));
const ATTRIBUTES = ["alt", "aria-hidden", "aria-label", "data-code", "data-state", "role"];
const PICTURE = /^data:image\/svg\+xml;base64,[\w+/=]*$/; // as an image, it can neither run a script nor load anything

function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) return [node.data];
  if (node.nodeType !== Node.ELEMENT_NODE || /^(script|style|template)$/.test(node.localName)) return [];
  const children = [...node.childNodes].flatMap(copy);
  if (!ELEMENTS.has(node.localName)) return children;
  const made = document.createElement(node.localName);
  for (const name of ATTRIBUTES) if (node.hasAttribute(name)) made.setAttribute(name, node.getAttribute(name));
  if (made.localName === "img" && PICTURE.test(node.getAttribute("src"))) made.src = node.getAttribute("src");
  made.append(...children);
  return [made];
}

/** The parts of a report to put on a page. A document that a parser makes runs nothing and loads nothing. */
export function reportParts(text) {
  return [...new DOMParser().parseFromString(text, "text/html").body.childNodes].flatMap(copy);
}

/** A button for each thing that can be shown of a finding; `act` has `light` a line and `show` steps. */
export function findingButtons({ line, hints, traces, step, told, catalogue }, act) {
  const button = (words, onclick) => Object.assign(document.createElement("button"), { textContent: words, onclick });
  const row = Object.assign(document.createElement("div"), { className: "bar" });
  if (traces) row.append(button("Step through it", () => act.show(traces, step, told)));
  if (line != null) row.append(button(`Show line ${line}`, () => act.light(line)));
  const hinted = Object.assign(document.createElement("ol"), { className: "hints" });
  const left = [...(hints ?? [])];
  if (left.length) {
    const more = button("A hint", () => {
      hinted.append(Object.assign(document.createElement("li"), { textContent: left.shift() }));
      if (left.length) more.textContent = "Another hint";
      else more.remove();
    });
    row.append(more);
  }
  if (catalogue) {
    const href = `search.html?for=${encodeURIComponent(catalogue)}`;
    row.append(Object.assign(document.createElement("a"), { href, textContent: "More about this mistake" }));
  }
  hinted.setAttribute("role", "status");
  return [row, hinted];
}
