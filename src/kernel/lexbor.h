/* The parser's tree, as far as the kernel reads it.
 *
 * selectolax hands out objects of Python, one for each node that is asked for; asking for all of them costs more than parsing.
 * So the kernel reads the tree of lexbor, the C library behind selectolax, where it lies. Lexbor's headers are not there when
 * we are compiled, so these are our own declarations of its structures, in lexbor's order, with the fields that we need and
 * those before them. Should an edition of lexbor move a field, `maintext.parse` notices: before the kernel is used for anything
 * else, it compares what is read from a small page with what selectolax says of it, first node by node, without following any.
 *
 * Names of elements and attributes are numbers. Those that lexbor knows are small, and differ from edition to edition; all
 * others are addresses of a `LexborName`, another one in each document. See `vocabulary.c` for how they are resolved.
 */
#ifndef MAINTEXT_LEXBOR_H
#define MAINTEXT_LEXBOR_H

#include <stddef.h>
#include <stdint.h>

typedef uintptr_t LexborNumber;

enum { LEXBOR_ELEMENT = 1, LEXBOR_TEXT = 3, LEXBOR_COMMENT = 8 }; /* `type` of a node, as in the DOM standard */

typedef struct {
    const uint8_t *data;
    size_t length;
} LexborString;

typedef struct LexborNode LexborNode;
struct LexborNode {
    void *events;
    LexborNumber name; /* of an element, in small letters; text, comments and so on have numbers of their own */
    LexborNumber prefix;
    LexborNumber name_space;
    void *document;
    const LexborNode *next;
    const LexborNode *previous;
    const LexborNode *parent;
    const LexborNode *first_child;
    const LexborNode *last_child;
    void *user;
    int type;
};

typedef struct {
    LexborNode node;
    LexborString text;
} LexborText;

typedef struct LexborAttribute LexborAttribute;
struct LexborAttribute {
    LexborNode node;
    LexborNumber upper_name;
    LexborNumber qualified_name; /* 0 if it is `node.name`; otherwise with its prefix, or with capitals */
    const LexborString *value;   /* NULL for an attribute without one */
    void *owner;
    const LexborAttribute *next;
};

typedef struct {
    LexborNode node;
    LexborNumber upper_name;
    LexborNumber qualified_name;
    void *is_value;
    const LexborAttribute *first_attribute;
} LexborElement;

/* What stands at the address that is the number of an unknown name. */
enum { LEXBOR_SHORT_NAME = 16 };
typedef struct {
    union {
        const uint8_t *elsewhere;
        uint8_t here[LEXBOR_SHORT_NAME + 1];
    } text;
    size_t length;
} LexborName;

/* Beyond all numbers of known names (about 200 for elements, 40 for attributes), below any address. */
enum { LEXBOR_NUMBERS = 1024 };

static inline const uint8_t *lexbor_name_text(const LexborName *name)
{
    return name->length <= LEXBOR_SHORT_NAME ? name->text.here : name->text.elsewhere;
}

/* The name as written, or adjusted as the HTML standard says (`foreignObject`, `xlink:href`). */
static inline LexborNumber lexbor_element_name(const LexborElement *element)
{
    return element->qualified_name ? element->qualified_name : element->node.name;
}

static inline LexborNumber lexbor_attribute_name(const LexborAttribute *attribute)
{
    return attribute->qualified_name ? attribute->qualified_name : attribute->node.name;
}

#endif
