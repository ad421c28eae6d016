// The pure part of the widgets, compared with what Python says of the same traces and trees.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as align from "../../../minimax_lab/widgets/stepper/align.js";
import * as layout from "../../../minimax_lab/widgets/shared/tree.js";
import * as machine from "../../../minimax_lab/widgets/stepper/machine.js";
import * as questions from "../../../minimax_lab/widgets/stepper/questions.js";
import * as panes from "../../../minimax_lab/widgets/stepper/panes/window.js";
import * as reading from "../../../minimax_lab/widgets/stepper/trace.js";
import * as whatIf from "../../../minimax_lab/widgets/stepper/panes/what_if.js";
import { fromPython } from "./python.mjs";

const { Machine } = machine;
const tree = { ...align, ...layout, ...machine, ...panes, ...questions, ...reading, ...whatIf };

const { traces, layouts } = fromPython("tests.widgets.js.cases", "traces");
const letters = (text, size) => text.length * size * 0.6;

for (const { name, payload, stories, variables, labels, root, leaves, total, goesOn } of traces) {
  describe(name, () => {
    const trace = tree.readTrace(JSON.parse(payload));
    const last = trace.steps.count - 1;

    test("tells every step in Python's words", () => {
      const told = stories.map((_, i) =>
        tree
          .sentenceOf(trace, i)
          .map((part) => part.code ?? part.gap ?? part.words)
          .join(""),
      );
      assert.deepEqual(told, stories);
    });

    test("marks as changed only what this step has changed, and nothing of the other calls", () => {
      const machine = new Machine(trace), { slot, count } = trace.steps;
      for (let step = 1; step < Math.min(count, 200); step++) {
        machine.go(step - 1);
        const before = new Map(machine.variables(step).map(({ name: its, text }) => [its, text]));
        machine.go(step);
        for (const { name: its, text, changed } of machine.variables()) assert.equal(changed, before.get(its) !== text);
        for (let other = 0; other < step; other++) {
          if (slot[other] === slot[step]) continue;
          assert.ok(!machine.variables(other).some(({ changed }) => changed), `${name}, ${other} seen from ${step}`);
        }
      }
    });

    test("holds at every step the variables that Python saw", () => {
      const machine = new tree.Machine(trace);
      variables.forEach((seen, i) => {
        machine.go(i);
        assert.deepEqual(
          Object.fromEntries(machine.variables().map(({ name: variable, text }) => [variable, text])),
          seen,
        );
      });
    });

    test("knows at the end what every node is worth", () => {
      const machine = new tree.Machine(trace);
      machine.go(last);
      assert.deepEqual(
        labels.map((_, i) => machine.label(i)),
        labels,
      );
      assert.equal(machine.counts.leaves[last], leaves);
    });

    test("knows where the game goes on although the search does not", () => {
      assert.deepEqual([...trace.goesOn.slice(0, trace.searched)], goesOn);
    });

    test("knows how many leaves there are, also those that are only counted", () => {
      const { counts } = new tree.Machine(trace);
      assert.equal(counts.total, total);
      if (total) assert.equal(counts.leaves[last] + counts.pruned[last], total);
    });

    test("is the same at a step whether one comes from before or from behind", () => {
      const forward = new tree.Machine(trace),
        back = new tree.Machine(trace);
      back.go(last);
      for (let step = last; step >= 0; step -= Math.max(1, Math.floor(last / 40))) {
        back.go(step);
        const fresh = step === last ? forward : new tree.Machine(trace);
        fresh.go(step);
        assert.deepEqual(back.fields, fresh.fields);
      }
    });

    test("has every grain begin with the first step and end with the last", () => {
      for (const grain of ["line", "node", "cut"]) {
        const sequence = tree.sequenceOf(trace, grain);
        assert.equal(sequence[0], 0);
        assert.equal(sequence.at(-1), last);
        assert.deepEqual(
          sequence,
          [...new Set(sequence)].sort((a, b) => a - b),
        );
      }
    });

    test("is drawn without two nodes of a level meeting", () => {
      const items = tree.visibleItems(trace, tree.sizesBelow(trace), () => false);
      tree.arrange(trace, items, letters);
      const levels = new Map(items.map(({ top }) => [top, []]));
      for (const item of items) levels.get(item.top).push(item);
      for (const level of levels.values()) {
        level.sort((a, b) => a.x - b.x);
        for (let k = 1; k < level.length; k++)
          {assert.ok(level[k].x - level[k].half >= level[k - 1].x + level[k - 1].half - 1e-6);}
      }
    });

    if (root !== null) {
      test("finds the root's value by minimax, whatever a pruned leaf holds", () => {
        assert.deepEqual(tree.rootRange(trace, new Map()), [root, root]);
        for (let node = trace.searched; node < trace.count; node++) {
          if (!trace.isLeaf[node]) continue;
          for (const value of [-1000, 1000])
            {assert.deepEqual(tree.rootRange(trace, new Map([[node, value]])), [root, root]);}
        }
      });
    }
  });
}

