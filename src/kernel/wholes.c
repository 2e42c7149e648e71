/* Structures that are whole or not there: twin of `wholes.py`. */
#include "judge.h"

#include <string.h>

enum { SHORT_CELL = 100, LONG_CELL = 300 }; /* bytes on average: of a table of data, and of one that has heads */
enum { SHORT_ITEM = 300 }; /* bytes */

/* Of blocks in a row. */
typedef struct {
    int64_t kept; /* how many */
    int64_t size, kept_size, linked;
} Totals;

typedef struct {
    int64_t row, first, after; /* an element, and the blocks in it */
    Totals total;
} Span;

static int64_t row_of(const View *view, int64_t block)
{
    return block < view->blocks.count ? view->blocks.run[view->blocks.column[FIRST][block]] : view->table->rows;
}

/* For each row how many blocks begin before it, and one entry more; NULL if memory runs out. */
static int64_t *blocks_before_rows(const View *view)
{
    int64_t *before = arena_room(view->arena, (size_t)view->table->rows + 1, sizeof *before), row = 0;
    for (int64_t block = 0; before && block <= view->blocks.count; block++)
        for (const int64_t last = row_of(view, block); row <= last; row++)
            before[row] = block;
    return before;
}

/* For each block what stands before it, and one entry more; NULL if memory runs out. */
static Totals *totals_before(const View *view, const uint8_t *keep)
{
    Totals *before = arena_room(view->arena, (size_t)view->blocks.count + 1, sizeof(Totals)), now = {0};
    if (!before)
        return NULL;
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const int64_t size = view->blocks.column[SIZE][block];
        before[block] = now;
        now.kept += keep[block];
        now.size += size;
        now.kept_size += keep[block] ? size : 0;
        now.linked += view->blocks.column[LINKED][block];
    }
    before[view->blocks.count] = now;
    return before;
}

static Span span_of(const View *view, const int64_t *blocks_before, const Totals *before, int64_t row)
{
    Span span = {.row = row, .first = blocks_before[row], .after = blocks_before[view->table->column[END][row]]};
    const Totals *first = &before[span.first], *after = &before[span.after];
    span.total = (Totals){
        .kept = after->kept - first->kept,
        .size = after->size - first->size,
        .kept_size = after->kept_size - first->kept_size,
        .linked = after->linked - first->linked,
    };
    return span;
}

/* Nothing of the element is kept, but the blocks right before and behind it are. */
static bool is_surrounded(const View *view, const Totals *before, const Span *span)
{
    return !span->total.kept && span->first > 0 && span->after < view->blocks.count
        && before[span->first - 1].kept < before[span->first].kept && before[span->after].kept < before[span->after + 1].kept;
}

/* Lines of several short cells each, and no table inside. */
static bool is_data(const View *view, const Span *span)
{
    int64_t lines = 0, cells = 0, heads = 0;
    for (int64_t row = span->row + 1; row < view->table->column[END][span->row]; row++) {
        const int64_t sets = sets_of(view->constants, view->table->column[TAG][row]);
        if (sets & IS_TABLE)
            return false;
        lines += (sets & IS_LINE) != 0;
        cells += (sets & IS_CELL) != 0;
        heads += (sets & IS_HEAD_CELL) != 0;
    }
    return lines >= 2 && cells >= 2 * lines && span->total.size <= (heads ? LONG_CELL : SHORT_CELL) * cells;
}

/* Whether what follows a heading stands beside it. */
static bool leads(const View *view, const Span *span)
{
    return row_of(view, span->after) < view->table->column[END][view->table->column[PARENT][span->row]];
}

static bool is_broken(const View *view, const Totals *before, const Span *span, int64_t sets)
{
    const bool surrounded = is_surrounded(view, before, span);
    if (sets & IS_CODE)
        return span->total.kept || surrounded;
    if (sets & IS_ITEM)
        return span->total.size <= SHORT_ITEM && 5 * span->total.kept_size >= 4 * span->total.size;
    if (2 * span->total.linked > span->total.size)
        return false;
    if (sets & IS_QUOTE)
        return surrounded || 5 * span->total.kept_size >= span->total.size;
    if (sets & IS_TABLE)
        return (surrounded || 2 * span->total.kept_size >= span->total.size) && is_data(view, span);
    return surrounded && leads(view, span);
}

bool complete(const View *view, uint8_t *keep)
{
    const Totals *before = totals_before(view, keep);
    const int64_t *blocks_before = blocks_before_rows(view);
    if (!before || !blocks_before)
        return false;
    const int64_t structures = IS_CODE | IS_TABLE | IS_HEADING | IS_QUOTE | IS_ITEM;
    for (int64_t row = 1; row < view->table->rows; row++) {
        const int64_t sets = sets_of(view->constants, view->table->column[TAG][row]) & structures;
        if (!sets)
            continue;
        const Span span = span_of(view, blocks_before, before, row);
        if (span.first < span.after && is_broken(view, before, &span, sets))
            memset(keep + span.first, 1, (size_t)(span.after - span.first));
    }
    return true;
}
