// The first minute: a search that runs by itself, tells each step in plain words, and asks one question before its
// first cut. It is the step-through of a stored trace, so nothing is needed but this script.
import { pageModel } from "../minimax_lab/widgets/shared/page_model.js";
import stepper from "../minimax_lab/widgets/stepper/stepper.js";
import { readTrace } from "../minimax_lab/widgets/stepper/trace.js";

const $ = (id) => document.getElementById(id);
const PACE = 1700; // milliseconds for a step
const ORDER = ["first", "second", "third", "fourth"];
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

const traces = $("traces").textContent;
const trace = readTrace(JSON.parse(traces)[0]);
const { kind, node } = trace.steps;
const boxes = trace.children[0];
const isTold = (step) => kind[step] !== "line" && (kind[step] !== "enter" || !trace.isLeaf[node[step]]);
const steps = [...kind.keys()].filter(isTold);
const firstCut = steps.findIndex((step) => kind[step] === "cutoff");
const model = pageModel({ _traces: traces, step: 0, grain: "node" });
stepper.render({ model, el: $("steps") });

// Words

const prize = (leaf) => trace.texts[trace.known[leaf]];
const number = (leaf) => trace.numbers[trace.known[leaf]];
const nameOf = (box) => `The ${ORDER[boxes.indexOf(box)]} box`;
const bold = (text) => Object.assign(document.createElement("b"), { textContent: text });

/** The most that was sure, and the box that gives it, before a step. */
function sureBefore(place) {
  const done = steps.slice(0, place).filter((step) => kind[step] === "return").map((step) => node[step]);
  return done.length ? done.reduce((best, box) => (worst(box) > worst(best) ? box : best)) : null;
}

const worst = (box) => Math.min(...trace.children[box].filter((leaf) => leaf < trace.searched).map(number));

function sentence(place) {
  const step = steps[place],
    at = node[step],
    sure = sureBefore(place);
  if (kind[step] === "cutoff") return whyCut(at, sure);
  if (kind[step] === "enter" && at === 0) {
    return ["Choose a box. Your opponent then gives you ", bold("the worst prize"), " in it. Which box is best?"];
  }
  if (kind[step] === "enter") return [`The search opens the ${ORDER[boxes.indexOf(at)]} box.`];
  if (kind[step] === "leaf") return atPrize(at);
  if (at === 0) return theEnd();
  if (sure === null) return [`${nameOf(at)} is worth ${worst(at)}. `, bold(`You are sure of ${worst(at)}.`)];
  if (worst(at) > worst(sure)) return [`${nameOf(at)} is worth ${worst(at)}: better.`];
  return [`${nameOf(at)} gives you no more than ${worst(at)}.`];
}

function atPrize(leaf) {
  const before = trace.children[trace.parent[leaf]].filter((other) => other < leaf).map(number);
  if (!before.length) return [`${prize(leaf)}: so this box gives you `, bold(`${prize(leaf)} at most`), "."];
  const least = Math.min(...before);
  if (number(leaf) >= least) return [`${prize(leaf)}: your opponent would rather give you ${least}.`];
  return [`${prize(leaf)}: now it gives you `, bold(`${prize(leaf)} at most`), "."];
}

function whyCut(box, sure) {
  const hidden = trace.children[box].filter((leaf) => leaf >= trace.searched).map(prize).join(" and the ");
  return [
    `✂ Here your opponent can already give you ${worst(box)}, and elsewhere `,
    bold(`you are sure of ${worst(sure)}`),
    `. Whatever the ${hidden} are, you will not choose this box.`,
  ];
}

function theEnd() {
  const best = trace.line[1],
    seen = leaves.filter((leaf) => leaf < trace.searched).length;
  return [
    `Done: take the ${ORDER[boxes.indexOf(best)]} box. The search looked at `,
    bold(`${seen} of ${leaves.length}`),
    " prizes, and none that it skipped could have changed its choice.",
  ];
}

// Moving

let place = 0,
  timer = 0,
  asked = false;

function tell(...parts) {
  $("sentence").replaceChildren(...parts);
}

