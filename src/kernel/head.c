/* What the head of a page says: `meta`, `link`, `base` and `html`. The twin is `Tree` in `maintext.parse.tree`. */
#include "metadata.h"
#include "utf8.h"

#include <string.h>

enum { LONGEST_NAME = 64 };

/* A name in small letters, white space around it aside: as Python's `strip` and `lower` do it. */
static PyObject *plain_name(const LexborString *value)
{
    const uint8_t *end = value->data + value->length, *begin = skip_space(value->data, end);
    end = skip_space_back(begin, end);
    char small[LONGEST_NAME];
    size_t length = 0;
    while (begin + length < end && length < LONGEST_NAME && begin[length] < 0x80) {
        small[length] = (char)small_letter(begin[length]);
        length++;
    }
    if (begin + length == end)
        return PyUnicode_DecodeASCII(small, (Py_ssize_t)length, NULL);
    PyObject *name = decoded(begin, (size_t)(end - begin));
    PyObject *lower = name ? PyObject_CallMethod(name, "lower", NULL) : NULL;
    Py_XDECREF(name);
    return lower;
}

/* What a `meta` is called, by the first of these attributes that it has; NULL if by none. */
static const LexborString *name_of_meta(const LexborString *const *found)
{
    static const enum known_attribute NAMES[] = {PROPERTY_ATTRIBUTE, NAME_ATTRIBUTE, ITEMPROP_ATTRIBUTE, HTTP_EQUIV_ATTRIBUTE};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (found[NAMES[i]] && found[NAMES[i]]->length)
            return found[NAMES[i]];
    return NULL;
}

/* Add two strings to a list, as a tuple. Takes over both. */
static bool add_pair(PyObject *list, PyObject *one, PyObject *other)
{
    PyObject *pair = one && other ? PyTuple_Pack(2, one, other) : NULL;
    const bool added = pair && PyList_Append(list, pair) == 0;
    Py_XDECREF(pair);
    Py_XDECREF(one);
    Py_XDECREF(other);
    return added;
}

/* Add a content to the list that a dict has under a name, if that is not full; a name without a list gets one. */
static bool add_content(PyObject *contents, PyObject *name, const LexborString *content, Py_ssize_t most)
{
    PyObject *list = PyDict_GetItemWithError(contents, name);
    if (list && PyList_Size(list) >= most)
        return true;
    PyObject *text = decoded(content->data, content->length);
    bool added = text && list && PyList_Append(list, text) == 0;
    if (text && !list && !PyErr_Occurred() && (list = PyList_New(0))) {
        added = PyList_Append(list, text) == 0 && PyDict_SetItem(contents, name, list) == 0;
        Py_DECREF(list);
    }
    Py_XDECREF(text);
    return added;
}

/* Add what a `meta` says under what `names` has for its name, if it has anything. */
static bool add_meta(PyObject *contents, const LexborString *const *found, PyObject *names, Py_ssize_t most)
{
    const LexborString *name = name_of_meta(found), *content = found[CONTENT_ATTRIBUTE];
    if (!name || !content || !content->length)
        return true;
    PyObject *plain = plain_name(name);
    PyObject *wanted = plain ? PyDict_GetItemWithError(names, plain) : NULL;
    Py_XDECREF(plain);
    return wanted ? add_content(contents, wanted, content, most) : !PyErr_Occurred();
}

static bool add_link(PyObject *list, const LexborString *const *found, const Wanted *wanted)
{
    const LexborString *rel = found[REL_ATTRIBUTE], *href = found[HREF_ATTRIBUTE];
    return !rel || !href || !may_hold(rel, wanted)
           || add_pair(list, decoded(rel->data, rel->length), decoded(href->data, href->length));
}

static PyObject *telling_links(const Document *document, const Wanted *wanted)
{
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborNumber link = vocabulary->head_names[LINK_ELEMENT];
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    PyObject *links = PyList_New(0);
    const LexborNode *node = links ? head_element(first_in_head(document), link) : NULL;
    for (; node; node = head_element(node->next, link)) {
        values_of(vocabulary, node, found);
        if (!add_link(links, found, wanted)) {
            Py_DECREF(links);
            return NULL;
        }
    }
    return links;
}

/* metas(document, names, most) -> the first so many contents of the `meta` elements whose name is a key of the dict `names`, by
 * what that has for it */
PyObject *kernel_metas(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *names;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(arguments, "OO!n", &capsule, &PyDict_Type, &names, &most))
        return NULL;
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborNumber meta = vocabulary->head_names[META_ELEMENT];
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    PyObject *contents = PyDict_New();
    const LexborNode *node = contents ? head_element(first_in_head(document), meta) : NULL;
    for (; node; node = head_element(node->next, meta)) {
        values_of(vocabulary, node, found);
        if (!add_meta(contents, found, names, most)) {
            Py_DECREF(contents);
            return NULL;
        }
    }
    return contents;
}

static PyObject *text_or_none(const LexborString *value)
{
    if (!value)
        Py_RETURN_NONE;
    return decoded(value->data, value->length);
}

static PyObject *language(const Document *document)
{
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    values_of(document->vocabulary, document->root, found);
    return text_or_none(found[LANG_ATTRIBUTE]);
}

/* The first address that any `base` gives. */
static PyObject *base_address(const Document *document)
{
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborNumber base = vocabulary->head_names[BASE_ELEMENT];
    const LexborString *found[KNOWN_ATTRIBUTES + 1] = {NULL};
    const LexborNode *node = head_element(first_in_head(document), base);
    for (; node; node = head_element(node->next, base)) {
        values_of(vocabulary, node, found);
        if (found[HREF_ATTRIBUTE] && found[HREF_ATTRIBUTE]->length)
            return text_or_none(found[HREF_ATTRIBUTE]);
    }
    Py_RETURN_NONE;
}

/* said(document, words) -> the page's language; the address of its `base`; and a list of pairs: `rel` and `href` of each `link`
 * whose `rel` may hold a word */
PyObject *kernel_said(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *words;
    if (!PyArg_ParseTuple(arguments, "OO!", &capsule, &PyTuple_Type, &words))
        return NULL;
    const Document *document = document_of(capsule);
    Wanted wanted = {.count = 0};
    if (!document || !wanted_add(&wanted, words, 0))
        return NULL;
    PyObject *code = language(document), *base = base_address(document), *links = telling_links(document, &wanted);
    PyObject *all = code && base && links ? PyTuple_Pack(3, code, base, links) : NULL;
    Py_XDECREF(code);
    Py_XDECREF(base);
    Py_XDECREF(links);
    return all;
}
