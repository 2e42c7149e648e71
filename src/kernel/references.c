/* Character references: `&amp;`, `&#38;` and `&#x26;` are all `&`. */
#include "html.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* -- those with a name --------------------------------------------------------------------------------------------------- */

enum { LONGEST_WITHOUT_SEMICOLON = 6, SHORTEST = 2 };

static Reference *slot_of(const References *references, const uint8_t *name, size_t length)
{
    size_t slot = hash_of_octets(name, length) & (references->capacity - 1);
    for (const Reference *found; (found = &references->slots[slot])->name; slot = (slot + 1) & (references->capacity - 1))
        if (found->name_length == length && !memcmp(found->name, name, length))
            break;
    return &references->slots[slot];
}

/* All of them are kept as Python has them: the dict lives as long as the vocabulary. */
bool references_build(References *references, PyObject *texts_by_name)
{
    references->capacity = 64;
    while (references->capacity < 2 * (size_t)PyDict_Size(texts_by_name))
        references->capacity *= 2;
    references->slots = calloc(references->capacity, sizeof *references->slots);
    if (!references->slots) {
        PyErr_NoMemory();
        return false;
    }
    Py_INCREF(texts_by_name);
    references->owner = texts_by_name;
    PyObject *name, *text;
    for (Py_ssize_t at = 0; PyDict_Next(texts_by_name, &at, &name, &text);) {
        Py_ssize_t name_length, length;
        const char *letters = PyUnicode_AsUTF8AndSize(name, &name_length);
        const char *octets = letters ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
        if (!octets)
            return false;
        if (name_length > references->longest)
            references->longest = name_length;
        *slot_of(references, (const uint8_t *)letters, (size_t)name_length) =
            (Reference){letters, (size_t)name_length, {(const uint8_t *)octets, (size_t)length}};
    }
    return true;
}

void references_free(References *references)
{
    free(references->slots);
    Py_XDECREF(references->owner);
}

static bool is_alphanumeric(uint8_t octet)
{
    return is_letter(octet) || (octet >= '0' && octet <= '9');
}

/* The longest name that stands here; NULL if none does. */
static const Reference *named(const References *references, const uint8_t *at, const uint8_t *end)
{
    size_t length = 0, longest = (size_t)references->longest;
    while (length < longest && at + length < end && is_alphanumeric(at[length]))
        length++;
    if (length && at + length < end && at[length] == ';') {
        const Reference *found = slot_of(references, at, length + 1);
        if (found->name)
            return found;
    }
    for (size_t less = length < LONGEST_WITHOUT_SEMICOLON ? length : LONGEST_WITHOUT_SEMICOLON; less >= SHORTEST; less--) {
        const Reference *found = slot_of(references, at, less);
        if (found->name)
            return found;
    }
    return NULL;
}

/* -- those with a number ------------------------------------------------------------------------------------------------- */

enum { REPLACEMENT = 0xFFFD, LAST_CHARACTER = 0x10FFFF };

/* What numbers from 0x80 on mean: windows-1252's characters, where it has any. */
static const uint16_t FROM_80[32] = {
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,  0x2039, 0x152,  0x8D,   0x17D,  0x8F,
    0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178,
};

static int digit_of(uint8_t octet, uint32_t base)
{
    const uint8_t small = small_letter(octet);
    const int digit = octet >= '0' && octet <= '9' ? octet - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
    return digit < (int)base ? digit : -1;
}

static uint32_t character_of(uint32_t number)
{
    if (number >= 0x80 && number < 0xA0)
        return FROM_80[number - 0x80];
    return !number || number > LAST_CHARACTER || (number >= 0xD800 && number <= 0xDFFF) ? REPLACEMENT : number;
}

/* Read a number behind `&#`. Returns where the text goes on; NULL if there is none. */
static const uint8_t *numbered(const uint8_t *at, const uint8_t *end, uint32_t *character)
{
    const bool is_hexadecimal = at < end && (*at | 0x20) == 'x';
    const uint32_t base = is_hexadecimal ? 16 : 10;
    at += is_hexadecimal;
    uint32_t number = 0;
    const uint8_t *const begin = at;
    for (int digit; at < end && (digit = digit_of(*at, base)) >= 0; at++)
        if (number <= LAST_CHARACTER)
            number = number * base + (uint32_t)digit;
    if (at == begin)
        return NULL;
    *character = character_of(number);
    return at < end && *at == ';' ? at + 1 : at;
}

/* -- texts --------------------------------------------------------------------------------------------------------------- */

/* In the value of an attribute, `&copy=1` and `&copyright` are parts of an address. */
static bool is_part_of_address(const Reference *found, const uint8_t *at, const uint8_t *end)
{
    const uint8_t *next = at + found->name_length;
    return next[-1] != ';' && next < end && (*next == '=' || is_alphanumeric(*next));
}

/* Write what the `&` here stands for. Returns where the text goes on. */
static const uint8_t *write_reference(
    const References *references, const uint8_t *at, const uint8_t *end, bool in_attribute, uint8_t **out
)
{
    if (end - at > 1 && at[1] == '#') {
        uint32_t character;
        const uint8_t *next = numbered(at + 2, end, &character);
        if (next) {
            *out = write_character(*out, character);
            return next;
        }
    } else {
        const Reference *found = named(references, at + 1, end);
        if (found && !(in_attribute && is_part_of_address(found, at + 1, end))) {
            memcpy(*out, found->text.data, found->text.length);
            *out += found->text.length;
            return at + 1 + found->name_length;
        }
    }
    *(*out)++ = '&';
    return at + 1;
}

LexborString resolved(Reading *reading, LexborString text, bool in_attribute)
{
    const uint8_t *at = text.data, *const end = at + text.length;
    const uint8_t *sign = text.length ? memchr(at, '&', text.length) : NULL;
    if (!sign)
        return text;
    enum { LONGER = 2 }; /* what `&nGt;` and `&nLt;` stand for is a little longer than they are */
    uint8_t *const begin = room_for(reading, LONGER * text.length), *out = begin;
    while (sign) {
        memcpy(out, at, (size_t)(sign - at));
        out += sign - at;
        at = write_reference(&reading->vocabulary->references, sign, end, in_attribute, &out);
        sign = at < end ? memchr(at, '&', (size_t)(end - at)) : NULL;
    }
    memcpy(out, at, (size_t)(end - at));
    out += end - at;
    return (LexborString){begin, (size_t)(out - begin)};
}
