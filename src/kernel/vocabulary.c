/* The vocabulary: names, groups of names and keywords, handed over by Python once, so that nothing is written down twice.
 *
 * Python gets it as a capsule and passes it to `read`; it never changes, so threads share it.
 */
#include "html.h"

#include <stdlib.h>
#include <string.h>

static const char CAPSULE[] = "maintext.vocabulary";

static const Word KNOWN[KNOWN_ATTRIBUTES] = {
    [CLASS_ATTRIBUTE] = {"class", 5, 0},
    [ID_ATTRIBUTE] = {"id", 2, 0},
    [STYLE_ATTRIBUTE] = {"style", 5, 0},
    [ROLE_ATTRIBUTE] = {"role", 4, 0},
    [HIDDEN_ATTRIBUTE] = {"hidden", 6, 0},
    [ARIA_HIDDEN_ATTRIBUTE] = {"aria-hidden", 11, 0},
    [ITEMPROP_ATTRIBUTE] = {"itemprop", 8, 0},
    [NAME_ATTRIBUTE] = {"name", 4, 0},
    [PROPERTY_ATTRIBUTE] = {"property", 8, 0},
    [CONTENT_ATTRIBUTE] = {"content", 7, 0},
    [TYPE_ATTRIBUTE] = {"type", 4, 0},
    [HREF_ATTRIBUTE] = {"href", 4, 0},
    [REL_ATTRIBUTE] = {"rel", 3, 0},
    [HTTP_EQUIV_ATTRIBUTE] = {"http-equiv", 10, 0},
    [LANG_ATTRIBUTE] = {"lang", 4, 0},
};

int known_by_letters(const char *text, size_t length)
{
    int known = 0;
    while (known < KNOWN_ATTRIBUTES && (length != KNOWN[known].length || memcmp(text, KNOWN[known].text, length) != 0))
        known++;
    return known;
}

int known_attribute(const Vocabulary *vocabulary, const LexborAttribute *attribute)
{
    const LexborNumber number = lexbor_attribute_name(attribute);
    if (number < LEXBOR_NUMBERS)
        return vocabulary->attributes[number];
    const LexborName *name = (const LexborName *)number;
    return known_by_letters((const char *)lexbor_name_text(name), name->length);
}

/* As Python's `lower` does it: one sign beyond ASCII, the Kelvin sign (U+212A), becomes a letter of ASCII. */
bool is_word(const uint8_t *at, const uint8_t *end, const Word *word)
{
    for (size_t i = 0; i < word->length; i++) {
        const uint8_t letter = (uint8_t)word->text[i];
        if (at < end && small_letter(*at) == letter)
            at++;
        else if (letter == 'k' && end - at >= 3 && at[0] == 0xE2 && at[1] == 0x84 && at[2] == 0xAA)
            at += 3;
        else
            return false;
    }
    return at == end;
}

bool vector_reserve(Vector *vector, size_t more, size_t item_size)
{
    if (more <= vector->capacity - vector->count)
        return true;
    if (more > SIZE_MAX / 4 / item_size || vector->count > SIZE_MAX / 4 / item_size)
        return false;
    const size_t capacity = (vector->count + more) * 2;
    void *data = realloc(vector->data, capacity * item_size);
    if (!data)
        return false;
    vector->data = data;
    vector->capacity = capacity;
    return true;
}

const LexborNode *node_of(PyObject *object)
{
    PyObject *address = PyObject_GetAttrString(object, "mem_id");
    if (!address)
        return NULL;
    const LexborNode *node = PyLong_AsVoidPtr(address);
    Py_DECREF(address);
    if (!node && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "this node is not there");
    return node;
}

/* node(object) -> (name, next, previous, parent, first child, last child, held): numbers and addresses, as they are read here. An
 * element holds attributes, 1, or none, 0; a text its octets. Nothing is followed: should an edition of lexbor have moved a
 * field, Python sees it before anything goes there. */
PyObject *kernel_node(PyObject *module, PyObject *object)
{
    (void)module;
    const LexborNode *node = node_of(object);
    if (!node)
        return NULL;
    size_t held = 0;
    if (node->type == LEXBOR_ELEMENT)
        held = ((const LexborElement *)node)->first_attribute != NULL;
    else if (node->type == LEXBOR_TEXT)
        held = ((const LexborText *)node)->text.length;
    return Py_BuildValue("(KKKKKKK)", (unsigned long long)node->name, (unsigned long long)(uintptr_t)node->next,
                         (unsigned long long)(uintptr_t)node->previous, (unsigned long long)(uintptr_t)node->parent,
                         (unsigned long long)(uintptr_t)node->first_child, (unsigned long long)(uintptr_t)node->last_child,
                         (unsigned long long)held);
}

/* -- what Python hands over ---------------------------------------------------------------------------------------------- */

static void words_free(Words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free((char *)words->words[i].text);
    free(words->words);
}

