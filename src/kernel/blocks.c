/* Blocks: text runs with no part of the page beginning or ending between them, and no two line breaks. */
#include "judge.h"

enum { SHORT_NOSCRIPT = 400 }; /* characters: "please switch JavaScript on", tracking pixels */

/* What has been counted up to a row. */
typedef struct {
    int64_t separating; /* elements that separate blocks */
    int64_t nearest;    /* row of the nearest one around */
    int64_t elements;
    int64_t anchors;
    int64_t breaks;
    int64_t runs; /* used or not */
} Counts;

/* For each row the characters of text before it, and one entry more. */
static int64_t *text_before_rows(const Table *table, Arena *arena)
{
    int64_t *before = arena_take(arena, (size_t)table->rows + 1, sizeof(int64_t));
    if (before)
        for (int64_t row = 0; row < table->rows; row++)
            before[row + 1] = before[row] + table->column[CHARS][row];
    return before;
}

static bool room_for_blocks(const Table *table, Arena *arena, Blocks *blocks)
{
    size_t runs = 0;
    for (int64_t row = 0; row < table->rows; row++)
        runs += table->column[TAG][row] == 0;
    int64_t *room = arena_take(arena, runs * (2 + BLOCK_COLUMNS), sizeof(int64_t));
    blocks->run = room;
    blocks->of_run = room + runs;
    for (size_t column = 0; column < BLOCK_COLUMNS; column++)
        blocks->column[column] = room + runs * (2 + column);
    return room != NULL;
}

static bool begins_block(const Counts *before, const Counts *now)
{
    return now->separating != before->separating || now->nearest != before->nearest || now->breaks - before->breaks > 1
        || now->runs - before->runs > 1;
}

static void begin_block(const Table *table, int64_t row, int64_t owner, Blocks *blocks)
{
    const int64_t block = blocks->count++;
    blocks->column[FIRST][block] = blocks->runs;
    blocks->column[OWNER][block] = owner;
    blocks->column[FROM][block] = table->column[START][row];
}

/* The newest block has one more text run. `first` and `now` are the counts at its first run and at this one. */
static void add_run(const Table *table, int64_t row, const Counts *first, const Counts *now, Blocks *blocks)
{
    const int64_t block = blocks->count - 1, bytes = table->column[BYTES][row];
    blocks->run[blocks->runs] = row;
    blocks->of_run[blocks->runs++] = block;
    int64_t *const *column = blocks->column;
    const int64_t first_row = blocks->run[column[FIRST][block]];
    column[STOP][block] = table->column[START][row] + table->column[CHARS][row];
    column[SIZE][block] += bytes;
    column[LETTERS][block] += table->column[CHARS][row];
    column[LINKED][block] += table->column[FLAGS][row] & IN_LINK ? bytes : 0;
    column[LINKS][block] = now->anchors - first->anchors + (table->column[FLAGS][first_row] & IN_LINK ? 1 : 0);
    column[INLINE][block] = now->elements - first->elements + table->column[DEPTH][first_row] - 1
        - table->column[DEPTH][column[OWNER][block]];
}

bool find_blocks(const Table *table, const Constants *constants, Arena *arena, Blocks *blocks)
{
    if (!room_for_blocks(table, arena, blocks))
        return false;
    const ArenaMark mark = arena_mark(arena);
    int64_t *nearest = arena_room(arena, (size_t)table->rows, sizeof(int64_t)); /* separating element of each element */
    int64_t *text_before = NULL; /* asked for on few pages */
    if (!nearest)
        return false;
    Counts now = {0}, before = {0}, first = {0};
    int64_t unused_until = 0;
    for (int64_t row = 0; row < table->rows; row++) {
        const int64_t parent = table->column[PARENT][row], end = table->column[END][row];
        const int64_t around = parent < 0 ? 0 : nearest[parent];
        if (table->column[TAG][row] == 0) {
            now.runs++;
            if (row < unused_until)
                continue;
            now.nearest = around;
            if (blocks->count == 0 || begins_block(&before, &now)) {
                begin_block(table, row, around, blocks);
                first = now;
            }
            add_run(table, row, &first, &now, blocks);
            before = now;
            continue;
        }
        const int64_t sets = sets_of(constants, table->column[TAG][row]);
        nearest[row] = sets & IS_PART ? row : around;
        now.elements++;
        now.separating += (sets & IS_PART) != 0;
        now.anchors += (sets & IS_ANCHOR) != 0;
        now.breaks += (sets & IS_BREAK) != 0;
        bool is_unused = sets & IS_UNUSED;
        if (sets & IS_NOSCRIPT) {
            if (!text_before && !(text_before = text_before_rows(table, arena)))
                return false;
            is_unused = text_before[end] - text_before[row] < SHORT_NOSCRIPT;
        }
        if (is_unused && end > unused_until)
            unused_until = end;
    }
    arena_rewind(arena, mark);
    return true;
}
