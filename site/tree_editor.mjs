// The tree editor on a page, searched at every change without Python.
import { searched } from "../minimax_lab/app/pages/editor_search.js";
import editor from "../minimax_lab/widgets/editor/editor.js";
import { pageModel } from "../minimax_lab/widgets/shared/page_model.js";

/** Puts an editor into an element and returns its model; `more` is what the model holds or does besides. */
export function showEditor(el, tree, { search = "minimax", ...more } = {}) {
  const { state = {}, ...acts } = more,
    empty = { _answer: {}, _own: "", _puzzle: {} };
  const model = pageModel({ ...empty, tree, search, _result: searched(tree, search), ...state });
  for (const name of ["tree", "search"]) {
    model.on(`change:${name}`, () => model.set("_result", searched(model.get("tree"), model.get("search"))));
  }
  Object.assign(model, acts);
  editor.render({ model, el });
  return model;
}
