/* What the methods of `maintext.methods.cetd` keep, given their densities: the twin of their `keep`.
 *
 * A row's parent stands before it. So what holds for a row because of what is above it takes one pass from the first row to the
 * last, and what holds because of what is below it one pass back.
 */
#include "kernel.h"

#include <string.h>

enum mark {
    SEARCHED = 1, /* dense enough, with everything above it */
    MARKED = 2,   /* the densest element below a searched one */
    ABOVE = 4,    /* marked, or above a marked one */
    INSIDE = 8    /* marked, or below a marked one */
};

static inline bool is_text(const Table *table, int64_t row)
{
    return table->column[TAG][row] == 0;
}

/* A row without characters is an element: to keep one means to keep the text below it. */
static inline bool has_characters(const Table *table, int64_t row)
{
    return table->column[CHARS][row] > 0;
}

/* Keep all that stands above kept text. */
static void keep_above(const Table *table, uint8_t *keep)
{
    for (int64_t row = table->rows - 1; row > 0; row--)
        keep[table->column[PARENT][row]] |= keep[row];
}

static void keep_everything(const Table *table, uint8_t *keep)
{
    for (int64_t row = 0; row < table->rows; row++)
        keep[row] = is_text(table, row) && has_characters(table, row);
    keep_above(table, keep);
}

/* Without text in links the composite density is infinite everywhere. */
static bool is_infinite(const Table *table)
{
    for (int64_t row = 0; row < table->rows; row++)
        if (table->column[FLAGS][row] & IN_LINK && has_characters(table, row))
            return false;
    return true;
}

/* -- DensitySum ---------------------------------------------------------------------------------------------------------- */

typedef struct {
    const double *density;
    double *sum;      /* DensitySum of each row; -1 for text, for only elements can be content */
    int64_t *densest; /* the row below each row, itself included, with the largest sum, the first of equals */
    uint8_t *marks;
} Search;

static bool prepare(const Table *table, const double *density, Arena *arena, Search *search)
{
    const size_t rows = (size_t)table->rows;
    search->density = density;
    search->sum = arena_room(arena, rows, sizeof *search->sum);
    search->densest = arena_room(arena, rows, sizeof *search->densest);
    search->marks = arena_take(arena, rows, sizeof *search->marks);
    return search->sum && search->densest && search->marks;
}

static void sum_up(const Table *table, Search *search)
{
    uint8_t *has_elements = search->marks; /* not in use for anything else yet */
    density_sum(table, search->density, true, search->sum);
    for (int64_t row = 1; row < table->rows; row++)
        has_elements[table->column[PARENT][row]] |= !is_text(table, row);
    for (int64_t row = 0; row < table->rows; row++) {
        if (is_text(table, row))
            search->sum[row] = -1;
        else if (!has_elements[row])
            search->sum[row] = search->density[row];
    }
    memset(has_elements, 0, (size_t)table->rows);
}

static void find_densest(const Table *table, Search *search)
{
    for (int64_t row = 0; row < table->rows; row++)
        search->densest[row] = row;
    for (int64_t row = table->rows - 1; row > 0; row--) {
        int64_t *best = &search->densest[table->column[PARENT][row]];
        const int64_t other = search->densest[row];
        const double one = search->sum[*best], another = search->sum[other];
        if (another > one || (another == one && other < *best))
            *best = other;
    }
}

/* The smallest density from the densest element of the page up to its body. */
static double path_threshold(const Table *table, const Search *search)
{
    int64_t row = search->densest[0];
    double least = search->density[row];
    while ((row = table->column[PARENT][row]) >= 0)
        if (search->density[row] < least)
            least = search->density[row];
    return least;
}

/* Every element whose ancestors and itself are dense enough marks the densest element of its subtree. */
static void mark(const Table *table, double threshold, Search *search)
{
    for (int64_t row = 0; row < table->rows; row++) {
        const bool is_reached = row == 0 || search->marks[table->column[PARENT][row]] & SEARCHED;
        if (is_text(table, row) || !is_reached || search->density[row] < threshold)
            continue;
        search->marks[row] |= SEARCHED;
        search->marks[search->densest[row]] |= MARKED | ABOVE | INSIDE;
    }
    for (int64_t row = table->rows - 1; row > 0; row--)
        search->marks[table->column[PARENT][row]] |= search->marks[row] & ABOVE;
}

/* "Keeping its ancestors and subtrees": the direct text of what stands above a marked element is kept too. */
static void keep_around_marks(const Table *table, Search *search, uint8_t *keep)
{
    for (int64_t row = 1; row < table->rows; row++) {
        const uint8_t parent = search->marks[table->column[PARENT][row]];
        search->marks[row] |= parent & INSIDE;
        keep[row] = has_characters(table, row) && (search->marks[row] & INSIDE || parent & ABOVE);
    }
    keep_above(table, keep);
}

typedef struct {
    double coefficient;
    bool is_composite;
    bool from_body; /* the threshold is that of the body, not of the densest element's path */
} Settings;

static bool keep_densest(const Table *table, const double *density, Settings settings, Arena *arena, uint8_t *keep)
{
    Search search;
    if (settings.is_composite && is_infinite(table)) {
        keep_everything(table, keep);
        return true;
    }
    if (!prepare(table, density, arena, &search))
        return false;
    sum_up(table, &search);
    find_densest(table, &search);
    mark(table, settings.coefficient * (settings.from_body ? density[0] : path_threshold(table, &search)), &search);
    keep_around_marks(table, &search, keep);
    return true;
}

