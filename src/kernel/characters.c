/* What the characters of a text are. */
#include "judge.h"

/* The bytes are valid UTF-8, except that it may hold lone surrogates. */
int64_t decode(const uint8_t *text, int64_t bytes, uint32_t *codes)
{
    int64_t count = 0;
    for (int64_t at = 0; at < bytes;) {
        const uint8_t byte = text[at];
        if (byte < 0x80) {
            codes[count++] = byte;
            at++;
            continue;
        }
        const int more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
        uint32_t code = byte & (0x3F >> more);
        for (int next = 1; next <= more && at + next < bytes; next++)
            code = code << 6 | (text[at + next] & 0x3F);
        codes[count++] = code;
        at += more + 1;
    }
    return count;
}

void count_characters(const Constants *constants, const uint32_t *codes, Blocks *blocks)
{
    for (int64_t block = 0; block < blocks->count; block++) {
        int64_t sentence_ends = 0, pauses = 0, capitals = 0;
        for (int64_t at = blocks->column[FROM][block]; at < blocks->column[STOP][block]; at++) {
            const uint8_t kind = kind_of(constants, codes[at]);
            sentence_ends += kind & ENDS_SENTENCE;
            pauses += (kind & IS_PAUSE) / IS_PAUSE;
            capitals += (kind & IS_CAPITAL) / IS_CAPITAL;
        }
        blocks->column[SENTENCE_ENDS][block] = sentence_ends;
        blocks->column[PAUSES][block] = pauses;
        blocks->column[CAPITALS][block] = capitals;
    }
}

/* All capitals that we know stand 32 before their small letters. */
void make_small(const Constants *constants, uint32_t *codes, int64_t count)
{
    for (int64_t at = 0; at < count; at++)
        codes[at] += (kind_of(constants, codes[at]) & IS_CAPITAL) * (32 / IS_CAPITAL);
}

void number_grams(const uint32_t *codes, int64_t count, uint32_t *grams)
{
    for (int64_t at = 0; at + GRAM <= count; at++) {
        uint32_t mixed = codes[at] * 0x9E3779B1u + codes[at + 1] * 0x85EBCA6Bu + codes[at + 2] * 0xC2B2AE35u
            + codes[at + 3] * 0x27D4EB2Fu;
        mixed ^= mixed >> 15;
        grams[at] = mixed * 0x9E3779B1u >> (32 - GRAM_BITS);
    }
}
