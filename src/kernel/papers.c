/* Features of a block, continued: the scores of the five papers, carried from rows and source lines to blocks. */
#include "judge.h"

#include <math.h>

static double at_least(double value, double least)
{
    return value > least ? value : least;
}

static int64_t largest_of(const double *values, int64_t count)
{
    int64_t best = 0;
    for (int64_t number = 1; number < count; number++)
        if (values[number] > values[best])
            best = number;
    return best;
}

static double *new_column(const View *view, int64_t count)
{
    return arena_take(view->arena, (size_t)count, sizeof(double));
}

/* Text density, composite text density and DensitySum of the elements above. */
static bool cetd(const View *view, Columns *columns)
{
    float *text_density = next_column(columns), *composite = next_column(columns);
    float *sum_2_up = next_column(columns), *sum_3_up = next_column(columns);
    float *in_densest = next_column(columns), *densest_above = next_column(columns), *share = next_column(columns);
    const double *sum = view->density_sum;
    const int64_t densest = largest_of(sum, view->table->rows), depth = view->table->column[DEPTH][densest];
    const double best = at_least(sum[densest], 1e-9), densest_share = (double)below(view, densest).size / view->total;
    int64_t *shared = arena_room(view->arena, (size_t)view->blocks.count, sizeof(int64_t));
    if (!shared)
        return false;
    find_shared_depth(view, densest, shared);
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const Sums owner = below(view, view->up[0][block]);
        text_density[block] = log_size((double)owner.size / at_least((double)owner.elements, 1));
        composite[block] = log_size(view->composite_density[view->up[1][block]]);
        sum_2_up[block] = (float)(sum[view->up[2][block]] / best);
        sum_3_up[block] = (float)(sum[view->up[3][block]] / best);
        in_densest[block] = is_inside(view, block, densest);
        densest_above[block] = log_count(depth - shared[block]);
        share[block] = (float)densest_share;
    }
    return true;
}

/* For each block how much of a column of rows stands between the row of the block before it and its own row. */
static int64_t increase(const int64_t *sums, int64_t row, int64_t row_before)
{
    const int64_t more = sums[row] - (row_before < 0 ? 0 : sums[row_before]);
    return more > 0 ? more : 0;
}

/* Text for each tag, smoothed over neighbouring blocks, and how it changes over the next ones. */
static bool cetr(const View *view, Columns *columns)
{
    enum { AHEAD = 3 };
    float *tag_ratio = next_column(columns), *change = next_column(columns);
    const int64_t count = view->blocks.count, reach = view->constants->number->smoothing_width / 2;
    const double *smoothing = view->constants->smoothing;
    int64_t *elements = view->scratch; /* up to each row */
    double *ratio = new_column(view, count + 2 * reach), *smooth = new_column(view, count + AHEAD - 1);
    if (!ratio || !smooth)
        return false;
    for (int64_t row = 0, so_far = 0; row < view->table->rows; row++)
        elements[row] = so_far += view->table->column[TAG][row] != 0;
    for (int64_t block = 0; block < count; block++) {
        const int64_t tags = increase(elements, view->up[0][block], block ? view->up[0][block - 1] : -1);
        const int64_t inline_tags = view->blocks.column[INLINE][block];
        ratio[reach + block] = (double)view->blocks.column[SIZE][block] / (double)(1 + tags + inline_tags);
    }
    for (int64_t block = 0; block < count; block++)
        for (int64_t near = 0; near <= 2 * reach; near++)
            smooth[block] += smoothing[near] * ratio[block + near];
    for (int64_t beyond = 0; beyond < AHEAD - 1; beyond++)
        smooth[count + beyond] = smooth[count - 1];
    const double best = at_least(smooth[largest_of(smooth, count)], 1e-9);
    for (int64_t block = 0; block < count; block++) {
        const double ahead = (smooth[block] + smooth[block + 1] + smooth[block + 2]) / AHEAD;
        tag_ratio[block] = (float)(smooth[block] / best);
        change[block] = (float)((ahead - smooth[block]) / best);
    }
    return true;
}

typedef struct {
    int64_t start, stop;
} Stretch; /* of blocks */

/* The blocks around `core` as far as the next gap on each side that is too wide. */
static Stretch area_around(const Stretch *regions, int64_t count, int64_t core)
{
    enum { GAP = 6 }; /* blocks that may lie between two regions of one content; the paper's 20 are lines */
    int64_t first = core, last = core;
    while (first > 0 && regions[first].start - regions[first - 1].stop <= GAP)
        first--;
    while (last + 1 < count && regions[last + 1].start - regions[last].stop <= GAP)
        last++;
    return (Stretch){regions[first].start, regions[last].stop};
}

/* Where text outweighs markup: the stretches of blocks with a surplus, and the one with the most text. */
static int64_t find_regions(const View *view, const int64_t *surplus, Stretch *regions, int64_t *core)
{
    int64_t count = 0, most = -1;
    for (int64_t block = 0; block < view->blocks.count;) {
        if (surplus[block] <= 0) {
            block++;
            continue;
        }
        int64_t text = 0;
        regions[count].start = block;
        for (; block < view->blocks.count && surplus[block] > 0; block++)
            text += view->blocks.column[SIZE][block];
        regions[count].stop = block;
        if (text > most) {
            most = text;
            *core = count;
        }
        count++;
    }
    return count;
}

