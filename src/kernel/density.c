/* CETD's composite text density, and DensitySum over it: twin of `maintext.methods.cetd`, whose docstring has the formula. */
#include "kernel.h"

#include <math.h>

static const double EULER = 2.718281828459045;

/* What a row holds, itself included: a difference of sums over all rows before its end, and before itself. */
typedef struct {
    int64_t text;        /* characters */
    int64_t link_text;   /* those inside links */
    int64_t elements;
    int64_t bare_leaves; /* childless elements outside of links */
    int64_t links;       /* elements that count as links */
} Held;

static int64_t at_least_one(int64_t number)
{
    return number > 1 ? number : 1;
}

static bool is_in_link(const Table *table, int64_t row)
{
    return table->column[FLAGS][row] & IN_LINK;
}

static Held held_by(const Table *table, const Held *before, int64_t row)
{
    const Held *start = &before[row], *end = &before[table->column[END][row]];
    return (Held){
        end->text - start->text,
        end->link_text - start->link_text,
        end->elements - start->elements,
        end->bare_leaves - start->bare_leaves,
        end->links - start->links,
    };
}

/* An element that holds nothing but links counts as one of them: all its text is linked, and no childless element outside of links
 * stands below it. */
static bool counts_as_link(const Held *held, bool in_link)
{
    return in_link | ((held->elements > 1) & (held->text == held->link_text) & (held->bare_leaves == 0));
}

/* What stands before each row, and one entry more. No branches: nobody could foresee what comes next, text or an element. */
static void sum_rows(const Table *table, Held *before)
{
    for (int64_t row = 0; row < table->rows; row++) {
        const int64_t characters = table->column[CHARS][row]; /* none of an element */
        before[row + 1].text = before[row].text + characters;
        before[row + 1].link_text = before[row].link_text + (is_in_link(table, row) ? characters : 0);
        before[row + 1].elements = before[row].elements + (table->column[TAG][row] != 0);
    }
    for (int64_t row = 0, leaves = 0; row < table->rows; row++) {
        const Held held = held_by(table, before, row);
        leaves += (table->column[TAG][row] != 0) & !is_in_link(table, row) & (held.elements == 1);
        before[row + 1].bare_leaves = leaves;
    }
    for (int64_t row = 0, links = 0; row < table->rows; row++) {
        const Held held = held_by(table, before, row);
        links += (table->column[TAG][row] != 0) & counts_as_link(&held, is_in_link(table, row));
        before[row + 1].links = links;
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
    const ArenaMark mark = arena_mark(arena);
    Held *before = arena_take(arena, (size_t)table->rows + 1, sizeof(Held));
    if (!before)
        return false;
    sum_rows(table, before);
    const Held page = held_by(table, before, 0);
    const bool has_links = page.link_text > 0; /* without any it is infinite everywhere: the plain density stands in */
    const double body_ratio = has_links ? (double)page.link_text / (double)page.text : 0;
    for (int64_t row = 0; row < table->rows; row++) {
        const bool is_text = table->column[TAG][row] == 0, in_link = is_in_link(table, row);
        const Held held = held_by(table, before, row);
        const int64_t tags = held.elements - !is_text;
        const int64_t link_tags = held.links - (!is_text && counts_as_link(&held, in_link));
        if (held.text == 0 || (is_text && !with_text))
            density[row] = 0;
        else if (!has_links)
            density[row] = (double)held.text / (double)at_least_one(tags);
        else
            density[row] = is_text && in_link ? 0 : composite(&held, tags, link_tags, body_ratio);
    }
    arena_rewind(arena, mark);
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
