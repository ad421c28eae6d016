// The page of the workbench: what is typed goes to Python in a worker, what comes back is shown.
import { makeEditor } from "./editor.mjs";
import { fromFragment, toFragment } from "./link.mjs";
import { pageModel } from "./page_model.mjs";
import stepper from "./stepper.mjs";

const $ = (id) => document.getElementById(id);
const example = await (await fetch("./example.json")).json();
const editor = makeEditor($("editor"), example.starters["alpha-beta"], "Your search");

for (const name of Object.keys(example.starters)) $("starter").add(new Option(name, name));
for (const name of example.games) $("game").add(new Option(name, name));

const position = () => $("game").value || $("tree").value;

function say(text, wrong = false) {
  $("status").textContent = text;
  $("status").classList.toggle("wrong", wrong);
}

// The step-through, with a model that holds what a kernel would

let cleanUp = null;

function show(traces) {
  cleanUp?.();
  $("steps").replaceChildren();
  const model = pageModel({ _traces: traces, step: 0, grain: "node" });
  cleanUp = stepper.render({ model, el: $("steps") });
}

// Python

const actions = ["run", "check", "page", "notebook"].map($);
let worker, waiting;

function setReady(isReady) {
  for (const button of actions) button.disabled = !isReady;
  $("progress").hidden = isReady;
}

function startPython() {
  setReady(false);
  waiting = new Map();
  worker = new Worker("./worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.progress) say(data.progress);
    else if (data.ready) {
      setReady(true);
      say("Python is ready.");
      document.body.dataset.ready = "1";
    } else if (data.failed) {
      $("progress").hidden = true;
      say(`Python could not be loaded: ${data.failed}`, true);
    } else {
      const { done, failed } = waiting.get(data.id);
      waiting.delete(data.id);
      if ("error" in data) failed(data.error);
      else done(data.result);
    }
  };
}

let calls = 0;

function ask(call, ...args) {
  calls += 1;
  const id = calls;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    worker.postMessage({ id, call, args });
  });
}

async function act(words, call, args, use) {
  for (const button of actions) button.disabled = true;
  $("stop").hidden = false;
  say(words);
  try {
    use(await ask(call, ...args));
  } catch (error) {
    say(String(error), true);
  }
  for (const button of actions) button.disabled = false;
  $("stop").hidden = true;
}

$("run").onclick = () =>
  act("Running …", "run", [editor.get(), position()], (text) => {
    const { traces, call } = JSON.parse(text);
    show(traces);
    say(`${call} was run: step through it below.`);
    $("steps").scrollIntoView({ block: "nearest" });
  });

$("check").onclick = () =>
  act("Checking …", "verdict", [editor.get(), position()], (html) => {
    $("report").innerHTML = html;
    $("report").hidden = false;
    say("The report is below.");
  });

$("stop").onclick = () => {
  worker.terminate();
  $("stop").hidden = true;
  delete document.body.dataset.ready;
  startPython();
  say("Stopped. Python starts again; your code is still here.");
};

// Links and files

$("share").onclick = async () => {
  history.replaceState(null, "", toFragment(editor.get(), position()));
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. It holds your code and the tree.");
  } catch {
    say("The address of this page now holds your code and the tree: copy it.");
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

$("page").onclick = () =>
  act("Making the page …", "kept_page", [editor.get(), position()], (html) =>
    download("search.html", "text/html", html));

$("notebook").onclick = () =>
  act("Making the notebook …", "kept_notebook", [editor.get(), position()], (text) =>
    download("search.ipynb", "application/x-ipynb+json", text));

$("starter").onchange = () => editor.set(example.starters[$("starter").value]);
$("game").onchange = () => {
  $("tree").disabled = Boolean($("game").value);
};

show(example.traces); // alive before Python is there
startPython();

const linked = fromFragment(location.hash);
if (linked?.error) {
  $("notice").textContent = `✗ This link cannot be read: ${linked.error}. Here is the example instead.`;
} else if (linked) {
  editor.set(linked.code);
  if (example.games.includes(linked.position)) $("game").value = linked.position;
  else $("tree").value = linked.position;
  $("game").onchange();
}
document.body.dataset.shown = "1";
