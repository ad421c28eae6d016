// Brings the widgets of a lesson's page to life.
/* global drawDiagrams, giveLife */

for (const place of document.querySelectorAll(".alive")) {
  giveLife(place, place.appendChild(Object.assign(document.createElement("div"), { className: "live" })));
}
drawDiagrams(document.querySelectorAll(".mermaid"));
