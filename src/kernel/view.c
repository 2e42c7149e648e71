/* View: what the features of a page look at. */
#include "judge.h"

enum { SAME_RECORDS = 3 }; /* siblings that are alike make records from this many on */

static bool is_text(const View *view, int64_t row)
{
    return view->table->column[TAG][row] == 0;
}

static int64_t parent_of(const View *view, int64_t row)
{
    return view->table->column[PARENT][row];
}

static void *take(const View *view, int64_t count, size_t size)
{
    return arena_take(view->arena, (size_t)count, size);
}

static void *room(const View *view, int64_t count, size_t size)
{
    return arena_room(view->arena, (size_t)count, size);
}

/* -- blocks ----------------------------------------------------------------------------------------------------------------- */

static bool find_text(View *view)
{
    const Blocks *blocks = &view->blocks;
    view->link_share = room(view, blocks->count, sizeof(double));
    view->prose = room(view, blocks->count, sizeof(double));
    if (!view->link_share || !view->prose)
        return false;
    int64_t total = 0;
    for (int64_t block = 0; block < blocks->count; block++) {
        const int64_t size = blocks->column[SIZE][block];
        const double share = (double)blocks->column[LINKED][block] / (double)(size > 1 ? size : 1);
        view->link_share[block] = share;
        view->prose[block] = size > 80 && share < 0.5 ? (double)size * (1 - share) : 0;
        total += size;
    }
    view->total = total > 1 ? (double)total : 1;
    return true;
}

/* -- elements above the blocks ---------------------------------------------------------------------------------------------- */

static bool find_ancestors(View *view)
{
    const int64_t count = view->blocks.count;
    view->up[0] = view->blocks.column[OWNER];
    for (int level = 1; level <= LEVELS; level++) {
        view->up[level] = room(view, count, sizeof(int64_t));
        if (!view->up[level])
            return false;
        for (int64_t block = 0; block < count; block++) {
            const int64_t parent = parent_of(view, view->up[level - 1][block]);
            view->up[level][block] = parent > 0 ? parent : 0;
        }
    }
    return true;
}

/* What stands before each row. Blocks stand in their owners. */
static bool sum_rows(View *view)
{
    Sums *before = view->before = take(view, view->table->rows + 1, sizeof(Sums));
    if (!before)
        return false;
    int64_t *const *column = view->blocks.column;
    for (int64_t block = 0; block < view->blocks.count; block++) {
        Sums *owner = &before[column[OWNER][block] + 1];
        owner->size += column[SIZE][block];
        owner->linked += column[LINKED][block];
        owner->blocks++;
    }
    for (int64_t row = 0; row < view->table->rows; row++) {
        before[row + 1].size += before[row].size;
        before[row + 1].linked += before[row].linked;
        before[row + 1].blocks += before[row].blocks;
        before[row + 1].elements = before[row].elements + !is_text(view, row);
        before[row + 1].markup = before[row].markup + view->table->column[MARKUP][row];
    }
    return true;
}

/* Row of the deepest element with that share of the text: from row 0 down, since no two siblings can have more than half. */
static int64_t deepest_holding(const View *view, double share)
{
    int64_t deepest = 0;
    for (int64_t row = 1; row < view->table->column[END][deepest];)
        if ((double)below(view, row).size >= share * view->total)
            deepest = row++;
        else
            row = view->table->column[END][row];
    return deepest;
}

/* The elements around a row that features ask for; 0 where there is none. */
typedef struct {
    int64_t tenth;   /* the nearest with a tenth of the page's text */
    int64_t third;   /* with three tenths */
    int64_t section; /* the child of the deepest one with nine tenths */
} Around;

