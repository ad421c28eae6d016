// The code editor. `npx esbuild` bundles this file with CodeMirror.
import { python } from "@codemirror/lang-python";
import { EditorView, basicSetup } from "codemirror";
import { indentUnit } from "@codemirror/language";

export function makeEditor(parent, text, label) {
  const attributes = EditorView.contentAttributes.of({ "aria-label": label });
  const extensions = [basicSetup, python(), indentUnit.of("    "), attributes];
  const view = new EditorView({ doc: text, extensions, parent });
  return {
    get: () => view.state.doc.toString(),
    set: (code) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } }),
  };
}
