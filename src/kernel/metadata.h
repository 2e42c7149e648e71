/* What the files that metadata asks share: clues.c, rows.c, head.c. */
#ifndef MAINTEXT_METADATA_H
#define MAINTEXT_METADATA_H

#include "reader.h"

enum { MOST_WORDS = 128 };

/* Words that are looked for, in small letters of ASCII. Those that begin with the same octet form a chain; numbers count from 1.
 * Nearly all places of a text are passed over by their first two octets: `pairs` says which a word may begin with, by five bits of
 * each, which are the same for small and capital letters. */
typedef struct {
    Word words[MOST_WORDS + 1];
    uint8_t next[MOST_WORDS + 1];
    uint8_t count;
    uint8_t first[256];
    uint32_t pairs[32];
} Wanted;

/* What is looked for on every page is prepared once: words by attribute, and the tuple that keeps their letters alive. */
typedef struct {
    PyObject *named;
    Wanted wanted[KNOWN_ATTRIBUTES + 1];
} Clues;

const Clues *clues_of(PyObject *capsule); /* NULL, with an error set, if it is none */

/* Add the words of a tuple, from this one on. Returns false, with an error set, if that fails. */
bool wanted_add(Wanted *wanted, PyObject *words, Py_ssize_t first);

/* Whether a value may hold any of the words. */
bool may_hold(const LexborString *value, const Wanted *wanted);

static inline bool add_row(PyObject *list, Py_ssize_t row)
{
    PyObject *number = PyLong_FromSsize_t(row);
    const bool added = number && PyList_Append(list, number) == 0;
    Py_XDECREF(number);
    return added;
}

#endif
