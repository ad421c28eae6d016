// The bench: what is typed goes to Python, what comes back is shown beside it.
import { pageModel } from "../minimax_lab/widgets/shared/page_model.js";
import stepper from "../minimax_lab/widgets/stepper/stepper.js";
import { readTrace } from "../minimax_lab/widgets/stepper/trace.js";
import { makeEditor } from "./editor.mjs";
import { fromFragment, toFragment } from "./link.mjs";
import { Python } from "./python.mjs";
import { findingButtons, reportParts } from "./report.mjs";
import { showEditor } from "./tree_editor.mjs";
import { readTree, writeTree } from "./tree_text.mjs";

const PATIENCE = 5000; // milliseconds, after which it is said how to end it, if Python has not said where it is
const KEPT = "minimax_lab bench"; // in the browser's own storage, on this device
const $ = (id) => document.getElementById(id);
const example = JSON.parse($("example").textContent);
const editor = makeEditor($("editor"), "Your search", () => changed());
const first = Object.keys(example.starters)[0];

for (const name of Object.keys(example.starters)) $("starter").add(new Option(name, name));
for (const name of example.games) $("game").add(new Option(name, name));

// What is on the bench

const now = () => ({ code: editor.get(), position: $("game").value || $("tree").value, search: $("search").value });
const isSame = (one, other) => ["code", "position", "search"].every((name) => one?.[name] === other[name]);
let ran = null; // what the step-through is of
let found = null; // what the last check said of it, for a link
let untried = false; // whether the code came with a link and was never run
let wanted = null; // the step to go to after the next run
let runsFirst = false; // whether the code is to be run as soon as Python is there, and free

function put({ code, position, search = "", step = null }) {
  const isGame = example.games.includes(position);
  $("game").value = isGame ? position : "";
  $("tree").value = isGame ? example.tree : position;
  offer(search ? [search] : [], search);
  editor.set(code);
  wanted = step;
  changed();
}

/** The functions that can be chosen as the search. */
function offer(names, chosen, call = "") {
  const options = [new Option(call || "found by itself", ""), ...names.map((name) => new Option(name, name))];
  $("search").replaceChildren(...options);
  $("search").value = chosen;
}

/** Nothing that was said of other code stays beside this code. */
function changed() {
  const isOld = !isSame(ran, now());
  $("tree").parentElement.hidden = $("draw").hidden = Boolean($("game").value);
  followTree();
  $("watch").classList.toggle("old", isOld);
  $("steps").inert = isOld;
  if (isOld) {
    clearReport();
    editor.mark(null);
  }
  keep();
}

function clearReport() {
  found = null;
  $("report").hidden = $("printed").hidden = true;
  $("report").replaceChildren();
}

let keeping = 0;

function keep() {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ ...now(), step: wanted ?? stepNow(), untried }));
    } catch {
      // not allowed here: then nothing is kept
    }
    // The address does not hold this code any more: a reload must not bring the other one back
    const held = location.hash && fromFragment(location.hash)?.code;
    if (held !== "" && held !== now().code) history.replaceState(null, "", location.pathname);
  }, 300);
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function say(text, wrong = false) {
  $("status").textContent = text;
  $("status").classList.toggle("wrong", wrong);
}

// The tree editor: what is drawn is what stands in the field, and the other way round

let drawing = null; // its model, once it was opened
const NOT_IN_THE_BENCH = [".texts", "[data-testid=step]", "[data-testid=step-search]"]; // Run steps through it

$("draw").onclick = () => {
  const tree = readTree($("tree").value);
  if (!tree) return say("Only lists of numbers can be drawn, such as [[3, 12], [2, 4]].", true);
  const isOpen = $("drawn").hidden;
  $("drawn").hidden = !isOpen;
  $("draw").setAttribute("aria-expanded", String(isOpen));
  $("draw").textContent = isOpen ? "Close" : "Draw it";
  if (!drawing) openEditor(tree);
  followTree();
  return isOpen ? $("drawn").scrollIntoView({ block: "nearest" }) : undefined;
};

function openEditor(tree) {
  drawing = showEditor($("drawn"), tree);
  for (const each of NOT_IN_THE_BENCH) $("drawn").querySelector(each).remove();
  drawing.on("change:tree", () => {
    if (isDrawn(readTree($("tree").value))) return;
    $("tree").value = writeTree(drawing.get("tree"));
    changed();
  });
}

