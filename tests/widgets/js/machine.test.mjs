// What the step-through knows after each step of a few hundred searches is what Python works out from the steps alone.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NONE, neighbourOf, subtree } from "../../../minimax_lab/widgets/shared/tree.js";
import {
  DONE, FAILED, Machine, OPEN, PRUNED, UNSEEN, describeNode, nextTouch, sequenceOf,
} from "../../../minimax_lab/widgets/stepper/machine.js";
import { readTrace, siblingsOf } from "../../../minimax_lab/widgets/stepper/trace.js";
import { fromPython } from "./python.mjs";

const { walks } = fromPython("tests.widgets.js.cases", "walks");
const read = walks.map(({ payload, ...walk }) => ({ ...walk, trace: readTrace(JSON.parse(payload)) }));
const moveNames = (trace, nodes) => nodes.map((node) => trace.names[node]);

test("there are a few hundred searches, with everything that can happen in one", () => {
  assert.ok(walks.length >= (process.env.MINIMAX_LAB_QUICK ? 80 : 300));
  const seen = new Set(walks.flatMap(({ rows }) => rows.flatMap(({ changes }) => changes.map(([, phase]) => phase))));
  assert.deepEqual(seen, new Set([OPEN, DONE, FAILED, PRUNED]));
});

describe("after each step", () => {
  test("every node that is ever searched has the phase and the label that Python works out", () => {
    for (const { name, trace, rows } of read) {
      const machine = new Machine(trace), expected = [];
      for (let i = 0; i < trace.searched; i++) expected.push([UNSEEN, machine.label(i)]);
      rows.forEach(({ changes }, step) => {
        machine.go(step);
        for (const [node, phase, label] of changes) expected[node] = [phase, label];
        assert.deepEqual(expected.map((_, i) => [machine.phase[i], machine.label(i)]), expected, `${name}, ${step}`);
      });
    }
  });

  test("and the same on the way back", () => {
    for (const { name, trace, rows } of read) {
      const machine = new Machine(trace), seen = [];
      const look = () => Array.from({ length: trace.count }, (_, i) => [machine.phase[i], machine.label(i)]);
      for (let step = 0; step < rows.length; step++) {
        machine.go(step);
        seen.push(look());
      }
      for (let step = rows.length - 1; step >= 0; step--) {
        machine.go(step);
        assert.deepEqual(look(), seen[step], `${name}, ${step}`);
      }
    }
  });

  test("what looks different is what a picture is told to draw again, forward and back", () => {
    for (const { trace, rows } of read) {
      const machine = new Machine(trace);
      machine.go(0);
      const look = () => Array.from({ length: trace.count }, (_, i) => `${machine.phase[i]} ${machine.label(i)}`);
      for (const step of [...rows.keys(), ...[...rows.keys()].reverse()]) {
        const before = look();
        machine.touched.clear();
        machine.go(step);
        look().forEach((now, node) => assert.ok(now === before[node] || machine.touched.has(node)));
      }
    }
  });

  test("moves that were never searched are pruned from the cut on that leaves them out", () => {
    for (const { trace, rows } of read) {
      const machine = new Machine(trace), pruned = new Set();
      rows.forEach(({ cut }, step) => {
        machine.go(step);
        const left = cut ? trace.prunedAt(step) : [];
        if (cut) assert.deepEqual(moveNames(trace, left), cut.moves);
        for (const child of left.filter((each) => each >= trace.searched)) {
          for (const node of subtree(trace, child)) pruned.add(node);
        }
        for (let node = trace.searched; node < trace.count; node++) {
          assert.equal(machine.phase[node], pruned.has(node) ? PRUNED : UNSEEN);
        }
      });
    }
  });

  test("the window of an open node is closed in by what the node has reached, and never opened", () => {
    for (const { trace, rows } of read) {
      const machine = new Machine(trace), { ranks, isMin } = trace;
      for (let step = 0; step < rows.length; step++) {
        machine.go(step);
        for (let node = 0; node < trace.searched; node++) {
          const ends = [machine.alpha[node], machine.beta[node]], found = machine.reached[node];
          if (machine.phase[node] !== OPEN || ends[0] < 0) continue;
          const sure = ends.map((end) => ranks[end]);
          if (found >= 0 && isMin[node]) sure[1] = Math.min(sure[1], ranks[found]);
          else if (found >= 0) sure[0] = Math.max(sure[0], ranks[found]);
          assert.deepEqual(machine.window(node).map((end) => ranks[end]), sure);
        }
      }
    }
  });

  test("a node that has failed has reached no more, whatever is searched below it afterwards", () => {
    let later = 0;
    for (const { trace, rows } of read.filter(({ name }) => name === "rescuing")) {
      const machine = new Machine(trace), { kind, node } = trace.steps;
      for (let step = 1; step < rows.length; step++) {
        machine.go(step - 1);
        const parent = trace.parent[node[step]], before = parent >= 0 && machine.label(parent);
        if (!["leaf", "return"].includes(kind[step]) || machine.phase[parent] !== FAILED) continue;
        machine.go(step);
        assert.equal(machine.label(parent), before);
        later++;
      }
    }
    assert.ok(later > 5, "some nodes are searched below one that has failed");
  });

  test("a node is counted once, however often it is entered", () => {
    for (const { trace, rows } of read) {
      const { counts } = new Machine(trace), entered = new Set();
      rows.forEach(({ node }, step) => {
        entered.add(node);
        assert.equal(counts.nodes[step], entered.size);
      });
    }
  });

  test("the reason of a cut is the node and the child that Python names", () => {
    let deep = 0;
    for (const { trace, rows } of read) {
      rows.forEach(({ cut, node: here }, step) => {
        const evidence = trace.evidence(step);
        assert.deepEqual(evidence && [evidence.node, evidence.child], cut?.reason ?? null);
        if (evidence && evidence.node >= 0 && evidence.node !== trace.parent[here]) deep++;
      });
    }
    assert.ok(deep > 5, "some cuts have a reason further up");
  });
});

