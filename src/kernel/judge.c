/* The fused method's functions for Python: all steps for one page, and single steps for tests. */
#define PY_SSIZE_T_CLEAN
#include "judge.h"

#include <string.h>

/* -- what Python hands over ------------------------------------------------------------------------------------------------- */

enum { PIECE = 64 }; /* every piece of packed numbers is a whole number of lines of the cache */

static size_t rounded(size_t bytes)
{
    return (bytes + PIECE - 1) / PIECE * PIECE;
}

Packed packed_open(const char *data, size_t size)
{
    return (Packed){data, size, false};
}

const void *packed_take(Packed *packed, int64_t count, size_t size)
{
    const size_t wanted = rounded((size_t)count * size);
    if (packed->is_short || wanted > packed->left) {
        packed->is_short = true;
        return NULL;
    }
    const void *piece = packed->at;
    packed->at += wanted;
    packed->left -= wanted;
    return piece;
}

bool constants_open(PyObject *object, Constants *constants)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(object, &data, &size) < 0)
        return false;
    Packed packed = packed_open(data, (size_t)size);
    const Numbers *number = constants->number = packed_take(&packed, 1, sizeof(Numbers));
    if (number) {
        constants->tag_sets = packed_take(&packed, number->names, sizeof(int64_t));
        constants->path_mark = packed_take(&packed, number->path_marks, sizeof(int64_t));
        constants->near_mark = packed_take(&packed, number->near_marks, sizeof(int64_t));
        constants->smoothing = packed_take(&packed, number->smoothing_width, sizeof(double));
        constants->character_kind = packed_take(&packed, LAST_CHARACTER + 1, 1);
    }
    if (packed.is_short || packed.left) {
        PyErr_SetString(PyExc_ValueError, "these bytes are no constants of the fused method");
        return false;
    }
    return true;
}

/* `table`, `declared` and `constants`, as Python gives them. */
static bool open_given(PyObject *table, PyObject *declared, PyObject *constants, Given *given)
{
    Declared *said = &given->declared;
    Py_ssize_t bytes[DECLARED_TEXTS];
    long long kinds;
    if (!PyArg_ParseTuple(
            declared, "y#y#y#y#L", &said->text[0], &bytes[0], &said->text[1], &bytes[1], &said->text[2], &bytes[2],
            &said->text[3], &bytes[3], &kinds
        ))
        return false;
    for (int text = 0; text < DECLARED_TEXTS; text++)
        said->bytes[text] = bytes[text];
    said->kinds = kinds;
    if (!table_open(table, &given->table) || !constants_open(constants, &given->constants))
        return false;
    if (!given->table.has_marks)
        PyErr_SetString(PyExc_ValueError, "the marks of this page were not read");
    return given->table.has_marks;
}

/* -- results ---------------------------------------------------------------------------------------------------------------- */

/* Pieces of memory that make up the result, one after the other, each a whole number of 8 bytes. */
enum { MOST_PIECES = 48 };
typedef struct {
    int count;
    const void *data[MOST_PIECES];
    size_t bytes[MOST_PIECES];
} Pieces;

static void add_piece(Pieces *pieces, const void *data, int64_t count, size_t size)
{
    pieces->data[pieces->count] = data;
    pieces->bytes[pieces->count++] = (size_t)count * size;
}

static PyObject *as_bytes(const Pieces *pieces)
{
    size_t total = 0;
    for (int piece = 0; piece < pieces->count; piece++)
        total += (pieces->bytes[piece] + 7) / 8 * 8;
    PyObject *result = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)total);
    char *at = result ? PyBytes_AsString(result) : NULL;
    for (int piece = 0; at && piece < pieces->count; piece++) {
        const size_t bytes = pieces->bytes[piece], padding = (8 - bytes % 8) % 8;
        if (bytes)
            memcpy(at, pieces->data[piece], bytes);
        memset(at + bytes, 0, padding);
        at += bytes + padding;
    }
    return result;
}

static PyObject *result_of(Outcome outcome, const Pieces *pieces, const Columns *columns)
{
    if (outcome == NO_MEMORY)
        return PyErr_NoMemory();
    if (outcome == OTHER_FEATURES)
        return PyErr_Format(
            PyExc_ValueError, "the kernel computes %lld features, the model was fitted to %lld", (long long)columns->taken,
            (long long)columns->count
        );
    return as_bytes(pieces);
}

