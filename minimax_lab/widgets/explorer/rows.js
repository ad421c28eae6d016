// The rows of the evaluation explorer: a weight with its slider and its part in the sum, and a move with its rank.
import { button, html, isStill } from "../shared/look.js";
import { fixed, orderOf, plain, roundUp, signed, tidied } from "./sums.js";

const STEPS = 40; // of a slider to either side

/** A bar from the middle to the side that it is good for; beside it a mark where it ended with the starting weights. */
export class Bar {
  constructor() {
    this.fill = html("i", { class: "fill" });
    this.mark = html("i", { class: "mark" });
    const axis = html("i", { class: "axis" });
    this.element = html("span", { class: "bar-box", "aria-hidden": "true" }, axis, this.fill, this.mark);
  }

  draw(amount, before, scale) {
    const share = (number) => 50 * Math.max(-1, Math.min(1, number / scale));
    const now = share(amount);
    this.fill.className = `fill ${now < 0 ? "min" : "max"}`;
    this.fill.style.left = `${50 + Math.min(0, now)}%`;
    this.fill.style.width = `${Math.abs(now)}%`;
    this.mark.hidden = amount === before;
    this.mark.style.left = `${50 + share(before)}%`;
  }
}

/** A feature: what it finds, its weight to be turned, and its part in the sum. */
export class WeightRow {
  constructor({ name, about, shows }, reach, { turn, count }) {
    this.reach = this.usual = reach;
    this.found = html("span", { class: "found", "data-testid": `found-${name}` });
    this.range = html("input", { type: "range", "aria-label": `Weight of ${name}`, "data-testid": `slider-${name}`,
      input: () => turn(tidied(Number(this.range.value))) });
    this.given = html("i", { class: "given", "aria-hidden": "true" });
    this.field = html("input", { type: "number", "aria-label": `Weight of ${name} as a number`,
      "data-testid": `weight-${name}`,
      input: ({ target }) => Number.isFinite(target.valueAsNumber) && turn(target.valueAsNumber),
      keydown: runOnShiftEnter,
      blur: () => (this.field.value = this.weight) }); // an empty field is not a weight
    const takeBack = () => {
      turn(this.before);
      this.range.focus();
    };
    this.reset = button("↺", `reset-${name}`, { class: "reset", title: "Take this weight back",
      "aria-label": `Take the weight of ${name} back`, click: takeBack });
    this.bar = new Bar();
    this.part = html("span", { class: "part", "data-testid": `part-${name}` });
    const title = about || null;
    this.name = shows
      ? button("", `count-${name}`, { class: "name", title, "aria-pressed": "false", click: count })
      : html("span", { class: "name", title });
    this.name.append(name.replaceAll("_", " "));
    this.element = html("div", { class: "term", role: "group", "aria-label": name },
      this.name, this.found,
      html("span", { class: "slide" }, this.given, this.range), this.field, this.reset, this.bar.element, this.part);
  }

  /** Whether the board shows what this feature counts. */
  press(isShown) {
    if (this.name.matches("button")) this.name.setAttribute("aria-pressed", String(isShown));
  }

