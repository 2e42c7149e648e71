/* What is read from the tree only when it is asked for: attributes, the head, scripts. Python gets a capsule that keeps the tree
 * alive. Nobody else has a hand on that tree, so its addresses stay good. */
#include "reader.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

static const char CAPSULE[] = "maintext.document";

static void document_free(Document *document)
{
    arena_close(&document->arena);
    Py_XDECREF(document->owners);
    Py_XDECREF(document->words);
    free(document->nodes.data);
    free(document->scripts.data);
    free(document);
}

const Document *document_of(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, CAPSULE);
}

static void capsule_free(PyObject *capsule)
{
    document_free(PyCapsule_GetPointer(capsule, CAPSULE));
}

PyObject *document_new(PyObject *words, PyObject *owners, const Roots *roots, Arena *arena, Vector *nodes, Vector *scripts)
{
    Document *document = calloc(1, sizeof *document);
    if (!document)
        return PyErr_NoMemory();
    *document = (Document){
        .owners = owners,
        .words = words,
        .vocabulary = vocabulary_of(words),
        .head = roots->head,
        .root = roots->html,
        .nodes = *nodes,
        .scripts = *scripts,
    };
    if (arena) {
        arena_settle(arena);
        document->arena = *arena;
        *arena = (Arena){NULL, NULL};
    }
    Py_INCREF(owners);
    Py_INCREF(words);
    *nodes = *scripts = (Vector){0};
    PyObject *capsule = PyCapsule_New(document, CAPSULE, capsule_free);
    if (!capsule)
        document_free(document);
    return capsule;
}

/* -- attributes ---------------------------------------------------------------------------------------------------------- */

/* The name of an attribute. Without a name and without an error: lexbor knows one that we do not know. */
static PyObject *attribute_name(const Vocabulary *vocabulary, const LexborAttribute *attribute)
{
    const LexborNumber number = lexbor_attribute_name(attribute);
    if (number >= LEXBOR_NUMBERS) {
        const LexborName *name = (const LexborName *)number;
        return decoded(lexbor_name_text(name), name->length);
    }
    PyObject *name = vocabulary->attribute_names[number];
    Py_XINCREF(name);
    return name;
}

static PyObject *attribute_value(const LexborAttribute *attribute)
{
    if (!attribute->value || !attribute->value->data)
        Py_RETURN_NONE;
    return decoded(attribute->value->data, attribute->value->length);
}