function offer(...choices) {
  const made = choices.map(([words, act, isMain]) => {
    const element = typeof act === "string" ? document.createElement("a") : document.createElement("button");
    if (typeof act === "string") element.href = act;
    else element.onclick = act;
    element.className = isMain ? "button main" : "button";
    element.textContent = words;
    return element;
  });
  $("choices").replaceChildren(...made);
}

function go(to) {
  place = to;
  model.set("step", steps[place]);
  tell(...sentence(place));
  if (place === steps.length - 1) finish();
  else if (place + 1 === firstCut && !asked) timer = setTimeout(ask, calm ? 0 : PACE);
  else if (!calm) timer = setTimeout(() => go(place + 1), PACE);
  else offer(["Next", () => go(place + 1), true], ...(asked ? [toBench()] : []));
}

function play() {
  clearTimeout(timer);
  offer(["Pause", pause], ...(asked ? [toBench()] : [["To the question", skip]]));
  go(place);
}

function pause() {
  clearTimeout(timer);
  offer(["Go on", play, true], ...(asked ? [toBench()] : []));
}

function skip() {
  clearTimeout(timer);
  place = firstCut - 1;
  model.set("step", steps[place]);
  ask();
}

const toBench = (isMain) => ["Now change the code", `bench.html?step=${steps[place]}`, isMain];

// The question

const leaves = boxes.flatMap((box) => trace.children[box]);
const shape = (leaf) => $("steps").querySelector(`[data-node="${leaf}"]`);
const open = () => leaves.filter((leaf) => !shape(leaf).matches(".done"));

function ask() {
  asked = true;
  $("steps").classList.add("asks");
  for (const leaf of open()) {
    shape(leaf).dataset.ask = "1";
    shape(leaf).setAttribute("tabindex", "0");
  }
  const last = node[steps[place]];
  tell(bold("Your turn. "), `You are sure of ${worst(sureBefore(place))}, and this box has a ${prize(last)} in it. `,
    bold("Which of these will never be looked at? Tap it."));
  offer(["I don't know", () => answer(null)]);
}

/** The prize that was meant: a finger is wider than a box. */
function tapped({ target, clientX, clientY }) {
  const own = target.closest?.("[data-ask]");
  if (own) return Number(own.dataset.node);
  const distance = (leaf) => {
    const { x, y, width, height } = shape(leaf).getBoundingClientRect();
    return Math.hypot(clientX - x - width / 2, clientY - y - height / 2);
  };
  const near = open().sort((one, other) => distance(one) - distance(other))[0];
  return distance(near) < 40 ? near : null;
}

for (const type of ["pointerdown", "keydown"]) {
  $("steps").addEventListener(type, (event) => {
    if (!$("steps").classList.contains("asks")) return;
    if (type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    event.preventDefault();
    const leaf = tapped(type === "keydown" ? { target: event.target } : event);
    if (leaf !== null) answer(leaf);
  }, true);
}

function answer(leaf) {
  const isRight = trace.prunedAt(steps[firstCut]).includes(leaf);
  if (leaf !== null && !isRight) {
    shape(leaf).dataset.ask = "wrong";
    tell(`The ${prize(leaf)}? Nothing in that box is known yet: it might hold `, bold("100, 100 and 100"),
      `, so the search must look. And in the box with the ${prize(node[steps[firstCut - 1]])}?`);
    return;
  }
  $("steps").classList.remove("asks");
  for (const each of open()) delete shape(each).dataset.ask;
  place = firstCut;
  model.set("step", steps[place]);
  tell(...(isRight ? [bold("Yes. ")] : []), ...sentence(place));
  offer(toBench(true), ["Watch the rest", () => {
    place += 1;
    play();
  }]);
  $("choices").querySelector("a").focus({ preventScroll: true });
}

function finish() {
  offer(toBench(true), ["Start the course", "lessons/00_start_here.html"], ["Again", () => {
    place = 0;
    play();
  }]);
}

tell(...sentence(0));
if (calm) offer(["Watch the search", () => go(1), true]);
else play();
document.body.dataset.shown = "1";