test("children stand in the order of the legal moves, whatever the search looked at first", () => {
  for (const { trace, children } of read) {
    assert.deepEqual(children.map((_, node) => moveNames(trace, trace.children[node])), children);
  }
});

test("an arrow key leads to the parent, the first child, or the sibling on that side", () => {
  for (const { trace } of read.slice(0, 60)) {
    const next = (node, key) => neighbourOf(trace, node, key, siblingsOf(trace, node));
    for (let node = 0; node < trace.count; node++) {
      const [first = NONE] = trace.children[node];
      assert.equal(next(node, "ArrowUp"), trace.parent[node]);
      assert.equal(next(node, "ArrowDown"), first);
      trace.children[node].forEach((child, k) => {
        assert.equal(next(child, "ArrowRight"), trace.children[node][k + 1] ?? NONE);
        assert.equal(next(child, "ArrowLeft"), trace.children[node][k - 1] ?? NONE);
      });
    }
  }
});

test("a search that returns the mover's values is known as one", () => {
  const isForMover = (wanted) => read.some(({ name, trace }) => name === wanted && trace.isForMover);
  assert.deepEqual(["negamax", "negamax_with_window"].map(isForMover), [true, true]);
  assert.deepEqual(["alphabeta", "minimax"].map(isForMover), [false, false]);
});

test("a click leads to the next touch of a node, or else to its first one", () => {
  for (const { trace } of read.slice(0, 60)) {
    for (const sequence of [sequenceOf(trace, "node"), sequenceOf(trace, "cut"), [0, 0, 1, 1, 2]]) {
      const touched = sequence.map((step) => trace.steps.node[step]);
      for (let node = 0; node < trace.searched; node++) {
        const places = [...touched.keys()].filter((k) => touched[k] === node);
        for (let place = 0; place < sequence.length; place++) {
          const later = places.find((k) => k > place && sequence[k] !== sequence[place]);
          assert.equal(nextTouch(trace, sequence, place, node), later ?? places[0] ?? NONE);
        }
      }
    }
  }
});

test("a node is told in words, whatever has become of it", () => {
  const told = new Map();
  for (const { trace, rows } of read) {
    const machine = new Machine(trace);
    for (let step = 0; step < rows.length; step++) {
      machine.go(step);
      for (let node = 0; node < trace.count; node++) {
        told.set(machine.phase[node], describeNode(trace, machine, node).split(", ").at(-1));
      }
    }
  }
  assert.deepEqual(Object.fromEntries(told), {
    [UNSEEN]: "not searched yet",
    [OPEN]: "being searched",
    [DONE]: "searched",
    [FAILED]: "failed",
    [PRUNED]: "never searched: cut off",
  });
});

test("who moves, what is known, and that only one of two searches looks there, is told as well", () => {
  const { trace } = read.find(({ name }) => name === "alphabeta"), machine = new Machine(trace);
  machine.go(trace.steps.count - 1);
  const root = describeNode({ ...trace, isAlone: trace.isLeaf.map(() => 1) }, machine, 0, "≥ 3");
  assert.equal(root, "MAX, the root: at least 3, searched, in this search only");
  const child = describeNode(trace, machine, trace.children[0][0], "≤ 3");
  assert.match(child, /^(MIN|Leaf), after move \d+: at most 3, searched$/);
});
