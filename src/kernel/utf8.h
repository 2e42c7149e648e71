/* Characters in UTF-8: how long they are, and which are white space. */
#ifndef MAINTEXT_UTF8_H
#define MAINTEXT_UTF8_H

#include <stdbool.h>
#include <stdint.h>

static inline bool is_continuation(uint8_t octet)
{
    return (octet & 0xC0) == 0x80;
}

static inline bool is_ascii_space(uint8_t octet)
{
    return octet == ' ' || (octet >= 0x09 && octet <= 0x0D) || (octet >= 0x1C && octet <= 0x1F);
}

/* Octets of the white-space character that stands here, 0 if none does. White space is what Python's `str.split` takes for it:
 * with the no-break space and all the others of Unicode. */
static inline int space_length(const uint8_t *at, const uint8_t *end)
{
    if (*at < 0x80)
        return is_ascii_space(*at);
    if (*at == 0xC2) /* U+0085, U+00A0 */
        return end - at >= 2 && (at[1] == 0x85 || at[1] == 0xA0) ? 2 : 0;
    if (*at < 0xE1 || *at > 0xE3 || end - at < 3)
        return 0;
    if (*at == 0xE1) /* U+1680 */
        return at[1] == 0x9A && at[2] == 0x80 ? 3 : 0;
    if (*at == 0xE3) /* U+3000 */
        return at[1] == 0x80 && at[2] == 0x80 ? 3 : 0;
    if (at[1] == 0x80) /* U+2000 to U+200A, U+2028, U+2029, U+202F */
        return (at[2] >= 0x80 && at[2] <= 0x8A) || at[2] == 0xA8 || at[2] == 0xA9 || at[2] == 0xAF ? 3 : 0;
    return at[1] == 0x81 && at[2] == 0x9F ? 3 : 0; /* U+205F */
}

static inline const uint8_t *skip_space(const uint8_t *at, const uint8_t *end)
{
    int length;
    while (at < end && (length = space_length(at, end)) > 0)
        at += length;
    return at;
}

/* Where the white space at the end of a text begins. */
static inline const uint8_t *skip_space_back(const uint8_t *begin, const uint8_t *end)
{
    while (end > begin) {
        const uint8_t *last = end - 1;
        while (last > begin && is_continuation(*last))
            last--;
        if (space_length(last, end) != end - last)
            break;
        end = last;
    }
    return end;
}

/* Octets of the character that stands here; 0 if it is none: cut off, too long for its value, a surrogate, beyond Unicode. */
static inline int character_length(const uint8_t *at, const uint8_t *end)
{
    const uint8_t first = *at;
    if (first < 0x80)
        return 1;
    if (first < 0xC2)
        return 0;
    if (first < 0xE0)
        return end - at >= 2 && is_continuation(at[1]) ? 2 : 0;
    if (first < 0xF0) {
        if (end - at < 3 || !is_continuation(at[1]) || !is_continuation(at[2]))
            return 0;
        return (first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] > 0x9F) ? 0 : 3;
    }
    if (first > 0xF4 || end - at < 4 || !is_continuation(at[1]) || !is_continuation(at[2]) || !is_continuation(at[3]))
        return 0;
    return (first == 0xF0 && at[1] < 0x90) || (first == 0xF4 && at[1] > 0x8F) ? 0 : 4;
}

/* Write a character, and half of one as if it were whole. Returns where the text goes on. */
static inline uint8_t *write_character(uint8_t *out, uint32_t code)
{
    if (code < 0x80) {
        *out++ = (uint8_t)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (uint8_t)(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (uint8_t)(0xE0 | code >> 12);
        } else {
            *out++ = (uint8_t)(0xF0 | code >> 18);
            *out++ = (uint8_t)(0x80 | (code >> 12 & 0x3F));
        }
        *out++ = (uint8_t)(0x80 | (code >> 6 & 0x3F));
    }
    *out++ = (uint8_t)(0x80 | (code & 0x3F));
    return out;
}

#endif
