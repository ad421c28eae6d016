// The tree editor: edits are made here, at once; Python searches the result and reads what is pasted. With a puzzle
// (editor/break_it.py) it asks for a tree on which the search that stands beside it goes wrong.
import {
  PATIENCE, RUN_AGAIN, Widget, button, choice, copyFrom, html, keyHelp, rendering, take,
} from "../shared/look.js";
import { NodeField } from "../shared/node_input.js";
import { spoken } from "../shared/tree.js";
import { TreeBoard, followWidth, nameOf } from "../shared/tree_board.js";
import {
  History, addChild, addSibling, nextLeaf, readNumber, removeNode, rowsOf, sameDraft, setValue, walkDraft,
} from "./draft.js";
import { Puzzle } from "./puzzle.js";

const SEARCHES = [["alphabeta", "alpha-beta"], ["minimax", "minimax"]];
const FIRST = [["MAX", "▲ MAX moves first"], ["MIN", "▼ MIN moves first"]];
const LATE = `No answer from Python, which searches the tree. ${RUN_AGAIN}`;
const NOT_SEARCHED = `Not searched yet. ${RUN_AGAIN}`;
const KEYS =
  "Click a leaf and type its value. By keyboard: <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, " +
  "digits or <kbd>Enter</kbd> change a leaf, <kbd>,</kbd> adds a sibling, <kbd>+</kbd> a child, " +
  "<kbd>Delete</kbd> removes, <kbd>Ctrl</kbd>+<kbd>Z</kbd> and <kbd>Ctrl</kbd>+<kbd>Y</kbd> undo and redo.";

class Editor extends Widget {
  constructor(model, host) {
    super(model);
    this.history = new History(model.get("tree"));
    this.serial = 0;
    this.build();
    host.append(this.root, this.below);
    this.listen();
    this.show(0);
    this.showStepper();
    followWidth(this.root, this.board, this.life.signal);
    this.root.dataset.ready = "1";
  }

  destroy() {
    clearTimeout(this.late);
    this.below.remove();
    super.destroy();
  }

  get draft() {
    return this.history.now.draft;
  }

  build() {
    const { signal } = this.life, tool = (label, testid, title, click) => button(label, testid, { title, click });
    this.buttons = {
      child: tool("+ child", "add-child", "Add a child to the chosen node (+)", () => this.add(addChild)),
      sibling: tool("+ sibling", "add-sibling", "Add a sibling after the chosen node (,)", () => this.add(addSibling)),
      remove: tool("Remove", "remove", "Remove the chosen node and everything below it (Delete)", () => this.remove()),
      undo: tool("↶ Undo", "undo", "Undo (Ctrl+Z)", () => this.undo()),
      redo: tool("↷ Redo", "redo", "Redo (Ctrl+Y)", () => this.redo()),
    };
    this.search = choice("Searched by", "search", SEARCHES, (search) => this.put("search", search));
    const own = this.model.get("_own"); // a search of the user's: only then is there a choice of what to step through
    this.stepSearch = choice("Search to step through", "step-search", [["", own], ...SEARCHES]);
    this.stepSearch.hidden = !own;
    this.step = tool("Step through", "step", "Step through a search of this tree", () => this.stepThrough());
    this.title = html("b", {}, "Tree editor");
    this.below = html("div", { class: "minimax-below" }); // for the step-through
    const begin = (first) => this.edit({ draft: { ...this.draft, first }, at: this.board.focused });
    this.first = choice("Who moves first", "first-player", FIRST, begin);
    this.puzzle = this.model.get("_puzzle")?.source ? new Puzzle(this) : null;
    this.summary = html("span", { class: "quiet", role: "status", "data-testid": "summary" });
    this.pane = html("div", { class: "tree-pane", scroll: () => this.field.place() });
    this.field = new NodeField();
    this.input = this.field.input;
    this.chosen = html("span", { class: "quiet chosen", "data-testid": "chosen" });
    this.message = html("p", { class: "message", role: "alert", "data-testid": "message", hidden: true });
    const toStep = html("span", { class: "step" }, this.step, this.stepSearch);
    this.makeRoot("editor", "Tree editor",
      html("div", { class: "head" }, this.title,
        ...(this.puzzle?.head ?? [html("label", {}, "searched by", this.search), this.first]),
        this.makePresentButton()),
      html("div", { class: "bar top" }, ...Object.values(this.buttons), html("span", { class: "gap" }),
        ...(this.puzzle ? [this.chosen, ...this.puzzle.bar] : [toStep])),
      this.puzzle ? this.summary : html("div", { class: "told" }, this.summary, this.chosen),
      html("div", { class: "panes" }, html("div", { class: "stage" }, this.pane, this.input), this.puzzle?.code ?? ""),
      this.message, this.texts(), keyHelp(KEYS));
    this.root.classList.toggle("puzzle", this.puzzle !== null);
    this.board = new TreeBoard(this.pane, {
      label: "Game tree: choose a node to edit it",
      signal,
      pick: (node) => this.choose(node, true),
      key: (event, node) => this.key(event, node),
    });
  }