static void add_blocks(Pieces *pieces, const Blocks *blocks)
{
    add_piece(pieces, blocks->run, blocks->runs, sizeof(int64_t));
    add_piece(pieces, blocks->of_run, blocks->runs, sizeof(int64_t));
    for (int column = 0; column < BLOCK_COLUMNS; column++)
        add_piece(pieces, blocks->column[column], blocks->count, sizeof(int64_t));
}

/* -- features --------------------------------------------------------------------------------------------------------------- */

static Outcome find_features(const Given *given, int64_t count, Arena *arena, View *view, Columns *columns)
{
    *view = (View){.table = &given->table, .constants = &given->constants, .declared = &given->declared, .arena = arena};
    *columns = (Columns){.count = count};
    if (!find_blocks(view->table, view->constants, arena, &view->blocks))
        return NO_MEMORY;
    if (view->blocks.count == 0)
        return WENT_WELL;
    if (!view_open(view) || !columns_open(columns, count, view->blocks.count, arena) || !write_features(view, columns))
        return NO_MEMORY;
    return columns->taken == columns->count ? WENT_WELL : OTHER_FEATURES;
}

/* features(table, declared, constants, count): blocks, groups and features, each column after the other. */
PyObject *features(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *table, *declared, *constants;
    Py_ssize_t count;
    Given given;
    if (!PyArg_ParseTuple(arguments, "OO!On", &table, &PyTuple_Type, &declared, &constants, &count)
        || !open_given(table, declared, constants, &given))
        return NULL;
    Arena arena;
    View view;
    Columns columns;
    Outcome outcome;
    arena_open(&arena);
    Py_BEGIN_ALLOW_THREADS
    outcome = find_features(&given, count, &arena, &view, &columns);
    Py_END_ALLOW_THREADS
    const int64_t header[] = {view.blocks.count, view.blocks.runs, columns.stride, columns.count};
    Pieces pieces = {0};
    add_piece(&pieces, header, sizeof(header) / 8, 8);
    add_blocks(&pieces, &view.blocks);
    const Groups *groups[] = {&view.tag_path, &view.class_path, &view.records, &view.tenths, &view.fields};
    for (size_t which = 0; which < sizeof(groups) / sizeof(*groups); which++)
        add_piece(&pieces, groups[which]->of, view.blocks.count, sizeof(int64_t));
    add_piece(&pieces, columns.first, columns.stride * columns.count, sizeof(float));
    PyObject *result = result_of(outcome, &pieces, &columns);
    arena_close(&arena);
    return result;
}

/* -- the net ---------------------------------------------------------------------------------------------------------------- */

/* net(weights, inputs, groups, convention): what the net says, given standardised features column by column and the numbers of each
 * block's groups. */
PyObject *net(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule;
    const char *inputs, *numbers;
    Py_ssize_t inputs_size, numbers_size;
    double convention;
    if (!PyArg_ParseTuple(arguments, "Oy#y#d", &capsule, &inputs, &inputs_size, &numbers, &numbers_size, &convention))
        return NULL;
    const Weights *weights = weights_of(capsule);
    if (!weights)
        return NULL;
    const int64_t blocks = inputs_size / 4 / weights->size.features;
    if (blocks < 1 || inputs_size != blocks * weights->size.features * 4 || numbers_size != blocks * weights->size.groups * 8) {
        PyErr_SetString(PyExc_ValueError, "inputs and groups have other sizes than the net takes");
        return NULL;
    }
    Arena arena;
    Columns columns;
    Said said = {0};
    arena_open(&arena);
    Groups *groups = arena_take(&arena, (size_t)weights->size.groups, sizeof(Groups));
    bool went_well = groups && columns_open(&columns, weights->size.features, blocks, &arena);
    for (int64_t feature = 0; went_well && feature < weights->size.features; feature++)
        memcpy(columns.first + feature * columns.stride, inputs + feature * blocks * 4, (size_t)blocks * 4);
    for (int64_t which = 0; went_well && which < weights->size.groups; which++)
        went_well = group_by_key(&arena, (const uint64_t *)numbers + which * blocks, blocks, &groups[which]);
    if (went_well) {
        Py_BEGIN_ALLOW_THREADS
        went_well = run_net(weights, &columns, blocks, groups, (float)convention, &arena, &said);
        Py_END_ALLOW_THREADS
    }
    Pieces pieces = {0};
    add_piece(&pieces, said.block, blocks * weights->size.outputs, sizeof(float));
    add_piece(&pieces, said.page, weights->size.types, sizeof(float));
    PyObject *result = went_well ? as_bytes(&pieces) : PyErr_NoMemory();
    arena_close(&arena);
    return result;
}