static bool find_around(View *view)
{
    const int64_t rows = view->table->rows, count = view->blocks.count;
    view->tenth = room(view, count, sizeof(int64_t));
    view->third = room(view, count, sizeof(int64_t));
    view->section = room(view, count, sizeof(int64_t));
    const ArenaMark mark = arena_mark(view->arena);
    Around *around = room(view, rows, sizeof(Around));
    if (!around || !view->tenth || !view->third || !view->section)
        return false;
    const int64_t deepest = deepest_holding(view, 0.9);
    around[0] = (Around){0, 0, 0};
    for (int64_t row = 1; row < rows; row++) {
        if (is_text(view, row))
            continue;
        const int64_t parent = parent_of(view, row);
        const double size = (double)below(view, row).size;
        around[row].tenth = size >= 0.1 * view->total ? row : around[parent].tenth;
        around[row].third = size >= 0.3 * view->total ? row : around[parent].third;
        around[row].section = parent == deepest ? row : around[parent].section;
    }
    for (int64_t block = 0; block < count; block++) {
        const int64_t owner = view->up[0][block], section = around[owner].section;
        view->tenth[block] = around[owner].tenth;
        view->third[block] = around[owner].third;
        view->section[block] = section ? section : owner;
    }
    arena_rewind(view->arena, mark);
    return true;
}

bool is_inside(const View *view, int64_t block, int64_t row)
{
    return view->up[0][block] >= row && view->up[0][block] < view->table->column[END][row];
}

void find_shared_depth(const View *view, int64_t row, int64_t *depth)
{
    int64_t *shared = view->scratch; /* of each element */
    const int64_t *end = view->table->column[END];
    shared[0] = 0;
    for (int64_t other = 1; other < view->table->rows; other++) {
        const bool holds_it = other <= row && row < end[other];
        if (!is_text(view, other))
            shared[other] = holds_it ? view->table->column[DEPTH][other] : shared[parent_of(view, other)];
    }
    for (int64_t block = 0; block < view->blocks.count; block++)
        depth[block] = shared[view->up[0][block]];
}

/* -- marks ------------------------------------------------------------------------------------------------------------------ */

static bool gather_marks(View *view)
{
    const Blocks *blocks = &view->blocks;
    int64_t *gathered = view->scratch; /* marks of each element and of everything above it */
    view->path_marks = take(view, blocks->count, sizeof(uint64_t));
    if (!view->path_marks)
        return false;
    for (int64_t row = 0; row < view->table->rows; row++)
        if (!is_text(view, row))
            gathered[row] = view->table->column[MARKS][row] | (row ? gathered[parent_of(view, row)] : 0);
    for (int64_t run = 0; run < blocks->runs; run++)
        view->path_marks[blocks->of_run[run]] |= (uint64_t)gathered[parent_of(view, blocks->run[run])];
    return true;
}

double mark_share(const View *view, int64_t mark)
{
    int64_t size = 0;
    for (int64_t block = 0; block < view->blocks.count; block++)
        size += view->path_marks[block] >> mark & 1 ? view->blocks.column[SIZE][block] : 0;
    return (double)size / view->total;
}

/* -- what belongs together -------------------------------------------------------------------------------------------------- */

/* A good 64-bit hash (the finaliser of splitmix64), the same as in `Page.path_hash`. */
static uint64_t mix(uint64_t key)
{
    key += 0x9E3779B97F4A7C15u;
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9u;
    key = (key ^ key >> 27) * 0x94D049BB133111EBu;
    return key ^ key >> 31;
}

/* A number for the tag and the marks of a row. */
static uint64_t kind_of_row(const View *view, int64_t row)
{
    return (uint64_t)view->table->column[MARKS][row] << 8 ^ (uint64_t)view->table->column[TAG][row];
}

/* Blocks whose owners have the same path of tags, or of tags and marks. The hash of a path is the sum of its elements'. */
static bool group_by_path(const View *view, bool with_marks, Groups *groups)
{
    uint64_t *path = (uint64_t *)view->scratch, *keys = view->keys;
    for (int64_t row = 0; row < view->table->rows; row++) {
        if (!below(view, row).blocks)
            continue;
        const uint64_t name = with_marks ? kind_of_row(view, row) : (uint64_t)view->table->column[TAG][row];
        path[row] = mix(mix(name) + (uint64_t)view->table->column[DEPTH][row]) + (row ? path[parent_of(view, row)] : 0);
    }
    for (int64_t block = 0; block < view->blocks.count; block++)
        keys[block] = path[view->up[0][block]];
    return group_by_key(view->arena, keys, view->blocks.count, groups);
}

/* Elements with the same parent, tag and marks. `number` is the place of each row in the groups. */
static bool group_siblings(const View *view, int64_t *number, Groups *groups)
{
    uint64_t *keys = room(view, view->table->rows, sizeof(uint64_t));
    if (!keys)
        return false;
    int64_t count = 0;
    for (int64_t row = 0; row < view->table->rows; row++)
        if (!is_text(view, row)) {
            number[row] = count;
            keys[count++] = (uint64_t)parent_of(view, row) * 0x9E3779B97F4A7C15u ^ kind_of_row(view, row);
        }
    return group_by_key(view->arena, keys, count, groups);
}

