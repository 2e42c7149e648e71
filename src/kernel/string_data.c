/* The characters of a Python string, where Python keeps them.
 *
 * The stable API only copies them out, four octets for each, one after the other: that takes as long as a twentieth of all the
 * work on a page. They lie side by side behind the string's header, one, two or four octets for each, and bits in the header say
 * how many. How long the header is and which bits these are differs between versions of Python. So both are learned when the
 * kernel is loaded, from strings whose characters are known. Where anything is unlike what is expected, the characters are copied
 * out after all. */
#include "reader.h"
#include "utf8.h"

#include <string.h>

#if !defined(PYPY_VERSION) && !defined(GRAALVM_PYTHON)

/* The state of a string stands behind the object's count, type, length and hash. */
enum { STATE_AT = 4 * sizeof(void *) };

/* Bits of the state, from the first one that matters on: the width of a character; then whether characters follow the header, as
 * they do but for strings of classes of their own; then whether all are ASCII, and follow a shorter one. */
enum { WIDTH_BITS = 7, FOLLOW = 8, ASCII = 16 };
static const int SHIFTS[] = {2, 16}; /* where these bits begin: up to Python 3.13, and from 3.14 on */

static struct {
    int header; /* octets before the first character; 0 until it is known */
    int shift;
} layout;

/* The width of the characters behind a string's header; 0 where they are elsewhere, or where that is not known. */
static int width_of(PyObject *text)
{
    uint32_t state;
    memcpy(&state, (const char *)text + STATE_AT, sizeof state);
    state >>= layout.shift;
    const int width = state & WIDTH_BITS;
    return (state & (FOLLOW | ASCII)) == FOLLOW && (width == 1 || width == 2 || width == 4) ? width : 0;
}

bool string_data(PyObject *text, StringData *found)
{
    if (!layout.header || !PyUnicode_CheckExact(text))
        return false;
    *found = (StringData){(const char *)text + layout.header, (size_t)PyUnicode_GetLength(text), width_of(text)};
    return found->width > 0;
}

/* -- learning ------------------------------------------------------------------------------------------------------------ */

enum { WIDTHS = 3, MOST_LETTERS = 64 };
static const int WIDTH[WIDTHS] = {1, 2, 4};

/* A string that nobody has seen before; its widest character decides on the width of all. */
static PyObject *probe(int which, int count)
{
    static const Py_UCS4 widest[WIDTHS] = {0xE9, 0x2019, 0x1F600};
    uint8_t octets[4 * MOST_LETTERS], *end = octets;
    for (int i = 0; i < count; i++)
        end = write_character(end, i % 3 ? (Py_UCS4)('a' + i % 26) : widest[which]);
    return PyUnicode_DecodeUTF8((const char *)octets, end - octets, "strict");
}

/* The octets that a string takes besides its characters and the zero after them; -1 with an error. */
static long header_of(PyObject *text, int width)
{
    PyObject *size = PyObject_CallMethod(text, "__sizeof__", NULL);
    const long octets = size ? PyLong_AsLong(size) : -1;
    Py_XDECREF(size);
    return octets < 0 ? -1 : octets - (long)(PyUnicode_GetLength(text) + 1) * width;
}

static Py_UCS4 character_at(const StringData *found, size_t number)
{
    if (found->width == 1)
        return ((const uint8_t *)found->characters)[number];
    return found->width == 2 ? ((const uint16_t *)found->characters)[number] : ((const uint32_t *)found->characters)[number];
}

static bool reads_right(PyObject *text, int width)
{
    StringData found;
    if (!string_data(text, &found) || found.width != width)
        return false;
    for (size_t number = 0; number < found.count; number++)
        if (character_at(&found, number) != PyUnicode_ReadChar(text, (Py_ssize_t)number))
            return false;
    return true;
}

static bool all_read_right(void)
{
    for (int which = 0; which < WIDTHS; which++)
        for (int count = 2; count <= MOST_LETTERS; count += 3) { /* strings of one character may be made beforehand */
            PyObject *text = probe(which, count);
            const bool right = text && header_of(text, WIDTH[which]) == layout.header && reads_right(text, WIDTH[which]);
            Py_XDECREF(text);
            if (!right)
                return false;
        }
    return true;
}

/* Strings of ASCII, and those of a class of their own, are left alone. */
static bool others_are_told_apart(void)
{
    PyObject *ascii = PyUnicode_FromString("an ordinary string"), *text = probe(1, MOST_LETTERS);
    PyObject *own_class = PyObject_CallFunction((PyObject *)&PyType_Type, "s(O){}", "Own", (PyObject *)&PyUnicode_Type);
    PyObject *own = own_class && text ? PyObject_CallFunctionObjArgs(own_class, text, NULL) : NULL;
    const bool told = ascii && own && !width_of(ascii) && !width_of(own) && width_of(text) == 2;
    Py_XDECREF(ascii);
    Py_XDECREF(text);
    Py_XDECREF(own_class);
    Py_XDECREF(own);
    return told;
}

void learn_string_layout(void)
{
    PyObject *text = probe(1, MOST_LETTERS);
    const long header = text ? header_of(text, 2) : 0;
    Py_XDECREF(text);
    bool learned = false;
    for (size_t each = 0; each < sizeof SHIFTS / sizeof *SHIFTS && !learned; each++) {
        layout.header = header > STATE_AT && header < 256 ? (int)header : 0;
        layout.shift = SHIFTS[each];
        learned = all_read_right() && others_are_told_apart();
        PyErr_Clear();
    }
    if (!learned)
        layout.header = 0;
}

#else /* strings are kept in other ways */

void learn_string_layout(void)
{
}

bool string_data(PyObject *text, StringData *found)
{
    (void)text, (void)found;
    return false;
}

#endif
