// Brings the widgets of a lesson's page to life. It is a plain script, because a page that is opened from a file may
// not import modules; the site's builder puts `modules` and `heldModel` in front of it.
/* global heldModel, modules */

for (const place of document.querySelectorAll(".alive")) {
  const state = JSON.parse(place.querySelector("script").textContent);
  const live = place.appendChild(Object.assign(document.createElement("div"), { className: "live" }));
  modules[place.dataset.widget]().render({ model: heldModel(state), el: live });
  place.classList.add("living");
}
