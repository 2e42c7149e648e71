/* Features of a block, group by group in the order of `features.py`: first what needs no paper. */
#include "judge.h"

#include <math.h>

enum { FAR = 60 };              /* how far away something counts that is not there at all */
enum { SHORT = 300 };           /* characters: a longer block is no title */
enum { LAST_HEADING = 300 };    /* blocks: no heading is further away than that */
static const double WHOLE_PAGE = 0.9; /* a mark on this much of the text says nothing about any part of it */

/* -- columns ---------------------------------------------------------------------------------------------------------------- */

bool columns_open(Columns *columns, int64_t count, int64_t blocks, Arena *arena)
{
    *columns = (Columns){.count = count, .stride = (blocks + LANES - 1) / LANES * LANES};
    columns->first = arena_room(arena, (size_t)(count + 1) * (size_t)columns->stride, sizeof(float));
    columns->spare = columns->first + count * columns->stride;
    return columns->first != NULL;
}

float *next_column(Columns *columns)
{
    const int64_t number = columns->taken++;
    return number < columns->count ? columns->first + number * columns->stride : columns->spare;
}

/* -- logarithms ------------------------------------------------------------------------------------------------------------- */

float logarithm_of_count[KNOWN_LOGARITHMS];

void prepare_logarithms(void)
{
    for (int count = 0; count < KNOWN_LOGARITHMS; count++)
        logarithm_of_count[count] = (float)log(1.0 + count);
}

/* -- the block -------------------------------------------------------------------------------------------------------------- */

static void own_text(const View *view, Columns *columns)
{
    float *size = next_column(columns), *link_share = next_column(columns), *links = next_column(columns);
    float *sentences = next_column(columns), *pauses = next_column(columns), *capitals = next_column(columns);
    float *ends_like_a_sentence = next_column(columns);
    float *is_p = next_column(columns), *is_div = next_column(columns), *is_h1 = next_column(columns);
    float *is_h2 = next_column(columns);
    int64_t *const *column = view->blocks.column;
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const int64_t sets = sets_of(view->constants, view->table->column[TAG][column[OWNER][block]]);
        const int64_t letters = column[LETTERS][block];
        size[block] = log_count(column[SIZE][block]);
        link_share[block] = (float)view->link_share[block];
        links[block] = log_count(column[LINKS][block]);
        sentences[block] = log_count(column[SENTENCE_ENDS][block]);
        pauses[block] = log_count(column[PAUSES][block]);
        capitals[block] = (float)((double)column[CAPITALS][block] / (double)(letters > 1 ? letters : 1));
        ends_like_a_sentence[block] = view->closes[block];
        is_p[block] = (sets & IS_P) != 0;
        is_div[block] = (sets & IS_DIV) != 0;
        is_h1[block] = (sets & IS_H1) != 0;
        is_h2[block] = (sets & IS_H2) != 0;
    }
}

static double larger(double one, double other)
{
    return one > other ? one : other;
}

/* What a block has in common with what the page declares. */
static void declared(const View *view, Columns *columns)
{
    float *in_title = next_column(columns), *covers_title = next_column(columns);
    float *in_description = next_column(columns), *in_body = next_column(columns);
    const double first_whole = (double)view->different[FIRST_TITLE], second_whole = (double)view->different[SECOND_TITLE];
    columns->covers_title = covers_title;
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const int64_t letters = view->blocks.column[LETTERS][block], *found = view->found + block * DECLARED_TEXTS;
        const double span = letters > GRAM ? (double)(letters - GRAM + 1) : 1;
        const double first = (double)found[FIRST_TITLE], second = (double)found[SECOND_TITLE];
        const double covered = larger(first / first_whole, second / second_whole);
        in_title[block] = letters < SHORT ? (float)(larger(first, second) / span) : 0;
        covers_title[block] = letters < SHORT ? (float)(covered < 1 ? covered : 1) : 0;
        in_description[block] = (float)((double)found[DESCRIPTION] / span);
        in_body[block] = (float)((double)found[BODY] / span);
    }
}

