/* Kept rows as plain text: the twin of `maintext.render.text` and `maintext.render.spaces`. `text` writes the runs, with what stands
 * between them. What has to be left out of them is a question of its own: questions.c. */
#include "text.h"
#include "utf8.h"

#include <string.h>

NamesInText names_in_text;

PyObject *kernel_configure_text(PyObject *module, PyObject *arguments)
{
    PyObject *kinds;
    long long longest_mark, longest_permalink;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "SLL", &kinds, &longest_mark, &longest_permalink))
        return NULL;
    const Py_ssize_t size = PyBytes_Size(kinds);
    if (size < 2 || size % 2 || size > (Py_ssize_t)sizeof names_in_text.kind) {
        PyErr_SetString(PyExc_ValueError, "the kinds of names are 16-bit numbers, one for each name");
        return NULL;
    }
    if (!names_in_text.names) { /* another thread may have told them, and may be at work with them by now */
        memcpy(names_in_text.kind, PyBytes_AsString(kinds), (size_t)size);
        names_in_text.longest_mark = longest_mark;
        names_in_text.longest_permalink = longest_permalink;
        names_in_text.names = size / 2;
    }
    Py_RETURN_NONE;
}

bool text_is_configured(void)
{
    if (!names_in_text.names)
        PyErr_SetString(PyExc_RuntimeError, "the names of elements are not known yet: configure_text tells them");
    return names_in_text.names;
}

bool open_decisions(PyObject *table_object, PyObject *keep_object, Table *table, const uint8_t **keep)
{
    char *decisions;
    Py_ssize_t size;
    if (!text_is_configured() || !table_open(table_object, table) || PyBytes_AsStringAndSize(keep_object, &decisions, &size) < 0)
        return false;
    if (size != table->rows) {
        PyErr_SetString(PyExc_ValueError, "one decision for each row is needed");
        return false;
    }
    *keep = (const uint8_t *)decisions;
    return true;
}

/* -- characters ---------------------------------------------------------------------------------------------------------- */

/* Where the last character before `end` begins. */
static const uint8_t *last_character(const uint8_t *start, const uint8_t *end)
{
    do
        end--;
    while (end > start && is_continuation(*end));
    return end;
}

static bool begins_with_space(const uint8_t *bytes, size_t size)
{
    return size && space_length(bytes, bytes + size);
}

static bool ends_with_space(const uint8_t *bytes, size_t size)
{
    return size && space_length(last_character(bytes, bytes + size), bytes + size);
}

/* -- writing ------------------------------------------------------------------------------------------------------------- */

/* What stands between a written run and the next one, as far as it has been seen. */
typedef struct {
    unsigned crossed; /* kinds of the elements that began or ended */
    int breaks;
    bool new_link;    /* another link began */
    bool left_out;    /* text that is not kept */
} Gap;

enum separation { NOTHING, SPACE, NEXT_CELL, LINE, EMPTY_LINE };

static const char *const SEPARATORS[] = {"", " ", "\t", "\n", "\n\n"};

typedef struct {
    uint8_t *bytes; /* large enough for everything: see `survey` */
    size_t size;
    size_t last;    /* where the last run begins */
} Output;

static void write_bytes(Output *output, const void *bytes, size_t size)
{
    memcpy(output->bytes + output->size, bytes, size);
    output->size += size;
}

/* Take white space off the end of the last run. */
static void strip_end(Output *output)
{
    const uint8_t *start = output->bytes + output->last, *end = output->bytes + output->size;
    while (end > start && space_length(last_character(start, end), end))
        end = last_character(start, end);
    output->size = (size_t)(end - output->bytes);
}

/* The kinds of an element that count where it begins and where it ends. */
static inline unsigned edge_of(const Table *table, int64_t row)
{
    unsigned kind = kind_of(table, row);
    if (kind & LIST && row > 0 && kind_of(table, table->column[PARENT][row]) & ITEM)
        kind &= ~(unsigned)STANDS_APART;
    return kind;
}

/* Go on to a row: elements have ended since the row before it, and it may be one that begins. */
static inline void step(const Table *table, int64_t row, Gap *gap)
{
    const int64_t *parent = table->column[PARENT];
    if (row > 0)
        for (int64_t at = row - 1; at != parent[row]; at = parent[at])
            gap->crossed |= edge_of(table, at);
    if (is_text(table, row))
        return;
    const unsigned edge = edge_of(table, row);
    gap->crossed |= edge;
    gap->breaks += (edge & BREAK) != 0;
    if (edge & LINK && !(row > 0 && table->column[FLAGS][parent[row]] & IN_LINK))
        gap->new_link = true;
}

/* What stands before a run, given the run that was written before it. */
static enum separation separation(const Table *table, int64_t before, int64_t row, const Gap *gap)
{
    const int64_t *flags = table->column[FLAGS];
    if (gap->breaks > 1 || gap->crossed & STANDS_APART)
        return EMPTY_LINE;
    if (gap->breaks || gap->crossed & STARTS_LINE)
        return LINE;
    if (gap->crossed & CELL)
        return NEXT_CELL;
    const bool two_links = gap->new_link && flags[before] & flags[row] & IN_LINK;
    return gap->left_out || flags[row] & SPACED || two_links ? SPACE : NOTHING;
}

/* Whether the white space between two runs, both written as they are, is in one of them, or none belongs there. */
static bool space_is_written(const Table *table, int64_t row, const Gap *gap, const Verbatim *one, const Verbatim *other)
{
    return ends_with_space(one->bytes, one->size) || begins_with_space(other->bytes, other->size)
        || !(gap->left_out || table->column[FLAGS][row] & SPACED);
}

