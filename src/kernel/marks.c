/* Marks: what the attributes of an element say about what stands in it. The twin is `maintext.marks`, which explains them. */
#include "reader.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* -- keywords ------------------------------------------------------------------------------------------------------------ */

static bool keyword_add(Keywords *keywords, const char *text, size_t length, int64_t bits)
{
    int letters[2] = {EDGE, EDGE};
    size_t node = 0;
    for (size_t i = 0; i < length; i++) {
        const bool edge = text[i] == '.';
        if ((!edge && (text[i] < 'a' || text[i] > 'z')) || (edge && i && text[i - 1] == '.') || length < 3) {
            PyErr_SetString(PyExc_ValueError, "keywords are three or more small letters, and single dots");
            return false;
        }
        const int letter = edge ? EDGE : text[i] - 'a' + 1;
        if (i < 2)
            letters[i] = letter;
        uint16_t *next = i == 1 ? &keywords->first[letters[0]][letters[1]] : &keywords->next[node][letter];
        if (i > 0 && !*next)
            *next = (uint16_t)++keywords->nodes;
        node = i > 0 ? *next : 0;
    }
    keywords->bits[node] |= bits;
    return true;
}

bool keywords_build(Keywords *keywords, PyObject *bits_by_keyword)
{
    PyObject *text, *bits;
    size_t letters = 1;
    for (Py_ssize_t at = 0; PyDict_Next(bits_by_keyword, &at, &text, &bits);)
        letters += (size_t)(PyUnicode_Check(text) ? PyUnicode_GetLength(text) : 0);
    if (letters > UINT16_MAX) {
        PyErr_SetString(PyExc_ValueError, "too many keywords");
        return false;
    }
    keywords->next = calloc(letters, sizeof *keywords->next);
    keywords->bits = calloc(letters, sizeof *keywords->bits);
    if (!keywords->next || !keywords->bits) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t at = 0; PyDict_Next(bits_by_keyword, &at, &text, &bits);) {
        PyObject *ascii = PyUnicode_AsASCIIString(text);
        if (!ascii)
            return false;
        const long long value = PyLong_AsLongLong(bits);
        const bool added =
            !PyErr_Occurred() && keyword_add(keywords, PyBytes_AsString(ascii), (size_t)PyBytes_Size(ascii), value);
        Py_DECREF(ascii);
        if (!added)
            return false;
    }
    return true;
}

void keywords_free(Keywords *keywords)
{
    free(keywords->next);
    free(keywords->bits);
}

/* Write names as letters: `SideBar_left` is edge, side, edge, bar, edge, left, edge. White space parts names; two edges stand
 * between them, which no keyword reaches across. A name of n octets becomes 2 n + 1 letters at most. */
static uint8_t *write_letters(uint8_t *out, const LexborString *names)
{
    const uint8_t *at = names->data, *const end = at + names->length;
    while ((at = skip_space(at, end)) < end) {
        *out++ = EDGE;
        while (at < end) {
            for (bool was_small = false; at < end && is_letter(*at); at++) {
                if (was_small && *at < 'a')
                    *out++ = EDGE;
                was_small = *at >= 'a';
                *out++ = *at & LETTER_BITS;
            }
            if (at == end || space_length(at, end))
                break;
            *out++ = EDGE;
            while (at < end && !is_letter(*at) && !space_length(at, end))
                at++;
        }
        *out++ = EDGE;
    }
    return out;
}

/* The marks of all keywords: at every place of the longest that begins there, so that one never hides another. Two more letters
 * than there are may be looked at. */
static int64_t keywords_in(const Keywords *keywords, const uint8_t *letters, const uint8_t *end)
{
    int64_t found = 0;
    for (; letters < end; letters++) {
        uint16_t node = keywords->next[keywords->first[letters[0]][letters[1]]][letters[2]];
        int64_t longest = 0;
        for (const uint8_t *at = letters + 3; node; at++) {
            if (keywords->bits[node])
                longest = keywords->bits[node];
            node = at < end ? keywords->next[node][*at] : 0;
        }
        found |= longest;
    }
    return found;
}

static bool read_names(const Vocabulary *vocabulary, const LexborString *names, Vector *scratch, Marks *marks)
{
    if (!vector_reserve(scratch, 3 * names->length + 2, 1))
        return false;
    uint8_t *letters = scratch->data, *end = write_letters(letters, names);
    end[0] = end[1] = EDGE;
    marks->bits = keywords_in(&vocabulary->keywords, letters, end);
    marks->length = 0;
    for (size_t i = 0; i < names->length; i++)
        marks->length += !is_continuation(names->data[i]);
    return true;
}

