/* `for_parser`: a page as the parser is to have it, UTF-8 without what it need not see (unseen.c); and whether it may nest too
 * deep for it (depth.c).
 *
 * Halves of characters (lone surrogates), which no encoding has, are left out, as by Python's `str.encode("utf-8", "ignore")`,
 * which takes one character after the other. Pages are mostly ASCII with a few other signs: here sixteen characters at once are
 * looked at. */
#include "reader.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { BLOCK = 16 };

/* Write one character; where the text goes on. */
static uint8_t *write_character(uint8_t *out, uint32_t code)
{
    if (code < 0x80) {
        *out++ = (uint8_t)code;
    } else if (code < 0x800) {
        *out++ = (uint8_t)(0xC0 | code >> 6);
        *out++ = (uint8_t)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        if (code >= 0xD800 && code <= 0xDFFF)
            return out;
        *out++ = (uint8_t)(0xE0 | code >> 12);
        *out++ = (uint8_t)(0x80 | (code >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (code & 0x3F));
    } else {
        *out++ = (uint8_t)(0xF0 | code >> 18);
        *out++ = (uint8_t)(0x80 | (code >> 12 & 0x3F));
        *out++ = (uint8_t)(0x80 | (code >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (code & 0x3F));
    }
    return out;
}

/* Copy sixteen characters as octets if they are all ASCII. They are read before anything is written, since both may be the same
 * memory. */
#if defined(__SSE2__)
static inline bool write_ascii(uint8_t *out, const uint32_t *characters)
{
    const __m128i *four = (const __m128i *)characters;
    const __m128i a = _mm_loadu_si128(four), b = _mm_loadu_si128(four + 1);
    const __m128i c = _mm_loadu_si128(four + 2), d = _mm_loadu_si128(four + 3);
    const __m128i all = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d));
    if (_mm_movemask_epi8(_mm_cmpgt_epi32(all, _mm_set1_epi32(0x7F))))
        return false;
    _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
    return true;
}
#else
static inline bool write_ascii(uint8_t *out, const uint32_t *characters)
{
    uint32_t block[BLOCK], all = 0;
    uint8_t narrow[BLOCK];
    memcpy(block, characters, sizeof block);
    for (int i = 0; i < BLOCK; i++)
        all |= block[i];
    if (all >= 0x80)
        return false;
    for (int i = 0; i < BLOCK; i++)
        narrow[i] = (uint8_t)block[i];
    memcpy(out, narrow, sizeof narrow);
    return true;
}
#endif

/* Turn characters into UTF-8 where they lie: no character is longer than the four octets that it takes before, so what is
 * written never reaches what is still to be read. Returns how many octets there are. */
static size_t encode_in_place(uint32_t *characters, size_t count)
{
    uint8_t *const begin = (uint8_t *)characters, *out = begin;
    const uint32_t *at = characters, *const end = at + count;
    while (at < end) {
        while (end - at >= BLOCK && write_ascii(out, at)) {
            at += BLOCK;
            out += BLOCK;
        }
        while (at < end && *at < 0x80) /* up to the sign that is no ASCII, */
            *out++ = (uint8_t)*at++;
        while (at < end && *at >= 0x80) /* and to the end of such signs */
            out = write_character(out, *at++);
    }
    return (size_t)(out - begin);
}

/* What the parser gets of some octets. */
typedef struct {
    const uint8_t *octets; /* without what the parser need not see */
    size_t count;
    bool may_be_deep;
} Shortened;

/* Writes to `room`, which holds as many octets as there are; it may be where they are. */
static Shortened shortened(const uint8_t *octets, size_t count, uint8_t *room, const DepthLook *look)
{
    const bool may_be_deep = nests_deep(look, octets, count);
    return (Shortened){room, drop_unseen(octets, count, room), may_be_deep};
}

static PyObject *as_tuple(const Shortened *made)
{
    return Py_BuildValue("(y#N)", (const char *)made->octets, (Py_ssize_t)made->count, PyBool_FromLong(made->may_be_deep));
}

static PyObject *shortened_copy(const char *octets, Py_ssize_t count, const DepthLook *look, Arena *arena)
{
    uint8_t *room = arena_room(arena, (size_t)count + 1, 1);
    if (!room)
        return PyErr_NoMemory();
    Shortened made;
    Py_BEGIN_ALLOW_THREADS
    made = shortened((const uint8_t *)octets, (size_t)count, room, look);
    Py_END_ALLOW_THREADS
    return as_tuple(&made);
}

static PyObject *encoded(PyObject *text, const DepthLook *look, Arena *arena)
{
    const Py_ssize_t count = PyUnicode_GetLength(text);
    Py_UCS4 *characters = arena_room(arena, (size_t)count + 1, sizeof *characters);
    if (!characters)
        return PyErr_NoMemory();
    if (!PyUnicode_AsUCS4(text, characters, count, 0))
        return NULL;
    Shortened made;
    Py_BEGIN_ALLOW_THREADS /* once: each time the lock may be another thread's for a while */
    const size_t size = encode_in_place(characters, (size_t)count);
    made = shortened((const uint8_t *)characters, size, (uint8_t *)characters, look);
    Py_END_ALLOW_THREADS
    return as_tuple(&made);
}

static PyObject *for_parser(PyObject *source, bool is_ascii, const DepthLook *look, Arena *arena)
{
    char *octets = NULL;
    Py_ssize_t count = 0;
    if (PyBytes_Check(source))
        return PyBytes_AsStringAndSize(source, &octets, &count) < 0 ? NULL : shortened_copy(octets, count, look, arena);
    if (!PyUnicode_Check(source)) {
        PyErr_SetString(PyExc_TypeError, "a string or octets are needed");
        return NULL;
    }
    if (!is_ascii)
        return encoded(source, look, arena);
    const char *letters = PyUnicode_AsUTF8AndSize(source, &count); /* of ASCII this is the string itself, not a copy */
    return letters ? shortened_copy(letters, count, look, arena) : NULL;
}

/* for_parser(source, is_ascii, look) -> (bytes, bool). The source is a string, or octets of UTF-8; depth.c says what the look is.
 * The depth is that of the whole source, as the twin sees it. */
PyObject *kernel_for_parser(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *source, *look_arguments;
    int is_ascii;
    DepthLook look;
    if (!PyArg_ParseTuple(arguments, "OpO!", &source, &is_ascii, &PyTuple_Type, &look_arguments)
        || !depth_look_open(look_arguments, &look))
        return NULL;
    Arena arena;
    arena_open(&arena);
    PyObject *result = for_parser(source, is_ascii, &look, &arena);
    arena_close(&arena);
    return result;
}
