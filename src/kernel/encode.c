/* A page in UTF-8, where Python has it in another form.
 *
 * Halves of characters (lone surrogates), which no encoding has, are left out, as by Python's `str.encode("utf-8", "ignore")`,
 * which takes one character after the other. Pages are mostly ASCII with a few other signs: here sixteen characters at once are
 * looked at. */
#include "reader.h"
#include "utf8.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { BLOCK = 16 };

/* Copy sixteen characters as octets if they are all ASCII. They are read before anything is written, since both may be the same
 * memory. */
#if defined(__SSE2__)
static inline bool write_ascii_1(uint8_t *out, const uint8_t *characters)
{
    const __m128i all = _mm_loadu_si128((const __m128i *)characters);
    if (_mm_movemask_epi8(all))
        return false;
    _mm_storeu_si128((__m128i *)out, all);
    return true;
}

static inline bool write_ascii_2(uint8_t *out, const uint16_t *characters)
{
    const __m128i *eight = (const __m128i *)characters;
    const __m128i a = _mm_loadu_si128(eight), b = _mm_loadu_si128(eight + 1);
    const __m128i beyond = _mm_and_si128(_mm_or_si128(a, b), _mm_set1_epi16((int16_t)0xFF80));
    if (_mm_movemask_epi8(_mm_cmpeq_epi16(beyond, _mm_setzero_si128())) != 0xFFFF)
        return false;
    _mm_storeu_si128((__m128i *)out, _mm_packus_epi16(a, b));
    return true;
}

static inline bool write_ascii_4(uint8_t *out, const uint32_t *characters)
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
#define WRITE_ASCII(name, Character)                                    \
    static inline bool name(uint8_t *out, const Character *characters) \
    {                                                                   \
        uint8_t narrow[BLOCK];                                          \
        Character all = 0;                                              \
        for (int i = 0; i < BLOCK; i++) {                               \
            all |= characters[i];                                       \
            narrow[i] = (uint8_t)characters[i];                         \
        }                                                               \
        if (all >= 0x80)                                                \
            return false;                                               \
        memcpy(out, narrow, sizeof narrow);                             \
        return true;                                                    \
    }
WRITE_ASCII(write_ascii_1, uint8_t)
WRITE_ASCII(write_ascii_2, uint16_t)
WRITE_ASCII(write_ascii_4, uint32_t)
#endif

/* Turn characters of one width into UTF-8. `out` may be where they lie if they are four octets wide: no character is longer, so
 * what is written never reaches what is still to be read. Returns how many octets there are. */
#define ENCODE(name, Character, write_ascii)                                              \
    static size_t name(const void *characters, size_t count, uint8_t *out)               \
    {                                                                                     \
        uint8_t *const begin = out;                                                       \
        const Character *at = characters, *const end = at + count;                        \
        while (at < end) {                                                                \
            while (end - at >= BLOCK && write_ascii(out, at)) {                           \
                at += BLOCK;                                                              \
                out += BLOCK;                                                             \
            }                                                                             \
            while (at < end && *at < 0x80) /* up to the sign that is no ASCII, */         \
                *out++ = (uint8_t)*at++;                                                  \
            while (at < end && *at >= 0x80) { /* and to the end of such signs */          \
                const uint32_t sign = *at++;                                              \
                if (sign < 0xD800 || sign > 0xDFFF)                                       \
                    out = write_character(out, sign);                                     \
            }                                                                             \
        }                                                                                 \
        return (size_t)(out - begin);                                                     \
    }
ENCODE(encode_1, uint8_t, write_ascii_1)
ENCODE(encode_2, uint16_t, write_ascii_2)
ENCODE(encode_4, uint32_t, write_ascii_4)

static size_t encode(const StringData *text, uint8_t *out)
{
    return (text->width == 1 ? encode_1 : text->width == 2 ? encode_2 : encode_4)(text->characters, text->count, out);
}

/* The characters of a string, where they lie or else, if that is not known, copied to where they are to be encoded. */
static bool open_text(PyObject *text, Arena *arena, Source *source)
{
    const size_t count = (size_t)PyUnicode_GetLength(text);
    const bool is_known = string_data(text, &source->text);
    /* A character of one octet becomes two at most, one of two becomes three. */
    const size_t most = is_known && source->text.width < 4 ? (size_t)source->text.width + 1 : sizeof(Py_UCS4);
    source->room = arena_room(arena, count + 1, most);
    if (!source->room) {
        PyErr_NoMemory();
        return false;
    }
    if (is_known)
        return true;
    source->text = (StringData){source->room, count, sizeof(Py_UCS4)};
    return PyUnicode_AsUCS4(text, (Py_UCS4 *)(void *)source->room, (Py_ssize_t)count, 0);
}

bool source_open(PyObject *object, bool is_ascii, Arena *arena, Source *source)
{
    *source = (Source){.room = NULL};
    Py_ssize_t count = 0;
    const char *data = NULL;
    if (PyUnicode_Check(object) && !is_ascii)
        return open_text(object, arena, source);
    if (PyUnicode_Check(object))
        data = PyUnicode_AsUTF8AndSize(object, &count); /* of ASCII this is the string itself, not a copy */
    else if (PyBytes_Check(object))
        PyBytes_AsStringAndSize(object, (char **)&data, &count);
    else
        PyErr_SetString(PyExc_TypeError, "a string or octets are needed");
    source->octets = (LexborString){(const uint8_t *)data, (size_t)count};
    return data;
}

LexborString utf8_of(const Source *source)
{
    return source->room ? (LexborString){source->room, encode(&source->text, source->room)} : source->octets;
}

/* for_parser(source, is_ascii, look) -> (bytes, bool): a page as the parser is to have it, and whether it may nest too deep for it.
 * The source is a string, or octets of UTF-8; depth.c says what the look is. */
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
    Source opened;
    PyObject *result = NULL;
    if (source_open(source, is_ascii, &arena, &opened)) {
        LexborString octets;
        bool may_be_deep;
        Py_BEGIN_ALLOW_THREADS
        octets = utf8_of(&opened);
        may_be_deep = nests_deep(&look, octets.data, octets.length);
        Py_END_ALLOW_THREADS
        result = Py_BuildValue("(y#N)", (const char *)octets.data, (Py_ssize_t)octets.length, PyBool_FromLong(may_be_deep));
    }
    arena_close(&arena);
    return result;
}

bool is_utf8(const uint8_t *at, size_t count)
{
    const uint8_t *const end = at + count;
    while (at < end) {
        uint64_t eight;
        if (end - at >= 8 && (memcpy(&eight, at, 8), !(eight & UINT64_C(0x8080808080808080)))) {
            at += 8;
            continue;
        }
        const int length = character_length(at, end);
        if (!length)
            return false;
        at += length;
    }
    return true;
}

/* is_utf8(bytes) -> whether all of it is UTF-8 */
PyObject *kernel_is_utf8(PyObject *module, PyObject *object)
{
    (void)module;
    char *data;
    Py_ssize_t count;
    if (PyBytes_AsStringAndSize(object, &data, &count) < 0)
        return NULL;
    bool is_all;
    Py_BEGIN_ALLOW_THREADS
    is_all = is_utf8((const uint8_t *)data, (size_t)count);
    Py_END_ALLOW_THREADS
    return PyBool_FromLong(is_all);
}
