// Judges a quiz by the key that Python makes (quiz/quiz.py): it counts first, and explains one mistake when asked.
// Nothing here touches a page, so that Node can test it.
import { numberText, plural } from "../shared/tree.js";

const filled = (text, answer) => text.replace("{answer}", numberText(answer));

/** The number that was typed, also ∞ or a bound (≥ 7); null if nothing was, NaN if it is no number. */
export function readAnswer(text) {
  const bare = text.trim().replace(/^(≥|≤|>=|<=|>|<|=)/, "").trim();
  const plain = bare.replace("−", "-").replace(",", ".").toLowerCase();
  if (!plain) return null;
  const endless = /^([+-]?)(∞|inf|infinity|oo)$/.exec(plain);
  if (endless) return endless[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

const notANumber = (text) => `“${text.trim().slice(0, 20)}” is not a number; write 7, −2, ∞ or −∞.`;

// Each kind of quiz: {summary, mistakes (by part, in the order in which they are best explained), praise}; that on
// values also has marks: by node, the text that was typed and whether it is right

/** The marked nodes, what is below them, and nodes of which every child is marked. */
export function cutWith(rows, marked) {
  const cut = new Set(marked);
  rows.forEach(([parent], node) => {
    if (cut.has(parent)) cut.add(node); // a parent comes before its children
  });
  for (let node = rows.length - 1; node >= 0; node--) {
    const children = [...rows.keys()].filter((each) => rows[each][0] === node);
    if (children.length && children.every((child) => cut.has(child))) cut.add(node);
  }
  return cut;
}

/** A cut-off is one thing to find, however many branches it takes away. */
export function judgePruning(rows, key, { marked, answers = {}, asksWindows = false }) {
  const cut = cutWith(rows, marked);
  const remarks = key.nodes.flatMap(({ right, missing, extra }, node) => {
    if (missing) return [cut.has(node) ? right : missing];
    return extra && cut.has(node) && !cut.has(rows[node][0]) ? [extra] : [];
  });
  const mistakes = new Map();
  for (const remark of remarks.filter(({ kind }) => kind !== "right")) {
    const part = remark.kind === "too much" ? `mark ${remark.node}` : `cut ${rows[remark.node][0]}`;
    if (!mistakes.has(part)) mistakes.set(part, remark);
  }
  const open = key.parts.filter((part) => mistakes.has(part)).length;
  const found = key.parts.filter((part) => part.startsWith("cut")).length - open;
  const extra = [...mistakes.keys()].filter((part) => part.startsWith("mark")).length;
  const begun = new Set(remarks.filter(({ kind }) => kind === "right").map(({ node }) => `cut ${rows[node][0]}`));
  const partly = key.parts.filter((part) => mistakes.has(part) && begun.has(part)).length;
  const complete = `${plural(found, "cut-off", "cut-offs")} right, none is missing.`;
  const told = [open ? `${countCuts(found, partly, open - partly)}.` : complete];
  if (extra) told.push(`${plural(extra, "mark", "marks")} too many.`);
  const wrong = asksWindows ? windowRemarks(rows, key, marked, answers) : [];
  for (const remark of wrong) mistakes.set(`window ${remark.node}`, remark);
  if (wrong.length) told.push(`α, β or the value is not right at ${plural(wrong.length, "node", "nodes")}.`);
  return { summary: told.join(" "), mistakes, praise: remarks };
}

/** What is right comes first, also where it is not all of a cut-off. */
function countCuts(found, partly, missing) {
  const counts = found || !partly ? [`${plural(found, "cut-off", "cut-offs")} right`] : [];
  const some = counts.length ? partly : plural(partly, "cut-off", "cut-offs");
  if (partly) counts.push(`${some} found but only partly marked`);
  if (missing) counts.push(`${missing} more to find`);
  return counts.join(", ");
}

/** A remark on each node at which α, β or the value is wrong or missing; what is no number comes first. */
function windowRemarks(rows, key, marked, answers) {
  const unreadable = [], wrong = [];
  const isCut = (node) => node >= 0 && (marked.includes(node) || isCut(rows[node][0]));
  for (const [number, { name, begin, never, fields }] of Object.entries(key.windows)) {
    const node = Number(number), texts = answers[node] ?? ["", "", ""], given = texts.map(readAnswer);
    const hints = [`Look at ${name}: what does its parent pass down to it?`];
    const remark = (text, about = []) => ({ node, kind: "window", text, about, hints });
    const bad = texts.find((_, k) => Number.isNaN(given[k]));
    if (isCut(node)) continue;
    if (bad !== undefined) unreadable.push(remark(`${name}: ${notANumber(bad)}`));
    else if (never && given.some((each) => each !== null)) wrong.push(remark(never));
    else if (fields) {
      const faults = fields.map((field, k) => ({ ...field, answer: given[k] }))
        .filter(({ right, answer }) => answer !== readAnswer(right));
      const told = faults.map(({ answer, empty, wrong: text }) => (answer === null ? empty : filled(text, answer)));
      const about = faults.flatMap(({ answer, about: nodes }) => (answer === null ? [] : nodes));
      if (faults.length) wrong.push(remark(begin + told.join(" "), about));
    }
  }
  return [...unreadable, ...wrong];
}

export function judgeValues(rows, key, { answers }) {
  const text = (node) => (answers[node] ?? "").trim(), written = new Map();
  for (const node of key.parts) if (text(node)) written.set(node, readAnswer(text(node)));
  const unreadable = key.parts.filter((node) => Number.isNaN(written.get(node))).sort((a, b) => a - b);
  for (const node of unreadable) written.delete(node);
  const slips = wrongValues(rows, key, written);
  const empty = key.parts.filter((node) => !text(node));
  const mistakes = new Map();
  const add = (node, words, about) =>
    mistakes.set(node, { node, kind: "wrong value", text: words, about, hints: key.nodes[node].hints });
  for (const node of unreadable) add(node, `${key.nodes[node].name}: ${notANumber(text(node))}`, []);
  for (const [node, words] of slips) add(node, words, key.nodes[node].empty.about);
  for (const node of empty) mistakes.set(node, { ...key.nodes[node].empty, hints: key.nodes[node].hints });
  const wrong = mistakes.size - empty.length;
  const counts = [`${key.parts.length - mistakes.size} right`];
  if (wrong) counts.push(`${wrong} wrong`);
  if (empty.length) counts.push(`${empty.length} still empty`);
  const filledIn = key.parts.filter((node) => text(node));
  const marks = Object.fromEntries(filledIn.map((node) => [node, { text: text(node), right: !mistakes.has(node) }]));
  return { summary: `${counts.join(", ")}.`, mistakes, praise: key.praise, marks };
}

/** What is said of each wrong value, from the bottom up; what only follows from a mistake below comes last. */
function wrongValues(rows, key, written) {
  const children = rows.map((_, node) => [...rows.keys()].filter((each) => rows[each][0] === node));
  const leaves = (node) => (children[node].length ? children[node].flatMap(leaves) : [key.values[node]]);
  const depth = (node) => (node ? 1 + depth(rows[node][0]) : 0);
  const below = (node) => children[node].map((child) => written.get(child) ?? key.values[child]);
  const isAboveLeaves = (node) => children[node].every((child) => !children[child].length);
  const best = (node, values, isMin = rows[node][1]) => (isMin ? Math.min : Math.max)(...values);
  const habits = { // what one would write at a node by each mistaken habit
    "roles-swapped": (node) => best(node, below(node), !rows[node][1]),
    "skips-a-level": (node) => (isAboveLeaves(node) ? null : best(node, leaves(node))),
    "no-running-best": (node) => below(node).at(-1),
    "flips-utility": (node) => -best(node, below(node)),
  };
  const fits = (code, node) => habits[code](node) === written.get(node);
  const follows = (node) => best(node, below(node)) === written.get(node);
  const nodes = [...written.keys()], wrong = nodes.filter((node) => written.get(node) !== key.values[node]);
  /** A habit that explains all that was written comes first; then one that explains more of the mistakes. */
  const plausibility = (code) =>
    wrong.filter((node) => fits(code, node)).length + (nodes.every((node) => fits(code, node)) ? nodes.length : 0);
  const slipAt = (node) => {
    if (follows(node)) return "carried-over";
    const fitting = Object.keys(habits).filter((code) => fits(code, node));
    if (fitting.length) return fitting.reduce((a, b) => (plausibility(b) > plausibility(a) ? b : a));
    return below(node).includes(written.get(node)) ? "overlooked" : "no-child's-value";
  };
  const order = wrong.sort((a, b) => follows(a) - follows(b) || depth(b) - depth(a) || a - b);
  return order.map((node) => [node, filled(key.nodes[node].slips[slipAt(node)], written.get(node))]);
}

// What the buttons do

/**
 * What a quiz holds after "check", "explain", "hint" or "reset". `held` is what it holds before: attempts, score,
 * correct, _feedback and _progress.
 */
export function answered(what, judged, key, held) {
  const { explained = [], hinted = {}, isSolved = false } = held._progress;
  const { summary = "", remarks = [] } = held._feedback;
  const after = { ...held, _progress: { explained, hinted, isSolved } };
  const say = (words, said = remarks, hint = "", marks = held._feedback.marks) => {
    const kind = { true: "right", false: "wrong" }[after.correct] ?? "idle";
    const plain = said.map(({ node, kind: why, text, about }) => ({ node, kind: why, text, about }));
    after._feedback = { summary: words, hint, kind, remarks: plain, ...(marks && { marks }) };
    return after;
  };
  const { mistakes } = judged;
  const acts = {
    check() {
      after.attempts += 1;
      after.correct = !mistakes.size;
      if (mistakes.size) return say(judged.summary, [], "", judged.marks);
      const won = isSolved ? 0 : key.parts.filter((part) => !explained.includes(part)).length;
      after.score += won;
      after._progress.isSolved = true;
      const gained = won ? `${plural(won, "point", "points")}.` : "No points: it was explained before.";
      const points = isSolved ? "" : ` ${gained}`;
      return say(`All right!${points} The root is worth ${key.root}.`, judged.praise, "", judged.marks);
    },
    explain() {
      const wasSaid = ({ node, text }) => remarks.some((said) => said.node === node && said.text === text);
      const open = [...mistakes].find(([, remark]) => !wasSaid(remark));
      if (!open) return say("There is nothing to explain: press Check.");
      after._progress.explained = [...explained, open[0]];
      return say(summary, [...remarks, open[1]]);
    },
    /** The next hint: first on the whole, then on the first mistake. The last one names it, and costs its point. */
    hint() {
      const [part, mistake] = [...mistakes][0] ?? ["done", null];
      const general = judged.generalHints ?? key.hints.general, own = mistake?.hints ?? [key.hints.done];
      const isGeneral = (hinted[""] ?? 0) < general.length;
      const [topic, hints] = isGeneral ? ["", general] : [part, own];
      const given = Math.min((hinted[topic] ?? 0) + 1, hints.length);
      after._progress.hinted = { ...hinted, [topic]: given };
      if (mistake && !isGeneral && given === own.length) after._progress.explained = [...explained, part];
      return say(summary, remarks, hints[given - 1]);
    },
    reset() {
      after.correct = null;
      return say("", [], "", null);
    },
  };
  return acts[what]();
}