describe("a node that is open", () => {
  const trace = tree.readTrace(JSON.parse(traces[0].payload)),
    machine = new tree.Machine(trace);
  const at = (wanted) => traces[0].stories.findIndex((story) => story.startsWith(wanted));

  test("shows what it has reached as a bound", () => {
    machine.go(at("The game ends here, after a1, then b2"));
    assert.deepEqual([machine.label(0), machine.label(1)], ["", "≤ 3"]);
    machine.go(at("Cut: "));
    assert.deepEqual([machine.label(0), machine.label(1), machine.label(5)], ["≥ 3", "3", "≤ 2"]);
    machine.go(at("▼ MIN, after a3"));
    assert.equal(machine.label(0), "≥ 3");
  });

  test("has the window of its variables, closed in by what it has reached", () => {
    const texts = (ends) => ends.map((end) => trace.texts[end]);
    machine.go(at("The game ends here, after a3, then d2"));
    assert.deepEqual(texts(machine.window(7)), ["3", "5"]);
    machine.go(at("Cut: "));
    assert.deepEqual(texts(machine.window(5)), ["3", "2"]);
  });

  test("leads a click to where it is touched next, and from the last touch to the first", () => {
    const sequence = tree.sequenceOf(trace, "node"),
      story = (place) => traces[0].stories[sequence[place]];
    const first = tree.nextTouch(trace, sequence, 0, 1),
      second = tree.nextTouch(trace, sequence, first, 1);
    assert.match(story(first), /^Search after a1:/);
    assert.match(story(second), /^▼ MIN, after a1, is worth 3/);
    assert.equal(tree.nextTouch(trace, sequence, second, 1), first);
    assert.equal(tree.nextTouch(trace, sequence, 0, trace.searched), tree.NONE);
  });

  test("is told apart from what a cut leaves out, and why", () => {
    const step = at("Cut: "),
      { node, child } = trace.evidence(step);
    assert.deepEqual([node, child], [0, 1]);
    machine.go(step);
    assert.deepEqual(
      trace.prunedAt(step).map((i) => [machine.phase[i], machine.label(i)]),
      [
        [tree.PRUNED, "4"],
        [tree.PRUNED, "6"],
      ],
    );
    machine.go(step - 1);
    assert.deepEqual(
      trace.prunedAt(step).map((i) => machine.phase[i]),
      [tree.UNSEEN, tree.UNSEEN],
    );
  });
});

