/* Tables and memory: what all steps share. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

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
    table->rows = numbers[0];
    table->characters = numbers[1];
    table->bytes = numbers[2];
    for (int column = 0; column < COLUMNS; column++)
        table->column[column] = numbers + TABLE_HEADER + column * table->rows;
    table->text = (const uint8_t *)(numbers + TABLE_HEADER + COLUMNS * table->rows);
    return true;
}

struct arena_chunk {
    arena_chunk *next;
    size_t used, size;
};

enum { ALIGNMENT = 64, SMALLEST_CHUNK = 1 << 18 };

/* Room in front of a chunk's data for its header, aligned. */
static const size_t CHUNK_HEADER = ALIGNMENT;

void *arena_take(Arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - ALIGNMENT) / size)
        return NULL;
    size_t wanted = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    arena_chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < wanted) {
        size_t room = wanted > SMALLEST_CHUNK ? wanted : SMALLEST_CHUNK;
        chunk = calloc(1, CHUNK_HEADER + room);
        if (!chunk)
            return NULL;
        chunk->size = room;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *piece = (char *)chunk + CHUNK_HEADER + chunk->used;
    chunk->used += wanted;
    return piece;
}

void arena_release(Arena *arena)
{
    while (arena->chunks) {
        arena_chunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
}
