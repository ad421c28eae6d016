// The code editor, once it is there: CodeMirror.
import { python } from "@codemirror/lang-python";
import { indentUnit, syntaxHighlighting } from "@codemirror/language";
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { EditorView, basicSetup } from "codemirror";

const setMark = StateEffect.define();
const marked = StateField.define({
  create: () => Decoration.none,
  update: (marks, { effects, docChanged }) =>
    effects.reduce((now, effect) => (effect.is(setMark) ? effect.value : now), docChanged ? Decoration.none : marks),
  provide: (field) => EditorView.decorations.from(field),
});

// What does not fit into a line goes on below its beginning, not at the margin.
const hanging = EditorView.decorations.compute(["doc"], ({ doc }) => Decoration.set(
  Array.from({ length: doc.lines }, (_, k) => {
    const { from, text } = doc.line(k + 1),
      deep = text.search(/\S|$/) + 4;
    const style = `padding-left: calc(${deep}ch + 6px); text-indent: -${deep}ch`;
    return Decoration.line({ attributes: { style } }).range(from);
  })));

export function makeView(parent, doc, label, onChange) {
  const extensions = [
    basicSetup,
    python(),
    EditorView.lineWrapping,
    hanging,
    indentUnit.of("    "),
    EditorView.contentAttributes.of({ "aria-label": label }),
    syntaxHighlighting(classHighlighter), // as classes, which the style sheet knows
    marked,
    EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
  ];
  const view = new EditorView({ doc, extensions, parent });
  return {
    get: () => view.state.doc.toString(),
    set: (code) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } }),

    mark(number, kind) {
      const { doc } = view.state,
        line = number >= 1 && number <= doc.lines ? doc.line(number) : null;
      const marks = line ? [Decoration.line({ class: `mark-${kind}` }).range(line.from)] : [];
      const effects = [setMark.of(Decoration.set(marks))];
      if (line) effects.push(EditorView.scrollIntoView(line.from, { y: "nearest", yMargin: 40 }));
      view.dispatch({ effects });
    },
  };
}
