// The options below a question of a lesson look like answers: letters, and a colour once one is chosen.
// They are <details>, which need nothing of this; the first widget of a notebook brings it along for all of them.

const VERDICTS = { "✓": "right", "✗": "wrong", "◐": "partly" };

/** Dress the options in a part of the page that are not yet dressed. */
function dressOptions(part) {
  for (const option of part.querySelectorAll("details:not([data-verdict])")) {
    const [summary] = option.children,
      said = option.textContent.trim().slice(summary?.textContent.trim().length ?? 0).trim();
    option.dataset.verdict = VERDICTS[said[0]] ?? ""; // "" for a hint or a solution, which is not an answer
    if (!option.dataset.verdict) continue;
    const before = option.previousElementSibling?.dataset.letter;
    option.dataset.letter = summary.dataset.letter = before ? String.fromCharCode(before.charCodeAt(0) + 1) : "A";
  }
}

/** Dress what is on the page, and what comes later: Jupyter renders cells as one scrolls to them. Once is enough. */
export function dressPage() {
  if (document.body.dataset.minimaxOptions) return;
  document.body.dataset.minimaxOptions = "1";
  let waiting = 0;
  const later = () => (waiting ||= setTimeout(() => {
    waiting = 0;
    dressOptions(document);
  }, 100));
  new MutationObserver((changes) => changes.some(({ addedNodes }) => addedNodes.length) && later())
    .observe(document.body, { childList: true, subtree: true });
  dressOptions(document);
}
