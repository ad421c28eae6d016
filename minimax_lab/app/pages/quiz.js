// Judges the quizzes of a page by the key that the site's builder stores with them. In a notebook Python judges.

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

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

/** What is right and what is not: a summary, a remark on each part that is wrong, and remarks if nothing is. */
export function judgePruning(rows, key, { marked }) {
  const cut = cutWith(rows, marked);
  const remarks = key.nodes.flatMap(({ right, missing, extra }, node) => {
    if (missing) return [cut.has(node) ? right : missing];
    return extra && cut.has(node) && !cut.has(rows[node][0]) ? [extra] : [];
  });
  const mistakes = new Map(); // a cut-off is one thing to find, however many branches it takes away
  for (const remark of remarks.filter(({ kind }) => kind !== "right")) {
    const part = remark.kind === "too much" ? `mark ${remark.node}` : `cut ${rows[remark.node][0]}`;
    if (!mistakes.has(part)) mistakes.set(part, remark);
  }
  const open = key.parts.filter((part) => mistakes.has(part)).length;
  const found = key.parts.filter((part) => part.startsWith("cut")).length - open;
  const extra = [...mistakes.keys()].filter((part) => part.startsWith("mark")).length;
  const right = open ? `${count(found, "cut-off", "cut-offs")} right, ${open} more to find.`
    : `${found} right, no cut-off is missing.`;
  const told = [right];
  if (extra) told.push(`${count(extra, "mark", "marks")} too many.`);
  return { summary: told.join(" "), mistakes, praise: remarks };
}

/** The number that was typed; null if it is none. */
export function readAnswer(text) {
  const plain = text.replace(/^\s*(≥|≤|>=|<=|>|<|=)/, "").trim().replace("−", "-").replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

export function judgeValues(rows, key, { answers }) {
  const given = (node) => (answers[node] ?? "").trim();
  const empty = key.parts.filter((node) => !given(node));
  const wrong = key.parts.filter((node) => given(node) && readAnswer(given(node)) !== key.values[node]);
  const counts = [`${key.parts.length - wrong.length - empty.length} right`];
  if (wrong.length) counts.push(`${wrong.length} wrong`);
  if (empty.length) counts.push(`${empty.length} still empty`);
  const mistakes = new Map();
  for (const node of wrong) mistakes.set(node, { ...key.nodes[node], kind: "wrong value" });
  for (const node of empty) mistakes.set(node, key.nodes[node]);
  return { summary: `${counts.join(", ")}.`, mistakes, praise: key.praise };
}

/** Answers what a quiz asks of Python: to check, to explain one mistake, to begin again. */
export function quizMaster(model, key, judge) {
  const explained = new Set();
  let remarks = [], isSolved = false, serial = 0;

  function say(summary) {
    const kind = { true: "right", false: "wrong" }[model.get("correct")] ?? "idle";
    serial += 1;
    model.set("_feedback", { serial, summary, hint: "", kind, remarks });
  }

  function check({ summary, mistakes, praise }) {
    model.set("attempts", model.get("attempts") + 1);
    model.set("correct", !mistakes.size);
    remarks = mistakes.size ? [] : praise;
    if (mistakes.size) return say(summary);
    const won = isSolved ? 0 : key.parts.filter((part) => !explained.has(part)).length;
    const points = isSolved ? "" : ` ${count(won, "point", "points")}.`;
    isSolved = true;
    model.set("score", model.get("score") + won);
    return say(`All right!${points} The root is worth ${key.root}.`);
  }

  function explain({ mistakes }) {
    const wasSaid = ({ node, text }) => remarks.some((said) => said.node === node && said.text === text);
    const open = [...mistakes].find(([, remark]) => !wasSaid(remark));
    if (!open) return say("There is nothing to explain: press Check.");
    explained.add(open[0]);
    remarks = [...remarks, open[1]];
    return say(model.get("_feedback").summary);
  }

  function reset() {
    remarks = [];
    model.set("correct", null);
    for (const [name, nothing] of [["marked", []], ["_answers", {}]]) model.set(name, nothing);
    say("");
  }

  const acts = { check, explain, reset };
  return (message) => acts[message.do]?.(judge(model.get("_rows"), key, message));
}
