/* CETD's composite text density, and DensitySum over it: twin of `maintext.methods.cetd`, whose docstring has the formula. */
#include "kernel.h"

#include <math.h>

static const double EULER = 2.718281828459045;

/* What a row holds, itself included. */
typedef struct {
    int64_t text;        /* characters */
    int64_t link_text;   /* those inside links */
    int64_t elements;
    int64_t links;       /* elements that count as links */
    int64_t bare_leaves; /* childless elements outside of links */
} Held;

static int64_t at_least_one(int64_t number)
{
    return number > 1 ? number : 1;
}

static bool is_in_link(const Table *table, int64_t row)
{
    return table->column[FLAGS][row] & IN_LINK;
}

/* An element that holds nothing but links counts as one of them: all its text is linked, and no childless element outside of links
 * stands below it. */
static bool counts_as_link(const Held *held, bool in_link)
{
    return in_link | ((held->elements > 1) & (held->text == held->link_text) & (held->bare_leaves == 0));
}

/* From the last row to the first: when a row's turn comes, everything below it has been added to it. No branches: nobody could
 * foresee what comes next, text or an element. */
static void count_below(const Table *table, Held *held)
{
    for (int64_t row = table->rows - 1; row >= 0; row--) {
        const bool in_link = is_in_link(table, row), is_element = table->column[TAG][row] != 0;
        const int64_t characters = table->column[CHARS][row]; /* none for an element */
        Held own = held[row];
        own.text += characters;
        own.link_text += characters * in_link;
        own.elements += is_element;
        own.bare_leaves += is_element & !in_link & (own.elements == 1);
        own.links += is_element & counts_as_link(&own, in_link);
        held[row] = own;
        if (row == 0)
            return;
        Held *above = &held[table->column[PARENT][row]];
        above->text += own.text;
        above->link_text += own.link_text;
        above->elements += own.elements;
        above->links += own.links;
        above->bare_leaves += own.bare_leaves;
    }
}

static double composite(const Held *held, int64_t tags, int64_t link_tags, double body_ratio)
{
    const double text = (double)held->text, link_text = (double)held->link_text;
    const double text_per_tag = text / (double)at_least_one(tags);
    const double linklessness =
        text / (double)at_least_one(held->link_text) * ((double)at_least_one(tags) / (double)at_least_one(link_tags));
    if (linklessness <= 1)
        return 0;
    const double base = log(text / (double)at_least_one(held->text - held->link_text) * link_text + body_ratio * text + EULER);
    return text_per_tag * log(linklessness) / log(base);
}

static bool find_density(const Table *table, Arena *arena, bool with_text, double *density)
{
    Held *held = arena_take(arena, (size_t)table->rows, sizeof(Held));
    if (!held)
        return false;
    count_below(table, held);
    const bool has_links = held[0].link_text > 0; /* without any it is infinite everywhere: the plain density stands in */
    const double body_ratio = has_links ? (double)held[0].link_text / (double)held[0].text : 0;
    for (int64_t row = 0; row < table->rows; row++) {
        const bool is_text = table->column[TAG][row] == 0, in_link = is_in_link(table, row);
        const int64_t tags = held[row].elements - !is_text;
        const int64_t link_tags = held[row].links - (!is_text && counts_as_link(&held[row], in_link));
        if (held[row].text == 0 || (is_text && !with_text))
            density[row] = 0;
        else if (!has_links)
            density[row] = (double)held[row].text / (double)at_least_one(tags);
        else
            density[row] = is_text && in_link ? 0 : composite(&held[row], tags, link_tags, body_ratio);
    }
    return true;
}

bool composite_density(const Table *table, Arena *arena, double *density)
{
    return find_density(table, arena, true, density);
}

bool composite_density_of_elements(const Table *table, Arena *arena, double *density)
{
    return find_density(table, arena, false, density);
}

void density_sum(const Table *table, const double *density, bool with_text, double *sum)
{
    for (int64_t row = 0; row < table->rows; row++)
        sum[row] = 0;
    for (int64_t row = 1; row < table->rows; row++)
        if (with_text || table->column[TAG][row] != 0)
            sum[table->column[PARENT][row]] += density[row];
}
