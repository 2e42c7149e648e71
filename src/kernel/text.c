/* Kept rows as plain text: the twin of `maintext.render.text` and `maintext.render.spaces`.
 *
 * `text` writes the runs, with what stands between them. What may have to be left out of them (line numbers beside code, buttons
 * that copy it, signs that link to their heading, links to edit a part of a wiki's page, ways back from footnotes) is told by
 * attributes, which a table does not have: `questions` names the few rows that may be such, and Python looks at those. On most
 * pages there are none.
 */
#include "kernel.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* What an element's name says. `maintext.render.compiled_text` has the same list, and tells which names these are. */
enum kind {
    STARTS_LINE = 1 << 0,   /* a block, but no table cell */
    STANDS_APART = 1 << 1,  /* with an empty line around it */
    CELL = 1 << 2,
    LIST = 1 << 3,
    ITEM = 1 << 4,          /* of a list: a list inside of it does not stand apart */
    BREAK = 1 << 5,
    LINK = 1 << 6,          /* link, button or drop-down list */
    ANCHOR = 1 << 7,
    TITLE = 1 << 8,         /* a heading or its like */
    RAISED = 1 << 9,
    CODE = 1 << 10,
    MAY_BE_GUTTER = 1 << 11, /* may hold the numbers of lines of code */
    FORMULA = 1 << 12,
    TABLE = 1 << 13,
    BUTTON = 1 << 14,
    SPAN = 1 << 15
};

enum { MOST_NAMES = 1024 };

/* Set once, by `maintext.render.compiled_text` before the first text. The last name stands for all that are not known. */
static struct {
    int64_t names;
    uint16_t kind[MOST_NAMES];
    int64_t longest_mark;      /* characters of a link to a footnote */
    int64_t longest_permalink; /* characters of a sign that links to its heading */
} known;

PyObject *kernel_configure_text(PyObject *module, PyObject *arguments)
{
    PyObject *kinds;
    long long longest_mark, longest_permalink;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "SLL", &kinds, &longest_mark, &longest_permalink))
        return NULL;
    const Py_ssize_t size = PyBytes_Size(kinds);
    if (size < 2 || size % 2 || size > (Py_ssize_t)sizeof known.kind) {
        PyErr_SetString(PyExc_ValueError, "the kinds of names are 16-bit numbers, one for each name");
        return NULL;
    }
    memcpy(known.kind, PyBytes_AsString(kinds), (size_t)size);
    known.names = size / 2;
    known.longest_mark = longest_mark;
    known.longest_permalink = longest_permalink;
    Py_RETURN_NONE;
}

static inline unsigned kind_of(const Table *table, int64_t row)
{
    const int64_t tag = table->column[TAG][row];
    return known.kind[tag < known.names ? tag : known.names - 1];
}

static inline bool is_text(const Table *table, int64_t row)
{
    return table->column[TAG][row] == 0;
}

/* A table and a decision for each of its rows, as the functions below are called with them. */
static bool open_both(PyObject *table_object, PyObject *keep_object, Table *table, const uint8_t **keep)
{
    char *decisions;
    Py_ssize_t size;
    if (!known.names) {
        PyErr_SetString(PyExc_RuntimeError, "the names of elements are not known yet: configure_text tells them");
        return false;
    }
    if (!table_open(table_object, table) || PyBytes_AsStringAndSize(keep_object, &decisions, &size) < 0)
        return false;
    if (size != table->rows) {
        PyErr_SetString(PyExc_ValueError, "one decision for each row is needed");
        return false;
    }
    *keep = (const uint8_t *)decisions;
    return true;
}

/* -- characters ---------------------------------------------------------------------------------------------------------- */

/* The character that begins at `at`, which is moved behind it. */
static uint32_t next_character(const uint8_t **at)
{
    const uint8_t *bytes = *at;
    if (bytes[0] < 0x80) {
        *at += 1;
        return bytes[0];
    }
    if (bytes[0] < 0xE0) {
        *at += 2;
        return (uint32_t)(bytes[0] & 0x1F) << 6 | (bytes[1] & 0x3F);
    }
    if (bytes[0] < 0xF0) {
        *at += 3;
        return (uint32_t)(bytes[0] & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F);
    }
    *at += 4;
    return (uint32_t)(bytes[0] & 0x07) << 18 | (uint32_t)(bytes[1] & 0x3F) << 12 | (uint32_t)(bytes[2] & 0x3F) << 6
        | (bytes[3] & 0x3F);
}

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

/* A run that is written as the page has it. */
typedef struct {
    const uint8_t *bytes; /* NULL: a run with its white space collapsed */
    size_t size;
} Verbatim;

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

static PyObject *written_text(const Table *table, const uint8_t *keep, const Verbatim *verbatim)
{
    Output output = {0};
    Py_BEGIN_ALLOW_THREADS
    const Kept kept = survey(table, keep, verbatim);
    output.bytes = malloc(kept.most_bytes);
    if (output.bytes)
        write_text(table, keep, verbatim, kept, &output);
    Py_END_ALLOW_THREADS
    if (!output.bytes)
        return PyErr_NoMemory();
    PyObject *text = PyUnicode_DecodeUTF8((const char *)output.bytes, (Py_ssize_t)output.size, "surrogatepass");
    free(output.bytes);
    return text;
}

