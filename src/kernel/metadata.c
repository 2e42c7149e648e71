/* What the reading of metadata asks for: what the head says, and where on the visible page an author or a date may stand, which
 * are elements whose attributes hold certain words, text runs with a year, and those that begin as bylines do. Python looks at
 * these few alone. The twins are in `maintext.parse.tree` and in `rows` and `clues` of `maintext.metadata`. */
#include "reader.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* The values of the attributes that the kernel knows; NULL for those that are not there or have none. */
static void values_of(const Vocabulary *vocabulary, const LexborNode *node, const LexborString *found[KNOWN_ATTRIBUTES + 1])
{
    memset(found, 0, (KNOWN_ATTRIBUTES + 1) * sizeof *found);
    if (!node || node->type != LEXBOR_ELEMENT)
        return;
    const LexborAttribute *attribute = ((const LexborElement *)node)->first_attribute;
    for (; attribute; attribute = attribute->next)
        found[known_attribute(vocabulary, attribute)] = attribute->value && attribute->value->data ? attribute->value : NULL;
}

/* -- words in attributes --------------------------------------------------------------------------------------------------- */

enum { MOST_WORDS = 128 };

/* Words that are looked for, in small letters of ASCII. Those that begin with the same octet form a chain; numbers count from 1.
 * Nearly all places of a text are passed over by their first two octets: `pairs` says which a word may begin with, by five bits of
 * each, which are the same for small and capital letters. */
typedef struct {
    Word words[MOST_WORDS + 1];
    uint8_t next[MOST_WORDS + 1];
    uint8_t count;
    uint8_t first[256];
    uint32_t pairs[32];
} Wanted;

static bool begins_with(const uint8_t *at, const uint8_t *end, const Word *word)
{
    if ((size_t)(end - at) < word->length)
        return false;
    for (size_t i = 0; i < word->length; i++)
        if (small_letter(at[i]) != (uint8_t)word->text[i])
            return false;
    return true;
}

static bool begins_with_any(const uint8_t *at, const uint8_t *end, const Wanted *wanted)
{
    for (uint8_t i = wanted->first[small_letter(*at)]; i; i = wanted->next[i])
        if (begins_with(at, end, &wanted->words[i]))
            return true;
    return false;
}

/* Whether any word may begin here; the last octet of a text has none behind it. */
static bool may_begin_pair(const uint8_t *at, const uint8_t *end, const Wanted *wanted)
{
    return at + 1 == end || wanted->pairs[*at & 31] >> (at[1] & 31) & 1;
}

/* Whether a value may hold any of the words: small letters of other scripts are Python's business. */
static bool may_hold(const LexborString *value, const Wanted *wanted)
{
    for (const uint8_t *at = value->data, *const end = at + value->length; at < end; at++)
        if (*at >= 0x80 || (may_begin_pair(at, end, wanted) && begins_with_any(at, end, wanted)))
            return true;
    return false;
}

static bool has_clue(const Vocabulary *vocabulary, const LexborNode *node, const Wanted *wanted)
{
    if (!node || node->type != LEXBOR_ELEMENT)
        return false;
    const LexborAttribute *attribute = ((const LexborElement *)node)->first_attribute;
    for (; attribute; attribute = attribute->next) {
        const Wanted *words = &wanted[known_attribute(vocabulary, attribute)];
        if (words->count && attribute->value && attribute->value->data && may_hold(attribute->value, words))
            return true;
    }
    return false;
}

static void wanted_clear(Wanted *wanted)
{
    wanted->count = 0;
    memset(wanted->first, 0, sizeof wanted->first);
    memset(wanted->pairs, 0, sizeof wanted->pairs);
}

