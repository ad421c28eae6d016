/* Who wins isolation: the search of minimax_lab/solve/isolation.py, as the limit of what a compiler makes of it.

       cc -O3 -o isolation isolation.c && ./isolation 5 4 21

   solves the board of 5 by 4 cells with a table of 2^21 entries. It prints 1 if the first player wins and 0 if not, how
   many positions it has searched, and the seconds of processor time.

   A player goes any distance along a row, a column or a diagonal, over open cells only, and closes the cell it goes to.
   The first move of each goes to any open cell. A player who cannot move loses. A set of cells is a number with one bit
   for each cell. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { DIRECTIONS = 8, MOST_CELLS = 25, LONGEST = 25, OFF_BOARD = 31 /* where a player is before the first move */ };

typedef uint64_t Cells;

static const int STEP[DIRECTIONS][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};

static Cells ray[MOST_CELLS][DIRECTIONS][LONGEST + 1]; /* from a cell to the edge, one cell after the other, then 0 */
static uint64_t *table, table_size, searched;

static void make_rays(int width, int height) {
    for (int cell = 0; cell < width * height; cell++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int x = cell % width, y = cell / width;
            for (int distance = 0;; distance++) {
                x += STEP[direction][0], y += STEP[direction][1];
                if (x < 0 || x >= width || y < 0 || y >= height) break;
                ray[cell][direction][distance] = (Cells)1 << (y * width + x);
            }
        }
}

/* The open cells that a player on `cell` can go to. */
static Cells reach(Cells open, int cell) {
    if (cell == OFF_BOARD) return open;
    Cells found = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (const Cells *next = ray[cell][direction]; open & *next; next++) found |= *next;
    return found;
}

/* Where in the table to begin to look for a key. */
static uint64_t first_slot(uint64_t key) { return (key * 0x9E3779B97F4A7C15u >> 20) & (table_size - 1); }

/* Whether the player on `me`, who is to move, wins against the one on `you`. */
static int wins(Cells open, int me, int you) {
    uint64_t key = ((open << 5 | me) << 5 | you) << 2 | 2; /* never 0; the last bit is left for the answer */
    uint64_t slot = first_slot(key);
    for (; table[slot]; slot = (slot + 1) & (table_size - 1))
        if ((table[slot] | 1) == (key | 1)) return table[slot] & 1;
    searched++;

    /* The moves, those that leave the opponent the fewest replies first; one that leaves none wins at once. */
    struct { int cell, replies; } move[MOST_CELLS];
    int moves = 0, answer = 0;
    for (Cells left = reach(open, me); left && !answer; left &= left - 1) {
        int cell = __builtin_ctzll(left), place = moves++;
        int replies = __builtin_popcountll(reach(open ^ (Cells)1 << cell, you));
        for (; place > 0 && move[place - 1].replies > replies; place--) move[place] = move[place - 1];
        move[place].cell = cell, move[place].replies = replies;
        answer = replies == 0;
    }
    for (int i = 0; i < moves && !answer; i++) answer = !wins(open ^ (Cells)1 << move[i].cell, you, move[i].cell);

    slot = first_slot(key); /* again, since the positions below may have taken the free slot */
    while (table[slot]) slot = (slot + 1) & (table_size - 1);
    table[slot] = key | answer;
    return answer;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int width = atoi(arguments[1]), height = atoi(arguments[2]);
    if (width < 1 || height < 1 || width * height > MOST_CELLS) return 2;
    clock_t begin = clock();
    make_rays(width, height);
    table_size = (uint64_t)1 << atoi(arguments[3]);
    table = calloc(table_size, sizeof *table);
    if (!table) return 1;
    int first_wins = wins(((Cells)1 << width * height) - 1, OFF_BOARD, OFF_BOARD);
    printf("%d %llu %.6f\n", first_wins, (unsigned long long)searched, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
