// The code editor. `npx esbuild` bundles this file with CodeMirror.
import { python } from "@codemirror/lang-python";
import { EditorView, basicSetup } from "codemirror";
import { indentUnit, syntaxHighlighting } from "@codemirror/language";
import { classHighlighter } from "@lezer/highlight";

export function makeEditor(parent, text, label) {
  const attributes = EditorView.contentAttributes.of({ "aria-label": label });
  const isDark = EditorView.darkTheme.of(matchMedia("(prefers-color-scheme: dark)").matches);
  const colours = syntaxHighlighting(classHighlighter); // as classes, which the style sheet knows
  const extensions = [basicSetup, python(), indentUnit.of("    "), attributes, isDark, colours];
  const view = new EditorView({ doc: text, extensions, parent });
  return {
    get: () => view.state.doc.toString(),
    set: (code) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } }),
  };
}
