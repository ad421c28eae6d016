// Two searches of the same tree, step beside step: what both do happens at the same time, and what only
// one of them does happens while the other one waits. Nothing here touches a page, so that Node can test it.
import { detailOf } from "./trace.js";
import { sequenceOf } from "./machine.js";

/** For each trace the steps of a grain, all equally many: at each place the searches are where they belong together. */
export function alignedSequences(traces, grain) {
  if (traces.length === 1) return [sequenceOf(traces[0], grain)];
  const rows = merged(traces);
  const isPart = {
    node: () => true,
    cut: ({ steps, isNew }) => steps.some((step, k) => isNew[k] && traces[k].steps.kind[step] === "cutoff"),
    difference: ({ differs }, k) => differs && !rows[k - 1]?.differs, // where they begin to differ
  }[grain];
  const isKept = (row, k) => k === 0 || k === rows.length - 1 || isPart(row, k),
    kept = grain === "line" ? withLines(rows) : rows.filter(isKept);
  return traces.map((_, k) => kept.map(({ steps }) => steps[k]));
}

/** The lines between two rows run side by side; the search that has fewer of them waits. */
function withLines(rows) {
  const all = [rows[0]];
  for (let r = 1; r < rows.length; r++) {
    const from = rows[r - 1].steps, to = rows[r].steps, longest = Math.max(...to.map((step, k) => step - from[k]));
    for (let t = 1; t <= longest; t++) all.push({ steps: to.map((step, k) => Math.min(from[k] + t, step)) });
  }
  return all;
}

/** The rows of both: which step each is at, whether it is new, and whether the searches differ here. */
function merged(traces) {
  const [one, two] = traces.map(eventsOf), rows = [];
  let i = 0, j = 0;
  while (i < one.length || j < two.length) {
    const [a, b] = [one[i], two[j]];
    const isSame = a && b && a.key === b.key;
    const first = a && !(two.last.get(a.key) >= j), // it never comes in the other search
      second = b && !(one.last.get(b.key) >= i);
    const isNew = isSame ? [true, true] : first || !second ? [Boolean(a), !a] : [false, true];
    if (isNew[0]) i++;
    if (isNew[1]) j++;
    const at = [one[Math.max(0, i - 1)], two[Math.max(0, j - 1)]];
    const differs = !isSame || a.value !== b.value;
    rows.push({ steps: at.map(({ step }) => step), isNew, differs });
  }
  return rows;
}

/** What a search does at nodes, each with a key that is the same in another search of the same tree. */
function eventsOf(trace) {
  const paths = pathsOf(trace), { kind, node } = trace.steps;
  const events = sequenceOf(trace, "node").map((step) => {
    const detail = detailOf(trace, step), hasValue = kind[step] === "leaf" || kind[step] === "return";
    return { step, key: `${kind[step]} ${paths[node[step]]}`, value: hasValue ? trace.texts[detail[1]] : "" };
  });
  events.last = new Map(events.map(({ key }, k) => [key, k]));
  return events;
}

function pathsOf(trace) {
  const paths = [""];
  for (let i = 1; i < trace.count; i++) paths[i] = `${paths[trace.parent[i]]}/${trace.names[i]}`;
  return paths;
}

/** For each trace which of its nodes no other one searches. */
export function searchedAlone(traces) {
  const paths = traces.map((trace) => pathsOf(trace).slice(0, trace.searched));
  return paths.map((own, k) => {
    const others = new Set(paths.filter((_, other) => other !== k).flat());
    return traces.length > 1 ? Uint8Array.from(own, (path) => (others.has(path) ? 0 : 1)) : new Uint8Array(own.length);
  });
}
