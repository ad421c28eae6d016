// The arithmetic of the evaluation explorer: sums, orders, scales and how numbers are written.

/** What each feature contributes. */
export const partsOf = (features, weights) => features.map((value, i) => weights[i] * value);

/** The value of a position: its weighted sum, or what it is worth whatever the weights (its game is over). */
export function valueOf({ value, features }, weights) {
  if (value != null) return Number(value); // "Infinity" comes as a text
  let total = 0;
  for (let i = 0; i < features.length; i++) total += weights[i] * features[i]; // in the order in which Python adds
  return total;
}

/** The rank of each value for MAX or MIN, the best being 1; equal values share a rank. */
export function ranksOf(values, isMax) {
  const better = (a, b) => (isMax ? a > b : a < b);
  return values.map((value) => 1 + values.reduce((count, other) => count + (better(other, value) ? 1 : 0), 0));
}

/** The moves, by number, in the order of their ranks. */
export function orderOf(ranks) {
  return [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b] || a - b);
}

const ROUND = [1, 2, 5, 10], SNUG = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The least round number that is not below `number`: 1, 2, 5, 10, 20, … (and 0.5, 0.2, …), or with other digits. */
export function roundUp(number, digits = ROUND) {
  if (!(number > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(number));
  return tidied(digits.map((digit) => digit * power).find((each) => each >= number * (1 - 1e-12)) ?? 10 * power);
}

/** The end of a scale on which bars of these lengths find room. It is round, so that it seldom moves. */
export function scaleFor(amounts) {
  return roundUp(Math.max(...amounts.filter(Number.isFinite).map(Math.abs)), SNUG);
}

/**
 * How far a slider goes to either side: twice as far as any weight that is offered. A weight of nought has no scale of
 * its own: it goes as far as most of the others.
 */
export function reachOf(weights, others) {
  const sizes = others.map(Math.abs).filter(Boolean).sort((a, b) => a - b);
  return roundUp(2 * (Math.max(...weights.map(Math.abs)) || sizes[sizes.length >> 1] || 0.5));
}

/** A number without what binary fractions add to it: 0.1 + 0.2 is 0.3. */
export const tidied = (number) => Number(number.toPrecision(12)) + 0;

/** As many decimals as numbers of this size need in a column. */
export function decimalsFor(most) {
  if (!(most > 0) || most >= 1e4) return 0;
  return most >= 1000 ? 1 : most >= 0.1 ? 2 : Math.min(8, 2 + Math.ceil(-Math.log10(most)));
}

/** A number of a column, with a real minus sign and none before a nought. */
export function fixed(number, decimals) {
  const size = Math.abs(number);
  const text = size < 1e9 ? number.toFixed(size < 1e4 ? decimals : 0) : number.toPrecision(4); // so that it fits
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

export function signed(number, decimals) {
  const sign = number > 0 && Number(number.toFixed(decimals)) > 0 ? "+" : "";
  return sign + fixed(number, decimals);
}

/** A number on its own, with no more decimals than it has. */
export const plain = (number) => String(Math.round(number * 1000) / 1000 + 0).replace("-", "−");

/** The weights as Python that any cell can use, whatever its evaluation is called. */
export function pythonOf(names, weights) {
  return `{${names.map((name, i) => `${JSON.stringify(name)}: ${weights[i]}`).join(", ")}}`;
}

export const same = (one, other) => one.every((weight, i) => weight === other[i]);
