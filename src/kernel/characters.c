/* What the characters of a text are. */
#include "judge.h"

/* Bytes of the character that begins with a byte. The text is UTF-8, except that it may hold lone surrogates. */
static inline int length_of(uint8_t first)
{
    return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

static inline uint32_t code_at(const uint8_t *text, int length)
{
    uint32_t code = text[0] & (0x7F >> length);
    for (int next = 1; next < length; next++)
        code = code << 6 | (text[next] & 0x3F);
    return code;
}

/* All capitals that we know stand 32 before their small letters. */
static inline uint32_t small(uint32_t code, uint8_t kind)
{
    return code + (kind & IS_CAPITAL) * (32 / IS_CAPITAL);
}

/* How often each kind was seen, three counters in one number, so that each character costs one addition. */
enum { COUNTER_BITS = 21, MOST_COUNTED = 1 << 20 };

static inline uint64_t as_counters(uint8_t kind)
{
    return (kind & ENDS_SENTENCE ? (uint64_t)1 : 0) | (kind & IS_PAUSE ? (uint64_t)1 << COUNTER_BITS : 0)
        | (kind & IS_CAPITAL ? (uint64_t)1 << 2 * COUNTER_BITS : 0);
}

static inline int64_t counter(uint64_t counters, int which)
{
    return (int64_t)(counters >> which * COUNTER_BITS & ((1 << COUNTER_BITS) - 1));
}

Alphabet alphabet_of(const Constants *constants)
{
    Alphabet alphabet = {.constants = constants};
    for (uint32_t code = 0; code < 128; code++) {
        const uint8_t kind = kind_of(constants, code);
        alphabet.counters[code] = as_counters(kind);
        alphabet.small[code] = (uint8_t)small(code, kind);
    }
    return alphabet;
}

/* Characters from `text` up to `end`, MOST_COUNTED at most. Returns where it stopped. */
static const uint8_t *read_some(
    const Alphabet *alphabet, const uint8_t *text, const uint8_t *end, uint32_t **codes, uint64_t *counters
)
{
    uint32_t *code = *codes;
    uint64_t seen = 0;
    if (end - text > MOST_COUNTED)
        end = text + MOST_COUNTED;
    while (text < end) {
        if (*text < 0x80) {
            seen += alphabet->counters[*text];
            *code++ = alphabet->small[*text++];
            continue;
        }
        const int length = length_of(*text);
        const uint32_t read = code_at(text, length);
        const uint8_t kind = kind_of(alphabet->constants, read);
        seen += as_counters(kind);
        *code++ = small(read, kind);
        text += length;
    }
    *codes = code;
    *counters = seen;
    return text;
}

int64_t read_small(const Alphabet *alphabet, const uint8_t *text, int64_t bytes, uint32_t *codes, int64_t *kinds)
{
    const uint8_t *end = text + bytes;
    uint32_t *code = codes;
    while (text < end) {
        uint64_t counters;
        text = read_some(alphabet, text, end, &code, &counters);
        for (int which = 0; which < COUNTED_KINDS; which++)
            kinds[which] += counter(counters, which);
    }
    return code - codes;
}

/* -- runs of four characters ------------------------------------------------------------------------------------------------- */

FOR_EACH_MACHINE void number_grams(const uint32_t *codes, int64_t count, uint32_t *grams)
{
    for (int64_t at = 0; at + GRAM <= count; at++) {
        const uint32_t first = codes[at] * 0x9E3779B1u + codes[at + 1], second = codes[at + 2] * 0x9E3779B1u + codes[at + 3];
        grams[at] = (first * 0x85EBCA6Bu + second) * 0xC2B2AE35u >> (32 - GRAM_BITS);
    }
}