/* Add the words of a tuple, from this one on. */
static bool wanted_add(Wanted *wanted, PyObject *words, Py_ssize_t first)
{
    const Py_ssize_t count = PyTuple_Size(words);
    for (Py_ssize_t i = first; i < count; i++) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(words, i), &length);
        if (!text)
            return false;
        if (wanted->count == MOST_WORDS) {
            PyErr_SetString(PyExc_ValueError, "the kernel does not look for so many words");
            return false;
        }
        const uint8_t number = ++wanted->count;
        wanted->words[number] = (Word){text, (size_t)length, 0};
        wanted->next[number] = wanted->first[(uint8_t)*text];
        wanted->first[(uint8_t)*text] = number;
        wanted->pairs[*text & 31] |= length < 2 ? UINT32_MAX : (uint32_t)1 << (text[1] & 31);
    }
    return true;
}

/* Add the words that are looked for in one attribute: a tuple of its name and the words. An empty name means text, whose words
 * have the place of attributes that nobody looks into. */
static bool wanted_in_attribute(Wanted *wanted, PyObject *named)
{
    Py_ssize_t length;
    PyObject *first = PyTuple_Check(named) && PyTuple_Size(named) > 0 ? PyTuple_GetItem(named, 0) : NULL;
    const char *name = first ? PyUnicode_AsUTF8AndSize(first, &length) : NULL;
    const int known = name ? known_by_letters(name, (size_t)length) : KNOWN_ATTRIBUTES;
    if (known != KNOWN_ATTRIBUTES || (name && !length))
        return wanted_add(&wanted[known], named, 1);
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "the kernel does not look into this attribute");
    return false;
}

static bool add_row(PyObject *list, Py_ssize_t row)
{
    PyObject *number = PyLong_FromSsize_t(row);
    const bool added = number && PyList_Append(list, number) == 0;
    Py_XDECREF(number);
    return added;
}

/* What is looked for on every page is prepared once: words by attribute, and the tuple that keeps their letters alive. */
typedef struct {
    PyObject *named;
    Wanted wanted[KNOWN_ATTRIBUTES + 1];
} Clues;

static const char CLUES[] = "maintext.clues";

static void clues_free(PyObject *capsule)
{
    Clues *clues = PyCapsule_GetPointer(capsule, CLUES);
    Py_XDECREF(clues->named);
    free(clues);
}

/* wanted(((attribute, word, ...), ...)) -> the same in a form that `clues` and `clues_among` take */
PyObject *kernel_wanted(PyObject *module, PyObject *named)
{
    (void)module;
    if (!PyTuple_Check(named)) {
        PyErr_SetString(PyExc_TypeError, "words are looked for by a tuple of tuples");
        return NULL;
    }
    Clues *clues = calloc(1, sizeof *clues);
    if (!clues)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(clues, CLUES, clues_free);
    if (!capsule) {
        free(clues);
        return NULL;
    }
    Py_INCREF(named);
    clues->named = named;
    for (Py_ssize_t i = 0; i < PyTuple_Size(named); i++)
        if (!wanted_in_attribute(clues->wanted, PyTuple_GetItem(named, i))) {
            Py_DECREF(capsule);
            return NULL;
        }
    return capsule;
}

/* Add a row to the list if it has a clue. Returns false, with an error set, if that fails; a row that the page has not is none. */
static bool add_if_clued(PyObject *found, const Document *document, Py_ssize_t row, const Clues *clues)
{
    if (row < 0 || (size_t)row >= document->nodes.count)
        return true;
    const LexborNode *node = ((const LexborNode **)document->nodes.data)[row];
    return !has_clue(vocabulary_of(document->vocabulary), node, clues->wanted) || add_row(found, row);
}

/* clues(document, first, end, wanted) -> the rows of that range with an attribute that may hold a word */
PyObject *kernel_clues(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *wanted;
    Py_ssize_t first, end;
    if (!PyArg_ParseTuple(arguments, "OnnO", &capsule, &first, &end, &wanted))
        return NULL;
    const Document *document = document_of(capsule);
    const Clues *clues = document ? PyCapsule_GetPointer(wanted, CLUES) : NULL;
    PyObject *found = clues ? PyList_New(0) : NULL;
    const Py_ssize_t rows = document ? (Py_ssize_t)document->nodes.count : 0;
    for (Py_ssize_t row = first < 0 ? 0 : first; found && row < end && row < rows; row++)
        if (!add_if_clued(found, document, row, clues))
            Py_CLEAR(found);
    return found;
}

