// What all widgets share in the browser: making elements, listening, the theme, asking Python.
import { dressPage } from "./options.js";

const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };
const CONTROLS = { button: OWN_KEYS, input: OWN_KEYS, select: OWN_KEYS, summary: OWN_KEYS };
// Whatever can have the focus says so itself, not only the region around it: JupyterLab's shortcuts are for `:focus`,
// and it looks no further. It would take the arrow keys, and an "x" on a node would cut the cell.
const keysOf = (tag, attributes) => CONTROLS[tag] ?? (attributes.tabindex != null ? OWN_KEYS : {});

/** An HTML element. Attributes are as in `setAttributes`. */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), { ...keysOf(tag, attributes), ...attributes }, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return fill(element, { ...keysOf(tag, attributes), ...attributes }, children);
}

function fill(element, attributes, children) {
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** An attribute that is null or false is taken away, and a function is called at the event of that name. */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value == null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

export function button(label, testid, attributes = {}) {
  return html("button", { type: "button", "data-testid": testid, ...attributes }, label);
}

/** A list to choose from, `options` being pairs of a value and its text; `choose(value)` is called at a choice. */
export function choice(label, testid, options, choose) {
  const change = choose && (({ target }) => choose(target.value));
  return html("select", { "aria-label": label, "data-testid": testid, change }, ...optionsOf(options));
}

export function optionsOf(options) {
  return options.map(([value, text]) => html("option", { value }, text));
}

/** The line at the bottom of a widget that says which keys it knows; `text` is HTML. */
export function keyHelp(text) {
  const line = html("div", { class: "keys" });
  line.innerHTML = text;
  return line;
}

/** A text whose signs are seen but not read out: "black down-pointing triangle" tells nobody anything. */
export function unspoken(text) {
  const parts = text.split(/([▲▼✂✓✗◐] ?)/).filter(Boolean);
  return parts.map((part) => (/^[▲▼✂✓✗◐]/.test(part) ? html("span", { "aria-hidden": "true" }, part) : part));
}

// Icons

const ICONS = {
  first: "M2 2h2.4v12H2zM14 2v12L5.5 8z",
  back: "M12 2v12L3 8z",
  play: "M3 1.5v13L14 8z",
  pause: "M3 2h3.6v12H3zM9.4 2H13v12H9.4z",
  forward: "M4 2v12l9-6z",
  last: "M2 2v12l8.5-6zM11.6 2H14v12h-2.4z",
  closer: "M7 2h2v5h5v2H9v5H7V9H2V7h5z",
  farther: "M2 7h12v2H2z",
  fit: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
  follow:
    "M8 1v2.1A5 5 0 0 1 12.9 7H15v2h-2.1A5 5 0 0 1 9 12.9V15H7v-2.1A5 5 0 0 1 3.1 9H1V7h2.1A5 5 0 0 1 7 3.1V1z" +
    "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  present: "M1 2h14v9H9v2h3v2H4v-2h3v-2H1zM3 4v5h10V4z",
  fold: "M7 1h2v4h4v4h-2V7H9v8H7V7H5v2H3V5h4z",
};

export function setIcon(element, name, label) {
  const path = svg("path", { d: ICONS[name], fill: "currentColor" });
  element.replaceChildren(svg("svg", { viewBox: "0 0 16 16", width: 15, height: 15, "aria-hidden": "true" }, path));
  setAttributes(element, { "aria-label": label, title: label });
}

export function iconButton(name, label, testid, click) {
  const made = button("", testid, { click });
  setIcon(made, name, label);
  return made;
}

// Listening

/** A function that adds listeners until `signal` says stop: `on(element, type, act)`. */
export function listener(signal) {
  return (element, type, act) => element.addEventListener(type, act, { signal });
}

/** Attributes of an element that is pointed at, with the mouse or by the focus: what is done meanwhile. */
export function whilePointed(begin, end) {
  return { pointerenter: begin, focus: begin, pointerleave: end, blur: end };
}

/** A key, or whatever an event is, is ours: neither the page nor what is around acts on it. */
export function take(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Whether an element is a field in which something is typed. */
function isTypedInto(element) {
  return element.matches?.("input:is([type=text], [type=number]):read-write") && element.value !== "";
}

/** Call `act` now and whenever one of the elements has another size, until `signal` says stop. */
export function followSize(elements, act, signal) {
  const observer = new ResizeObserver(act);
  for (const element of elements) observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
  act();
}

/** After Shift+Enter: scroll what the cell shows into view. Not when a notebook with many of them is opened. */
export function scrollIntoSight(element) {
  const cell = element.closest(".jp-Cell"),
    isRecent = [cell, cell?.nextElementSibling].some((each) => each?.classList.contains("jp-mod-active"));
  if (isRecent) element.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
}

/** What anywidget asks of a module. `Kind` is a class that is made with the model and the element to fill. */
export function rendering(Kind) {
  return {
    render({ model, el }) {
      dressPage();
      const widget = new Kind(model, el);
      return () => widget.destroy();
    },
  };
}

/** Keep `data-theme` of an element at the theme of the page it is on, until `signal` says stop. */
export function followTheme(element, signal) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const update = () => (element.dataset.theme = isDark(system.matches) ? "dark" : "light");
  const observer = new MutationObserver(update);
  for (const node of [document.documentElement, document.body]) {
    observer.observe(node, {
      attributes: true,
      attributeFilter: ["class", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"],
    });
  }
  system.addEventListener("change", update, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  update();
}

/** JupyterLab and Notebook, VS Code and Colab each say it in their own way; elsewhere the system decides. */
function isDark(system) {
  const { body, documentElement: page } = document;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  if (body.dataset.vscodeThemeKind) return /dark|black/.test(body.dataset.vscodeThemeKind);
  if (page.getAttribute("theme")) return page.getAttribute("theme") === "dark";
  return system;
}

/** The width inside an element, in pixels of type of the usual size: half as much if the type is twice as large. */
export function roomIn(element) {
  return (element.clientWidth * 15) / parseFloat(getComputedStyle(element).fontSize);
}

/**
 * How high a widget may be to be seen at once: at most 640, unless on a phone, less in a small window (of the notebook,
 * in Jupyter); or as high as the page says, by its property --room, as slides do.
 */
export function heightInSight(element, most = isTouched() ? Infinity : 640, least = 420) {
  const room = Number(getComputedStyle(element).getPropertyValue("--room"));
  if (room) return room;
  const sight = element.closest(".jp-WindowedPanel-outer")?.clientHeight || window.innerHeight;
  return Math.max(least, Math.min(most, sight - 10));
}

// Texts

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** A function that measures texts, each of them once. */
export function textMeasure() {
  const context = document.createElement("canvas").getContext("2d"), known = new Map();
  context.font = `700 100px ${FONT}`;
  return (text, size) => {
    if (!known.has(text)) known.set(text, context.measureText(text).width / 100);
    return known.get(text) * size;
  };
}

export const isTouched = () => matchMedia("(pointer: coarse)").matches;

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Python and the clipboard

export const RUN_AGAIN = "If the kernel was stopped or restarted, run this cell again.";
const SMALL = [853, 480]; // pixels of a window on a projector that is enlarged to 150 %
export const PATIENCE = 5000; // milliseconds after which we say that no answer has come

/** What every widget is: its `root` on the page, its model, and `life`, whose signal ends all listening. */
export class Widget {
  constructor(model) {
    this.model = model;
    this.life = new AbortController();
  }

  destroy() {
    this.stopWaiting();
    this.life.abort();
    this.root.remove();
  }

  /** Make the `root`: a region that keeps its keys to itself, in the theme of the page. */
  makeRoot(kind, label, ...children) {
    const attributes = { role: "region", "aria-label": label, "data-testid": kind, ...OWN_KEYS };
    this.root = html("div", { class: `minimax-lab work ${kind}`, ...attributes }, ...children);
    followTheme(this.root, this.life.signal);
  }

  /** The button that shows the widget to a hall; `fit` is called whenever it begins or ends, or the screen changes. */
  makePresentButton() {
    this.presentButton = iconButton("present", "Present: full screen, large type", "present",
      () => this.present(!this.isPresenting));
    this.on(document, "fullscreenchange", () => this.present(document.fullscreenElement === this.root));
    this.on(document, "keydown", ({ key, target }) => {
      if (key !== "Escape" || !this.isPresenting) return;
      if (isTypedInto(target)) this.keepKeys(); // Escape leaves the field first
      else this.present(false);
    });
    this.on(window, "resize", () => this.isPresenting && this.fit());
    return this.presentButton;
  }

  /** On the full screen, for a projector; where a page forbids that, over the whole page. */
  present(isPresenting) {
    if (Boolean(this.isPresenting) === isPresenting) return;
    this.isPresenting = isPresenting;
    this.root.classList.toggle("presenting", isPresenting);
    this.presentButton.setAttribute("aria-pressed", isPresenting);
    if (isPresenting) this.root.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement === this.root) document.exitFullscreen();
    this.keepKeys();
    this.fit(true);
  }

  /** Keys go on coming here: the focus is in the widget, but not where one types, nor on what would end it. */
  keepKeys() {
    this.root.tabIndex = -1;
    this.root.addEventListener("blur", () => this.root.removeAttribute("tabindex"), { once: true });
    this.root.focus({ preventScroll: true });
  }

  /** A hall's screen shows as much as a small window, only larger. */
  fit() {
    const { innerWidth, innerHeight } = window, larger = Math.min(innerWidth / SMALL[0], innerHeight / SMALL[1]);
    this.root.style.zoom = this.isPresenting ? Math.max(1, larger) : 1;
  }

  /** Call `act` at an event of an element. */
  on(element, type, act) {
    element.addEventListener(type, act, { signal: this.life.signal });
  }

  /** Call `act` at an event of the model, such as "change:tree". */
  follow(event, act) {
    this.model.on(event, act);
    this.life.signal.addEventListener("abort", () => this.model.off(event, act));
  }

  /** Set a trait, and save it at once: else the echo of what was saved before would undo it. */
  put(name, value) {
    this.model.set(name, value);
    this.model.save_changes();
  }

  /** Ask Python, and `complain` if it cannot be asked or is late. When it has answered, call `stopWaiting`. */
  ask(message, complain) {
    this.stopWaiting();
    this.waiting = setTimeout(complain, PATIENCE);
    try {
      this.model.send(message);
    } catch {
      // the kernel was restarted, and knows nothing of this widget
      this.stopWaiting();
      complain();
    }
  }

  stopWaiting() {
    clearTimeout(this.waiting);
  }

  /** Show a text in the widget's `message`; "" for none. */
  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
  }
}

/** Copy what stands in a field, and say so on the button. */
export async function copyFrom(field, copyButton) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // not allowed on this page: select it, so that Ctrl+C does it
    field.select();
    document.execCommand?.("copy");
  }
  copyButton.textContent = "Copied";
  setTimeout(() => (copyButton.textContent = "Copy"), 1500);
}

/** The picture of a board, which comes as SVG or as text; `alt` says what is on it, else the SVG itself does. */
export function boardPicture(text, alt = "") {
  if (!text.startsWith("<svg")) return html("pre", { "aria-label": alt || null }, text);
  const own = () => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("desc")?.textContent;
  return html("img", { alt: alt || own() || "Board", src: `data:image/svg+xml,${encodeURIComponent(text)}` });
}
