// Searches the tree of an editor on a page. In a notebook Python does it, and a test holds the two equal.

/** A number as people write it. */
function written(number) {
  const short = Number.isInteger(number) ? number : Number(number.toPrecision(3));
  return String(short).replace("-", "−");
}

/** What is known of a node that returned `value` after looking at `children`: exact, or a bound. */
function known(isMax, value, children, isComplete) {
  const best = isMax ? Math.max : Math.min;
  let low = best(...children.map((child) => child.low)), high = best(...children.map((child) => child.high));
  if (!isComplete) [low, high] = isMax ? [low, Infinity] : [-Infinity, high];
  if (low === value && high === value) return { low, high, bound: "" };
  if (value <= low) return { low: value, high: Infinity, bound: "≥" };
  return { low: -Infinity, high: value, bound: "≤" };
}

/** What alpha-beta or minimax says of a draft: what `TreeEditor` keeps in `_result`. */
export function searched(draft, search) {
  const nodes = [];
  let leaves = 0, cuts = 0;

  function enter(pruned, cut) {
    const node = { label: "", pruned, cut, best: false };
    nodes.push(node);
    return node;
  }

  function skip(draftNode, cut) {
    enter(true, cut);
    for (const child of draftNode.children ?? []) skip(child, false);
  }

  function visit(draftNode, isMax, alpha, beta) {
    const node = enter(false, false);
    if (typeof draftNode === "string") {
      leaves += 1;
      const value = Number(draftNode);
      return { node, value, low: value, high: value, bound: "", children: [] };
    }
    const children = [];
    let value = isMax ? -Infinity : Infinity, isCut = false;
    for (const child of draftNode.children) {
      if (isCut) {
        skip(child, true);
        continue;
      }
      children.push(visit(child, !isMax, isMax ? Math.max(alpha, value) : alpha, isMax ? beta : Math.min(beta, value)));
      value = isMax ? Math.max(value, children.at(-1).value) : Math.min(value, children.at(-1).value);
      isCut = search === "alphabeta" && (isMax ? value >= beta : value <= alpha);
    }
    const isComplete = children.length === draftNode.children.length;
    cuts += isComplete ? 0 : 1;
    const found = known(isMax, value, children, isComplete);
    node.label = `${found.bound} ${written(value)}`.trim();
    return { node, value, children, ...found };
  }

  const root = visit(draft.root, draft.first !== "MIN", -Infinity, Infinity);
  for (let found = root; found;) {
    found.node.best = true;
    const best = found.children.filter((child) => child.value === found.value);
    found = best.find((child) => !child.bound) ?? best[0];
  }
  const told = `The root is worth ${written(root.value)}. ${leaves} ${leaves === 1 ? "leaf" : "leaves"} looked at`;
  const summary = search === "alphabeta" ? `${told}, ${cuts} ${cuts === 1 ? "cut-off" : "cut-offs"}.` : `${told}.`;
  return { of: draft, nodes, summary, python: asPython(draft) };
}

export function asPython({ root, first }) {
  const nested = (node) => {
    if (typeof node === "string") return node;
    const children = node.children.map(nested);
    return node.names
      ? `{${children.map((child, k) => `${node.names[k]}: ${child}`).join(", ")}}`
      : `[${children.join(", ")}]`;
  };
  return `tree(${nested(root)}${first === "MIN" ? ", player=MIN" : ""})`;
}
