/* Rows that metadata asks for: text runs with a year, elements of certain names, and the text of elements. The twins are in
 * `maintext.metadata.rows` and `maintext.metadata.clues`. */
#include "metadata.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* -- amounts of text ---------------------------------------------------------------------------------------------------------- */

/* One past the last row of a subtree. */
static int64_t end_of(const Table *table, int64_t row)
{
    return table->column[END][row] < table->rows ? table->column[END][row] : table->rows;
}

/* How much text some rows hold. */
typedef struct {
    int64_t chars, bytes, runs;
} Amount;

/* Add up the text of rows, until there is more of it than wanted. */
static Amount amount_of_text(const Table *table, int64_t first, int64_t end, int64_t longest)
{
    const int64_t *chars = table->column[CHARS], *bytes = table->column[BYTES];
    Amount amount = {0, 0, 0};
    for (int64_t row = first; row < end && amount.chars <= longest; row++) {
        amount.chars += chars[row];
        amount.bytes += bytes[row];
        amount.runs += table->column[TAG][row] == 0;
    }
    return amount;
}

/* -- years in text --------------------------------------------------------------------------------------------------------- */

static bool is_digit(const uint8_t *at, const uint8_t *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Whether a year stands here that a web page may give as its own: 1990 to 2049. */
static bool is_year(const uint8_t *at, const uint8_t *end)
{
    if (end - at < 4 || !is_digit(at + 3, end) || is_digit(at + 4, end))
        return false;
    return (at[0] == '2' && at[1] == '0' && at[2] >= '0' && at[2] <= '4') || (at[0] == '1' && at[1] == '9' && at[2] == '9');
}

/* Where the next year stands, from here on; the end if nowhere. Of four digits in a row one stands at every fourth octet, so that
 * most of a text need not be looked at. */
static const uint8_t *next_year(const uint8_t *at, const uint8_t *end)
{
    for (; end - at >= 4; at += 4)
        for (ptrdiff_t i = 0; i < 4 && is_digit(at + 3, end); i++)
            if (is_year(at + i, end))
                return at + i;
    return end;
}

static bool add_run(PyObject *list, int64_t row, int64_t length)
{
    PyObject *pair = Py_BuildValue("(LL)", (long long)row, (long long)length);
    const bool added = pair && PyList_Append(list, pair) == 0;
    Py_XDECREF(pair);
    return added;
}

/* Whether a letter of UTF-8 that begins here may be a digit of another script: there are none before U+0100 and from U+2000 to
 * U+2FFF, where the signs of most languages of Europe stand. */
static bool may_be_digit(uint8_t octet)
{
    return octet >= 0xC4 && octet != 0xE2;
}

/* Whether the only digits of a text are those of the year that stands here. */
static bool is_lone_year(const uint8_t *text, const uint8_t *end, const uint8_t *year)
{
    for (const uint8_t *at = text; at < end; at++)
        if ((at < year || at >= year + 4) && (is_digit(at, end) || may_be_digit(*at)))
            return false;
    return true;
}

static bool may_hold_digit(const uint8_t *at, const uint8_t *end)
{
    for (; at < end; at++)
        if (is_digit(at, end) || may_be_digit(*at))
            return true;
    return false;
}

/* Which runs are looked for. */
typedef struct {
    int64_t longest; /* in characters */
    int64_t part;    /* a shorter one may be the part of a date with the year; a longer one must hold more of it */
    int64_t around;  /* characters of an element that may hold the whole of such a date */
    Py_ssize_t most; /* runs with a year that are looked at */
} YearsWanted;

enum { LEVELS_AROUND = 2 };

/* Whether one of the two elements around a run, if it is short, holds more digits than the run. */
static bool has_digits_around(const Table *table, int64_t run, int64_t longest)
{
    int64_t top = run;
    for (int level = 0; level < LEVELS_AROUND; level++) {
        top = table->column[PARENT][top];
        const int64_t end = top > 0 ? end_of(table, top) : 0;
        if (top <= 0 || amount_of_text(table, top, end, longest).chars > longest)
            return false;
        for (int64_t row = top; row < end; row++) {
            const uint8_t *text = table->text + table->column[BYTE_START][row];
            if (row != run && may_hold_digit(text, text + table->column[BYTES][row]))
                return true;
        }
    }
    return false;
}

/* Whether a run with a year may hold a date, or a part of one. */
static bool may_hold_date(const Table *table, int64_t row, const uint8_t *year, YearsWanted wanted)
{
    const uint8_t *text = table->text + table->column[BYTE_START][row];
    if (!is_lone_year(text, text + table->column[BYTES][row], year))
        return true;
    return table->column[CHARS][row] < wanted.part && has_digits_around(table, row, wanted.around);
}

/* Add the first text runs that hold a year and may hold a date. Returns whether all went well. */
static bool add_years(PyObject *found, const Table *table, YearsWanted wanted)
{
    const uint8_t *const end = table->text + table->bytes;
    const int64_t *start = table->column[BYTE_START], *bytes = table->column[BYTES], *chars = table->column[CHARS];
    int64_t row = 0;
    for (const uint8_t *at = next_year(table->text, end); at < end && wanted.most > 0; at = next_year(at, end)) {
        while (row < table->rows && start[row] + bytes[row] <= at - table->text)
            row++;
        if (row == table->rows)
            return true;
        if (chars[row] <= wanted.longest) {
            wanted.most--;
            if (may_hold_date(table, row, at, wanted) && !add_run(found, row, chars[row]))
                return false;
        }
        at = table->text + start[row] + bytes[row];
    }
    return true;
}

/* years(table, longest, part, around, most) -> (row, characters) of those of the first so many text runs with a year, none longer
 * than so, that may hold a date, or a part of one that stands in an element around them; None where no run of any length holds a
 * year */
PyObject *kernel_years(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *object;
    Py_ssize_t longest, part, around, most;
    Table table;
    if (!PyArg_ParseTuple(arguments, "Onnnn", &object, &longest, &part, &around, &most) || !table_open(object, &table))
        return NULL;
    if (next_year(table.text, table.text + table.bytes) == table.text + table.bytes)
        Py_RETURN_NONE;
    PyObject *found = PyList_New(0);
    if (found && !add_years(found, &table, (YearsWanted){longest, part, around, most}))
        Py_CLEAR(found);
    return found;
}

/* -- elements by their names ------------------------------------------------------------------------------------------------- */

enum { MOST_TAGS = 8 };
typedef struct {
    int64_t numbers[MOST_TAGS];
    Py_ssize_t count;
} Tags;

static bool tags_read(Tags *tags, PyObject *numbers)
{
    tags->count = PyTuple_Size(numbers);
    if (tags->count > MOST_TAGS) {
        PyErr_SetString(PyExc_ValueError, "the kernel does not look for so many names");
        return false;
    }
    for (Py_ssize_t i = 0; i < tags->count; i++)
        tags->numbers[i] = PyLong_AsLongLong(PyTuple_GetItem(numbers, i));
    return !PyErr_Occurred();
}

static bool is_one_of(const Tags *tags, int64_t number)
{
    for (Py_ssize_t i = 0; i < tags->count; i++)
        if (tags->numbers[i] == number)
            return true;
    return false;
}

/* elements(table, tags, most) -> the rows of the first so many elements that have one of these numbers for a name */
PyObject *kernel_elements(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *object, *numbers;
    Py_ssize_t most;
    Table table;
    Tags tags;
    if (!PyArg_ParseTuple(arguments, "OO!n", &object, &PyTuple_Type, &numbers, &most) || !table_open(object, &table)
        || !tags_read(&tags, numbers))
        return NULL;
    PyObject *found = PyList_New(0);
    for (int64_t row = 0; found && row < table.rows && most > 0; row++)
        if (is_one_of(&tags, table.column[TAG][row]) && most-- > 0 && !add_row(found, (Py_ssize_t)row))
            Py_CLEAR(found);
    return found;
}

/* -- the text of elements --------------------------------------------------------------------------------------------------- */

/* Elements without white space around them, by the numbers of their names; between all others a reader sees some. */
typedef struct {
    const char *is_inline;
    Py_ssize_t count;
} Inline;

/* Write the text of rows, with a blank where a reader sees white space. Returns how many octets that are. */
static size_t write_text(uint8_t *to, const Table *table, int64_t first, int64_t end, Inline elements)
{
    size_t length = 0;
    bool gap = false;
    for (int64_t row = first; row < end; row++) {
        const int64_t tag = table->column[TAG][row];
        if (tag != 0) {
            gap = gap || tag >= elements.count || !elements.is_inline[tag];
            continue;
        }
        if (length && (gap || table->column[FLAGS][row] & SPACED))
            to[length++] = ' ';
        memcpy(to + length, table->text + table->column[BYTE_START][row], (size_t)table->column[BYTES][row]);
        length += (size_t)table->column[BYTES][row];
        gap = false;
    }
    return length;
}

/* below(table, row, longest, inline) -> the text of a row and all below it, empty if that is longer than so many characters;
 * `inline` has an octet for each name of elements, 1 for those without white space around them */
PyObject *kernel_below(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *object;
    Py_ssize_t row, longest;
    Inline elements;
    Table table;
    if (!PyArg_ParseTuple(arguments, "Onny#", &object, &row, &longest, &elements.is_inline, &elements.count)
        || !table_open(object, &table))
        return NULL;
    if (row < 0 || row >= table.rows) {
        PyErr_SetString(PyExc_IndexError, "the page has no such row");
        return NULL;
    }
    const int64_t end = end_of(&table, row);
    const Amount amount = amount_of_text(&table, row, end, longest);
    if (amount.chars > longest || !amount.bytes)
        return PyUnicode_FromString("");
    uint8_t *text = malloc((size_t)(amount.bytes + amount.runs));
    if (!text)
        return PyErr_NoMemory();
    PyObject *found = decoded(text, write_text(text, &table, row, end, elements));
    free(text);
    return found;
}
