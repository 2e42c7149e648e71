/* The compiled kernel of maintext, for readers who know Python better than C.
 *
 * The kernel does what the numpy code of the package does, only faster, and nothing else: the numpy code is the reference, and
 * tests compare the two. It is a few steps, each a function from `bytes` to `bytes` (or to text), so that each can be tried and
 * compared by itself:
 *
 *     encode.c                    text of a page           -> UTF-8
 *     string_data.c               a Python string          -> its characters, where Python keeps them
 *     depth.c                     UTF-8                    -> whether it nests too deep
 *     html.h, source.c read_page  UTF-8                    -> a tree like the parser's, and its table
 *     tree.c, found.c    read     the parser's tree        -> the table of a page
 *     head.c                      the parser's tree        -> what the head says
 *     clues.c, rows.c             the parser's tree, table -> where metadata may stand
 *     strings.c                   strings of metadata      -> whether they are clean, their words
 *     declared.c         declared the parser's tree        -> what the page says about itself out of sight
 *     judge.c, net.c     judge    table, weights           -> features, probabilities, decisions of the fused method
 *     density.c, density_keep.c   table                    -> scores and decisions of the text density methods
 *     text.c             text     table, decisions         -> plain text
 *     at_once.c      main_text    a page                   -> plain text, by all of these steps
 *
 * A table is a page as columns (see `maintext.table`, its twin): one `bytes` object with
 *
 *     header     8 numbers: rows, characters, bytes of text, 1 if marks and markup were not read, four unused
 *     columns    COLUMNS times `rows` numbers, in the order of the enumeration below
 *     text       UTF-8 of `Page.characters`
 *
 * All numbers are 64-bit integers in the machine's own order, so numpy reads the columns where they lie. Nothing on the way to a
 * decision and its text calls Python while it works on a page, so other threads run meanwhile; nothing recurses; each of these
 * steps after reading has one arena. What metadata is made of is Python's objects from the start.
 * Only the stable ("limited") API of Python 3.10 is used: one build serves all later versions.
 */
#ifndef MAINTEXT_KERNEL_H
#define MAINTEXT_KERNEL_H

#define PY_SSIZE_T_CLEAN /* lengths are Py_ssize_t */
#include <Python.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum column {
    TAG,        /* number of the element's name (maintext.tags), 0 for a text run */
    PARENT,     /* row of the parent; -1 for row 0 */
    END,        /* one past the last row of the subtree */
    DEPTH,      /* distance from row 0 */
    START,      /* where a text run begins, in characters; 0 for an element */
    CHARS,      /* its length in characters, white space collapsed; 0 for an element */
    BYTE_START, /* the same two in bytes of UTF-8 */
    BYTES,
    FLAGS,      /* SPACED, IN_LINK */
    MARKS,      /* what its name and the attributes of a part of the page say (maintext.marks), as bits */
    MARKUP,     /* characters of an element's start tag, as far as it is read; 0 for a text run */
    COLUMNS
};

enum flag {
    SPACED = 1,  /* white space stands between the text run before this one and this one */
    IN_LINK = 2  /* a hyperlink, button or drop-down list, or anything inside one */
};

#define TABLE_HEADER 8

typedef struct {
    int64_t rows;
    int64_t characters;
    int64_t bytes;
    bool has_marks; /* MARKS and MARKUP: they take time, and most methods do not ask for them */
    const int64_t *column[COLUMNS];
    const uint8_t *text;
} Table;

/* Look into a table. Returns false, with ValueError set, if `object` is no table. */
bool table_open(PyObject *object, Table *table);
void table_look(const int64_t *numbers, Table *table); /* the same for what is known to be one */

/* Memory that is needed for one page: taken piece by piece, zeroed, and given back all at once. */
typedef struct arena_chunk arena_chunk;
typedef struct {
    arena_chunk *chunks;
    arena_chunk *unused; /* chunks of earlier calls */
} Arena;

void *arena_take(Arena *arena, size_t count, size_t size); /* NULL if there is none left */
void *arena_room(Arena *arena, size_t count, size_t size); /* the same, not zeroed */
void arena_release(Arena *arena);

/* What was taken after a mark can be given back before the rest, to be taken again while it is still near the processor. */
typedef struct {
    arena_chunk *chunk;
    size_t used;
} ArenaMark;

ArenaMark arena_mark(const Arena *arena);
void arena_rewind(Arena *arena, ArenaMark mark);

/* The same with memory that is kept from one call to the next: both while holding the GIL. */
void arena_open(Arena *arena);
void arena_close(Arena *arena);
void arena_settle(Arena *arena); /* what it needs stays, the rest of what was kept is for others again */

/* density.c: CETD's composite text density of each row, or with 0 for text runs (false if memory runs out), and the sum of a density
 * over the children of each row, text runs among them or not. */
bool composite_density(const Table *table, Arena *arena, double *density);
bool composite_density_of_elements(const Table *table, Arena *arena, double *density);
void density_sum(const Table *table, const double *density, bool with_text, double *sum);

/* density_keep.c: for Python */
PyObject *kernel_density(PyObject *module, PyObject *arguments);
PyObject *kernel_keep_density_sum(PyObject *module, PyObject *arguments);
PyObject *kernel_keep_smoothed_density(PyObject *module, PyObject *arguments);

#endif