const isDrawn = (tree) => tree !== null && writeTree(tree) === writeTree(drawing.get("tree"));

function followTree() {
  const tree = readTree($("tree").value);
  $("drawn").classList.toggle("away", Boolean($("game").value) || !tree);
  if (drawing && tree && !isDrawn(tree)) drawing.set("tree", tree);
}

// The step-through

let cleanUp = null;
const stepNow = () => Number($("steps").querySelector("[data-step]")?.dataset.step ?? 0);

/** `firsts` are the lines at which the functions of the trace begin in the editor. */
function show(traces, firsts, step = 0, told = "") {
  cleanUp?.();
  $("steps").replaceChildren();
  const model = pageModel({ _traces: traces, step, grain: "node", _told: told });
  const end = stepper.render({ model, el: $("steps") });
  $("steps").querySelector(".panes").classList.add("no-code"); // the editor is where the code is
  const { steps } = readTrace(JSON.parse(traces)[0]);
  const light = () => {
    const at = stepNow(),
      begin = firsts[steps.scopes[steps.scope[at]].source];
    editor.mark(begin == null ? null : begin + steps.line[at], "now");
    keep();
  };
  const watching = new MutationObserver(light);
  watching.observe($("steps"), { attributes: true, attributeFilter: ["data-step"], subtree: true });
  light();
  cleanUp = () => {
    watching.disconnect();
    end();
  };
}

function showRun({ traces, firsts, call, printed, searches, message, line }, was) {
  offer(searches, was.search, call);
  ran = was;
  changed();
  show(traces, firsts, wanted ?? 0);
  wanted = null;
  showPrinted(printed);
  if (message && line) editor.mark(line, "wrong");
  if (matchMedia("(max-width: 1000px)").matches) $("watch").scrollIntoView({ block: "start" }); // else out of sight
  say(message ? `${call} stopped: ${message}` : `${call} was run.`, Boolean(message));
}

function showPrinted(text) {
  $("printed").hidden = !text;
  $("printed").textContent = text;
}

function showReport({ html, findings, printed }, was) {
  if (!isSame(ran, was)) {
    ran = was; // the report is of this code; the step-through is not
    $("steps").replaceChildren();
  }
  changed();
  $("report").replaceChildren(...reportParts(html));
  const firsts = [];
  const act = {
    light: (line) => editor.mark(line, "wrong"),
    show: (traces, step, told) => show(traces, firsts, step, told),
  };
  const shown = $("report").querySelectorAll("[data-code]");
  findings.forEach((finding, k) => shown[k]?.append(...findingButtons(finding, act)));
  [found] = findings;
  if (found?.line) editor.mark(found.line, "wrong");
  $("report").hidden = false;
  showPrinted(printed);
  say("The report is below.");
}

// Python

const actions = ["run", "check", "page", "notebook"].map($);

function setBusy(isBusy) {
  for (const button of actions) button.disabled = isBusy;
  $("stop").hidden = !isBusy || !python.isReady;
}

const python = new Python(({ progress, failed, ready, late, printed }) => {
  if (progress) return say(progress);
  if (late) return showLate(late, printed);
  if (failed) return say(`Python could not be started: ${failed}`, true);
  if (!ready) return undefined;
  python.isReady = true;
  document.body.dataset.ready = "1";
  setBusy(false);
  say("Python is ready.");
  if (runsFirst) $("run").click();
});

let waiting = 0; // until it is said that it takes long

function showLate(line, printed) {
  if ($("stop").hidden || !/^\d+$/.test(line)) return; // code can tell this by itself, and anything else
  clearTimeout(waiting);
  editor.mark(Number(line), "now");
  showPrinted(printed);
  say(`This takes long: it is at line ${line}. Does it come to an end? Stop ends it.`);
}

async function act(words, call, use) {
  const was = now();
  notice();
  untried = runsFirst = false;
  setBusy(true);
  say(words);
  waiting = setTimeout(() => say(`${words} This takes long. Stop ends it.`), PATIENCE);
  const { result, problem, line, searches } = await python.ask(call, was.code, was.position, was.search);
  clearTimeout(waiting);
  if (!document.body.dataset.ready) return; // it was stopped
  setBusy(false);
  if (runsFirst) return $("run").click(); // another example was chosen meanwhile
  if (problem) {
    if (searches?.length) offer(searches, "");
    if (line) editor.mark(line, "wrong");
    return say(problem, true);
  }
  if (!isSame(was, now())) return say("Your code changed meanwhile: run it again.");
  try {
    use(result, was);
  } catch (error) {
    say(`The answer cannot be shown: ${error.message}`, true); // code can tamper with its own answers
  }
}

