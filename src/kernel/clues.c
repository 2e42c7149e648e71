/* Where on the visible page an author or a date may stand, by words: elements whose attributes hold certain ones, and text runs that
 * begin with certain ones. Python looks at these few alone. The twins are in `maintext.parse.tree` and `maintext.metadata.clues`. */
#include "metadata.h"

#include <stdlib.h>
#include <string.h>

/* -- words in attributes --------------------------------------------------------------------------------------------------- */

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

/* Small letters of other scripts are Python's business. */
bool may_hold(const LexborString *value, const Wanted *wanted)
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

bool wanted_add(Wanted *wanted, PyObject *words, Py_ssize_t first)
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

static const char CLUES[] = "maintext.clues";

const Clues *clues_of(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, CLUES);
}

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
    return !has_clue(document->vocabulary, node, clues->wanted) || add_row(found, row);
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
    const Clues *clues = document ? clues_of(wanted) : NULL;
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
    const Clues *clues = document ? clues_of(wanted) : NULL;
    PyObject *found = clues ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; found && i < PyList_Size(rows); i++) {
        const Py_ssize_t row = PyLong_AsSsize_t(PyList_GetItem(rows, i));
        if ((row == -1 && PyErr_Occurred()) || !add_if_clued(found, document, row, clues))
            Py_CLEAR(found);
    }
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
    const Clues *clues = clues_of(wanted);
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
