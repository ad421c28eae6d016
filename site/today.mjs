// Which of several things is today's: the same for everybody with that date, and each of them in its turn.

const DAY = 86_400_000;

/** How many days the date, as the reader's own calendar has it, is after the first of January 1970. */
export function dayOf(date) {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
}

/** A number below `count`. From day to day it jumps by 7, or else by 1, so that neighbours are seldom alike. */
export function ofTheDay(date, count) {
  return (dayOf(date) * (count % 7 ? 7 : 1)) % count;
}