$("run").onclick = () => act("Running …", "run", showRun);
$("check").onclick = () => act("Checking …", "verdict", showReport);
$("stop").onclick = () => {
  delete document.body.dataset.ready;
  python.isReady = false;
  python.stop();
  setBusy(true);
  say("Stopped. Python starts again; your code is still here.");
};
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!$("run").disabled) $("run").click();
}, true);

// Links and files

function notice(...parts) {
  $("notice").replaceChildren(...parts);
}

$("share").onclick = async () => {
  const held = { ...now(), step: stepNow() };
  if (found) Object.assign(held, { title: found.title, line: found.line, step: found.step ?? 0 });
  if (found?.tree) held.position = found.tree;
  history.replaceState(null, "", toFragment(held));
  const what = found ? "your code, and where it goes wrong" : "your code, the position and the step";
  try {
    await navigator.clipboard.writeText(location.href);
    say(`The link is copied. It holds ${what}.`);
  } catch {
    say(`The address of this page now holds ${what}: copy it.`);
  }
};

function download(name, type, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type })),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
  say(`Saved as ${name}.`);
}

$("page").onclick = () => act("Making the page …", "run", async ({ traces }) => {
  const empty = await (await fetch("kept.html")).text(),
    state = JSON.stringify({ _traces: traces, step: stepNow(), grain: "node" });
  // so that no text can end the script
  download("search.html", "text/html", empty.replace('"@STATE@"', () => state.replaceAll("<", "\\u003c")));
});
$("notebook").onclick = () => act("Making the notebook …", "notebook", (text) =>
  download("search.ipynb", "application/x-ipynb+json", text));
$("forget").onclick = () => {
  localStorage.removeItem(KEPT);
  history.replaceState(null, "", location.pathname);
  begin();
  say("Forgotten: nothing of yours is kept on this device.");
};

$("starter").onchange = () => {
  put({ code: example.starters[$("starter").value], position: now().position });
  runsFirst = $("run").disabled; // then it is run later
  $("run").click();
};
for (const id of ["game", "search"]) $(id).onchange = changed;
$("tree").oninput = changed;

// The beginning

function begin() {
  notice();
  clearReport();
  const linked = fromFragment(location.hash),
    own = kept();
  untried = runsFirst = false;
  if (linked?.error) {
    notice(`This link cannot be read: ${linked.error}. Here is the example instead.`);
  } else if (linked && !isSame(own, { search: "", ...linked })) {
    return beginWith(linked);
  } else if (own?.untried) return beginWith(own);
  ran = { code: example.starters[first], position: example.tree, search: "" };
  put(own && !linked?.error ? own : { ...ran, step: Number(new URLSearchParams(location.search).get("step")) });
  const isExample = isSame(ran, now());
  runsFirst = !isExample; // what was here before a reload
  if (isExample) offer(example.run.searches, "", example.run.call);
  show(example.run.traces, example.run.firsts, isExample ? (wanted ?? 0) : 0);
  if (isExample) wanted = null;
  changed();
  return say(python.isReady ? "Python is ready." : "Loading Python …");
}

/** Code that came with a link is shown, and run when the reader says so. */
function beginWith(linked) {
  untried = true;
  ran = null;
  cleanUp?.();
  $("steps").replaceChildren();
  put(linked);
  const run = Object.assign(document.createElement("button"), { textContent: "Run it", className: "main" });
  run.onclick = () => {
    runsFirst = true;
    notice();
    if (python.isReady) $("run").click();
  };
  const line = linked.line ? `, line ${linked.line}` : "";
  const says = linked.title ? ` The sender's check says: ${linked.title}${line}.` : "";
  notice(`This code came with a link. Read it before you run it.${says} `, run);
  if (linked.line) editor.mark(linked.line, "wrong");
}

addEventListener("hashchange", begin);
begin();
document.body.dataset.shown = "1";