/* Text less markup over a block and its neighbours, and the area around the largest region with a surplus. */
static bool danag(const View *view, Columns *columns)
{
    float *text_surplus = next_column(columns), *in_area = next_column(columns);
    const int64_t count = view->blocks.count;
    int64_t *markup = view->scratch; /* up to each row */
    int64_t *own = arena_take(view->arena, (size_t)count + 2, sizeof(int64_t));
    int64_t *surplus = arena_room(view->arena, (size_t)count, sizeof(int64_t));
    Stretch *regions = arena_room(view->arena, (size_t)count, sizeof(Stretch));
    if (!own || !surplus || !regions)
        return false;
    for (int64_t row = 0, so_far = 0; row < view->table->rows; row++)
        markup[row] = so_far += view->table->column[MARKUP][row];
    for (int64_t block = 0, before = -1; block < count; block++) {
        const int64_t row = view->table->column[PARENT][view->blocks.run[view->blocks.column[FIRST][block]]];
        own[1 + block] = view->blocks.column[SIZE][block] - increase(markup, row, before);
        before = row;
    }
    for (int64_t block = 0; block < count; block++) {
        surplus[block] = own[block] + own[block + 1] + own[block + 2];
        text_surplus[block] = surplus[block] < 0 ? -log_count(-surplus[block]) : log_count(surplus[block]);
    }
    int64_t core = 0;
    const int64_t found = find_regions(view, surplus, regions, &core);
    const Stretch area = found ? area_around(regions, found, core) : (Stretch){0, 0};
    for (int64_t block = 0; block < count; block++)
        in_area[block] = block >= area.start && block < area.stop;
    return true;
}

/* What the blocks on one path have together. */
typedef struct {
    int64_t blocks, text, squares, marks, linked;
} OnPath;

static OnPath *sum_paths(const View *view, const Groups *path)
{
    OnPath *sums = arena_take(view->arena, (size_t)path->count, sizeof(OnPath));
    int64_t *const *column = view->blocks.column;
    if (sums)
        for (int64_t block = 0; block < view->blocks.count; block++) {
            OnPath *sum = &sums[path->of[block]];
            const int64_t size = column[SIZE][block];
            sum->blocks++;
            sum->text += size;
            sum->squares += size * size;
            sum->marks += column[SENTENCE_ENDS][block] + column[PAUSES][block];
            sum->linked += column[LINKED][block];
        }
    return sums;
}

static void shares_of_path(const View *view, const Groups *path, const OnPath *sums, Columns *columns)
{
    float *blocks = next_column(columns), *share = next_column(columns), *by_largest = next_column(columns);
    int64_t largest = 1;
    for (int64_t number = 0; number < path->count; number++)
        if (sums[number].text > largest)
            largest = sums[number].text;
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const OnPath *sum = &sums[path->of[block]];
        blocks[block] = log_count(sum->blocks - 1);
        share[block] = (float)((double)sum->text / view->total);
        by_largest[block] = (float)((double)sum->text / (double)largest);
    }
}

/* The blocks with the same tag path, and those with the same path of tags and marks; their extended path ratio. */
static bool cepr(const View *view, Columns *columns)
{
    const Groups *path = &view->class_path;
    const OnPath *of_tags = sum_paths(view, &view->tag_path), *of_classes = sum_paths(view, path);
    float *values = arena_room(view->arena, (size_t)path->count * 3, sizeof(float));
    if (!of_tags || !of_classes || !values)
        return false;
    shares_of_path(view, &view->tag_path, of_tags, columns);
    shares_of_path(view, path, of_classes, columns);
    float *extended_ratio = next_column(columns), *spread = next_column(columns), *link_share = next_column(columns);
    for (int64_t number = 0; number < path->count; number++) {
        const OnPath *sum = &of_classes[number];
        const double blocks = (double)sum->blocks, mean = (double)sum->text / blocks;
        const double deviation = sqrt(at_least((double)sum->squares / blocks - mean * mean, 0));
        values[3 * number] = log_size(sqrt(sqrt(mean * (double)sum->marks / blocks * deviation)));
        values[3 * number + 1] = log_size(deviation);
        values[3 * number + 2] = (float)((double)sum->linked / at_least((double)sum->text, 1));
    }
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const float *value = &values[3 * path->of[block]];
        extended_ratio[block] = value[0];
        spread[block] = value[1];
        link_share[block] = value[2];
    }
    return true;
}

/* Text for each character of markup in the block's element. */
static void block_extractor(const View *view, Columns *columns)
{
    float *markup_density = next_column(columns);
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const Sums owner = below(view, view->up[0][block]);
        markup_density[block] = log_size((double)owner.size / at_least((double)owner.markup, 1));
    }
}

bool write_paper_features(const View *view, Columns *columns)
{
    if (!cetd(view, columns) || !cetr(view, columns) || !danag(view, columns) || !cepr(view, columns))
        return false;
    block_extractor(view, columns);
    return true;
}
