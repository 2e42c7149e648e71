/* Names of elements and attributes: tables that find them, and which rules of the standard each element follows. */
#include "html.h"

#include <stdlib.h>
#include <string.h>

/* The rules are those of the body (modes.c), unless an element matters to others alone. Elements that are not here are OTHER. */
static const struct {
    Kind kind;
    const char *names;
} ELEMENTS[] = {
    {HTML, "html"},
    {HEAD, "head"},
    {BODY, "body"},
    {BASE, "base"},
    {HEAD_VOID, "basefont bgsound link meta"},
    {TITLE, "title"},
    {STYLE, "style"},
    {NOFRAMES, "noframes"},
    {SCRIPT, "script"},
    {NOSCRIPT, "noscript"},
    {TEMPLATE, "template"},
    {ADDRESS, "address"},
    {DIV, "div"},
    {BLOCK, "article aside blockquote center details dir dl fieldset figcaption figure footer header hgroup main menu nav search "
            "section summary"},
    {DIALOG, "dialog"},
    {LIST, "ol ul"},
    {P, "p"},
    {HEADING, "h1 h2 h3 h4 h5 h6"},
    {PRE, "pre listing"},
    {FORM, "form"},
    {LI, "li"},
    {DD, "dd"},
    {DT, "dt"},
    {HR, "hr"},
    {A, "a"},
    {FORMATTING, "b big code em font i s small strike strong tt u"},
    {NOBR, "nobr"},
    {BUTTON, "button"},
    {OBJECT, "applet marquee object"},
    {RUBY, "ruby"},
    {RB, "rb"},
    {RTC, "rtc"},
    {RT, "rp rt"},
    {VOID, "area embed img keygen wbr"},
    {BR, "br"},
    {IMAGE, "image"},
    {INPUT, "input"},
    {PARAM, "param source track"},
    {TEXTAREA, "textarea"},
    {XMP, "xmp"},
    {RAW, "iframe noembed"},
    {SELECT, "select"},
    {OPTION, "option"},
    {OPTGROUP, "optgroup"},
    {TABLE, "table"},
    {CAPTION, "caption"},
    {COLGROUP, "colgroup"},
    {COL, "col"},
    {SECTION, "tbody tfoot thead"},
    {ROW, "tr"},
    {CELL, "td th"},
    {SVG, "svg"},
    {IGNORED, "frame"},
    {GIVEN_UP, "math frameset plaintext selectedcontent"},
};

/* The standard has `sup` among them; the parser does not. */
static const char LEAVING_SVG[] =
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre "
    "ruby s small span strong strike sub table tt u ul var";
static const char HOLDING_HTML[] = "foreignobject desc title";

/* -- tables -------------------------------------------------------------------------------------------------------------- */

static Name **slot_of(const NameTable *table, const uint8_t *text, size_t length, uint32_t hash)
{
    size_t slot = hash & (table->capacity - 1);
    for (Name *name; (name = table->slots[slot]); slot = (slot + 1) & (table->capacity - 1))
        if (name->hash == hash && name->lexbor.length == length && !memcmp(lexbor_name_text(&name->lexbor), text, length))
            break;
    return &table->slots[slot];
}

Name *name_find(const NameTable *table, const uint8_t *text, size_t length, uint32_t hash)
{
    return table->capacity ? *slot_of(table, text, length, hash) : NULL;
}

static bool grow(NameTable *table)
{
    NameTable larger = {NULL, table->capacity ? 2 * table->capacity : 64, table->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < table->capacity; i++) {
        Name *name = table->slots[i];
        if (name)
            *slot_of(&larger, lexbor_name_text(&name->lexbor), name->lexbor.length, name->hash) = name;
    }
    free(table->slots);
    *table = larger;
    return true;
}

bool name_add(NameTable *table, Name *name)
{
    if (table->count >= table->capacity / 2 && !grow(table))
        return false;
    *slot_of(table, lexbor_name_text(&name->lexbor), name->lexbor.length, name->hash) = name;
    table->count++;
    return true;
}

void name_fill(Name *name, const uint8_t *text, size_t length, uint32_t hash, uint8_t *longer)
{
    uint8_t *letters = length <= LEXBOR_SHORT_NAME ? name->lexbor.text.here : longer;
    memcpy(letters, text, length);
    if (letters == longer)
        name->lexbor.text.elsewhere = longer;
    name->lexbor.length = length;
    name->hash = hash;
    name->number = (LexborNumber)&name->lexbor;
    name->in_svg = NULL;
    name->kind = OTHER;
    name->leaves_svg = name->holds_html = false;
}

/* -- what Python hands over ---------------------------------------------------------------------------------------------- */

/* A name of its own, in memory of its own. NULL, with an error set, if there is none. */
static Name *new_name(const char *text, size_t length)
{
    Name *name = calloc(1, sizeof *name + length + 1);
    if (!name) {
        PyErr_NoMemory();
        return NULL;
    }
    name_fill(name, (const uint8_t *)text, length, hash_of_octets((const uint8_t *)text, length), (uint8_t *)(name + 1));
    return name;
}

static Name *name_in(const NameTable *table, const char *text, size_t length)
{
    return name_find(table, (const uint8_t *)text, length, hash_of_octets((const uint8_t *)text, length));
}

/* The name of a table, added to it if it is not there. NULL, with an error set, if there is no memory. */
Name *name_learn(NameTable *table, const char *text, size_t length)
{
    Name *name = name_in(table, text, length);
    if (name)
        return name;
    name = new_name(text, length);
    if (name && !name_add(table, name)) {
        PyErr_NoMemory();
        free(name);
        return NULL;
    }
    return name;
}

void names_free(NameTable *table)
{
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i]) {
            free((Name *)table->slots[i]->in_svg);
            free(table->slots[i]);
        }
    free(table->slots);
}

/* The next element of a list; NULL after the last and, with an error set, for one that is not there. */
static Name *next_listed(const NameTable *elements, const char **at)
{
    *at += strspn(*at, " ");
    const char *const word = *at;
    const size_t length = strcspn(word, " ");
    *at += length;
    if (!length)
        return NULL;
    Name *name = name_in(elements, word, length);
    if (!name)
        PyErr_Format(PyExc_ValueError, "an element is missing: %s", word);
    return name;
}

bool rules_learn(NameTable *elements)
{
    Name *name;
    for (size_t i = 0; i < sizeof ELEMENTS / sizeof *ELEMENTS; i++)
        for (const char *at = ELEMENTS[i].names; (name = next_listed(elements, &at));)
            name->kind = ELEMENTS[i].kind;
    for (const char *at = LEAVING_SVG; (name = next_listed(elements, &at));)
        name->leaves_svg = true;
    for (const char *at = HOLDING_HTML; (name = next_listed(elements, &at));)
        name->holds_html = true;
    return !PyErr_Occurred();
}

/* Learn from a dict of names in small letters how they are written inside of `svg`. */
bool svg_names_learn(NameTable *table, PyObject *written)
{
    PyObject *small, *other;
    for (Py_ssize_t at = 0; PyDict_Next(written, &at, &small, &other);) {
        Py_ssize_t length, other_length;
        const char *text = PyUnicode_AsUTF8AndSize(small, &length);
        const char *other_text = text ? PyUnicode_AsUTF8AndSize(other, &other_length) : NULL;
        Name *name = other_text ? name_learn(table, text, (size_t)length) : NULL;
        if (!name || !(name->in_svg = new_name(other_text, (size_t)other_length)))
            return false;
    }
    return true;
}
