// Brings a lesson's page to life: its widgets, its diagrams and its questions.
/* global dressPage, drawDiagrams, giveLife */

for (const place of document.querySelectorAll(".alive")) {
  giveLife(place, place.appendChild(Object.assign(document.createElement("div"), { className: "live" })));
}
drawDiagrams(document.querySelectorAll(".mermaid"));
dressPage();
