// Shows one slide at a time. A widget comes to life when its slide is first shown: a hidden one has no size.
// The builder puts what gives life in front of this script.
/* global drawDiagrams, giveLife, mermaid */

const SWIPE = 80; // pixels
const DESIGNED = { width: 1280, height: 720 }; // the screen for which widgets have their size below
const LARGER = { stepper: 1.3, other: 1.16, beside: 1.1 }; // so that letters can be read from the last row
const LARGEST = 1.3; // of words and code alone
const UNBROKEN = 0.85; // of code, so that its lines stay whole
const SMALLEST = 0.73; // then the letters of code are 2.2 % of the screen's height; rather two columns
// Of diagrams: large letters close together
const DIAGRAM = {
  flowchart: { nodeSpacing: 20, rankSpacing: 26, wrappingWidth: 110, padding: 8 },
  themeVariables: { fontSize: "22px" },
};
const main = document.querySelector(".slides");
const slides = [...main.children];

/** The slide that is shown, and the ways to another one. */
const deck = {
  at: 0,
  show(number) {
    this.at = Math.min(Math.max(number, 0), slides.length - 1);
    slides.forEach((slide, place) => slide.classList.toggle("present", place === this.at));
    this.overview(false);
    document.querySelector(".number").textContent = `${this.at + 1}/${slides.length}`;
    history.replaceState(null, "", `#${this.at + 1}`);
    scrollTo(0, 0);
    fit(slides[this.at]);
    bringToLife(slides[this.at]);
    tellNotes();
  },
  next() {
    const [hidden] = this.fragments(":not(.shown)");
    if (hidden) hidden.classList.add("shown");
    else if (this.at < slides.length - 1) this.show(this.at + 1);
  },
  back() {
    const shown = this.fragments(".shown").at(-1);
    if (shown) shown.classList.remove("shown");
    else if (this.at > 0) this.show(this.at - 1);
  },
  fragments(which) {
    return [...slides[this.at].querySelectorAll(`.fragment${which}`)];
  },
  /** All slides at once, small, to choose from. */
  overview(isOn) {
    main.classList.toggle("overview", isOn);
    for (const slide of slides) slide.inert = !isOn && slide !== slides[this.at]; // the Tab key stays on one slide
    if (isOn) slides[this.at].scrollIntoView({ block: "center" });
  },
};

/** Makes a slide no higher than the screen, smaller by steps, and gives its widgets the room that is left. */
function fit(slide) {
  const screen = Math.min(innerWidth / DESIGNED.width, innerHeight / DESIGNED.height);
  slide.classList.add("measured"); // a widget still has the size for the screen as it was
  shrink(slide);
  slide.classList.remove("measured");
  for (const place of slide.querySelectorAll(".alive")) {
    const words = slide.style.getPropertyValue("--fit"); // they shrink, a widget does not
    const scale = (screen / words) * (LARGER[place.dataset.widget] ?? LARGER.other);
    place.style.setProperty("--scale", scale);
    place.style.setProperty("--room", Math.floor(place.clientHeight / scale)); // see heightInSight
  }
}

/** Words as large as they can be, code as large as its lines stay whole; a picture where it is larger. */
function shrink(slide) {
  const largest = slide.querySelector("div.output") ? 1 : LARGEST; // beside a picture
  const lookBelow = () =>
    tryLook(slide, "unbroken", largest, UNBROKEN) || tryLook(slide, "", 1) || tryLook(slide, "two", 1);
  lookBelow();
  const pictures = slide.querySelectorAll("div.output > :is(img, svg):only-child");
  if (pictures.length !== 1 || slide.querySelectorAll("div.output").length > 1) return;
  const below = drawnWidth(pictures[0]);
  if (!tryLook(slide, "beside", 1) || drawnWidth(pictures[0]) < LARGER.beside * below) lookBelow();
}

/** Whether a slide has room for all of it in this look, as large as it can be between two sizes. */
function tryLook(slide, look, largest, smallest = SMALLEST) {
  slide.classList.remove("unbroken", "two", "beside");
  if (look) slide.classList.add(look);
  const wide = [...slide.querySelectorAll(/unbroken|beside/.test(look) ? "table, math, pre" : "table, math")];
  const isWhole = (each) =>
    each.scrollWidth <= (each.matches("pre") ? each : each.parentElement.closest("p, li, td, div")).clientWidth &&
    each.getBoundingClientRect().right <= innerWidth;
  for (let size = largest; size >= smallest; size -= 0.03) {
    slide.style.setProperty("--fit", size);
    if (slide.scrollHeight <= innerHeight && wide.every(isWhole)) return true;
  }
  return false;
}