/* clues_among(document, [row, ...], wanted) -> those of the rows with an attribute that may hold a word */
PyObject *kernel_clues_among(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *rows, *wanted;
    if (!PyArg_ParseTuple(arguments, "OO!O", &capsule, &PyList_Type, &rows, &wanted))
        return NULL;
    const Document *document = document_of(capsule);
    const Clues *clues = document ? PyCapsule_GetPointer(wanted, CLUES) : NULL;
    PyObject *found = clues ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; found && i < PyList_Size(rows); i++) {
        const Py_ssize_t row = PyLong_AsSsize_t(PyList_GetItem(rows, i));
        if ((row == -1 && PyErr_Occurred()) || !add_if_clued(found, document, row, clues))
            Py_CLEAR(found);
    }
    return found;
}

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

/* -- what an element is called ------------------------------------------------------------------------------------------------ */

enum { LONGEST_NAMES = 512 };

/* Copy a value in small letters. Returns false if it does not fit or is not of ASCII alone. */
static bool copy_small(char *to, size_t *length, const LexborString *value)
{
    if (value->length > LONGEST_NAMES - *length)
        return false;
    for (size_t i = 0; i < value->length; i++) {
        if (value->data[i] >= 0x80)
            return false;
        to[(*length)++] = (char)small_letter(value->data[i]);
    }
    return true;
}

