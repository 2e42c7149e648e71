/* What the walk of a tree has found: the table of the page and what goes with it, for Python (`read`) or for the kernel itself. */
#include "walk.h"

#include <string.h>

static size_t table_numbers(const Walk *walk)
{
    return TABLE_HEADER + COLUMNS * walk->rows.count;
}

static size_t table_size(const Walk *walk)
{
    return table_numbers(walk) * sizeof(int64_t) + walk->text.count;
}

static void write_table(const Walk *walk, int64_t *out)
{
    const size_t rows = walk->rows.count;
    memset(out, 0, TABLE_HEADER * sizeof *out);
    out[0] = (int64_t)rows;
    out[1] = walk->characters;
    out[2] = (int64_t)walk->text.count;
    out[3] = !walk->with_marks;
    int64_t *columns = out + TABLE_HEADER;
    const Row *row = walk->rows.data;
    for (size_t i = 0; i < rows; i++)
        for (size_t column = 0; column < COLUMNS; column++)
            columns[column * rows + i] = row[i][column];
    if (walk->text.count)
        memcpy(out + table_numbers(walk), walk->text.data, walk->text.count);
}

bool walk_table(const Walk *walk, Arena *arena, Table *table)
{
    int64_t *numbers = arena_room(arena, table_size(walk), 1);
    if (!numbers)
        return false;
    write_table(walk, numbers);
    table_look(numbers, table);
    return true;
}

static PyObject *table_bytes(const Walk *walk)
{
    PyObject *table = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)table_size(walk));
    int64_t *out = table ? (int64_t *)PyBytes_AsString(table) : NULL;
    if (out) { /* nobody else has seen these bytes yet */
        Py_BEGIN_ALLOW_THREADS
        write_table(walk, out);
        Py_END_ALLOW_THREADS
    }
    return table;
}

/* The names of this page's own elements, a tuple. */
static PyObject *custom_names(const Walk *walk)
{
    PyObject *names = PyTuple_New((Py_ssize_t)walk->custom_names.count);
    for (size_t i = 0; names && i < walk->custom_names.count; i++) {
        const LexborNumber number = ((const LexborNumber *)walk->custom_names.data)[i];
        PyObject *name;
        if (number < LEXBOR_NUMBERS) {
            name = walk->vocabulary->element_names[number];
            Py_INCREF(name);
        } else {
            const LexborName *found = (const LexborName *)number;
            name = decoded(lexbor_name_text(found), found->length);
        }
        if (!name || PyTuple_SetItem(names, (Py_ssize_t)i, name) < 0)
            Py_CLEAR(names);
    }
    return names;
}

/* What stands inside `pre` and its like, as written: a dict from rows to strings. */
static PyObject *verbatim_texts(const Walk *walk)
{
    PyObject *texts = PyDict_New();
    for (size_t i = 0; texts && i < walk->verbatim.count; i++) {
        const WrittenRun *run = (const WrittenRun *)walk->verbatim.data + i;
        PyObject *row = PyLong_FromLongLong(run->row);
        PyObject *text = decoded((const uint8_t *)walk->written.data + run->start, run->length);
        if (!row || !text || PyDict_SetItem(texts, row, text) < 0)
            Py_CLEAR(texts);
        Py_XDECREF(row);
        Py_XDECREF(text);
    }
    return texts;
}

bool walk_verbatim(const Walk *walk, Arena *arena, Verbatim **found)
{
    const WrittenRun *run = walk->verbatim.data;
    *found = walk->verbatim.count ? arena_take(arena, walk->rows.count, sizeof **found) : NULL;
    for (size_t i = 0; *found && i < walk->verbatim.count; i++)
        (*found)[run[i].row] = (Verbatim){(const uint8_t *)walk->written.data + run[i].start, run[i].length};
    return *found || !walk->verbatim.count;
}

Document walk_document(const Walk *walk, const Roots *roots)
{
    return (Document){
        .vocabulary = walk->vocabulary,
        .head = roots->head,
        .root = roots->html,
        .nodes = walk->nodes,
        .scripts = walk->scripts,
    };
}

PyObject *walk_results(Ending ending, Walk *walk, PyObject *vocabulary, PyObject *owners, const Roots *roots, Arena *arena)
{
    if (ending == OUT_OF_MEMORY)
        return PyErr_NoMemory();
    if (ending == GAVE_UP)
        Py_RETURN_NONE;
    PyObject *table = table_bytes(walk);
    PyObject *names = table ? custom_names(walk) : NULL;
    PyObject *verbatim = names ? verbatim_texts(walk) : NULL;
    PyObject *document = verbatim ? document_new(vocabulary, owners, roots, arena, &walk->nodes, &walk->scripts) : NULL;
    PyObject *all = document ? PyTuple_Pack(4, table, names, verbatim, document) : NULL;
    Py_XDECREF(table);
    Py_XDECREF(names);
    Py_XDECREF(verbatim);
    Py_XDECREF(document);
    return all;
}

/* The node behind an object that may be None. Returns false, with an error set, if it is something else. */
static bool optional_node(PyObject *object, const LexborNode **node)
{
    *node = object == Py_None ? NULL : node_of(object);
    return *node || object == Py_None;
}

/* read(vocabulary, body, head, root, with_marks) -> (table, names, verbatim, document), or None for a tree that only the twin can read */
PyObject *kernel_read(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *body, *head, *root;
    int with_marks;
    Roots roots;
    if (!PyArg_ParseTuple(arguments, "OOOOp", &capsule, &body, &head, &root, &with_marks) || !vocabulary_of(capsule)
        || !(roots.body = node_of(body)) || !optional_node(head, &roots.head) || !optional_node(root, &roots.html))
        return NULL;
    Walk *walk = walk_new(vocabulary_of(capsule), with_marks);
    if (!walk)
        return NULL;
    Ending ending;
    Py_BEGIN_ALLOW_THREADS
    ending = walk_tree(walk, roots.body);
    Py_END_ALLOW_THREADS
    PyObject *found = walk_results(ending, walk, capsule, arguments, &roots, NULL);
    walk_free(walk);
    return found;
}