/* A dict. NULL without an error: an attribute has a name that we do not know. */
static PyObject *attributes_of(const Vocabulary *vocabulary, const LexborNode *node)
{
    PyObject *found = PyDict_New();
    if (!found || !node || node->type != LEXBOR_ELEMENT)
        return found;
    const LexborAttribute *attribute = ((const LexborElement *)node)->first_attribute;
    for (; found && attribute; attribute = attribute->next) {
        PyObject *name = attribute_name(vocabulary, attribute);
        PyObject *value = name ? attribute_value(attribute) : NULL;
        if (!value || PyDict_SetItem(found, name, value) < 0)
            Py_CLEAR(found);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return found;
}

static PyObject *none_without_error(PyObject *found)
{
    if (found || PyErr_Occurred())
        return found;
    Py_RETURN_NONE;
}

const Document *document_and_row(PyObject *arguments, const LexborNode **node)
{
    PyObject *capsule;
    Py_ssize_t row;
    if (!PyArg_ParseTuple(arguments, "On", &capsule, &row))
        return NULL;
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    const Py_ssize_t rows = (Py_ssize_t)document->nodes.count;
    row += row < 0 ? rows : 0; /* as in a list */
    if (row < 0 || row >= rows) {
        PyErr_SetString(PyExc_IndexError, "the page has no such row");
        return NULL;
    }
    *node = ((const LexborNode **)document->nodes.data)[row];
    return document;
}

/* attributes(document, row) -> dict, or None where only the parser knows a name */
PyObject *kernel_attributes(PyObject *module, PyObject *arguments)
{
    (void)module;
    const LexborNode *node;
    const Document *document = document_and_row(arguments, &node);
    if (!document)
        return NULL;
    return none_without_error(attributes_of(document->vocabulary, node));
}

void values_of(const Vocabulary *vocabulary, const LexborNode *node, const LexborString *found[KNOWN_ATTRIBUTES + 1])
{
    memset(found, 0, (KNOWN_ATTRIBUTES + 1) * sizeof *found);
    if (!node || node->type != LEXBOR_ELEMENT)
        return;
    const LexborAttribute *attribute = ((const LexborElement *)node)->first_attribute;
    for (; attribute; attribute = attribute->next)
        found[known_attribute(vocabulary, attribute)] = attribute->value && attribute->value->data ? attribute->value : NULL;
}

enum { LONGEST_NAMES = 512 };

/* Copy a value in small letters. Returns false if it does not fit or is not of ASCII alone. */
static bool copy_small(char *to, size_t *length, const LexborString *value)
{
    if (value->length > LONGEST_NAMES - *length)
        return false;
    for (size_t i = 0; i < value->length; i++) {
        if (value->data[i] >= 0x80)
            return false;
        to[(*length)++] = (char)small_letter(value->data[i]);
    }
    return true;
}

/* names(document, row) -> class and id of a row in small letters, with a blank between them; None where only Python can tell */
PyObject *kernel_names(PyObject *module, PyObject *arguments)
{
    (void)module;
    const LexborNode *node;
    const Document *document = document_and_row(arguments, &node);
    if (!document)
        return NULL;
    const LexborString *found[KNOWN_ATTRIBUTES + 1];
    values_of(document->vocabulary, node, found);
    const LexborString *class = found[CLASS_ATTRIBUTE], *id = found[ID_ATTRIBUTE];
    char names[LONGEST_NAMES + 1];
    size_t length = 0;
    bool fits = !class || copy_small(names, &length, class);
    if (fits && length && id && id->length)
        names[length++] = ' ';
    fits = fits && (!id || (length <= LONGEST_NAMES && copy_small(names, &length, id)));
    if (!fits)
        Py_RETURN_NONE;
    return PyUnicode_DecodeASCII(names, (Py_ssize_t)length, NULL);
}

/* -- texts --------------------------------------------------------------------------------------------------------------- */

/* The node after this one in document order, below `top`; NULL after the last. */
static const LexborNode *node_after(const LexborNode *node, const LexborNode *top)
{
    if (node->first_child)
        return node->first_child;
    while (node != top && !node->next)
        node = node->parent;
    return node == top ? NULL : node->next;
}

bool text_below(const LexborNode *top, Vector *octets)
{
    for (const LexborNode *node = top; node; node = node_after(node, top)) {
        const LexborString *text = &((const LexborText *)node)->text;
        if (node->type != LEXBOR_TEXT || !text->data || !text->length)
            continue;
        if (!vector_reserve(octets, text->length, 1))
            return false;
        memcpy((uint8_t *)octets->data + octets->count, text->data, text->length);
        octets->count += text->length;
    }
    return true;
}

static PyObject *string_below(const LexborNode *top)
{
    Vector octets = {0};
    PyObject *found = NULL;
    if (!text_below(top, &octets))
        PyErr_NoMemory();
    else
        found = octets.count ? decoded(octets.data, octets.count) : PyUnicode_FromString("");
    free(octets.data);
    return found;
}

/* -- the head ------------------------------------------------------------------------------------------------------------ */

const LexborNode *head_element(const LexborNode *node, LexborNumber name)
{
    while (node && node->name != name)
        node = node->next;
    return node;
}

const LexborNode *first_in_head(const Document *document)
{
    return document->head ? document->head->first_child : NULL;
}

/* title(document) -> str, as it is written */
PyObject *kernel_title(PyObject *module, PyObject *capsule)
{
    (void)module;
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    const LexborNumber name = document->vocabulary->head_names[TITLE_ELEMENT];
    const LexborNode *title = head_element(first_in_head(document), name);
    return title ? string_below(title) : PyUnicode_FromString("");
}

/* A list of the attributes of all children of the head with that name. NULL without an error: see `attributes_of`. */
static PyObject *attributes_in_head(const Document *document, LexborNumber name)
{
    const Vocabulary *vocabulary = document->vocabulary;
    PyObject *found = PyList_New(0);
    const LexborNode *node = head_element(first_in_head(document), name);
    for (; found && node; node = head_element(node->next, name)) {
        PyObject *attributes = attributes_of(vocabulary, node);
        if (!attributes || PyList_Append(found, attributes) < 0)
            Py_CLEAR(found);
        Py_XDECREF(attributes);
    }
    return found;
}

/* head(document) -> attributes of `html`, and lists of those of `base`, `meta` and `link`; None where only the parser knows a
 * name */
PyObject *kernel_head(PyObject *module, PyObject *capsule)
{
    (void)module;
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    const Vocabulary *vocabulary = document->vocabulary;
    PyObject *root = attributes_of(vocabulary, document->root);
    PyObject *bases = root ? attributes_in_head(document, vocabulary->head_names[BASE_ELEMENT]) : NULL;
    PyObject *metas = bases ? attributes_in_head(document, vocabulary->head_names[META_ELEMENT]) : NULL;
    PyObject *links = metas ? attributes_in_head(document, vocabulary->head_names[LINK_ELEMENT]) : NULL;
    PyObject *all = links ? PyTuple_Pack(4, root, bases, metas, links) : NULL;
    Py_XDECREF(root);
    Py_XDECREF(bases);
    Py_XDECREF(metas);
    Py_XDECREF(links);
    return none_without_error(all);
}

/* The value of an attribute; NULL if there is none. */
static const LexborString *value_of(const Vocabulary *vocabulary, const LexborNode *node, enum known_attribute wanted)
{
    if (node->type != LEXBOR_ELEMENT)
        return NULL;
    const LexborString *found = NULL;
    const LexborAttribute *attribute = ((const LexborElement *)node)->first_attribute;
    for (; attribute; attribute = attribute->next)
        if (known_attribute(vocabulary, attribute) == (int)wanted)
            found = attribute->value && attribute->value->data ? attribute->value : NULL;
    return found;
}

/* Whether a value is this word, in small letters or not, white space around it aside. */
static bool value_is(const LexborString *value, const Word *word)
{
    if (!value)
        return false;
    const uint8_t *begin = skip_space(value->data, value->data + value->length), *end = value->data + value->length;
    return is_word(begin, skip_space_back(begin, end), word);
}

static bool is_named(const Vocabulary *vocabulary, const LexborNode *meta, const Word *name)
{
    return value_is(value_of(vocabulary, meta, NAME_ATTRIBUTE), name)
           || value_is(value_of(vocabulary, meta, PROPERTY_ATTRIBUTE), name)
           || value_is(value_of(vocabulary, meta, ITEMPROP_ATTRIBUTE), name);
}

const LexborString *content_of_meta(const Vocabulary *vocabulary, const LexborNode *meta, const Word *name)
{
    const LexborString *content = value_of(vocabulary, meta, CONTENT_ATTRIBUTE);
    return content && content->length && is_named(vocabulary, meta, name) ? content : NULL;
}

/* meta(document, name) -> content of the first `meta` of that name (in small letters) that has any; "" if there is none */
PyObject *kernel_meta(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule;
    Word name = {0};
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "Os#", &capsule, &name.text, &length))
        return NULL;
    name.length = (size_t)length;
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborNumber meta = vocabulary->head_names[META_ELEMENT];
    const LexborNode *node = head_element(first_in_head(document), meta);
    for (; node; node = head_element(node->next, meta)) {
        const LexborString *content = content_of_meta(vocabulary, node, &name);
        if (content)
            return decoded(content->data, content->length);
    }
    return PyUnicode_FromString("");
}