/* -- all of it -------------------------------------------------------------------------------------------------------------- */

static bool decide_rows(const View *view, const Decision *decision, Rows *rows)
{
    const Table *table = view->table;
    rows->score = arena_take(view->arena, (size_t)table->rows, sizeof(double));
    rows->keep = arena_take(view->arena, (size_t)table->rows, 1);
    if (!rows->score || !rows->keep)
        return false;
    for (int64_t run = 0; run < view->blocks.runs; run++) {
        rows->score[view->blocks.run[run]] = decision->probability[view->blocks.of_run[run]];
        rows->keep[view->blocks.run[run]] = decision->keep[view->blocks.of_run[run]];
    }
    for (int64_t row = table->rows - 1; row > 0; row--)
        rows->keep[table->column[PARENT][row]] |= rows->keep[row];
    for (int64_t row = 0; row < table->rows;) {
        const bool is_unseen = sets_of(view->constants, table->column[TAG][row]) & IS_NOSCRIPT;
        rows->shown += !is_unseen && rows->keep[row] ? table->column[CHARS][row] : 0;
        row = is_unseen ? table->column[END][row] : row + 1;
    }
    return true;
}

Outcome judge_page(const Given *given, const Weights *weights, const Settings *settings, Arena *arena, Judgement *made)
{
    View *view = &made->view;
    const Outcome outcome = find_features(given, weights->size.features, arena, view, &made->columns);
    if (outcome != WENT_WELL)
        return outcome;
    if (view->blocks.count) {
        const Groups groups[] = {view->class_path, view->records, view->tenths};
        standardise(weights, &made->columns, view->blocks.count);
        if (!run_net(weights, &made->columns, view->blocks.count, groups, (float)settings->convention, arena, &made->said)
            || !decide(view, weights, &made->columns, &made->said, settings, &made->decision))
            return NO_MEMORY;
    }
    return decide_rows(view, &made->decision, &made->rows) ? WENT_WELL : NO_MEMORY;
}

PyObject *judgement_as_bytes(Outcome outcome, const Weights *weights, const Judgement *made)
{
    const int64_t rows = outcome == WENT_WELL ? made->view.table->rows : 0, blocks = made->view.blocks.count;
    const int64_t header[] = {blocks, made->view.blocks.runs, weights->size.outputs, weights->size.types, made->rows.shown};
    Pieces pieces = {0};
    add_piece(&pieces, header, sizeof(header) / 8, 8);
    add_piece(&pieces, made->rows.score, rows, sizeof(double));
    add_piece(&pieces, made->rows.keep, rows, 1);
    add_blocks(&pieces, &made->view.blocks);
    add_piece(&pieces, made->decision.main, blocks, sizeof(double));
    add_piece(&pieces, made->decision.probability, blocks, sizeof(double));
    add_piece(&pieces, made->decision.label, blocks, sizeof(int64_t));
    add_piece(&pieces, made->said.block, blocks * weights->size.outputs, sizeof(float));
    add_piece(&pieces, made->said.page, blocks ? weights->size.types : 0, sizeof(float));
    return result_of(outcome, &pieces, &made->columns);
}

/* judge(table, declared, constants, weights, settings): a decision on each row, with what led to it. */
PyObject *judge(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *table, *declared, *constants, *capsule;
    Given given;
    Settings settings;
    if (!PyArg_ParseTuple(
            arguments, "OO!OO(ddpp)", &table, &PyTuple_Type, &declared, &constants, &capsule, &settings.convention,
            &settings.factor, &settings.include_title, &settings.include_comments
        )
        || !open_given(table, declared, constants, &given))
        return NULL;
    const Weights *weights = weights_of(capsule);
    if (!weights)
        return NULL;
    Arena arena;
    Judgement made = {0};
    Outcome outcome;
    arena_open(&arena);
    Py_BEGIN_ALLOW_THREADS
    outcome = judge_page(&given, weights, &settings, &arena, &made);
    Py_END_ALLOW_THREADS
    PyObject *result = judgement_as_bytes(outcome, weights, &made);
    arena_close(&arena);
    return result;
}
