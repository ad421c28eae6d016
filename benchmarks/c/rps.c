/* What every position of the rock-paper-scissors card game is worth, written as plainly as one would.

       cc -O3 -o rps rps.c && ./rps 5

   solves all deals of five cards each. It prints the seconds of processor time, and then the value of each deal: how many
   more cards player 1 owns in the end if both play their best. Positions that are mirror images of each other are all
   worked out.

   For each set of occupied cells there is an array: for each board over these cells, for each hand of player 1, for each
   hand of player 2, one value. A board is a number in base 6 with a digit for each occupied cell, in order: 0, 1, 2 are
   rock, paper and scissors of player 1, and 3, 4, 5 those of player 2. The arrays are filled from the last card to the
   first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 9, SETS = 1 << CELLS, KINDS = 3, MOST_CARDS = 5, MOST_HANDS = 21 };

typedef signed char Value;

static const int BEATS[KINDS] = {2, 0, 1}; /* rock beats scissors, paper beats rock, scissors beat paper */

static int cards, plies;                                 /* in each hand at the start; how many are placed in all */
static int hand[MOST_CARDS + 1][MOST_HANDS][KINDS];      /* the hands of so many cards: how many of each kind */
static int hands[MOST_CARDS + 1];                        /* how many hands of so many cards there are */
static int number_of[MOST_CARDS + 1][MOST_CARDS + 1][MOST_CARDS + 1]; /* of a hand: cards, rocks, papers */
static int cell_of[SETS][CELLS], placed_on[SETS];        /* the cells of a set in order, and how many there are */
static long boards[CELLS + 1];                           /* how many boards there are with so many cards: 6, 36, … */
static Value *values[SETS];

static int beside(int a, int b) { return abs(a / 3 - b / 3) + abs(a % 3 - b % 3) == 1; }

/* How many cards a player (0 or 1) still holds when so many are placed. */
static int held(int player, int placed) { return cards - (placed + 1 - player) / 2; }

static long hand_pairs(int placed) { return (long)hands[held(0, placed)] * hands[held(1, placed)]; }

/* The game is over: count the cards. */
static void count_margins(int set) {
    long pairs = hand_pairs(plies);
    for (long board = 0; board < boards[plies]; board++) {
        int margin = 0;
        for (long rest = board, i = 0; i < plies; i++, rest /= 6) margin += rest % 6 < 3 ? 1 : -1;
        memset(values[set] + board * pairs, margin, pairs);
    }
}

/* The board, as a number over the cells of `set`, after the mover has placed a card of `kind` on `cell`. `on` is what lay
   on each cell before. */
static long board_after(int set, const int *on, int cell, int kind, int mover) {
    long board = 0;
    for (int i = placed_on[set] - 1; i >= 0; i--) {
        int other = cell_of[set][i], digit = on[other];
        if (other == cell) digit = 3 * mover + kind;
        else if (digit == 3 * (1 - mover) + BEATS[kind] && beside(other, cell)) digit = 3 * mover + BEATS[kind];
        board = board * 6 + digit;
    }
    return board;
}

/* Improve the values of a board, for all hands at once, by those of the board after a card of `kind` is placed. */
static void improve(Value *best, const Value *after, int kind, int placed) {
    int mover = placed % 2, own_cards = held(mover, placed), others = hands[held(1 - mover, placed)];
    int row = hands[held(1, placed)], row_after = hands[held(1, placed + 1)];
    for (int own = 0; own < hands[own_cards]; own++) {
        const int *h = hand[own_cards][own];
        if (!h[kind]) continue;
        int rest = number_of[own_cards - 1][h[0] - (kind == 0)][h[1] - (kind == 1)];
        for (int other = 0; other < others; other++) {
            Value value = mover ? after[other * row_after + rest] : after[rest * row_after + other];
            Value *now = mover ? best + other * row + own : best + own * row + other;
            if (mover ? value < *now : value > *now) *now = value;
        }
    }
}

/* All positions over a set of occupied cells, from those with one card more. */
static void solve(int set) {
    int placed = placed_on[set], mover = placed % 2;
    long pairs = hand_pairs(placed), pairs_after = hand_pairs(placed + 1);
    memset(values[set], mover ? 100 : -100, boards[placed] * pairs);
    for (long board = 0; board < boards[placed]; board++) {
        int on[CELLS];
        for (long rest = board, i = 0; i < placed; i++, rest /= 6) on[cell_of[set][i]] = rest % 6;
        for (int cell = 0; cell < CELLS; cell++) {
            if (set >> cell & 1) continue;
            int more = set | 1 << cell;
            for (int kind = 0; kind < KINDS; kind++) {
                long after = board_after(more, on, cell, kind, mover);
                improve(values[set] + board * pairs, values[more] + after * pairs_after, kind, placed);
            }
        }
    }
}

static void number_hands_and_cells(void) {
    for (int n = 0; n <= cards; n++)
        for (int rocks = n; rocks >= 0; rocks--)
            for (int papers = n - rocks; papers >= 0; papers--) {
                int *h = hand[n][hands[n]];
                h[0] = rocks, h[1] = papers, h[2] = n - rocks - papers;
                number_of[n][rocks][papers] = hands[n]++;
            }
    for (int set = 0; set < SETS; set++)
        for (int cell = 0; cell < CELLS; cell++)
            if (set >> cell & 1) cell_of[set][placed_on[set]++] = cell;
    boards[0] = 1;
    for (int i = 1; i <= CELLS; i++) boards[i] = 6 * boards[i - 1];
}

int main(int count, char **arguments) {
    cards = count == 2 ? atoi(arguments[1]) : 0;
    if (cards < 1 || cards > MOST_CARDS) return 2;
    plies = 2 * cards < CELLS ? 2 * cards : CELLS; /* until the hands are empty or the board is full */
    clock_t begin = clock();
    number_hands_and_cells();
    for (int placed = plies; placed >= 0; placed--)
        for (int set = 0; set < SETS; set++) {
            if (placed_on[set] != placed) continue;
            values[set] = malloc(boards[placed] * hand_pairs(placed));
            if (!values[set]) return 1;
            if (placed == plies) count_margins(set);
            else solve(set);
        }
    printf("%.6f", (double)(clock() - begin) / CLOCKS_PER_SEC);
    for (long deal = 0; deal < hand_pairs(0); deal++) printf(" %d", values[0][deal]);
    printf("\n");
    return 0;
}