  /** `value` is null where the game is over, and no weight counts. */
  draw({ weight, before, value, scale, decimals }) {
    const drawn = [weight, before, value, scale, decimals].join(" ");
    if (this.drawn === drawn) return; // when one weight is turned, the other rows stay as they are
    Object.assign(this, { weight, before, drawn });
    // as far as usual, or as far as this weight needs; while it is dragged, the scale only grows
    const needed = Math.abs(weight) > this.usual ? roundUp(Math.abs(weight)) : this.usual;
    this.reach = this.range.matches(":active") ? Math.max(needed, this.reach) : needed;
    const step = tidied(this.reach / STEPS);
    for (const input of [this.range, this.field]) input.step = step;
    [this.range.min, this.range.max] = [-this.reach, this.reach];
    this.range.value = weight;
    const isEmptied = this.field === document.activeElement && this.field.value === "";
    if (this.field.valueAsNumber !== weight && !isEmptied) this.field.value = weight;
    const place = (number) => (number + this.reach) / (2 * this.reach);
    this.range.style.setProperty("--at", place(weight));
    this.given.style.setProperty("--given", place(before));
    this.reset.classList.toggle("idle", weight === before);
    this.reset.tabIndex = weight === before ? -1 : 0;
    this.element.classList.toggle("over", value === null);
    this.element.classList.toggle("nothing", value === 0); // here this weight makes no difference
    this.found.textContent = value === null ? "" : plain(value);
    this.bar.draw(weight * (value ?? 0), before * (value ?? 0), scale);
    this.part.textContent = value === null ? "" : signed(weight * value, decimals);
  }
}

/** The moves, the best first. Each is a button: it shows what the move leads to. */
export class MoveList {
  constructor(choose) {
    Object.assign(this, { choose, rows: [], places: [] });
    this.element = html("ol", { class: "moves", "data-testid": "moves" });
  }

  /** Begin with the moves of another position, of which nothing is known yet. */
  begin(names) {
    this.rows = names.map((name, i) => this.row(name, i));
    this.places = [...names.keys()];
    this.element.replaceChildren(...this.rows.map((row) => row.item));
    this.element.parentElement.scrollTo(0, 0);
  }

  row(name, i) {
    const part = (kind, text = "") => html("span", { class: kind }, text);
    const cells = { rank: part("rank", "…"), name: part("move", name), change: part("change"), value: part("worth") };
    const made = button("", `move-${i}`, { "aria-pressed": "false", click: () => this.choose(i) });
    made.append(...Object.values(cells));
    return { ...cells, button: made, item: html("li", {}, made) };
  }

  draw(ranks, before, values, decimals) {
    this.rows.forEach((row, i) => {
      const climbed = before[i] - ranks[i];
      write(row.rank, String(ranks[i]));
      write(row.value, worth(values[i], decimals));
      write(row.change, climbed ? `${climbed > 0 ? "↑" : "↓"} was ${before[i]}` : "");
      row.item.classList.toggle("best", ranks[i] === 1);
    });
    this.arrange(orderOf(ranks));
  }

  press(chosen) {
    this.rows.forEach((row, i) => row.button.setAttribute("aria-pressed", String(i === chosen)));
  }

  /** Put the rows into this order; each of them glides to its place. */
  arrange(order) {
    const { element } = this;
    const from = new Map(this.places.map((move, place) => [move, place]));
    if (order.every((move, place) => from.get(move) === place)) return;
    this.height ??= this.rows[0].item.offsetHeight; // asked once: the page would be laid out anew each time
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    order.forEach((move, place) => {
      const { item } = this.rows[move];
      if (element.children[place] !== item) element.insertBefore(item, element.children[place]);
    });
    focused?.focus({ preventScroll: true });
    this.places = order;
    if (isStill()) return;
    order.forEach((move, place) => {
      const way = (from.get(move) - place) * this.height;
      const frames = [{ transform: `translateY(${way}px)` }, { transform: "none" }];
      if (way) this.rows[move].item.animate(frames, { duration: 220, easing: "ease-out" });
    });
  }
}

/** A field keeps its keys from the notebook, but for the one that runs the cell. */
function runOnShiftEnter(event) {
  const notebook = event.target.closest(".jp-Notebook");
  if (!notebook || event.key !== "Enter" || !event.shiftKey) return;
  notebook.focus();
  notebook.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13, shiftKey: true, bubbles: true }));
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A value as a word where it is a win, else as a number. */
export function worth(value, decimals) {
  if (Number.isFinite(value)) return value === 0 ? fixed(0, decimals) : signed(value, decimals);
  return value > 0 ? "▲ wins" : "▼ wins";
}