  texts() {
    const field = (label, testid, attributes) =>
      html("input", { type: "text", "aria-label": label, "data-testid": testid, spellcheck: "false",
        autocomplete: "off", ...attributes });
    const row = (input, action, act) => {
      const [label, { testid }] = [input.getAttribute("aria-label"), input.dataset],
        click = ({ currentTarget }) => act(currentTarget);
      return html("div", { class: "text-row" }, html("span", { class: "name" }, label), input,
        button(action, `${action.toLowerCase()}-${testid}`, { "aria-label": `${action}: ${label}`, click }));
    };
    this.python = field("as Python", "python", { readonly: true });
    this.paste = field("paste a tree", "paste", { placeholder: "tree([[3, 12], [8]])",
      keydown: ({ key }) => key === "Enter" && this.usePasted() });
    return html("div", { class: "texts" }, row(this.python, "Copy", (pressed) => copyFrom(this.python, pressed)),
      row(this.paste, "Use", () => this.usePasted()));
  }

  listen() {
    this.on(this.input, "keydown", (event) => this.typing(event));
    this.on(this.input, "blur", () => this.commit(true));
    this.on(this.root, "keydown", (event) => this.shortcut(event));
    this.follow("change:tree", () => this.adopt());
    this.follow("change:search", () => this.draw());
    this.follow("change:_result", () => this.draw());
    this.follow("change:_answer", () => this.answered());
    this.follow("change:_stepper", () => this.showStepper());
  }

  // Editing

  /** The tree was set from elsewhere: that is a step too, and can be undone. */
  adopt() {
    if (!this.history.push({ draft: this.model.get("tree"), at: 0 })) return; // it was set from here
    this.input.hidden = true;
    this.show(0);
  }

  edit(step) {
    if (!step) return this.say("The root cannot have siblings and cannot be removed.");
    this.say("");
    this.history.push(step);
    return this.send(step.at);
  }

  send(at) {
    this.put("tree", this.draft);
    this.show(at);
  }

  add(how) {
    if (!this.commit()) return;
    const before = this.draft;
    this.edit(how(this.draft, this.board.focused));
    if (this.draft !== before) this.choose(this.board.focused, true);
  }

  remove() {
    this.input.hidden = true;
    this.edit(removeNode(this.draft, this.board.focused));
    this.board.focus(this.board.focused);
  }

  undo() {
    if (this.history.canUndo) this.goTo(this.history.undo());
  }

  redo() {
    if (this.history.canRedo) this.goTo(this.history.redo());
  }

  /** Another state of the tree; who was typing is on the tree again. */
  goTo({ at }) {
    const wasTyping = document.activeElement === this.input;
    this.input.hidden = true;
    this.send(at);
    if (wasTyping) this.board.focus(at);
  }

  /** A node is chosen: what the buttons are about. A leaf can be typed into at once. */
  choose(node, open) {
    if (!this.commit()) return;
    this.board.focus(node);
    this.drawChosen();
    if (open && this.board.tree.isLeaf[node]) this.open(node);
  }

  // Typing a value

  open(node, typed = null) {
    this.opened = walkDraft(this.draft)[node].node;
    this.field.open(this.board, node, this.opened, typed);
  }

  /** Use what was typed, and return whether it is a number (or nothing was being typed). Leaving always works. */
  commit(isLeaving = false) {
    if (this.input.hidden) return true;
    const value = readNumber(this.input.value);
    this.input.hidden = value !== null || isLeaving;
    if (value === null) {
      this.input.setAttribute("aria-invalid", "true");
      const then = isLeaving ? "It stays as it was." : "(Esc leaves it as it was.)";
      this.say(`“${this.input.value}” is not a number. A leaf is a number, such as 3, −2 or 0.5. ${then}`);
      return false;
    }
    this.edit(setValue(this.draft, this.field.node, value));
    return true;
  }

  typing(event) {
    const next = nextLeaf(this.draft, this.field.node, event.shiftKey ? -1 : 1);
    const acts = {
      Enter: () => this.commit() && this.board.focus(this.field.node),
      Escape: () => {
        this.input.hidden = true;
        this.say("");
        this.board.focus(this.field.node);
      },
      Tab: () => this.commit() && this.choose(next, true),
      ",": () => this.add(addSibling),
    };
    if (!acts[event.key] || event.ctrlKey || event.metaKey) return;
    if (event.key === "Tab" && next === this.field.node) return; // on to the next control
    take(event);
    acts[event.key]();
  }

