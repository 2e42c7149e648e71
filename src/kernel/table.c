/* Tables and memory: what all steps share. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

void table_look(const int64_t *numbers, Table *table)
{
    table->rows = numbers[0];
    table->characters = numbers[1];
    table->bytes = numbers[2];
    table->has_marks = numbers[3] == 0;
    for (int column = 0; column < COLUMNS; column++)
        table->column[column] = numbers + TABLE_HEADER + column * table->rows;
    table->text = (const uint8_t *)(numbers + TABLE_HEADER + COLUMNS * table->rows);
}

bool table_open(PyObject *object, Table *table)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(object, &data, &size) < 0)
        return false;
    const int64_t *numbers = (const int64_t *)data;
    const int64_t available = size / 8 - TABLE_HEADER;
    if (available < 0 || numbers[0] < 1 || numbers[0] > available / COLUMNS || numbers[2] < 0 || numbers[2] > size
        || TABLE_HEADER * 8 + numbers[0] * COLUMNS * 8 + numbers[2] != size) {
        PyErr_SetString(PyExc_ValueError, "these bytes are no table of a page");
        return false;
    }
    table_look(numbers, table);
    return true;
}

struct arena_chunk {
    arena_chunk *next;
    size_t used, size;
    arena_chunk *next_set;   /* of those that are kept, in the first chunk of a set */
    unsigned long last_user; /* and the thread that used it */
};

enum { ALIGNMENT = 64, SMALLEST_CHUNK = 1 << 16 };

/* Room in front of a chunk's data for its header, aligned. */
static const size_t CHUNK_HEADER = ALIGNMENT;

/* Chunks that nobody uses. Memory fresh from the system costs more than the work on most pages, so some is kept: in sets, one for
 * each arena that was in use at the same time, so that none of them goes without. A thread gets back what it had, as its processor
 * has that at hand. Whoever reads or changes this holds the GIL. */
static arena_chunk *kept_sets;
static size_t kept_bytes;
static const size_t MOST_KEPT = 32 << 20;

/* The last set that this thread used, or else the last of all. */
static arena_chunk *taken_set(void)
{
    const unsigned long user = PyThread_get_thread_ident();
    arena_chunk **place = &kept_sets;
    while (*place && (*place)->last_user != user)
        place = &(*place)->next_set;
    if (!*place)
        place = &kept_sets;
    arena_chunk *set = *place;
    if (set)
        *place = set->next_set;
    return set;
}

void arena_open(Arena *arena)
{
    *arena = (Arena){NULL, taken_set()};
    for (const arena_chunk *chunk = arena->unused; chunk; chunk = chunk->next)
        kept_bytes -= chunk->size;
}

/* Puts the chunks that may be kept in front of a set, and frees the others. */
static arena_chunk *added_to_set(arena_chunk *chunk, arena_chunk *set)
{
    while (chunk) {
        arena_chunk *next = chunk->next;
        if (chunk->size <= MOST_KEPT - kept_bytes) {
            chunk->next = set;
            set = chunk;
            kept_bytes += chunk->size;
        } else {
            free(chunk);
        }
        chunk = next;
    }
    return set;
}

static void keep_set(arena_chunk *set)
{
    if (set) {
        set->last_user = PyThread_get_thread_ident();
        set->next_set = kept_sets;
        kept_sets = set;
    }
}

void arena_close(Arena *arena)
{
    arena_chunk *set = added_to_set(arena->chunks, NULL); /* first: pages come in sizes, and what was just needed will be again */
    keep_set(added_to_set(arena->unused, set));
    *arena = (Arena){NULL, NULL};
}

void arena_settle(Arena *arena)
{
    keep_set(added_to_set(arena->unused, NULL));
    arena->unused = NULL;
}

/* A chunk with that much room, one that is there already if possible: but none that is far too large, for it may be needed as long
 * as a page is. */
static arena_chunk *next_chunk(Arena *arena, size_t wanted)
{
    const size_t room = wanted > SMALLEST_CHUNK ? wanted : SMALLEST_CHUNK;
    for (arena_chunk **place = &arena->unused; *place; place = &(*place)->next)
        if ((*place)->size >= wanted && (*place)->size / 4 <= room) {
            arena_chunk *chunk = *place;
            *place = chunk->next;
            return chunk;
        }
    arena_chunk *chunk = malloc(CHUNK_HEADER + room);
    if (chunk)
        chunk->size = room;
    return chunk;
}

void *arena_room(Arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - ALIGNMENT) / size)
        return NULL;
    size_t wanted = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    arena_chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < wanted) {
        chunk = next_chunk(arena, wanted);
        if (!chunk)
            return NULL;
        chunk->used = 0;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *piece = (char *)chunk + CHUNK_HEADER + chunk->used;
    chunk->used += wanted;
    return piece;
}

void *arena_take(Arena *arena, size_t count, size_t size)
{
    void *piece = arena_room(arena, count, size);
    return piece ? memset(piece, 0, count * size) : NULL; /* piece by piece: most pages need a small part of a chunk */
}

ArenaMark arena_mark(const Arena *arena)
{
    return (ArenaMark){arena->chunks, arena->chunks ? arena->chunks->used : 0};
}

void arena_rewind(Arena *arena, ArenaMark mark)
{
    while (arena->chunks != mark.chunk) {
        arena_chunk *chunk = arena->chunks;
        arena->chunks = chunk->next;
        chunk->next = arena->unused;
        arena->unused = chunk;
    }
    if (mark.chunk)
        mark.chunk->used = mark.used;
}

static void free_chunks(arena_chunk *chunk)
{
    while (chunk) {
        arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

void arena_release(Arena *arena)
{
    free_chunks(arena->chunks);
    free_chunks(arena->unused);
    *arena = (Arena){NULL, NULL};
}
