// Starts reveal.js, and brings the widgets of a slide to life when it is first shown: a hidden one has no size.
// The builder puts reveal.js and what gives life in front of it.
/* global Reveal, drawDiagrams, giveLife */

const deck = new Reveal({
  width: "100%",
  height: "100%",
  margin: 0,
  minScale: 1,
  maxScale: 1,
  center: false,
  hash: true,
  controls: false, // they would lie on the widgets'
  slideNumber: "c/t",
  transition: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "slide",
  navigationMode: "linear",
  // A widget that has the focus has the keys; the next slide is on PageDown then.
  keyboardCondition: (event) => !event.target.closest(".alive") || event.key.startsWith("Page"),
});

function bringToLife(slide) {
  drawDiagrams(slide.querySelectorAll(".mermaid:not([data-processed])"));
  for (const place of slide.querySelectorAll(".alive:not(.living)")) {
    // In a tree of its own: reveal.js would take its sections for slides and its controls for reveal's own.
    const inside = place.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
    inside.append(document.querySelector("#widget-style").content.cloneNode(true));
    place.classList.add("living"); // a widget measures its room
    giveLife(place, inside.appendChild(document.createElement("div")));
  }
}

function show(slide) {
  for (const other of deck.getSlides()) other.inert = other !== slide; // the Tab key stays on the slide that is shown
  bringToLife(slide);
}

deck.on("ready", (event) => show(event.currentSlide));
deck.on("slidechanged", (event) => show(event.currentSlide));
deck.initialize();