static bool word_copy(Word *word, PyObject *text, PyObject *value)
{
    PyObject *utf8 = PyUnicode_AsUTF8String(text);
    if (!utf8)
        return false;
    word->length = (size_t)PyBytes_Size(utf8);
    char *copy = malloc(word->length + 1);
    if (copy)
        memcpy(copy, PyBytes_AsString(utf8), word->length + 1);
    else
        PyErr_NoMemory();
    word->text = copy;
    Py_DECREF(utf8);
    word->value = PyLong_AsLongLong(value);
    return copy && !PyErr_Occurred();
}

/* Copy a dict from words to numbers. */
static bool words_copy(Words *words, PyObject *dict)
{
    words->words = calloc((size_t)PyDict_Size(dict) + 1, sizeof *words->words);
    if (!words->words) {
        PyErr_NoMemory();
        return false;
    }
    PyObject *text, *value;
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &text, &value);)
        if (!word_copy(&words->words[words->count++], text, value))
            return false;
    return true;
}

/* Keep the strings of a dict from lexbor's numbers to names. */
static bool names_keep(PyObject *names[LEXBOR_NUMBERS], PyObject *dict)
{
    PyObject *number, *name;
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &number, &name);) {
        const long long index = PyLong_AsLongLong(number);
        if (index < 0 || index >= LEXBOR_NUMBERS || !PyUnicode_Check(name)) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "names are strings, and their numbers small");
            return false;
        }
        Py_INCREF(name);
        names[index] = name;
    }
    return true;
}

static void *bytes_copy(PyObject *bytes, size_t wanted)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0)
        return NULL;
    if ((size_t)size != wanted) {
        PyErr_SetString(PyExc_ValueError, "a column of the vocabulary has the wrong length");
        return NULL;
    }
    void *copy = malloc(wanted);
    if (!copy)
        return PyErr_NoMemory();
    return memcpy(copy, data, wanted);
}

static bool attribute_learn(Vocabulary *vocabulary, LexborNumber number, PyObject *name)
{
    PyObject *ascii = PyUnicode_AsASCIIString(name);
    if (!ascii)
        return false;
    vocabulary->attributes[number] = (uint8_t)known_by_letters(PyBytes_AsString(ascii), (size_t)PyBytes_Size(ascii));
    Py_DECREF(ascii);
    Py_INCREF(name);
    Py_XDECREF(vocabulary->attribute_names[number]);
    vocabulary->attribute_names[number] = name;
    return true;
}

/* Learn an attribute's number and what it is to us. Those that lexbor has no number for have one in our own trees; there they count
 * from the last one down, and lexbor's never get so far. */
static bool name_of_attribute(Vocabulary *vocabulary, PyObject *text, LexborNumber number)
{
    Py_ssize_t length;
    const char *letters = PyUnicode_AsUTF8AndSize(text, &length);
    Name *name = letters ? name_learn(&vocabulary->attribute_table, letters, (size_t)length) : NULL;
    if (name)
        name->number = number;
    return name && attribute_learn(vocabulary, number, text);
}

/* Lexbor's numbers of attributes, from an element that has them all, in the order of `names`. */
static bool attributes_learn(Vocabulary *vocabulary, PyObject *probe, PyObject *names)
{
    const LexborNode *node = node_of(probe);
    if (!node)
        return false;
    memset(vocabulary->attributes, KNOWN_ATTRIBUTES, sizeof vocabulary->attributes);
    const LexborAttribute *attribute = ((const LexborElement *)node)->first_attribute;
    LexborNumber own = LEXBOR_NUMBERS;
    for (Py_ssize_t i = 0; i < PyTuple_Size(names); i++, attribute = attribute->next) {
        if (!attribute) {
            PyErr_SetString(PyExc_ValueError, "the element has fewer attributes than it should");
            return false;
        }
        const LexborNumber number = attribute->node.name < LEXBOR_NUMBERS ? attribute->node.name : --own;
        if (!name_of_attribute(vocabulary, PyTuple_GetItem(names, i), number))
            return false;
    }
    return true;
}

/* Names of elements with their numbers, and what our own reading of HTML makes of them. */
static bool elements_learn(Vocabulary *vocabulary, PyObject *numbers)
{
    static const char *const IMPLIED[IMPLIED_NAMES] = {
        [HTML_NAME] = "html", [HEAD_NAME] = "head",         [BODY_NAME] = "body",   [P_NAME] = "p",
        [IMG_NAME] = "img",   [COLGROUP_NAME] = "colgroup", [TBODY_NAME] = "tbody", [TR_NAME] = "tr",
    };
    PyObject *text, *number;
    for (Py_ssize_t at = 0; PyDict_Next(numbers, &at, &text, &number);) {
        Py_ssize_t length;
        const char *letters = PyUnicode_AsUTF8AndSize(text, &length);
        Name *name = letters ? name_learn(&vocabulary->element_table, letters, (size_t)length) : NULL;
        const long long value = name ? PyLong_AsLongLong(number) : -1;
        if (value < 0 || value >= LEXBOR_NUMBERS) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "numbers of elements are small");
            return false;
        }
        name->number = (LexborNumber)value;
    }
    if (!rules_learn(&vocabulary->element_table))
        return false;
    for (int i = 0; i < IMPLIED_NAMES; i++)
        if (!(vocabulary->implied[i] = name_learn(&vocabulary->element_table, IMPLIED[i], strlen(IMPLIED[i]))))
            return false;
    return true;
}