static bool place(const View *view, Columns *columns)
{
    float *position = next_column(columns), *before = next_column(columns), *after = next_column(columns);
    float *depth = next_column(columns), *share = next_column(columns);
    float *copies = next_column(columns), *repeats = next_column(columns);
    const int64_t count = view->blocks.count, *first_copy = view->blocks.column[FIRST_COPY];
    int64_t *same = arena_take(view->arena, (size_t)count, sizeof(int64_t));
    if (!same)
        return false;
    for (int64_t block = 0; block < count; block++)
        same[first_copy[block]]++;
    int64_t text = 0;
    for (int64_t block = 0; block < count; block++) {
        const int64_t size = view->blocks.column[SIZE][block];
        text += size;
        position[block] = (float)(((double)text - (double)size / 2) / view->total);
        before[block] = log_count(block);
        after[block] = log_count(count - 1 - block);
        depth[block] = (float)((double)view->table->column[DEPTH][view->up[0][block]] / 10);
        share[block] = (float)((double)size / view->total);
        copies[block] = log_count(same[first_copy[block]] - 1);
        repeats[block] = first_copy[block] < block;
    }
    return true;
}

/* -- what stands around it -------------------------------------------------------------------------------------------------- */

static void marks(const View *view, Columns *columns)
{
    const Constants *constants = view->constants;
    const int64_t *marks_of_row = view->table->column[MARKS];
    for (int64_t wanted = 0; wanted < constants->number->path_marks; wanted++) {
        float *column = next_column(columns);
        const int64_t mark = constants->path_mark[wanted];
        const uint64_t counts = mark_share(view, mark) < WHOLE_PAGE;
        for (int64_t block = 0; block < view->blocks.count; block++)
            column[block] = (float)(int)(view->path_marks[block] >> mark & counts);
    }
    for (int64_t wanted = 0; wanted < constants->number->near_marks; wanted++) {
        float *column = next_column(columns);
        for (int64_t block = 0; block < view->blocks.count; block++) {
            const int64_t near = marks_of_row[view->up[0][block]] | marks_of_row[view->up[1][block]]
                | marks_of_row[view->up[2][block]];
            column[block] = (float)(int)((uint64_t)near >> constants->near_mark[wanted] & 1);
        }
    }
}

static void around(const View *view, Columns *columns)
{
    float *share = next_column(columns), *blocks = next_column(columns), *link_share = next_column(columns);
    float *mean_block = next_column(columns), *records = next_column(columns);
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const Sums third = below(view, view->third[block]), section = below(view, view->section[block]);
        share[block] = (float)((double)below(view, view->up[1][block]).size / view->total);
        blocks[block] = log_count(below(view, view->up[4][block]).blocks);
        link_share[block] = (float)((double)third.linked / larger((double)third.size, 1));
        mean_block[block] = log_size((double)section.size / larger((double)section.blocks, 1));
        records[block] = view->record[block] > 0 ? log_count(view->record_alike[block]) : 0;
    }
}

/* Points that the paragraphs below an element give to it, by how far below. */
typedef struct {
    double own, children, grandchildren;
} Points;

static double points_of(const View *view, int64_t block)
{
    const double size = (double)view->blocks.column[SIZE][block], hundreds = size / 100;
    if (size <= 25)
        return 0;
    return (1 + (double)view->blocks.column[PAUSES][block] + (hundreds < 3 ? hundreds : 3)) * (1 - view->link_share[block]);
}

static double score_of(const Points *points)
{
    return 0.25 * points->own + points->children + 0.5 * points->grandchildren;
}

static int64_t best_paragraphs(const View *view, Points *points)
{
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const double more = points_of(view, block);
        points[view->up[0][block]].own += more;
        points[view->up[1][block]].children += more;
        points[view->up[2][block]].grandchildren += more;
    }
    points[0] = (Points){0, 0, 0};
    int64_t best = 0;
    double best_score = 0;
    for (int64_t row = 1; row < view->table->rows; row++)
        if (score_of(&points[row]) > best_score) {
            best_score = score_of(&points[row]);
            best = row;
        }
    return best;
}

/* The element whose children and grandchildren hold the most paragraphs, and where the block stands to it. */
static bool paragraphs(const View *view, Columns *columns)
{
    float *score = next_column(columns), *in_best = next_column(columns), *best_above = next_column(columns);
    float *block_above = next_column(columns), *after_best = next_column(columns);
    const int64_t count = view->blocks.count, *depth = view->table->column[DEPTH];
    Points *points = arena_take(view->arena, (size_t)view->table->rows, sizeof(Points));
    int64_t *shared = arena_take(view->arena, (size_t)count, sizeof(int64_t));
    if (!points || !shared)
        return false;
    const int64_t best = best_paragraphs(view, points);
    const double best_score = larger(score_of(&points[best]), 1e-9);
    find_shared_depth(view, best, shared);
    int64_t last = count - 1;
    while (last > 0 && !is_inside(view, last, best))
        last--;
    if (!is_inside(view, last, best))
        last = count - 1;
    for (int64_t block = 0; block < count; block++) {
        score[block] = (float)(score_of(&points[view->up[1][block]]) / best_score);
        in_best[block] = is_inside(view, block, best);
        best_above[block] = log_count(depth[best] - shared[block]);
        block_above[block] = log_count(depth[view->up[0][block]] - shared[block]);
        after_best[block] = log_count(block - last);
    }
    return true;
}

