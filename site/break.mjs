// Break it, one a day: a wrong search, and a tree editor to expose it in. Python tries each tree, in its sealed frame.
import stepper from "../minimax_lab/widgets/stepper/stepper.js";
import { pageModel } from "../minimax_lab/widgets/shared/page_model.js";
import { searched } from "../minimax_lab/app/pages/editor_search.js";
import { toFragment } from "./link.mjs";
import { Python } from "./python.mjs";
import { dayOf, ofTheDay } from "./today.mjs";
import { showEditor } from "./tree_editor.mjs";
import { readTree, writeTree } from "./tree_text.mjs";

const KEPT = "minimax_lab break it"; // in the browser's own storage, on this device
const $ = (id) => document.getElementById(id);
const { puzzles, beginning } = JSON.parse($("puzzles").textContent);
const now = new Date();
const today = ofTheDay(now, puzzles.length);

function kept() {
  try {
    const held = JSON.parse(localStorage.getItem(KEPT));
    return held.day === dayOf(now) && puzzles[held.number] && readTree(held.tree) ? held : null;
  } catch {
    return null;
  }
}

/** The one that the address names, such as #minimax-2, as lessons do; else the one that was begun today. */
function first() {
  const named = puzzles.findIndex(({ kind, number }) => location.hash === `#${kind}-${number}`),
    held = kept();
  if (named >= 0 && named !== held?.number) return { number: named, tree: beginning };
  return held ?? { number: today, tree: beginning };
}

let { number, tree } = first();
let stepped = null; // both runs on the tree, once they were asked for
let trouble = ""; // why there is no Python

function puzzle() {
  const { task, source } = puzzles[number];
  const date = now.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return { title: number === today ? `The program of ${date}` : "Another program", task, source, isLast: false };
}

// What the editor asks for

const model = showEditor($("build"), readTree(tree), {
  search: puzzles[number].kind,
  state: { _puzzle: puzzle(), _stepper: null },
  async send({ do: what, serial }) {
    const problem = what === "next" ? next() : await showBoth();
    model.set("_answer", { serial, problem: problem ?? "" });
  },
  widget_manager: {
    get_model: async () => stepped,
    create_view: async (traces) => {
      const el = document.createElement("div");
      stepper.render({ model: pageModel({ _traces: traces, step: 0, grain: "difference" }), el });
      return { el };
    },
  },
});

function next() {
  number = (number + 1) % puzzles.length;
  history.replaceState(null, "", location.pathname);
  model.set("_puzzle", puzzle());
  model.set("search", puzzles[number].kind);
  model.set("tree", readTree(beginning));
}

async function showBoth() {
  const { result, problem } = await ask("both_runs");
  if (problem) return problem;
  stepped = result;
  model.set("_stepper", `${number} ${tree}`);
  return "";
}

const ask = (call) => python.ask(call, puzzles[number].kind, puzzles[number].number, tree);

// What is said of the tree

function say(summary, exposed = false) {
  const draft = model.get("tree");
  model.set("_result", { ...searched(draft, puzzles[number].kind), summary, exposed });
  $("solved").hidden = !exposed;
}

async function judge() {
  const asked = (tree = writeTree(model.get("tree")));
  const which = number;
  if (model.get("_stepper")) model.set("_stepper", null); // it is about another tree
  keep();
  if (!python.isReady) return say(trouble || "Python is being loaded. You can begin with your tree.");
  say("Trying it …");
  const { result, problem } = await ask("exposed");
  if (asked !== tree || which !== number) return undefined; // the tree has changed meanwhile
  if (problem) return say(problem);
  say(result.summary, result.exposed);
  $("mistake").href = `search.html?for=${encodeURIComponent(result.mistake)}`;
  $("bench").href = `bench.html${toFragment({ code: puzzles[number].source, position: tree })}`;
  $("status").textContent = "";
  return undefined;
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ day: dayOf(now), number, tree }));
  } catch {
    // not allowed here: then nothing is kept
  }
}

$("tell").onclick = async () => {
  const [told] = model.get("_result").summary.split(":"); // without what is wrong
  const text = `${puzzle().title}: ${told.toLowerCase()}. ${location.href.split("#")[0]}`;
  try {
    await navigator.clipboard.writeText(text);
    $("status").textContent = "Copied, without your tree and without the mistake.";
  } catch {
    $("status").textContent = text;
  }
};

const python = new Python(({ progress, failed, ready, late }) => {
  if (progress || late) return;
  if (failed) trouble = `Python could not be started: ${failed}`;
  if (ready) {
    python.isReady = true;
    document.body.dataset.ready = "1";
  }
  judge();
});
model.on("change:tree", judge);
judge();
document.body.dataset.shown = "1";
