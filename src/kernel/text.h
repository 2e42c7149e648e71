/* What text.c and questions.c share: what the names of elements mean to text. */
#ifndef MAINTEXT_TEXT_H
#define MAINTEXT_TEXT_H

#include "reader.h"

/* What an element's name says. `maintext.render.compiled_text` has the same list, and tells which names these are. */
enum kind {
    STARTS_LINE = 1 << 0,   /* a block, but no table cell */
    STANDS_APART = 1 << 1,  /* with an empty line around it */
    CELL = 1 << 2,
    LIST = 1 << 3,
    ITEM = 1 << 4,          /* of a list: a list inside of it does not stand apart */
    BREAK = 1 << 5,
    LINK = 1 << 6,          /* link, button or drop-down list */
    ANCHOR = 1 << 7,
    TITLE = 1 << 8,         /* a heading or its like */
    RAISED = 1 << 9,
    CODE = 1 << 10,
    MAY_BE_GUTTER = 1 << 11, /* may hold the numbers of lines of code */
    FORMULA = 1 << 12,
    TABLE = 1 << 13,
    BUTTON = 1 << 14,
    SPAN = 1 << 15
};

enum { MOST_NAMES = 1024 };

/* Set once, by `maintext.render.compiled_text` before the first text. The last name stands for all that are not known. */
typedef struct {
    int64_t names;
    uint16_t kind[MOST_NAMES];
    int64_t longest_mark;      /* characters of a link to a footnote */
    int64_t longest_permalink; /* characters of a sign that links to its heading */
} NamesInText;

extern NamesInText names_in_text;

static inline unsigned kind_of(const Table *table, int64_t row)
{
    const int64_t tag = table->column[TAG][row];
    return names_in_text.kind[tag < names_in_text.names ? tag : names_in_text.names - 1];
}

static inline bool is_text(const Table *table, int64_t row)
{
    return table->column[TAG][row] == 0;
}

/* A table and a decision for each of its rows, as Python hands them over. False with an error set. */
bool open_decisions(PyObject *table_object, PyObject *keep_object, Table *table, const uint8_t **keep);

#endif