/* -- scripts ------------------------------------------------------------------------------------------------------------- */

bool is_script_of(const Vocabulary *vocabulary, const LexborNode *script, const Word *wanted)
{
    const LexborString *type = value_of(vocabulary, script, TYPE_ATTRIBUTE);
    if (!type)
        return false;
    const uint8_t *semicolon = type->length ? memchr(type->data, ';', type->length) : NULL;
    const LexborString kind = {type->data, semicolon ? (size_t)(semicolon - type->data) : type->length};
    return value_is(&kind, wanted);
}

/* Add (type, text, row, parent) to a list if the script is of that type. */
static bool script_add(PyObject *list, const Vocabulary *vocabulary, const Script *script, const Word *wanted)
{
    if (!is_script_of(vocabulary, script->node, wanted))
        return true;
    const LexborString *type = value_of(vocabulary, script->node, TYPE_ATTRIBUTE);
    PyObject *name = decoded(type->data, type->length);
    PyObject *text = name ? string_below(script->node) : NULL;
    PyObject *found = text ? Py_BuildValue("(OOLL)", name, text, (long long)script->row, (long long)script->parent) : NULL;
    const bool added = found && PyList_Append(list, found) == 0;
    Py_XDECREF(name);
    Py_XDECREF(text);
    Py_XDECREF(found);
    return added;
}

static bool scripts_add(PyObject *list, const Document *document, const Word *wanted)
{
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborNumber name = vocabulary->head_names[SCRIPT_ELEMENT];
    const LexborNode *node = head_element(first_in_head(document), name);
    for (; node; node = head_element(node->next, name)) {
        const Script script = {node, -1, -1};
        if (!script_add(list, vocabulary, &script, wanted))
            return false;
    }
    for (size_t i = 0; i < document->scripts.count; i++)
        if (!script_add(list, vocabulary, (const Script *)document->scripts.data + i, wanted))
            return false;
    return true;
}

/* scripts(document, type) -> a list of (type as written, text, row after it, row of its parent); rows are -1 in the head */
PyObject *kernel_scripts(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule;
    Word type = {0};
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "Os#", &capsule, &type.text, &length))
        return NULL;
    type.length = (size_t)length;
    const Document *document = document_of(capsule);
    PyObject *found = document ? PyList_New(0) : NULL;
    if (found && !scripts_add(found, document, &type))
        Py_CLEAR(found);
    return found;
}
