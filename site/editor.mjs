// The code editor, which is also where the line that runs is lit. CodeMirror is most of the bench's script, so the page
// does not wait for it: until it is there, the code stands in its place as it is.

const MISSING = "The editor has not arrived, so the code cannot be changed here. Reload the page to try again.";

export function makeEditor(parent, label, onChange) {
  const plain = document.createElement("pre");
  let view = null,
    lit = [null];
  parent.append(plain);
  import("./codemirror.mjs").then(({ makeView }) => {
    view = makeView(parent, plain.textContent, label, onChange);
    view.mark(...lit);
    plain.remove();
  }, () => parent.append(Object.assign(document.createElement("p"), { textContent: MISSING })));
  return {
    get: () => view?.get() ?? plain.textContent,
    set(code) {
      if (view) return view.set(code);
      plain.textContent = code;
      lit = [null];
      return onChange();
    },

    /** Light a line, counted from 1, as "now" or "wrong"; none if there is no such line. */
    mark(...line) {
      lit = line;
      view?.mark(...line);
    },
  };
}
