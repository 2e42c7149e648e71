/* The texts of blocks, character by character: what kinds there are, and what a block has in common with what the page declares. */
#include "judge.h"

enum { SHORTEST_TEXT = 9 }; /* characters of a declared text that can be looked for */

/* The runs of four characters that stand in the declared texts, as sets with a bit for each. */
typedef struct {
    uint32_t *any; /* in any of them: most characters of a page need to look no further */
    uint32_t *in[DECLARED_TEXTS];
} Known;

static inline bool has(const uint32_t *set, uint32_t gram)
{
    return set[gram / 32] >> gram % 32 & 1;
}

static inline void put(uint32_t *set, uint32_t gram)
{
    set[gram / 32] |= (uint32_t)1 << gram % 32;
}

static bool open_known(Arena *arena, Known *known)
{
    known->any = arena_take(arena, GRAMS / 32, sizeof(uint32_t));
    bool is_open = known->any != NULL;
    for (int text = 0; text < DECLARED_TEXTS; text++) {
        known->in[text] = arena_take(arena, GRAMS / 32, sizeof(uint32_t));
        is_open = is_open && known->in[text];
    }
    return is_open;
}

/* Room for the characters of one text, and its runs of four. */
typedef struct {
    uint32_t *codes;
    uint32_t *grams;
} Reading;

/* Returns how many different runs of four characters a declared text has; 1 for a text that is too short to be looked for. */
static int64_t learn(const Alphabet *alphabet, const Declared *said, int text, const Reading *reading, Known *known)
{
    int64_t kinds[COUNTED_KINDS] = {0}, different = 0;
    const int64_t length = read_small(alphabet, said->text[text], said->bytes[text], reading->codes, kinds);
    if (length < SHORTEST_TEXT)
        return 1;
    number_grams(reading->codes, length, reading->grams);
    for (int64_t at = 0; at + GRAM <= length; at++) {
        const uint32_t gram = reading->grams[at];
        different += !has(known->in[text], gram);
        put(known->in[text], gram);
        put(known->any, gram);
    }
    return different;
}

/* How many runs of four characters of a block stand in each text. */
static void count_known(const Known *known, const uint32_t *grams, int64_t count, int64_t *found)
{
    for (int64_t at = 0; at < count; at++)
        if (has(known->any, grams[at]))
            for (int text = 0; text < DECLARED_TEXTS; text++)
                found[text] += has(known->in[text], grams[at]);
}

static int64_t last_run(const Blocks *blocks, int64_t block)
{
    return (block + 1 < blocks->count ? blocks->column[FIRST][block + 1] : blocks->runs) - 1;
}

/* All about one block in one go, while its characters are near. */
static void read_block(const View *view, const Alphabet *alphabet, int64_t block, const Known *known, const Reading *reading)
{
    const Table *table = view->table;
    const Blocks *blocks = &view->blocks;
    const int64_t first = blocks->run[blocks->column[FIRST][block]], last = blocks->run[last_run(blocks, block)];
    const int64_t start = table->column[BYTE_START][first];
    const int64_t bytes = table->column[BYTE_START][last] + table->column[BYTES][last] - start;
    int64_t kinds[COUNTED_KINDS] = {0};
    const int64_t length = read_small(alphabet, table->text + start, bytes, reading->codes, kinds);
    blocks->column[SENTENCE_ENDS][block] = kinds[0];
    blocks->column[PAUSES][block] = kinds[1];
    blocks->column[CAPITALS][block] = kinds[2];
    view->closes[block] = (kind_of(view->constants, reading->codes[length - 1]) & IS_CLOSING) != 0;
    number_grams(reading->codes, length, reading->grams);
    count_known(known, reading->grams, length - GRAM + 1, view->found + block * DECLARED_TEXTS);
}

static int64_t longest_text(const View *view)
{
    int64_t longest = 0;
    for (int text = 0; text < DECLARED_TEXTS; text++)
        if (view->declared->bytes[text] > longest)
            longest = view->declared->bytes[text];
    for (int64_t block = 0; block < view->blocks.count; block++) {
        const int64_t length = view->blocks.column[STOP][block] - view->blocks.column[FROM][block];
        if (length > longest)
            longest = length;
    }
    return longest;
}

bool read_texts(View *view)
{
    view->closes = arena_room(view->arena, (size_t)view->blocks.count, 1);
    view->found = arena_take(view->arena, (size_t)view->blocks.count * DECLARED_TEXTS, sizeof(int64_t));
    const ArenaMark mark = arena_mark(view->arena);
    const size_t longest = (size_t)longest_text(view);
    const Reading reading = {
        arena_room(view->arena, longest, sizeof(uint32_t)),
        arena_room(view->arena, longest, sizeof(uint32_t)),
    };
    const Alphabet alphabet = alphabet_of(view->constants);
    Known known;
    if (!view->closes || !view->found || !reading.codes || !reading.grams || !open_known(view->arena, &known))
        return false;
    for (int text = 0; text < DECLARED_TEXTS; text++)
        view->different[text] = learn(&alphabet, view->declared, text, &reading, &known);
    for (int64_t block = 0; block < view->blocks.count; block++)
        read_block(view, &alphabet, block, &known, &reading);
    arena_rewind(view->arena, mark);
    return true;
}
