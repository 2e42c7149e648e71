/* A tree on its way into a table: what the walk (tree.c) collects, and what Python is given of it (found.c). */
#ifndef MAINTEXT_WALK_H
#define MAINTEXT_WALK_H

#include "reader.h"

typedef int64_t Row[COLUMNS];

/* A run inside of an element that shows white space as written. */
typedef struct {
    int64_t row;
    size_t start, length; /* in the octets of all of them */
} WrittenRun;

/* A name of an element that lexbor or we do not know. */
typedef struct {
    LexborNumber name;
    int64_t tag;
} Custom;

struct Walk {
    const Vocabulary *vocabulary;
    bool with_marks; /* whether attributes are read */
    Ending ending;   /* READ as long as nothing is amiss */

    Vector rows;  /* of Row */
    Vector nodes; /* of const LexborNode *: the element of each row, NULL for a text run */
    Vector text;  /* octets: all runs, with NUL between them, and a space on each side where white space stands there */
    int64_t characters;

    int64_t last_text;    /* row of the last text run so far, -1 if there is none */
    bool trailing_space;  /* which ends in white space */
    bool ends_in_space;   /* which ends in white space, or an element that preserves it began after some */
    Vector blanks;        /* of const LexborText *: the white space since then */
    int64_t preformatted; /* row of the outermost open element that shows white space as written, -1 if there is none */
    Vector verbatim;      /* of WrittenRun: the runs inside of such elements */
    Vector written;       /* octets: their text */

    Vector custom;       /* of Custom: an open hash table, each name once */
    Vector custom_names; /* of LexborNumber: those without a number of ours, in document order */
    Vector scripts;      /* of Script */
    MarksMemory marks;
};

#endif
