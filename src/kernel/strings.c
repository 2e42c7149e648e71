/* Strings of metadata: whether they are clean, and their words. Both cost Python much and say little. The twin is
 * `maintext.metadata.strings`. */
#include "reader.h"
#include "utf8.h"

#include <string.h>

/* Most texts of the languages of western Europe are made of ASCII, the letters from U+00C0 to U+00FF, and the dashes, quotation
 * marks and dots from U+2010 to U+2027. These are judged here; all others are Python's business. */
enum kind_of_sign { OTHER_SIGN, WORD_SIGN, BLANK_SIGN, MARK_SIGN };

typedef struct {
    enum kind_of_sign kind;
    uint8_t octets[3]; /* as a small letter */
    uint8_t length;
} Sign;

static Sign ascii_sign(uint8_t octet)
{
    const uint8_t small = small_letter(octet);
    const bool in_word = is_letter(octet) || (octet >= '0' && octet <= '9');
    const bool is_mark = octet > ' ' && octet < 0x7F;
    return (Sign){in_word ? WORD_SIGN : octet == ' ' ? BLANK_SIGN : is_mark ? MARK_SIGN : OTHER_SIGN, {small}, 1};
}

/* The sign that stands here. */
static Sign sign_at(const uint8_t *at, const uint8_t *end)
{
    enum { MULTIPLIED = 0x97, DIVIDED = 0xB7, SHARP_S = 0x9F, CAPITALS = 0x9E, TO_SMALL = 0x20 };
    if (*at < 0x80)
        return ascii_sign(*at);
    if (*at == 0xC3 && end - at > 1 && at[1] != SHARP_S) { /* which is two letters when case does not count */
        const uint8_t small = (uint8_t)(at[1] <= CAPITALS && at[1] != MULTIPLIED ? at[1] + TO_SMALL : at[1]);
        return (Sign){at[1] == MULTIPLIED || at[1] == DIVIDED ? MARK_SIGN : WORD_SIGN, {*at, small}, 2};
    }
    if (*at == 0xE2 && end - at > 2 && at[1] == 0x80 && at[2] >= 0x90 && at[2] <= 0xA7)
        return (Sign){MARK_SIGN, {*at, at[1], at[2]}, 3};
    return (Sign){OTHER_SIGN, {0}, 1};
}

/* The octets of a text; NULL, without an error, for what is none or has none. */
static const uint8_t *octets_of(PyObject *text, Py_ssize_t *length)
{
    const char *octets = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, length) : NULL;
    if (!octets)
        PyErr_Clear(); /* halves of characters */
    return (const uint8_t *)octets;
}

/* Whether nothing has to be cleaned: no entities and tags, single blanks inside and no other white space, no sign of a heading's
 * link at an end, and no sign that we do not know. */
static bool is_clean(const uint8_t *text, const uint8_t *end)
{
    if (text == end || *text == '#' || end[-1] == '#' || end[-1] == ' ')
        return false;
    bool was_blank = true;
    while (text < end) {
        const Sign sign = sign_at(text, end);
        if (sign.kind == OTHER_SIGN || *text == '&' || *text == '<' || (was_blank && sign.kind == BLANK_SIGN))
            return false;
        was_blank = sign.kind == BLANK_SIGN;
        text += sign.length;
    }
    return true;
}

/* is_clean(text, longest) -> whether this is a text, no longer than so, of which is known that it needs no cleaning */
PyObject *kernel_is_clean(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *object;
    Py_ssize_t longest, length;
    if (!PyArg_ParseTuple(arguments, "On", &object, &longest))
        return NULL;
    const uint8_t *text = octets_of(object, &length);
    return PyBool_FromLong(text && PyUnicode_GetLength(object) <= longest && is_clean(text, text + length));
}

enum { LONGEST_COMPARED = 1024 };

/* words(text) -> the words of a text, in small letters, with a blank between them; None for long ones and those with other signs */
PyObject *kernel_words(PyObject *module, PyObject *object)
{
    (void)module;
    Py_ssize_t length, written = 0;
    const uint8_t *at = octets_of(object, &length), *const end = at ? at + length : NULL;
    if (!at || length > LONGEST_COMPARED)
        Py_RETURN_NONE;
    char words[LONGEST_COMPARED];
    bool apart = false;
    while (at < end) {
        const Sign sign = sign_at(at, end);
        if (sign.kind == OTHER_SIGN)
            Py_RETURN_NONE;
        if (sign.kind == WORD_SIGN) {
            if (apart && written)
                words[written++] = ' ';
            memcpy(words + written, sign.octets, sign.length);
            written += sign.length;
        }
        apart = sign.kind != WORD_SIGN;
        at += sign.length;
    }
    return PyUnicode_DecodeUTF8(words, written, NULL);
}