/* Write a run that is preformatted, or stands behind one: a line break that the page wrote at the edge of a block is not written
 * twice. `before` is NULL for the first run. */
static void write_verbatim(const Table *table, int64_t row, const Gap *gap, enum separation kind, const Verbatim *before,
                           const Verbatim *run, Output *output)
{
    const bool starts_line = kind >= LINE || !before, follows = before && before->bytes;
    if (follows && starts_line)
        strip_end(output);
    if (follows && run->bytes && kind == SPACE && space_is_written(table, row, gap, before, run))
        kind = NOTHING;
    write_bytes(output, SEPARATORS[kind], strlen(SEPARATORS[kind]));
    output->last = output->size;
    if (!run->bytes) {
        write_bytes(output, table->text + table->column[BYTE_START][row], (size_t)table->column[BYTES][row]);
        return;
    }
    size_t skipped = 0;
    while (starts_line && !follows && skipped < run->size && run->bytes[skipped] == '\n')
        skipped++;
    write_bytes(output, run->bytes + skipped, run->size - skipped);
}

/* Write an ordinary run. */
static inline void write_run(const Table *table, int64_t row, enum separation kind, Output *output)
{
    write_bytes(output, SEPARATORS[kind], strlen(SEPARATORS[kind]));
    write_bytes(output, table->text + table->column[BYTE_START][row], (size_t)table->column[BYTES][row]);
}

/* The kept runs: the first, one past the last, and room for all of them, each with the longest separator. */
typedef struct {
    int64_t first, end;
    size_t most_bytes;
} Kept;

static Kept survey(const Table *table, const uint8_t *keep, const Verbatim *verbatim)
{
    Kept kept = {table->rows, 0, 1};
    for (int64_t row = 0; row < table->rows; row++) {
        if (!keep[row] || !is_text(table, row))
            continue;
        if (!kept.end)
            kept.first = row;
        kept.end = row + 1;
        kept.most_bytes += 2 + (size_t)table->column[BYTES][row] + (verbatim ? verbatim[row].size : 0);
    }
    return kept;
}

static void write_text(const Table *table, const uint8_t *keep, const Verbatim *verbatim, Kept kept, Output *output)
{
    int64_t before = -1; /* the run that was written last */
    Gap gap = {0};
    for (int64_t row = kept.first; row < kept.end; row++) {
        step(table, row, &gap);
        if (!is_text(table, row))
            continue;
        if (!keep[row]) {
            gap.left_out = true;
            continue;
        }
        const enum separation kind = before < 0 ? NOTHING : separation(table, before, row, &gap);
        if (verbatim)
            write_verbatim(table, row, &gap, kind, before < 0 ? NULL : verbatim + before, verbatim + row, output);
        else
            write_run(table, row, kind, output);
        before = row;
        gap = (Gap){0};
    }
    if (verbatim && before >= 0 && verbatim[before].bytes)
        strip_end(output);
}

/* What the page has of the kept runs in `items`, pairs of a row and a string. The bytes belong to `held`. */
static Verbatim *read_verbatim(const Table *table, const uint8_t *keep, PyObject *items, PyObject *held, Arena *arena)
{
    Verbatim *found = arena_take(arena, (size_t)table->rows, sizeof *found);
    if (!found) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t number = 0; number < PyList_Size(items); number++) {
        long long row;
        PyObject *written;
        char *bytes;
        Py_ssize_t size;
        if (!PyArg_ParseTuple(PyList_GetItem(items, number), "LU", &row, &written))
            return NULL;
        if (row < 0 || row >= table->rows || !keep[row])
            continue;
        PyObject *encoded = PyUnicode_AsEncodedString(written, "utf-8", "surrogatepass");
        const bool is_held = encoded && PyList_Append(held, encoded) == 0;
        Py_XDECREF(encoded);
        if (!is_held || PyBytes_AsStringAndSize(encoded, &bytes, &size) < 0)
            return NULL;
        found[row] = (Verbatim){(const uint8_t *)bytes, (size_t)size};
    }
    return found;
}

LexborString text_of_rows(const Table *table, const uint8_t *keep, const Verbatim *verbatim, Arena *arena)
{
    const Kept kept = survey(table, keep, verbatim);
    Output output = {.bytes = arena_room(arena, kept.most_bytes, 1)};
    if (output.bytes)
        write_text(table, keep, verbatim, kept, &output);
    return (LexborString){output.bytes, output.size};
}

PyObject *text_as_string(LexborString text)
{
    if (!text.data)
        return PyErr_NoMemory();
    return PyUnicode_DecodeUTF8((const char *)text.data, (Py_ssize_t)text.length, "surrogatepass");
}

/* text(table, keep, verbatim): the kept runs as text. `verbatim` is `Page.verbatim`. */
PyObject *kernel_text(PyObject *module, PyObject *arguments)
{
    PyObject *table_object, *keep_object, *mapping;
    Table table;
    const uint8_t *keep;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOO", &table_object, &keep_object, &mapping)
        || !open_decisions(table_object, keep_object, &table, &keep))
        return NULL;
    Arena arena;
    arena_open(&arena);
    PyObject *items = PyMapping_Items(mapping), *held = PyList_New(0), *result = NULL;
    Verbatim *verbatim = NULL;
    const bool is_read = items && held && (!PyList_Size(items) || (verbatim = read_verbatim(&table, keep, items, held, &arena)));
    if (is_read) {
        LexborString text;
        Py_BEGIN_ALLOW_THREADS
        text = text_of_rows(&table, keep, verbatim, &arena);
        Py_END_ALLOW_THREADS
        result = text_as_string(text);
    }
    arena_close(&arena);
    Py_XDECREF(items);
    Py_XDECREF(held);
    return result;
}