static int64_t sets_of_block(const View *view, int64_t block)
{
    return sets_of(view->constants, view->table->column[TAG][view->up[0][block]]);
}

/* Distance to the main heading and to the last one. */
static void headings(const View *view, Columns *columns)
{
    float *before = next_column(columns), *after = next_column(columns), *since = next_column(columns);
    float *since_last = next_column(columns);
    const int64_t count = view->blocks.count;
    int64_t main = 0, last = -LAST_HEADING;
    while (main < count && !(sets_of_block(view, main) & IS_H1))
        main++;
    const bool has_main = main < count;
    for (int64_t block = 0; block < count; block++) {
        if (sets_of_block(view, block) & IS_HEADING)
            last = block;
        before[block] = has_main ? log_count(main - block) : 0;
        after[block] = has_main ? log_count(block - main) : 0;
        since[block] = has_main ? (float)(block >= main) : 0.5f;
        since_last[block] = log_count(block - last < LAST_HEADING ? block - last : LAST_HEADING);
    }
}

/* Where the prose is: the path that holds most of it, and the nearest long paragraphs. */
static bool prose(const View *view, Columns *columns)
{
    float *on_path = next_column(columns), *after = next_column(columns), *left = next_column(columns);
    float *since_last = next_column(columns), *until_next = next_column(columns);
    const int64_t count = view->blocks.count, *path = view->class_path.of;
    double *by_path = arena_take(view->arena, (size_t)view->class_path.count, sizeof(double));
    if (!by_path)
        return false;
    double total = 0;
    for (int64_t block = 0; block < count; block++) {
        by_path[path[block]] += view->prose[block];
        total += view->prose[block];
    }
    int64_t dominant = 0;
    for (int64_t number = 1; number < view->class_path.count; number++)
        if (by_path[number] > by_path[dominant])
            dominant = number;
    int64_t last = count - 1;
    for (int64_t block = 0; block < count; block++)
        if (path[block] == dominant && view->prose[block] > 0)
            last = block;
    double so_far = 0;
    for (int64_t block = 0, paragraph = -1; block < count; block++) {
        so_far += view->prose[block];
        if (view->prose[block] > 0)
            paragraph = block;
        on_path[block] = path[block] == dominant && by_path[dominant] > 0;
        after[block] = log_count(block - last);
        left[block] = (float)((total - so_far) / larger(total, 1));
        since_last[block] = log_count(paragraph < 0 ? FAR : block - paragraph);
    }
    for (int64_t block = count - 1, paragraph = -1; block >= 0; block--) {
        if (view->prose[block] > 0)
            paragraph = block;
        until_next[block] = log_count(paragraph < 0 ? FAR : paragraph - block);
    }
    return true;
}

static void fill(const View *view, float *column, double value)
{
    for (int64_t block = 0; block < view->blocks.count; block++)
        column[block] = (float)value;
}

/* The same for all blocks of a page. */
static void page_context(const View *view, Columns *columns)
{
    const Numbers *number = view->constants->number;
    fill(view, next_column(columns), log_count(view->blocks.count));
    fill(view, next_column(columns), (double)below(view, 0).linked / view->total);
    fill(view, next_column(columns), (view->declared->kinds & DECLARES_ARTICLE) != 0);
    fill(view, next_column(columns), (view->declared->kinds & DECLARES_PRODUCT) != 0);
    fill(view, next_column(columns), mark_share(view, number->main_mark));
    fill(view, next_column(columns), mark_share(view, number->reply_mark));
}

bool write_features(const View *view, Columns *columns)
{
    const ArenaMark mark = arena_mark(view->arena);
    own_text(view, columns);
    declared(view, columns);
    if (!place(view, columns))
        return false;
    marks(view, columns);
    around(view, columns);
    if (!paragraphs(view, columns))
        return false;
    headings(view, columns);
    if (!prose(view, columns))
        return false;
    page_context(view, columns);
    arena_rewind(view->arena, mark);
    const bool is_done = write_paper_features(view, columns);
    arena_rewind(view->arena, mark);
    return is_done;
}
