/* From what the net says to a decision: twin of `decision.py`, and of the labels in `fused.py`. */
#include "judge.h"

#include <math.h>
#include <string.h>

static const double LOWEST = 1e-6;    /* a threshold below this would keep everything */
static const double LIKELIEST = 0.9;  /* of the largest probability, where the threshold is above it */
enum { COPY = 24 };                   /* bytes from which a second copy of a block is dropped */
enum { SAME_FIELDS = 3 };             /* so many fields make it worth deciding on them together */

static double smaller(double one, double other)
{
    return one < other ? one : other;
}

static double sigmoid(double log_odds)
{
    return 1 / (1 + exp(log_odds < -30 ? 30 : -log_odds));
}

/* -- probabilities ---------------------------------------------------------------------------------------------------------- */

/* The same field of a series of siblings has the same probability: the mean of all of them. */
static bool level_series(const View *view, const double *main, double *probability)
{
    typedef struct {
        double sum, weight;
        int64_t blocks;
    } Field;
    const int64_t count = view->blocks.count, *field = view->fields.of;
    Field *fields = arena_take(view->arena, (size_t)view->fields.count, sizeof(Field));
    if (!fields)
        return false;
    for (int64_t block = 0; block < count; block++) {
        const double weight = (double)view->blocks.column[SIZE][block] + 1;
        fields[field[block]].sum += main[block] * weight;
        fields[field[block]].weight += weight;
        fields[field[block]].blocks++;
    }
    for (int64_t block = 0; block < count; block++) {
        const Field *own = &fields[field[block]];
        const bool together = view->series[block] >= 0 && own->blocks >= SAME_FIELDS;
        probability[block] = together ? own->sum / own->weight : main[block];
    }
    return true;
}

/* Numbers whose order is the opposite of that of the probabilities: the bits of positive floats are ordered as the floats are. */
static uint64_t falling_key(double probability)
{
    uint64_t bits;
    memcpy(&bits, &probability, sizeof(bits));
    return ~bits;
}

/* Blocks from the likeliest to the least likely, by one digit of their keys after the other: linear, however many there are. */
static int64_t *by_probability(const double *probability, int64_t count, Arena *arena)
{
    enum { DIGITS = 256 };
    uint64_t *keys = arena_room(arena, (size_t)count, sizeof(uint64_t));
    int64_t *order = arena_room(arena, (size_t)count, sizeof(int64_t)), *sorted = arena_room(arena, (size_t)count, sizeof(int64_t));
    if (!keys || !order || !sorted)
        return NULL;
    for (int64_t block = 0; block < count; block++) {
        keys[block] = falling_key(probability[block]);
        order[block] = block;
    }
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t place[DIGITS + 1] = {0};
        for (int64_t block = 0; block < count; block++)
            place[1 + (keys[block] >> shift & 0xFF)]++;
        for (int digit = 0; digit < DIGITS; digit++)
            place[digit + 1] += place[digit];
        for (int64_t each = 0; each < count; each++)
            sorted[place[keys[order[each]] >> shift & 0xFF]++] = order[each];
        int64_t *unsorted = order;
        order = sorted;
        sorted = unsorted;
    }
    return order;
}

/* The F1 that the best choice of blocks would have if the probabilities were right; negative if memory runs out. */
static double best_expected_f1(const View *view, const double *probability)
{
    const int64_t count = view->blocks.count, *size = view->blocks.column[SIZE];
    const int64_t *order = by_probability(probability, count, view->arena);
    if (!order)
        return -1;
    double all_hits = 0, hits = 0, text = 0, best = 0;
    for (int64_t each = 0; each < count; each++)
        all_hits += probability[order[each]] * (double)size[order[each]];
    for (int64_t each = 0; each < count; each++) {
        hits += probability[order[each]] * (double)size[order[each]];
        text += (double)size[order[each]];
        const double whole = text + all_hits, expected = 2 * hits / (whole > 1e-9 ? whole : 1e-9);
        best = expected > best ? expected : best;
    }
    return best;
}

/* -- decisions -------------------------------------------------------------------------------------------------------------- */