describe("a question before a step", () => {
  const trace = tree.readTrace(JSON.parse(traces[0].payload)),
    questionsOf = (of) => {
      const machine = new tree.Machine(of),
        found = [];
      for (const step of tree.sequenceOf(of, "node")) {
        machine.go(step);
        const question = tree.questionAfter(of, machine);
        if (question) found.push({ ...question, reason: tree.reasonFor(of, machine, question) });
      }
      return found;
    };

  test("is asked for every value that comes back and wherever a cut is possible", () => {
    const asked = questionsOf(trace).map(({ kind, node, answer }) => [kind, tree.placeText(trace, node), answer]);
    assert.deepEqual(asked, [
      ["value", "after a1", "3"],
      ["cut", "after a2", true],
      ["value", "after a2", "2"],
      ["cut", "after a3", false],
      ["cut", "after a3", false],
      ["value", "after a3", "2"],
      ["value", "the root", "3"],
    ]);
  });

  test("has a reason for its answer", () => {
    assert.deepEqual(questionsOf(trace).map(({ reason }) => reason), [
      "▼ MIN takes the smallest: min(3, 12, 8).",
      "2 ≤ α = 3, and ▼ MIN already has 2.",
      "▼ MIN looked at one move only: 2.",
      "14 > α = 3: the window is still open.",
      "5 > α = 3: the window is still open.",
      "▼ MIN takes the smallest: min(14, 5, 2).",
      "▲ MAX takes the largest: max(3, ≤ 2, 2).",
    ]);
  });

  test("finds nothing odd in a search that is right, and says so of one that is not", () => {
    const odd = (of) => questionsOf(of).filter(({ reason }) => /^(But|What came back)/.test(reason));
    for (const { name, payload, root } of traces) {
      if (root !== null) assert.deepEqual(odd(tree.readTrace(JSON.parse(payload))), [], name);
    }
    const [first] = odd(tree.readTrace(JSON.parse(traces.find(({ name }) => name === "MIN takes the first").payload)));
    assert.equal(first.reason, "What came back is 12, 3; this code makes 12 of it.");
  });

  test("is about the moves that the cut leaves out", () => {
    const step = trace.steps.kind.indexOf("cutoff");
    assert.deepEqual(
      tree.movesAt(trace, trace.steps.node[step], step).map(({ name, isNever }) => [name, isNever]),
      [["c1", false], ["c2", true], ["c3", true]],
    );
  });

  test("takes a value as people type it", () => {
    const same = [["3", "3"], [" -2", "−2"], ["3.0", "3"], ["0,5", "0.5"], ["-inf", "−∞"], ["(1,2)", "(1, 2)"]];
    for (const [typed, answer] of same)
      {assert.ok(tree.isSameValue(typed, answer), typed);}
    for (const [typed, answer] of [["", "0"], ["4", "3"], ["x", "3"], ["2", "−2"]])
      {assert.ok(!tree.isSameValue(typed, answer), typed);}
    assert.ok(!tree.isThatKind("abc", "3"));
    assert.ok(tree.isThatKind("-inf", "3") && tree.isThatKind("(1,2)", "(1, 2)"));
  });

  test("is not given away by a node that is open", () => {
    const machine = new tree.Machine(trace);
    machine.isCovered = true;
    machine.go(traces[0].stories.findIndex((story) => story.startsWith("The game ends here, after a1, then b2")));
    assert.deepEqual([machine.label(1), machine.label(2)], ["", "3"]);
  });
});

describe("two searches side by side", () => {
  const named = (name) => traces.find((each) => each.name === name),
    [full, cut] = ["textbook, in full", "textbook"].map((name) => named(name)),
    both = [full, cut].map(({ payload }) => tree.readTrace(JSON.parse(payload)));
  const told = (grain) => {
    const [one, two] = tree.alignedSequences(both, grain);
    return one.map((step, k) => [full.stories[step], cut.stories[two[k]]]);
  };
  test("are at the same node, but for what only one of them does", () => {
    const [one, two] = tree.alignedSequences(both, "node"),
      at = (k, step) => tree.placeText(both[k], both[k].steps.node[step]);
    const apart = one.filter((step, k) => at(0, step) !== at(1, two[k]));
    assert.deepEqual([...new Set(apart.map((step) => at(0, step)))], ["after a2, then c2", "after a2, then c3"]);
  });

  test("take every step of both, in every line", () => {
    tree.alignedSequences(both, "line").forEach((sequence, k) => {
      assert.deepEqual([...new Set(sequence)], [...both[k].steps.kind.keys()]);
    });
  });

  test("begin to differ where the one cuts", () => {
    const differences = told("difference");
    assert.equal(differences.length, 3); // with the first step and the last
    assert.ok(differences[1].some((story) => /^Cut|a2, then c2/.test(story)), differences[1].join());
  });

  test("know which nodes only one of them searches", () => {
    const alone = tree.searchedAlone(both).map((which, k) =>
      [...which.keys()].filter((i) => which[i]).map((i) => tree.placeText(both[k], i)));
    assert.deepEqual(alone, [["after a2, then c2", "after a2, then c3"], []]);
  });

  test("do not differ from themselves", () => {
    assert.equal(tree.alignedSequences([both[1], both[1]], "difference")[0].length, 2);
    const [one, two] = tree.alignedSequences([both[1], both[1]], "node");
    assert.deepEqual(one, two);
    assert.deepEqual(one, tree.sequenceOf(both[1], "node"));
  });
});

