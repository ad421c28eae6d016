// The tables in which the search remembers positions, as they are at this step.
import { NONE, movesTo, plural } from "../../shared/tree.js";
import { html, setAttributes } from "../../shared/look.js";

/** One table; the entry of the position that is searched now is lit up, and says so when it answers. */
export class TablePane {
  /** `point(node)` shows in the tree where an entry came from. */
  constructor(trace, table, point) {
    Object.assign(this, { trace, table, own: new Map(table.own), answers: new Set(table.answers), rows: [] });
    this.title = html("div", { class: "table-title", "data-testid": "table-title" });
    const pointerover = (event) => point(table.places[this.rows.indexOf(event.target.closest("li"))] ?? NONE);
    this.list = html("ol", { tabindex: "0", "aria-label": `The entries of ${table.name}`, pointerover,
      pointerleave: () => point(NONE) });
    this.element = html("div", { class: "table", role: "group", "aria-label": table.name, "data-testid": "table" },
      this.title, this.list);
  }

  draw(step, node) {
    const { table, trace } = this, held = entriesAt(table, step), lit = this.own.get(node);
    while (this.rows.length < table.keys.length) this.rows.push(this.makeRow(this.rows.length));
    this.rows.forEach((row, key) => {
      row.hidden = !held.has(key);
      if (row.hidden) return;
      row.lastChild.textContent = trace.texts[held.get(key).value];
      row.classList.toggle("changed", held.get(key).step === step);
      row.classList.toggle("lit", key === lit);
      setAttributes(row, { "aria-current": key === lit ? "true" : null });
    });
    const count = plural(held.size, "entry", "entries"), answers = this.answers.has(step);
    this.element.classList.toggle("answering", answers);
    this.title.replaceChildren(html("b", {}, table.name), `${answers ? " answers" : ""}: ${count}`);
    const shown = held.has(lit) ? this.rows[lit] : [...this.rows].reverse().find((row) => !row.hidden);
    if (shown) this.list.scrollTop = shown.offsetTop - this.list.clientHeight / 2;
  }

  makeRow(key) {
    const { places, keys } = this.table,
      moves = places[key] < 0 ? [] : movesTo(this.trace, places[key]),
      place = places[key] < 0 ? "" : moves.join(" › ") || "root";
    return this.list.appendChild(html("li", { title: keys[key], "data-testid": `entry-${key}` },
      html("b", {}, place), html("span", { class: "key" }, keys[key]), html("span", { class: "held" })));
  }
}

/** What stands in a table at a step: for each key its value, and the step at which it came. */
function entriesAt(table, step) {
  const held = new Map();
  for (const [when, key, value] of table.changes) {
    if (when > step) break;
    if (value < 0) held.delete(key);
    else held.set(key, { value, step: when });
  }
  return held;
}