/** How wide a picture is drawn in the box that it has. */
function drawnWidth(picture) {
  const { width, height } = picture.getBoundingClientRect();
  const inside = picture.viewBox?.baseVal ?? { width: picture.naturalWidth, height: picture.naturalHeight };
  return Math.min(width, (height * inside.width) / inside.height || 0);
}

const grown = new ResizeObserver(() => {
  const slide = slides[deck.at];
  if (!main.matches(".overview") && slide.scrollHeight > innerHeight) fit(slide);
});
for (const content of document.querySelectorAll(".content")) grown.observe(content);

if (typeof mermaid !== "undefined") mermaid.initialize({ startOnLoad: false }); // what is hidden cannot be drawn

function bringToLife(slide) {
  const diagrams = slide.querySelectorAll(".mermaid:not([data-processed])");
  if (diagrams.length && typeof mermaid !== "undefined") {
    slide.style.setProperty("--fit", 1); // Mermaid takes what it measures on the screen for the size of the letters
    drawDiagrams(diagrams, DIAGRAM).then(() => fit(slide)); // less high than its text was
  }
  for (const place of slide.querySelectorAll(".alive:not(.living)")) {
    // In a tree of its own: the look of slides is not that of widgets.
    const live = place.appendChild(Object.assign(document.createElement("div"), { className: "live" }));
    const inside = live.attachShadow({ mode: "open" });
    inside.append(document.querySelector("#widget-style").content.cloneNode(true));
    place.classList.add("living"); // a widget measures its room
    giveLife(place, inside.appendChild(document.createElement("div")));
  }
}

/** The speaker's window: what is on the next slides, and the notes on this one. */
let speaker = null;

function tellNotes() {
  if (!speaker || speaker.closed) return;
  const notes = slides[deck.at].querySelector(".notes");
  const after = slides[deck.at + 1]?.querySelector("h1, h2, h3, .running");
  speaker.document.title = "Notes";
  speaker.document.body.innerHTML =
    `<main style="font: 20px/1.4 system-ui; max-width: 45em; margin: auto"><p>${deck.at + 1} of ${slides.length}</p>` +
    `${notes?.innerHTML ?? "<p>No notes.</p>"}<hr><p>Next: ${after?.textContent ?? "the end"}</p></main>`;
}

/** Opens the speaker's window, for another screen; where a browser does not allow it, the notes stand on the slide. */
function openNotes() {
  speaker = window.open("", "notes", "width=700,height=600");
  if (speaker) tellNotes();
  else document.body.classList.toggle("with-notes");
}

const KEYS = {
  ArrowRight: () => deck.next(),
  PageDown: () => deck.next(),
  " ": () => deck.next(),
  ArrowLeft: () => deck.back(),
  PageUp: () => deck.back(),
  Home: () => deck.show(0),
  End: () => deck.show(slides.length - 1),
  Escape: () => deck.overview(!main.matches(".overview")),
  s: openNotes,
  c() {
    document.body.classList.toggle("with-code");
    fit(slides[deck.at]);
  },
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
};

addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  // What has the focus has the keys, a widget above all; the next slide is on PageDown then.
  const isTaken = event.target.closest(".present .alive") || (event.key === " " && event.target.closest("summary, a"));
  if (!act || isModified || (isTaken && !event.key.startsWith("Page"))) return;
  event.preventDefault();
  act();
});

main.addEventListener("click", (event) => {
  if (main.matches(".overview")) deck.show(slides.indexOf(event.target.closest("section")));
});

let touched = null;
addEventListener("touchstart", ({ target, touches: [{ clientX }] }) => {
  touched = target.closest(".alive, pre") ? null : clientX;
});
addEventListener("touchend", ({ changedTouches: [{ clientX }] }) => {
  if (touched === null || Math.abs(clientX - touched) < SWIPE) return;
  if (clientX < touched) deck.next();
  else deck.back();
});

addEventListener("resize", () => fit(slides[deck.at]));
addEventListener("hashchange", () => deck.show(Number(location.hash.slice(1)) - 1));
deck.show((Number(location.hash.slice(1)) || 1) - 1);