static int64_t *group_sizes(const View *view, const Groups *groups, int64_t things)
{
    int64_t *sizes = take(view, groups->count, sizeof(int64_t));
    if (sizes)
        for (int64_t thing = 0; thing < things; thing++)
            sizes[groups->of[thing]]++;
    return sizes;
}

static bool is_item(const View *view, int64_t row)
{
    return sets_of(view->constants, view->table->column[TAG][row]) & IS_ITEM;
}

/* The record that a block belongs to (a card, a post, a table row): the nearest element above it of which there are several and
 * which holds more than one block. Without one, the whole items of a list are a series. */
static bool find_records(View *view)
{
    static const int order[LEVELS + 1] = {1, 2, 3, 4, 0}; /* the parent counts most, the owner least */
    const int64_t count = view->blocks.count;
    view->record = take(view, count, sizeof(int64_t));
    view->record_kind = room(view, count, sizeof(int64_t));
    view->record_alike = room(view, count, sizeof(int64_t));
    view->series = room(view, count, sizeof(int64_t));
    const ArenaMark mark = arena_mark(view->arena);
    int64_t *number = view->scratch, *alike;
    Groups siblings;
    if (!view->record || !view->record_kind || !view->record_alike || !view->series || !group_siblings(view, number, &siblings)
        || !(alike = group_sizes(view, &siblings, below(view, 0).elements)))
        return false;
    for (int64_t block = 0; block < count; block++) {
        view->record_kind[block] = view->series[block] = -1;
        for (int level = 1; level >= 0; level--) { /* the item may be the owner, or hold it alone */
            const int64_t row = view->up[level][block], kind = siblings.of[number[row]];
            if (is_item(view, row) && alike[kind] >= SAME_RECORDS)
                view->series[block] = kind;
        }
        for (int level = 0; level <= LEVELS; level++) {
            const int64_t row = view->up[order[level]][block], kind = siblings.of[number[row]];
            if (alike[kind] >= SAME_RECORDS && below(view, row).blocks >= 2) {
                view->record[block] = row;
                view->record_kind[block] = view->series[block] = kind;
                view->record_alike[block] = alike[kind];
                break;
            }
        }
    }
    arena_rewind(view->arena, mark);
    return true;
}

static bool group_blocks(View *view)
{
    const int64_t count = view->blocks.count;
    uint64_t *keys = view->keys;
    for (int64_t block = 0; block < count; block++)
        keys[block] = (uint64_t)view->record_kind[block];
    if (!group_by_key(view->arena, keys, count, &view->records))
        return false;
    for (int64_t block = 0; block < count; block++)
        keys[block] = (uint64_t)view->tenth[block];
    if (!group_by_key(view->arena, keys, count, &view->tenths))
        return false;
    for (int64_t block = 0; block < count; block++)
        keys[block] = (uint64_t)(view->series[block] * count + view->class_path.of[block]);
    return group_by_key(view->arena, keys, count, &view->fields);
}

/* -- CETD ------------------------------------------------------------------------------------------------------------------- */

static bool find_densities(View *view)
{
    view->composite_density = room(view, view->table->rows, sizeof(double));
    view->density_sum = room(view, view->table->rows, sizeof(double));
    if (!view->composite_density || !view->density_sum
        || !composite_density_of_elements(view->table, view->arena, view->composite_density))
        return false;
    density_sum(view->table, view->composite_density, false, view->density_sum);
    return true;
}

bool view_open(View *view)
{
    view->scratch = room(view, view->table->rows, sizeof(int64_t));
    view->keys = room(view, view->blocks.count, sizeof(uint64_t));
    return view->scratch && view->keys && read_texts(view) && find_first_copies(view->table, view->arena, &view->blocks)
        && find_text(view) && find_ancestors(view) && sum_rows(view) && find_around(view) && gather_marks(view)
        && group_by_path(view, false, &view->tag_path) && group_by_path(view, true, &view->class_path) && find_records(view)
        && group_blocks(view) && find_densities(view);
}