describe("layout", () => {
  for (const [k, { children, left, right, gap, apart, x }] of layouts.entries()) {
    test(`places the nodes of tree ${k} where Python does`, () => {
      const own = tree.tidy(children, left, right, gap, apart);
      own.forEach((at, node) => assert.ok(Math.abs(at - x[node]) < 1e-6, `node ${node}: ${at} and not ${x[node]}`));
    });
  }
});

describe("numbers", () => {
  test("are written with a real minus and without needless digits", () => {
    assert.deepEqual([-3, 0.33333, Infinity, -Infinity, 2].map(tree.numberText), ["−3", "0.333", "∞", "−∞", "2"]);
  });
});

describe("a sequence", () => {
  test("is searched for the step itself or else the next one", () => {
    assert.deepEqual(
      [0, 3, 4, 7, 9].map((step) => tree.placeIn([0, 4, 7], step)),
      [0, 1, 1, 2, 2],
    );
  });
});

describe("a number line", () => {
  test("keeps the order of the values and has whole ticks for whole numbers", () => {
    const line = tree.numberLine({ numbers: [3, -1, 1, Infinity], ranks: [2, 0, 1, 3], texts: ["3", "−1", "1", "∞"] });
    assert.ok(line.at(1) < line.at(2) && line.at(2) < line.at(0) && line.at(0) < line.at(3));
    assert.deepEqual(
      line.ticks.map((tick) => tick.text),
      ["−1", "0", "1", "2", "3"],
    );
  });

  test("goes by rank where values are not numbers", () => {
    const line = tree.numberLine({ numbers: [NaN, NaN], ranks: [1, 0], texts: ["(2, 1)", "(1, 9)"] });
    assert.ok(line.at(1) < line.at(0));
    assert.deepEqual(
      line.ticks.map((tick) => tick.text),
      ["(1, 9)", "(2, 1)"],
    );
  });
});

describe("a closed window", () => {
  const trace = { texts: ["2", "3", "5"], ranks: [0, 1, 2] }, [two, three, five] = [0, 1, 2];
  const told = (...ends) => panes.WindowPane.prototype.whatClosed.call({ trace }, ...ends);

  test("says that MAX has reached β or more, or that MIN has reached α or less", () => {
    assert.equal(told(two, three, five, false), "5 ≥ β = 3");
    assert.equal(told(three, five, two, true), "2 ≤ α = 3");
  });

  test("says that its ends have met, if the search has moved them already", () => {
    for (const isMin of [false, true]) assert.equal(told(three, three, three, isMin), "α = 3 ≥ β = 3");
  });
});

describe("the arc of a reason", () => {
  test("begins beside the one node and ends beside the other", () => {
    const node = (x, y) => ({ kind: "leaf", x, y, half: 10, height: 20 });
    const { curve } = tree.reasonArc(node(100, 80), node(20, 10)),
      numbers = curve.match(/-?[\d.]+/g).map(Number);
    assert.deepEqual(
      [numbers.slice(0, 2), numbers.slice(-2)],
      [
        [78, 80],
        [42, 10],
      ],
    );
  });
});