  /** A key on a node; returns whether it meant something. */
  key(event, node) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const acts = {
      "+": () => this.add(addChild),
      Insert: () => this.add(addChild),
      ",": () => this.add(addSibling),
      Delete: () => this.remove(),
      Backspace: () => this.remove(),
      Enter: () => this.choose(node, true),
      F2: () => this.choose(node, true),
    };
    if (acts[event.key]) acts[event.key]();
    else if (/^[\d.−-]$/.test(event.key) && this.board.tree.isLeaf[node]) this.open(node, event.key);
    else return false;
    return true;
  }

  shortcut(event) {
    const key = event.key.toLowerCase();
    const isUntouched = event.target === this.input && this.input.value === this.opened; // nothing typed to undo
    if (!(event.ctrlKey || event.metaKey) || (event.target.matches("input") && !isUntouched)) return;
    if (key === "z" && !event.shiftKey) this.undo();
    else if (key === "y" || key === "z") this.redo();
    else return;
    take(event);
  }

  // What Python is asked for

  request(message) {
    this.asked = message.do;
    this.ask({ ...message, serial: ++this.serial }, () => this.say(LATE));
  }

  usePasted() {
    this.request({ do: "paste", text: this.paste.value });
  }

  stepThrough() {
    const { value } = this.stepSearch.hidden ? this.search : this.stepSearch;
    if (this.commit()) this.request({ do: "step", tree: this.draft, search: value });
  }

  /** The step-through is a widget of its own: Jupyter makes its view. */
  async showStepper() {
    const { model, below } = this;
    const name = model.get("_stepper");
    below.replaceChildren();
    if (!name || !model.widget_manager) return;
    const stepper = await model.widget_manager.get_model(name.replace("IPY_MODEL_", ""));
    const view = await model.widget_manager.create_view(stepper);
    if (model.get("_stepper") !== name) return; // another one has come meanwhile
    this.present(false);
    below.replaceChildren(view.el);
    below.scrollIntoView({ block: "nearest" });
  }

  answered() {
    const { serial, problem } = this.model.get("_answer");
    if (serial !== this.serial) return;
    this.stopWaiting();
    this.say(problem);
    if (this.asked !== "paste") return;
    this.paste.setAttribute("aria-invalid", String(Boolean(problem)));
    if (!problem) this.paste.value = "";
  }

  // Drawing

  show(at) {
    this.board.focused = at;
    this.board.show(rowsOf(this.draft), this.labels());
    this.draw();
  }

  /** What the search says of each node, if it has seen this tree already. */
  result() {
    const result = this.model.get("_result");
    return result.of && sameDraft(result.of, this.draft) ? result : null;
  }

  labels() {
    return this.result()?.nodes.map((node) => node.label) ?? [];
  }

  draw() {
    const result = this.result();
    if (result && result !== this.sized) {
      // the labels are there now, and may need more room
      this.sized = result;
      this.board.show(rowsOf(this.draft), this.labels());
    }
    this.board.paint((node) => this.look(node, result?.nodes[node] ?? {}));
    this.search.value = this.model.get("search");
    this.first.value = this.draft.first;
    this.drawSummary(result);
    if (result) this.python.value = result.python;
    this.buttons.undo.disabled = !this.history.canUndo;
    this.buttons.redo.disabled = !this.history.canRedo;
    this.drawChosen();
    this.field.place();
  }

  /** How a node looks, with what the search says of it: see `TreeBoard.paint`. */
  look(node, { label = "", pruned = false, cut = false, best = false }) {
    return {
      classes: [pruned && "pruned", cut && "cut", best && "best"],
      text: this.board.tree.isLeaf[node] ? null : label,
      says: [label && `worth ${spoken(label)}`, pruned && "never looked at"],
    };
  }

  drawSummary(result) {
    clearTimeout(this.late);
    this.summary.textContent = result?.summary ?? "Searching …";
    this.puzzle?.draw(Boolean(result?.exposed));
    if (!result) this.late = setTimeout(() => (this.summary.textContent = NOT_SEARCHED), PATIENCE);
  }

  drawChosen() {
    const node = this.board.focused;
    this.chosen.textContent = `chosen: ${nameOf(this.board.tree, node)}`;
    this.buttons.sibling.disabled = this.buttons.remove.disabled = node === 0;
  }
}

export default rendering(Editor);