/* -- the capsule --------------------------------------------------------------------------------------------------------- */

static void vocabulary_free(Vocabulary *vocabulary)
{
    for (int i = 0; i < LEXBOR_NUMBERS; i++) {
        Py_XDECREF(vocabulary->element_names[i]);
        Py_XDECREF(vocabulary->attribute_names[i]);
    }
    words_free(&vocabulary->other_names);
    words_free(&vocabulary->roles);
    words_free(&vocabulary->properties);
    keywords_free(&vocabulary->keywords);
    names_free(&vocabulary->element_table);
    names_free(&vocabulary->attribute_table);
    references_free(&vocabulary->references);
    free(vocabulary->traits);
    free(vocabulary->tag_marks);
    free(vocabulary);
}

static void capsule_free(PyObject *capsule)
{
    vocabulary_free(PyCapsule_GetPointer(capsule, CAPSULE));
}

const Vocabulary *vocabulary_of(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, CAPSULE);
}

static bool vocabulary_fill(Vocabulary *vocabulary, PyObject *arguments)
{
    PyObject *tags, *element_names, *other_names, *traits, *tag_marks, *probe, *attribute_names, *keywords, *roles, *properties;
    PyObject *elements, *svg_elements, *svg_attributes, *references;
    long long hidden, head[HEAD_ELEMENTS], text, comment;
    if (!PyArg_ParseTuple(arguments, "SO!O!SSOO!O!O!O!L(LLLLL)O!O!O!O!LL", &tags, &PyDict_Type, &element_names, &PyDict_Type,
                          &other_names, &traits, &tag_marks, &probe, &PyTuple_Type, &attribute_names, &PyDict_Type, &keywords, &PyDict_Type,
                          &roles, &PyDict_Type, &properties, &hidden, &head[TITLE_ELEMENT], &head[BASE_ELEMENT],
                          &head[META_ELEMENT], &head[LINK_ELEMENT], &head[SCRIPT_ELEMENT], &PyDict_Type, &elements, &PyDict_Type,
                          &svg_elements, &PyDict_Type, &svg_attributes, &PyDict_Type, &references, &text, &comment))
        return false;
    vocabulary->text_number = (LexborNumber)text;
    vocabulary->comment_number = (LexborNumber)comment;
    for (int i = 0; i < HEAD_ELEMENTS; i++)
        vocabulary->head_names[i] = (LexborNumber)head[i];
    int64_t *tag_of = bytes_copy(tags, sizeof vocabulary->tag_of);
    if (!tag_of)
        return false;
    memcpy(vocabulary->tag_of, tag_of, sizeof vocabulary->tag_of);
    free(tag_of);
    vocabulary->known_tags = PyBytes_Size(traits);
    vocabulary->hidden_mark = hidden;
    vocabulary->traits = bytes_copy(traits, (size_t)vocabulary->known_tags);
    vocabulary->tag_marks = bytes_copy(tag_marks, (size_t)vocabulary->known_tags * sizeof(int64_t));
    for (int i = 0; i < LEXBOR_NUMBERS; i++) /* they are used as indices from now on */
        if (vocabulary->tag_of[i] < NAME_SCRIPT || vocabulary->tag_of[i] >= vocabulary->known_tags) {
            PyErr_SetString(PyExc_ValueError, "there is no such number of an element");
            return false;
        }
    return vocabulary->traits && vocabulary->tag_marks && names_keep(vocabulary->element_names, element_names)
           && words_copy(&vocabulary->other_names, other_names) && words_copy(&vocabulary->roles, roles)
           && words_copy(&vocabulary->properties, properties) && keywords_build(&vocabulary->keywords, keywords)
           && attributes_learn(vocabulary, probe, attribute_names) && elements_learn(vocabulary, elements)
           && svg_names_learn(&vocabulary->element_table, svg_elements)
           && svg_names_learn(&vocabulary->attribute_table, svg_attributes)
           && references_build(&vocabulary->references, references);
}

PyObject *kernel_vocabulary(PyObject *module, PyObject *arguments)
{
    (void)module;
    Vocabulary *vocabulary = calloc(1, sizeof *vocabulary);
    if (!vocabulary)
        return PyErr_NoMemory();
    PyObject *capsule = vocabulary_fill(vocabulary, arguments) ? PyCapsule_New(vocabulary, CAPSULE, capsule_free) : NULL;
    if (!capsule)
        vocabulary_free(vocabulary);
    return capsule;
}