/* names(document, row) -> class and id of a row in small letters, with a blank between them; None where only Python can tell */
PyObject *kernel_names(PyObject *module, PyObject *arguments)
{
    (void)module;
    const LexborNode *node;
    const Document *document = document_and_row(arguments, &node);
    if (!document)
        return NULL;
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    values_of(vocabulary_of(document->vocabulary), node, found);
    const LexborString *class = found[CLASS_ATTRIBUTE], *id = found[ID_ATTRIBUTE];
    char names[LONGEST_NAMES + 1];
    size_t length = 0;
    bool fits = !class || copy_small(names, &length, class);
    if (fits && length && id && id->length)
        names[length++] = ' ';
    fits = fits && (!id || (length <= LONGEST_NAMES && copy_small(names, &length, id)));
    if (!fits)
        Py_RETURN_NONE;
    return PyUnicode_DecodeASCII(names, (Py_ssize_t)length, NULL);
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

/* -- lines ----------------------------------------------------------------------------------------------------------------- */

static const char EDGES[] = " |,:-", MOMENT[] = " |,:-./0123456789";
enum { SHORTEST_MOMENT = 6, FIRST_LETTERS = 4 };

/* How many of these signs a text begins with. */
static ptrdiff_t leading(const uint8_t *at, const uint8_t *end, const char *signs)
{
    const uint8_t *const begin = at;
    while (at < end && *at && strchr(signs, *at))
        at++;
    return at - begin;
}

/* Whether a text begins with any of the words, and not with a longer one. */
static bool begins_with_whole(const uint8_t *at, const uint8_t *end, const Wanted *wanted)
{
    for (uint8_t i = at < end ? wanted->first[small_letter(*at)] : 0; i; i = wanted->next[i]) {
        const Word *word = &wanted->words[i];
        if (begins_with(at, end, word) && (at + word->length == end || !is_letter(at[word->length])))
            return true;
    }
    return false;
}

/* Whether a text may begin with any of the words: signs before them aside, a date before them, or with letters beyond ASCII. */
static bool may_begin(const uint8_t *at, const uint8_t *end, const Wanted *wanted)
{
    if (leading(at, end, MOMENT) >= SHORTEST_MOMENT)
        return true;
    at += leading(at, end, EDGES);
    for (int i = 0; i < FIRST_LETTERS && i < end - at; i++)
        if (at[i] >= 0x80)
            return true;
    return begins_with_whole(at, end, wanted);
}

/* lines(table, first, end, longest, wanted) -> the rows of that range that are text runs of at most so many characters, and more
 * than one, which may begin with any of the words for text */
PyObject *kernel_lines(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *object, *wanted;
    Py_ssize_t first, end, longest;
    Table table;
    if (!PyArg_ParseTuple(arguments, "OnnnO", &object, &first, &end, &longest, &wanted) || !table_open(object, &table))
        return NULL;
    const Clues *clues = PyCapsule_GetPointer(wanted, CLUES);
    PyObject *found = clues ? PyList_New(0) : NULL;
    for (Py_ssize_t row = first < 0 ? 0 : first; found && row < end && row < table.rows; row++) {
        const uint8_t *text = table.text + table.column[BYTE_START][row];
        const int64_t length = table.column[CHARS][row];
        if (length > 1 && length <= longest && may_begin(text, text + table.column[BYTES][row], &clues->wanted[KNOWN_ATTRIBUTES])
            && !add_row(found, row))
            Py_CLEAR(found);
    }
    return found;
}

/* -- the head -------------------------------------------------------------------------------------------------------------- */

enum { LONGEST_NAME = 64 };

/* A name in small letters, white space around it aside: as Python's `strip` and `lower` do it. */
static PyObject *plain_name(const LexborString *value)
{
    const uint8_t *end = value->data + value->length, *begin = skip_space(value->data, end);
    end = skip_space_back(begin, end);
    char small[LONGEST_NAME];
    size_t length = 0;
    while (begin + length < end && length < LONGEST_NAME && begin[length] < 0x80) {
        small[length] = (char)small_letter(begin[length]);
        length++;
    }
    if (begin + length == end)
        return PyUnicode_DecodeASCII(small, (Py_ssize_t)length, NULL);
    PyObject *name = decoded(begin, (size_t)(end - begin));
    PyObject *lower = name ? PyObject_CallMethod(name, "lower", NULL) : NULL;
    Py_XDECREF(name);
    return lower;
}

/* What a `meta` is called, by the first of these attributes that it has; NULL if by none. */
static const LexborString *name_of_meta(const LexborString *const *found)
{
    static const enum known_attribute NAMES[] = {PROPERTY_ATTRIBUTE, NAME_ATTRIBUTE, ITEMPROP_ATTRIBUTE, HTTP_EQUIV_ATTRIBUTE};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (found[NAMES[i]] && found[NAMES[i]]->length)
            return found[NAMES[i]];
    return NULL;
}

/* Add two strings to a list, as a tuple. Takes over both. */
static bool add_pair(PyObject *list, PyObject *one, PyObject *other)
{
    PyObject *pair = one && other ? PyTuple_Pack(2, one, other) : NULL;
    const bool added = pair && PyList_Append(list, pair) == 0;
    Py_XDECREF(pair);
    Py_XDECREF(one);
    Py_XDECREF(other);
    return added;
}

/* Add a content to the list that a dict has under a name, if that is not full; a name without a list gets one. */
static bool add_content(PyObject *contents, PyObject *name, const LexborString *content, Py_ssize_t most)
{
    PyObject *list = PyDict_GetItemWithError(contents, name);
    if (list && PyList_Size(list) >= most)
        return true;
    PyObject *text = decoded(content->data, content->length);
    bool added = text && list && PyList_Append(list, text) == 0;
    if (text && !list && !PyErr_Occurred() && (list = PyList_New(0))) {
        added = PyList_Append(list, text) == 0 && PyDict_SetItem(contents, name, list) == 0;
        Py_DECREF(list);
    }
    Py_XDECREF(text);
    return added;
}

/* Add what a `meta` says under what `names` has for its name, if it has anything. */
static bool add_meta(PyObject *contents, const LexborString *const *found, PyObject *names, Py_ssize_t most)
{
    const LexborString *name = name_of_meta(found), *content = found[CONTENT_ATTRIBUTE];
    if (!name || !content || !content->length)
        return true;
    PyObject *plain = plain_name(name);
    PyObject *wanted = plain ? PyDict_GetItemWithError(names, plain) : NULL;
    Py_XDECREF(plain);
    return wanted ? add_content(contents, wanted, content, most) : !PyErr_Occurred();
}

static bool add_link(PyObject *list, const LexborString *const *found, const Wanted *wanted)
{
    const LexborString *rel = found[REL_ATTRIBUTE], *href = found[HREF_ATTRIBUTE];
    return !rel || !href || !may_hold(rel, wanted)
           || add_pair(list, decoded(rel->data, rel->length), decoded(href->data, href->length));
}

static PyObject *telling_links(const Document *document, const Wanted *wanted)
{
    const Vocabulary *vocabulary = vocabulary_of(document->vocabulary);
    const LexborNumber link = vocabulary->head_names[LINK_ELEMENT];
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    PyObject *links = PyList_New(0);
    const LexborNode *node = links ? head_element(first_in_head(document), link) : NULL;
    for (; node; node = head_element(node->next, link)) {
        values_of(vocabulary, node, found);
        if (!add_link(links, found, wanted)) {
            Py_DECREF(links);
            return NULL;
        }
    }
    return links;
}

/* metas(document, names, most) -> the first so many contents of the `meta` elements whose name is a key of the dict `names`, by
 * what that has for it */
PyObject *kernel_metas(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *names;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(arguments, "OO!n", &capsule, &PyDict_Type, &names, &most))
        return NULL;
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    const Vocabulary *vocabulary = vocabulary_of(document->vocabulary);
    const LexborNumber meta = vocabulary->head_names[META_ELEMENT];
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    PyObject *contents = PyDict_New();
    const LexborNode *node = contents ? head_element(first_in_head(document), meta) : NULL;
    for (; node; node = head_element(node->next, meta)) {
        values_of(vocabulary, node, found);
        if (!add_meta(contents, found, names, most)) {
            Py_DECREF(contents);
            return NULL;
        }
    }
    return contents;
}

