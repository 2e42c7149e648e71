/* `encode`: a string as UTF-8, without halves of characters (lone surrogates), which no encoding has: what Python's
 * `str.encode("utf-8", "ignore")` does one character after the other. Pages are mostly ASCII with a few other signs, so sixteen
 * characters at once are looked at. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

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
static bool write_ascii(uint8_t *out, const uint32_t *characters)
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

/* encode(text) -> bytes */
PyObject *kernel_encode(PyObject *module, PyObject *text)
{
    (void)module;
    const Py_ssize_t count = PyUnicode_GetLength(text); /* -1, with an error set, for what is no string */
    if (count < 0)
        return NULL;
    if ((size_t)count > SIZE_MAX / 8)
        return PyErr_NoMemory();
    Py_UCS4 *characters = malloc(((size_t)count + 1) * sizeof *characters);
    if (!characters)
        return PyErr_NoMemory();
    PyObject *encoded = NULL;
    if (PyUnicode_AsUCS4(text, characters, count, 0)) {
        size_t size;
        Py_BEGIN_ALLOW_THREADS
        size = encode_in_place(characters, (size_t)count);
        Py_END_ALLOW_THREADS
        encoded = PyBytes_FromStringAndSize((const char *)characters, (Py_ssize_t)size);
    }
    free(characters);
    return encoded;
}