/* text(table, keep, verbatim): the kept runs as text. `verbatim` is `Page.verbatim`. */
PyObject *kernel_text(PyObject *module, PyObject *arguments)
{
    PyObject *table_object, *keep_object, *mapping;
    Table table;
    const uint8_t *keep;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOO", &table_object, &keep_object, &mapping)
        || !open_both(table_object, keep_object, &table, &keep))
        return NULL;
    const Py_ssize_t preformatted = PyMapping_Size(mapping);
    if (preformatted < 0)
        return NULL;
    if (!preformatted)
        return written_text(&table, keep, NULL);
    Arena arena;
    arena_open(&arena);
    PyObject *items = PyMapping_Items(mapping), *held = PyList_New(0), *result = NULL;
    Verbatim *verbatim = items && held ? read_verbatim(&table, keep, items, held, &arena) : NULL;
    if (verbatim)
        result = written_text(&table, keep, verbatim);
    arena_close(&arena);
    Py_XDECREF(items);
    Py_XDECREF(held);
    return result;
}

/* -- what may have to be left out ------------------------------------------------------------------------------------------ */

/* Digits of any script, and some letters of the scripts that have them: who asks for numbers looks again. */
static bool may_be_digit(uint32_t character)
{
    if (character < 0x80)
        return character >= '0' && character <= '9';
    return (character >= 0x660 && character < 0x2000) || (character >= 0xA620 && character < 0xAC00)
        || (character >= 0xFF10 && character <= 0xFF19) || character >= 0x10000;
}

/* With the few letters that `re.IGNORECASE` takes for one of ours. */
static bool may_be_letter(uint32_t character)
{
    const uint32_t lower = character | 0x20;
    return (character < 0x80 && lower >= 'a' && lower <= 'z') || character == 0x130 || character == 0x131
        || character == 0x17F || character == 0x212A;
}

static bool may_be_roman(uint32_t character)
{
    return (character < 0x80 && character && strchr("ivxlcIVXLC", (int)character)) || character == 0x130 || character == 0x131;
}

static bool is_mark(uint32_t character)
{
    return character == '*' || character == 0x2020 || character == 0x2021 || character == 0xA7 || character == 0xB6;
}

enum { LONGEST_LABEL = 16 };

/* Whether a text may be the mark of a footnote, such as [12], b, iv or *: what `maintext.render.footnotes` calls a label. */
static bool may_be_label(const uint32_t *text, int length)
{
    static const char note[] = "note ";
    int digits = 0, letters = 0, romans = 0, marks = 0, noted = 0;
    if (length && (*text == '[' || *text == '('))
        text++, length--;
    if (length && (text[length - 1] == ']' || text[length - 1] == ')'))
        length--;
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    for (int at = 0; at < length; at++) {
        digits += may_be_digit(text[at]);
        letters += may_be_letter(text[at]);
        romans += may_be_roman(text[at]);
        marks += is_mark(text[at]);
        noted += at < 5 && (text[at] | 0x20) == (uint32_t)note[at];
    }
    return length
        && ((digits == length && length <= 4) || (letters == length && length <= 2) || (romans == length && length <= 5)
            || (marks == length && length <= 3) || (noted == 5 && length <= 8));
}

/* What is counted from the first row up to each row, itself left out. */
typedef struct {
    int64_t *kept;  /* characters of kept text */
    int64_t *code;  /* code blocks; NULL on a page without any, where the next is not needed */
    int64_t *words; /* runs that are no line numbers */
} Counts;

static bool may_be_line_numbers(const Table *table, int64_t row)
{
    const uint8_t *at = table->text + table->column[BYTE_START][row], *end = at + table->column[BYTES][row];
    while (at < end) {
        const uint32_t character = next_character(&at);
        const bool is_sign = character == ' ' || character == '.' || character == ':' || character == '|';
        if (!may_be_digit(character) && !is_sign)
            return false;
    }
    return true;
}

static bool has_code(const Table *table)
{
    for (int64_t row = 0; row < table->rows; row++)
        if (kind_of(table, row) & CODE)
            return true;
    return false;
}

static bool count(const Table *table, const uint8_t *keep, Arena *arena, Counts *counts)
{
    const size_t size = (size_t)table->rows + 1;
    const bool with_code = has_code(table);
    counts->kept = arena_room(arena, size, sizeof(int64_t));
    counts->code = with_code ? arena_room(arena, size, sizeof(int64_t)) : NULL;
    counts->words = with_code ? arena_room(arena, size, sizeof(int64_t)) : NULL;
    if (!counts->kept || (with_code && (!counts->code || !counts->words)))
        return false;
    counts->kept[0] = 0;
    if (with_code)
        counts->code[0] = counts->words[0] = 0;
    for (int64_t row = 0; row < table->rows; row++) {
        const int64_t chars = table->column[CHARS][row];
        counts->kept[row + 1] = counts->kept[row] + (keep[row] ? chars : 0);
        if (with_code) {
            counts->code[row + 1] = counts->code[row] + ((kind_of(table, row) & CODE) != 0);
            counts->words[row + 1] = counts->words[row] + (is_text(table, row) && !may_be_line_numbers(table, row));
        }
    }
    return true;
}