static inline uint64_t hash_of(const LexborString *text)
{
    uint64_t hash = text->length, word;
    size_t at = 0;
    for (; at + 8 <= text->length; at += 8) {
        memcpy(&word, text->data + at, 8);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, text->data + at, text->length - at);
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* Add what a class or an id says. The same classes come again and again, so the last ones are remembered. */
static bool add_names(const Vocabulary *vocabulary, const LexborString *names, MarksMemory *memory, Marks *marks)
{
    if (!names || !names->length)
        return true;
    Remembered *slot = &memory->slots[hash_of(names) % REMEMBERED];
    if (slot->names.length != names->length || memcmp(slot->names.data, names->data, names->length) != 0) {
        if (!read_names(vocabulary, names, &memory->scratch, &slot->marks))
            return false;
        slot->names = *names;
    }
    marks->bits |= slot->marks.bits;
    marks->length += slot->marks.length;
    return true;
}

/* -- words and styles ---------------------------------------------------------------------------------------------------- */

/* The marks of all words of a value. */
static int64_t word_marks(const Words *words, const LexborString *value)
{
    int64_t bits = 0;
    const uint8_t *at = value->data, *const end = at + value->length;
    while ((at = skip_space(at, end)) < end) {
        const uint8_t *begin = at;
        while (at < end && !space_length(at, end))
            at++;
        for (size_t i = 0; i < words->count; i++)
            if (is_word(begin, at, &words->words[i]))
                bits |= words->words[i].value;
    }
    return bits;
}

/* Where the text goes on after a word that stands here; NULL if it does not. */
static const uint8_t *after(const uint8_t *at, const uint8_t *end, const char *word)
{
    for (; *word; word++, at++)
        if (at == end || small_letter(*at) != (uint8_t)*word)
            return NULL;
    return at;
}

static const uint8_t *skip_blanks(const uint8_t *at, const uint8_t *end)
{
    while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
        at++;
    return at;
}

/* Whether `property: value` stands here, with any white space around the colon. */
static bool is_declared(const uint8_t *at, const uint8_t *end, const char *property, const char *value)
{
    at = after(at, end, property);
    if (!at || (at = skip_blanks(at, end)) == end || *at != ':')
        return false;
    return after(skip_blanks(at + 1, end), end, value) != NULL;
}

static bool style_hides(const LexborString *style)
{
    for (const uint8_t *at = style->data, *const end = at + style->length; at < end; at++)
        if (is_declared(at, end, "display", "none") || is_declared(at, end, "visibility", "hidden"))
            return true;
    return false;
}

/* -- attributes ---------------------------------------------------------------------------------------------------------- */

bool marks_of(const Vocabulary *vocabulary, const LexborElement *element, MarksMemory *memory, Marks *marks)
{
    static const LexborString EMPTY = {(const uint8_t *)"", 0};
    static const Word TRUE_WORD = {"true", 4, 0};
    const LexborString *found[KNOWN_ATTRIBUTES + 1] = {NULL}; /* the last takes all others */
    for (const LexborAttribute *attribute = element->first_attribute; attribute; attribute = attribute->next)
        found[known_attribute(vocabulary, attribute)] =
            attribute->value && attribute->value->data ? attribute->value : &EMPTY;

    *marks = (Marks){0, 0};
    if (found[ROLE_ATTRIBUTE])
        marks->bits |= word_marks(&vocabulary->roles, found[ROLE_ATTRIBUTE]);
    if (found[ITEMPROP_ATTRIBUTE])
        marks->bits |= word_marks(&vocabulary->properties, found[ITEMPROP_ATTRIBUTE]);
    const LexborString *aria = found[ARIA_HIDDEN_ATTRIBUTE];
    if (found[HIDDEN_ATTRIBUTE] || (aria && is_word(aria->data, aria->data + aria->length, &TRUE_WORD))
        || (found[STYLE_ATTRIBUTE] && style_hides(found[STYLE_ATTRIBUTE])))
        marks->bits |= vocabulary->hidden_mark;
    return add_names(vocabulary, found[CLASS_ATTRIBUTE], memory, marks)
           && add_names(vocabulary, found[ID_ATTRIBUTE], memory, marks);
}