static PyObject *text_or_none(const LexborString *value)
{
    if (!value)
        Py_RETURN_NONE;
    return decoded(value->data, value->length);
}

static PyObject *language(const Document *document)
{
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    values_of(vocabulary_of(document->vocabulary), document->root, found);
    return text_or_none(found[LANG_ATTRIBUTE]);
}

/* The first address that any `base` gives. */
static PyObject *base_address(const Document *document)
{
    const Vocabulary *vocabulary = vocabulary_of(document->vocabulary);
    const LexborNumber base = vocabulary->head_names[BASE_ELEMENT];
    const LexborString *found[KNOWN_ATTRIBUTES + 1] = {NULL};
    const LexborNode *node = head_element(first_in_head(document), base);
    for (; node; node = head_element(node->next, base)) {
        values_of(vocabulary, node, found);
        if (found[HREF_ATTRIBUTE] && found[HREF_ATTRIBUTE]->length)
            return text_or_none(found[HREF_ATTRIBUTE]);
    }
    Py_RETURN_NONE;
}

/* said(document, words) -> the page's language; the address of its `base`; and a list of pairs: `rel` and `href` of each `link`
 * whose `rel` may hold a word */
PyObject *kernel_said(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *words;
    if (!PyArg_ParseTuple(arguments, "OO!", &capsule, &PyTuple_Type, &words))
        return NULL;
    const Document *document = document_of(capsule);
    Wanted wanted;
    wanted_clear(&wanted);
    if (!document || !wanted_add(&wanted, words, 0))
        return NULL;
    PyObject *code = language(document), *base = base_address(document), *links = telling_links(document, &wanted);
    PyObject *all = code && base && links ? PyTuple_Pack(3, code, base, links) : NULL;
    Py_XDECREF(code);
    Py_XDECREF(base);
    Py_XDECREF(links);
    return all;
}