/* -- smoothing ----------------------------------------------------------------------------------------------------------- */

/* The mean of each element with its neighbours among its siblings, weighted 1-2-1. */
static bool smooth(const Table *table, const double *density, Arena *arena, double *total)
{
    int64_t *last_child = arena_take(arena, (size_t)table->rows, sizeof *last_child); /* 0: none so far, and nobody's child */
    double *weight = arena_room(arena, (size_t)table->rows, sizeof *weight);
    if (!last_child || !weight)
        return false;
    for (int64_t row = 0; row < table->rows; row++) {
        total[row] = 2 * density[row];
        weight[row] = 2;
        if (row == 0 || is_text(table, row))
            continue;
        int64_t *last = &last_child[table->column[PARENT][row]];
        if (*last) {
            total[row] += density[*last];
            total[*last] += density[row];
            weight[row]++;
            weight[*last]++;
        }
        *last = row;
    }
    for (int64_t row = 0; row < table->rows; row++)
        total[row] /= weight[row];
    return true;
}

static bool keep_smooth(const Table *table, const double *density, Settings settings, Arena *arena, uint8_t *keep)
{
    if (is_infinite(table)) {
        keep_everything(table, keep);
        return true;
    }
    double *smoothed = arena_room(arena, (size_t)table->rows, sizeof *smoothed);
    if (!smoothed || !smooth(table, density, arena, smoothed))
        return false;
    const double threshold = settings.coefficient * density[0];
    for (int64_t row = 1; row < table->rows; row++) {
        const int64_t parent = table->column[PARENT][row];
        keep[row] = has_characters(table, row) && (parent == 0 || smoothed[parent] >= threshold);
    }
    keep_above(table, keep);
    return true;
}

/* -- for Python ---------------------------------------------------------------------------------------------------------- */

static bool plain_density(const Table *table, Arena *arena, double *density)
{
    int64_t *characters = arena_take(arena, (size_t)table->rows, sizeof *characters);
    int64_t *elements = arena_take(arena, (size_t)table->rows, sizeof *elements);
    if (!characters || !elements)
        return false;
    for (int64_t row = table->rows - 1; row >= 0; row--) {
        characters[row] += table->column[CHARS][row];
        density[row] = (double)characters[row] / (double)(elements[row] > 1 ? elements[row] : 1);
        if (row == 0)
            break;
        const int64_t parent = table->column[PARENT][row];
        characters[parent] += characters[row];
        elements[parent] += elements[row] + !is_text(table, row);
    }
    return true;
}

/* density(table, composite): the text density of each row as bytes of doubles. */
PyObject *kernel_density(PyObject *module, PyObject *arguments)
{
    PyObject *table_object;
    int is_composite;
    Table table;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Op", &table_object, &is_composite) || !table_open(table_object, &table))
        return NULL;
    PyObject *result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(table.rows * (int64_t)sizeof(double)));
    if (!result)
        return NULL;
    double *out = (double *)PyBytes_AsString(result);
    Arena arena;
    bool is_done;
    arena_open(&arena);
    Py_BEGIN_ALLOW_THREADS
    is_done = is_composite ? composite_density(&table, &arena, out) : plain_density(&table, &arena, out);
    Py_END_ALLOW_THREADS
    arena_close(&arena);
    if (is_done)
        return result;
    Py_DECREF(result);
    return PyErr_NoMemory();
}

typedef bool Keeping(const Table *, const double *, Settings, Arena *, uint8_t *);

/* What a method keeps, as bytes of truth values, one for each row. `scores` are bytes of doubles. */
static PyObject *decisions(PyObject *table_object, PyObject *scores, Settings settings, Keeping *method)
{
    Table table;
    char *numbers;
    Py_ssize_t size;
    if (!table_open(table_object, &table) || PyBytes_AsStringAndSize(scores, &numbers, &size) < 0)
        return NULL;
    if (size != (Py_ssize_t)(table.rows * (int64_t)sizeof(double))) {
        PyErr_SetString(PyExc_ValueError, "one score for each row is needed");
        return NULL;
    }
    PyObject *result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)table.rows);
    if (!result)
        return NULL;
    uint8_t *keep = (uint8_t *)PyBytes_AsString(result);
    Arena arena;
    bool is_done;
    arena_open(&arena);
    Py_BEGIN_ALLOW_THREADS
    memset(keep, 0, (size_t)table.rows);
    is_done = method(&table, (const double *)numbers, settings, &arena, keep);
    Py_END_ALLOW_THREADS
    arena_close(&arena);
    if (is_done)
        return result;
    Py_DECREF(result);
    return PyErr_NoMemory();
}

/* keep_density_sum(table, scores, coefficient, from_body, composite) */
PyObject *kernel_keep_density_sum(PyObject *module, PyObject *arguments)
{
    PyObject *table, *scores;
    double coefficient;
    int from_body, is_composite;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOdpp", &table, &scores, &coefficient, &from_body, &is_composite))
        return NULL;
    const Settings settings = {coefficient, is_composite != 0, from_body != 0};
    return decisions(table, scores, settings, keep_densest);
}

/* keep_smoothed_density(table, scores, coefficient) */
PyObject *kernel_keep_smoothed_density(PyObject *module, PyObject *arguments)
{
    PyObject *table, *scores;
    double coefficient;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOd", &table, &scores, &coefficient))
        return NULL;
    return decisions(table, scores, (Settings){coefficient, true, true}, keep_smooth);
}