/* Of a block with several copies only the first that would be kept is. */
static bool drop_copies(const View *view, uint8_t *keep)
{
    const int64_t *size = view->blocks.column[SIZE], *first_copy = view->blocks.column[FIRST_COPY];
    uint8_t *is_there = arena_take(view->arena, (size_t)view->blocks.count, 1);
    if (!is_there)
        return false;
    for (int64_t block = 0; block < view->blocks.count; block++)
        if (keep[block] && size[block] >= COPY) {
            keep[block] = !is_there[first_copy[block]];
            is_there[first_copy[block]] = 1;
        }
    return true;
}

static bool keep_blocks(const View *view, double factor, Decision *decision)
{
    const double best = best_expected_f1(view, decision->probability);
    double largest = 0;
    for (int64_t block = 0; block < view->blocks.count; block++)
        largest = decision->probability[block] > largest ? decision->probability[block] : largest;
    double threshold = smaller(factor * best, LIKELIEST * largest);
    threshold = threshold > LOWEST ? threshold : LOWEST;
    for (int64_t block = 0; block < view->blocks.count; block++)
        decision->keep[block] = decision->probability[block] >= threshold;
    return best >= 0 && drop_copies(view, decision->keep) && complete(view, decision->keep);
}

/* -- labels ----------------------------------------------------------------------------------------------------------------- */

static int64_t likeliest_label(const float *label, int64_t count)
{
    int64_t best = 0;
    for (int64_t number = 1; number < count; number++)
        if (label[number] > label[best])
            best = number;
    return best;
}

/* The `h1` that says most of what the page's title says, or -1. */
static int64_t main_heading(const View *view, const Columns *columns)
{
    int64_t heading = -1;
    for (int64_t block = 0; block < view->blocks.count; block++)
        if (sets_of(view->constants, view->table->column[TAG][view->up[0][block]]) & IS_H1)
            if (heading < 0 || columns->covers_title[block] > columns->covers_title[heading])
                heading = block;
    return heading;
}

/* What is kept is never boilerplate, what is dropped never main content. */
static void label_blocks(const View *view, const Weights *weights, const Columns *columns, const Said *said, Decision *decision)
{
    const Numbers *number = view->constants->number;
    bool has_title = false;
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const float *labels = said->block + block * weights->size.outputs + 1; /* the first number is that of being content */
        decision->label[block] = likeliest_label(labels, weights->size.labels);
        has_title = has_title || decision->label[block] == number->title;
    }
    const int64_t heading = has_title ? -1 : main_heading(view, columns);
    if (heading >= 0)
        decision->label[heading] = number->title;
    for (int64_t block = 0; block < view->blocks.count; block++)
        if (decision->keep[block] && decision->label[block] == number->boilerplate)
            decision->label[block] = number->main;
        else if (!decision->keep[block] && decision->label[block] == number->main)
            decision->label[block] = number->boilerplate;
}

bool decide(
    const View *view, const Weights *weights, const Columns *columns, const Said *said, const Settings *settings, Decision *decision
)
{
    const Numbers *number = view->constants->number;
    const size_t count = (size_t)view->blocks.count;
    decision->main = arena_room(view->arena, count, sizeof(double));
    decision->probability = arena_room(view->arena, count, sizeof(double));
    decision->label = arena_room(view->arena, count, sizeof(int64_t));
    decision->keep = arena_room(view->arena, count, 1);
    if (!decision->main || !decision->probability || !decision->label || !decision->keep)
        return false;
    for (int64_t block = 0; block < view->blocks.count; block++)
        decision->main[block] = sigmoid(said->block[block * weights->size.outputs]);
    if (!level_series(view, decision->main, decision->probability)
        || !keep_blocks(view, settings->factor, decision))
        return false;
    label_blocks(view, weights, columns, said, decision);
    for (int64_t block = 0; block < view->blocks.count; block++) {
        if (decision->label[block] == number->title && settings->include_title)
            decision->keep[block] = 1;
        if (decision->label[block] == number->comments)
            decision->keep[block] = settings->include_comments != 0;
    }
    return true;
}
