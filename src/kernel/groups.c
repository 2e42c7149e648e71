/* Groups of equal things, found with hash tables: in linear time, however large a page is. */
#include "judge.h"

#include <string.h>

/* Slots of a hash table: a power of two, at least twice as many as things, and no less than 16. */
static int64_t slots_for(int64_t count)
{
    int64_t slots = 16;
    while (slots < 2 * count)
        slots *= 2;
    return slots;
}

static uint64_t well_mixed(uint64_t key)
{
    key *= 0x9E3779B97F4A7C15u;
    return key ^ key >> 32;
}

bool group_by_key(Arena *arena, const uint64_t *keys, int64_t count, Groups *groups)
{
    const int64_t slots = slots_for(count);
    groups->of = arena_room(arena, (size_t)count, sizeof(int64_t));
    const ArenaMark mark = arena_mark(arena);
    int64_t *slot = arena_take(arena, (size_t)slots, sizeof(int64_t)); /* 1 + the first thing with a key; 0 where it is free */
    groups->count = 0;
    if (!slot || !groups->of)
        return false;
    for (int64_t thing = 0; thing < count; thing++) {
        int64_t at = (int64_t)(well_mixed(keys[thing]) & (uint64_t)(slots - 1));
        while (slot[at] && keys[slot[at] - 1] != keys[thing])
            at = (at + 1) & (slots - 1);
        if (slot[at]) {
            groups->of[thing] = groups->of[slot[at] - 1];
        } else {
            slot[at] = thing + 1;
            groups->of[thing] = groups->count++;
        }
    }
    arena_rewind(arena, mark);
    return true;
}

/* -- texts ------------------------------------------------------------------------------------------------------------------ */

typedef struct {
    const uint8_t *bytes;
    int64_t length;
    uint64_t hash;
} Text;

static uint64_t hash_of(const uint8_t *bytes, int64_t length)
{
    uint64_t hash = (uint64_t)length, word;
    for (; length >= 8; bytes += 8, length -= 8) {
        memcpy(&word, bytes, 8);
        hash = well_mixed(hash ^ word);
    }
    word = 0;
    memcpy(&word, bytes, (size_t)length);
    return well_mixed(hash ^ word);
}

/* The text of a block with several runs: they stand a space apart, whatever stands between them in the table. */
static int64_t join_runs(const Table *table, const Blocks *blocks, int64_t block, uint8_t *joined)
{
    int64_t length = 0;
    for (int64_t run = blocks->column[FIRST][block]; run < blocks->runs && blocks->of_run[run] == block; run++) {
        const int64_t row = blocks->run[run], bytes = table->column[BYTES][row];
        if (length)
            joined[length++] = ' ';
        memcpy(joined + length, table->text + table->column[BYTE_START][row], (size_t)bytes);
        length += bytes;
    }
    return length;
}

/* `room` is for the joined text, and is moved on. */
static Text text_of(const Table *table, const Blocks *blocks, int64_t block, uint8_t **room)
{
    const int64_t first = blocks->column[FIRST][block], row = blocks->run[first];
    const bool is_alone = first + 1 == blocks->runs || blocks->of_run[first + 1] != block;
    Text text = {table->text + table->column[BYTE_START][row], table->column[BYTES][row], 0};
    if (!is_alone) {
        text.bytes = *room;
        text.length = join_runs(table, blocks, block, *room);
        *room += text.length;
    }
    text.hash = hash_of(text.bytes, text.length);
    return text;
}

static bool are_equal(const Text *one, const Text *other)
{
    return one->hash == other->hash && one->length == other->length
        && memcmp(one->bytes, other->bytes, (size_t)one->length) == 0;
}

bool find_first_copies(const Table *table, Arena *arena, Blocks *blocks)
{
    const int64_t slots = slots_for(blocks->count);
    const ArenaMark mark = arena_mark(arena);
    int64_t *slot = arena_take(arena, (size_t)slots, sizeof(int64_t));
    Text *texts = arena_room(arena, (size_t)blocks->count, sizeof(Text));
    uint8_t *room = arena_room(arena, (size_t)(table->bytes + blocks->runs), 1);
    if (!slot || !texts || !room)
        return false;
    for (int64_t block = 0; block < blocks->count; block++) {
        texts[block] = text_of(table, blocks, block, &room);
        int64_t at = (int64_t)(texts[block].hash & (uint64_t)(slots - 1));
        while (slot[at] && !are_equal(&texts[slot[at] - 1], &texts[block]))
            at = (at + 1) & (slots - 1);
        if (!slot[at])
            slot[at] = block + 1;
        blocks->column[FIRST_COPY][block] = slot[at] - 1;
    }
    arena_rewind(arena, mark);
    return true;
}
