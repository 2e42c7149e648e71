/* `read_page`: a page to its table, by our own reading of HTML (html.h). */
#include "html.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 }; /* of memory that is taken at once */

void *room_for(Reading *reading, size_t size)
{
    const size_t wanted = (size + 7) & ~(size_t)7;
    if (wanted > (size_t)(reading->room_end - reading->room)) {
        const size_t piece = wanted > PIECE / 4 ? wanted : PIECE;
        uint8_t *room = arena_room(reading->arena, piece, 1);
        if (!room)
            give_up(reading, OUT_OF_MEMORY);
        if (piece == wanted)
            return room;
        reading->room = room;
        reading->room_end = room + piece;
    }
    uint8_t *room = reading->room;
    reading->room += wanted;
    return room;
}

void give_up(Reading *reading, Ending why)
{
    reading->ending = why;
    longjmp(reading->way_out, 1);
}

static Ending read_into(Reading *reading, LexborString text)
{
    if (setjmp(reading->way_out))
        return reading->ending;
    begin_tokens(reading, text);
    read_all(reading);
    return READ;
}

static const LexborNode *body_after(const LexborNode *head)
{
    const LexborNode *node = head->next;
    while (node->type != LEXBOR_ELEMENT || ((const Element *)node)->kind != BODY)
        node = node->next;
    return node;
}

/* The tree of a page, in memory of the arena. `roots` get what is found. */
static Ending tree_of(const Vocabulary *vocabulary, LexborString text, Arena *arena, Roots *roots)
{
    Reading reading = {.vocabulary = vocabulary, .arena = arena};
    const Ending ending = read_into(&reading, text);
    if (ending == READ) /* the page has ended, so there are a head and a body */
        *roots = (Roots){body_after(&reading.head->lexbor.node), &reading.head->lexbor.node, &reading.html->lexbor.node};
    free(reading.open.data);
    free(reading.formatting.data);
    free(reading.templates.data);
    free(reading.own_names.slots);
    return ending;
}

static Ending tree_if_readable(
    const Vocabulary *vocabulary, LexborString text, const DepthLook *look, Arena *arena, Roots *roots
)
{
    if (!text.length || memchr(text.data, '\0', text.length) || nests_deep(look, text.data, text.length))
        return GAVE_UP;
    return tree_of(vocabulary, text, arena, roots);
}

/* All that is done without the lock, at once: each time it is asked for again it may be another thread's for a while. */
Ending read_and_walk(
    const Source *source, const Vocabulary *vocabulary, const DepthLook *look, Arena *arena, Roots *roots, Walk *walk
)
{
    const Ending ending = tree_if_readable(vocabulary, utf8_of(source), look, arena, roots);
    return ending == READ ? walk_tree(walk, roots->body) : ending;
}

static PyObject *read_source(
    PyObject *arguments, PyObject *capsule, const Source *source, const DepthLook *look, Arena *arena, Walk *walk
)
{
    const Vocabulary *vocabulary = vocabulary_of(capsule);
    Roots roots;
    Ending ending;
    Py_BEGIN_ALLOW_THREADS
    ending = read_and_walk(source, vocabulary, look, arena, &roots, walk);
    Py_END_ALLOW_THREADS
    return walk_results(ending, walk, capsule, arguments, &roots, arena);
}

/* read_page(vocabulary, source, is_ascii, look, with_marks) -> what `read` gives, or None for a page that is left to the parser.
 * The source is a string, or octets of UTF-8; depth.c says what the look is. */
PyObject *kernel_read_page(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *object, *look_arguments, *found = NULL;
    int is_ascii, with_marks;
    DepthLook look;
    if (!PyArg_ParseTuple(arguments, "OOpO!p", &capsule, &object, &is_ascii, &PyTuple_Type, &look_arguments, &with_marks)
        || !depth_look_open(look_arguments, &look) || !vocabulary_of(capsule))
        return NULL;
    Walk *walk = walk_new(vocabulary_of(capsule), with_marks);
    if (!walk)
        return NULL;
    Arena arena;
    arena_open(&arena);
    Source source;
    if (source_open(object, is_ascii, &arena, &source))
        found = read_source(arguments, capsule, &source, &look, &arena, walk);
    arena_close(&arena); /* unless the document has it now */
    walk_free(walk);
    return found;
}