static inline int64_t below(const int64_t *sums, const Table *table, int64_t row)
{
    return sums[table->column[END][row]] - sums[row];
}

/* Whether the kept text of a short link reads like the mark of a footnote. */
static bool reads_like_label(const Table *table, const uint8_t *keep, int64_t row)
{
    uint32_t text[LONGEST_LABEL];
    int length = 0;
    for (int64_t each = row; each < table->column[END][row]; each++) {
        if (!keep[each] || !is_text(table, each))
            continue;
        const uint8_t *at = table->text + table->column[BYTE_START][each], *end = at + table->column[BYTES][each];
        while (at < end) {
            if (length == LONGEST_LABEL)
                return false;
            text[length++] = next_character(&at);
        }
    }
    return may_be_label(text, length);
}

/* Where the elements end that have begun, and that matter to what is inside of them. */
typedef struct {
    int64_t title, raised, code;
} Ends;

static void enter(const Table *table, int64_t row, unsigned kind, Ends *ends)
{
    const int64_t end = table->column[END][row];
    if (kind & TITLE && end > ends->title)
        ends->title = end;
    if (kind & RAISED && end > ends->raised)
        ends->raised = end;
    if (kind & CODE && end > ends->code)
        ends->code = end;
}

/* The first text run in an element that has some. */
static int64_t first_run(const Table *table, int64_t row)
{
    const int64_t last = table->column[END][row] - 1;
    while (row < last && !is_text(table, row))
        row++;
    return row;
}

static bool begins_with_bracket(const Table *table, int64_t row)
{
    return table->text[table->column[BYTE_START][first_run(table, row)]] == '[';
}

static bool is_in_question(const Table *table, const uint8_t *keep, const Counts *counts, int64_t row, const Ends *ends)
{
    const unsigned kind = kind_of(table, row);
    if (kind & FORMULA)
        return true;
    const int64_t kept = below(counts->kept, table, row);
    if (!kept)
        return false;
    if (kind & ANCHOR) {
        const bool in_title = row < ends->title && row >= ends->raised;
        if (in_title && kept <= known.longest_permalink)
            return true;
        if (kept <= known.longest_mark && reads_like_label(table, keep, row))
            return true;
    }
    if (kind & TABLE && may_be_line_numbers(table, first_run(table, row)))
        return true;
    if (kind & BUTTON && row < ends->code)
        return true;
    if (kind & SPAN && (row < ends->title || begins_with_bracket(table, row)))
        return true;
    if (kind & MAY_BE_GUTTER && counts->code) {
        const bool beside_code = kind & CELL && below(counts->code, table, row);
        return (row < ends->code || beside_code) && !below(counts->words, table, row);
    }
    return false;
}

/* The rows in question, and how many; NULL if memory is short. */
static int64_t *rows_in_question(const Table *table, const uint8_t *keep, Arena *arena, Py_ssize_t *found)
{
    Counts counts;
    Ends ends = {0};
    int64_t *rows = arena_room(arena, (size_t)table->rows, sizeof *rows);
    if (!rows || !count(table, keep, arena, &counts))
        return NULL;
    for (int64_t row = 0; row < table->rows; row++) {
        if (is_text(table, row))
            continue;
        enter(table, row, kind_of(table, row), &ends);
        if (is_in_question(table, keep, &counts, row, &ends))
            rows[(*found)++] = row;
    }
    return rows;
}

static PyObject *as_tuple(const int64_t *rows, Py_ssize_t size)
{
    PyObject *tuple = PyTuple_New(size);
    for (Py_ssize_t at = 0; tuple && at < size; at++) {
        PyObject *number = PyLong_FromLongLong(rows[at]);
        if (!number || PyTuple_SetItem(tuple, at, number) < 0) {
            Py_DECREF(tuple);
            return NULL;
        }
    }
    return tuple;
}

/* questions(table, keep): the rows whose attributes decide on what is written: short links and their like, and formulas. */
PyObject *kernel_questions(PyObject *module, PyObject *arguments)
{
    PyObject *table_object, *keep_object;
    Table table;
    const uint8_t *keep;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO", &table_object, &keep_object) || !open_both(table_object, keep_object, &table, &keep))
        return NULL;
    Arena arena;
    Py_ssize_t found = 0;
    int64_t *rows;
    arena_open(&arena);
    Py_BEGIN_ALLOW_THREADS
    rows = rows_in_question(&table, keep, &arena, &found);
    Py_END_ALLOW_THREADS
    PyObject *result = rows ? as_tuple(rows, found) : PyErr_NoMemory();
    arena_close(&arena);
    return result;
}
