// Gives life to a widget of a page that has no Python. It is part of a plain script, because a page that is opened from
// a file may not import modules; the site's builder puts `modules`, `pageModel` and what answers in front of it.
/* global pageModel, mermaid, modules, searched */

const NEEDS_PYTHON = {
  stepper: [],
  quiz: ["[data-testid=new]"],
  values: ["[data-testid=new]"],
  editor: [".text-row:has([data-testid=paste])", "[data-testid=step]", "[data-testid=step-search]"],
};

function searchAgain(model) {
  const search = () => model.set("_result", searched(model.get("tree"), model.get("search")));
  for (const name of ["tree", "search"]) model.on(`change:${name}`, search);
}

/** Draws the diagrams that are written in Mermaid: on white, as all pictures, so that they are good on paper, too. */
export function drawDiagrams(nodes, look = {}) {
  if (!nodes.length) return null;
  mermaid.initialize({ startOnLoad: false, theme: "neutral", ...look });
  return mermaid.run({ nodes });
}

export function giveLife(place, el) {
  const { widget } = place.dataset;
  const model = pageModel(JSON.parse(place.querySelector("script").textContent));
  if (widget === "editor") searchAgain(model);
  modules[widget]().render({ model, el });
  for (const each of NEEDS_PYTHON[widget]) el.querySelector(each).remove();
  place.classList.add("living");
}
