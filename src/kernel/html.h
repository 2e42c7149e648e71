/* Our own reading of HTML.
 *
 * The parser behind selectolax builds a whole document for programs that change it: with copies of every text and every value, of
 * scripts too. We only read. So there is a second way from a page to its tree, by the same standard (the section "Parsing HTML
 * documents" of the HTML standard, whose words are used here), to a tree of the same structures (lexbor.h), so that whatever reads
 * one reads the other. Texts and values stay where they are in the page, unless a reference such as `&amp;` stands in them.
 *
 *     names.c        names of elements and attributes -> numbers, and which rules elements follow
 *     references.c   `&amp;` -> `&`
 *     tokens.c       octets -> tags, texts, comments: the standard's tokenizer
 *     modes.c        tags, texts, comments -> a tree: the standard's insertion modes,
 *     before_body.c, body.c, cells.c         rule by rule
 *     foreign.c      the same inside of `svg`
 *     open.c         the elements that are open, and where new ones go
 *     formatting.c   `b` and the like, which are opened again in the next block
 *     source.c       a page -> its table, by all of these
 *
 * What few pages have is not here: `math`, `frameset`, `plaintext`, NUL characters, `</>`, old doctypes before tables in paragraphs,
 * names and attributes beyond all measure, and the places where the parser departs from the standard. Where a page has that, the
 * reading gives up and leaves the page to the parser (`give_up`). A page is never read otherwise by the one than by the other; tests
 * compare them.
 */
#ifndef MAINTEXT_HTML_H
#define MAINTEXT_HTML_H

#include "reader.h"

#include <setjmp.h>
#include <string.h>

/* -- names.c ------------------------------------------------------------------------------------------------------------- */

/* Elements that follow the same rules. At most 64, so that a set of them is a number. */
typedef enum {
    OTHER,
    /* of the page and its head */
    HTML, HEAD, BODY, BASE, HEAD_VOID, TITLE, STYLE, NOFRAMES, SCRIPT, NOSCRIPT, TEMPLATE,
    /* blocks */
    ADDRESS, DIV, BLOCK, DIALOG, LIST, P, HEADING, PRE, FORM, LI, DD, DT, HR,
    /* within lines */
    A, FORMATTING, NOBR, BUTTON, OBJECT, RUBY, RB, RTC, RT,
    /* without content, or with text alone */
    VOID, BR, IMAGE, INPUT, PARAM, TEXTAREA, XMP, RAW,
    SELECT, OPTION, OPTGROUP,
    /* of tables */
    TABLE, CAPTION, COLGROUP, COL, SECTION /* a group of rows */, ROW, CELL,
    SVG,
    FOREIGN,     /* any element inside of `svg` */
    INTEGRATION, /* one inside of `svg` whose content is HTML again */
    IGNORED,     /* start tags without effect */
    GIVEN_UP,    /* elements that are left to the parser */
    KINDS
} Kind;

typedef uint64_t KindSet;
#define ONE(kind) (UINT64_C(1) << (kind))

struct Name {
    LexborName lexbor; /* first: its address is the number of a name that has none */
    LexborNumber number;
    const Name *in_svg; /* how it is written there; NULL where that is the same */
    uint32_t hash;
    Kind kind;         /* of an element with this name */
    bool leaves_svg;   /* as a start tag */
    bool holds_html;   /* inside of `svg` */
};

static inline bool is_called(const Name *name, const char *word)
{
    return name->lexbor.length == strlen(word) && !memcmp(lexbor_name_text(&name->lexbor), word, name->lexbor.length);
}

static inline uint32_t hash_octet(uint32_t hash, uint8_t octet)
{
    return (hash ^ octet) * UINT32_C(16777619);
}
enum { HASH_OF_NOTHING = 0x811C9DC5 & INT32_MAX };

static inline uint32_t hash_of_octets(const uint8_t *octets, size_t length)
{
    uint32_t hash = HASH_OF_NOTHING;
    for (size_t i = 0; i < length; i++)
        hash = hash_octet(hash, octets[i]);
    return hash;
}

/* Give a new name its letters and what follows from them; `longer` is where they go if they are too many for the structure. */
void name_fill(Name *name, const uint8_t *text, size_t length, uint32_t hash, uint8_t *longer);

Name *name_find(const NameTable *table, const uint8_t *text, size_t length, uint32_t hash); /* NULL if it is not there */
bool name_add(NameTable *table, Name *name); /* false without memory */

/* -- the tree ------------------------------------------------------------------------------------------------------------ */

/* As in lexbor.h, with what only we need behind it. */
typedef struct {
    LexborElement lexbor;
    const Name *name;
    Kind kind;
    uint32_t attributes_hash; /* of a formatting element */
} Element;

typedef struct {
    LexborText lexbor;
    size_t capacity; /* of octets of its own; 0 for those of the page */
} Text;

typedef struct {
    LexborAttribute lexbor; /* `node.user` is its Name, as it is outside of `svg` */
    LexborString value;
} Attribute;

static inline const LexborAttribute *attribute_named(const LexborAttribute *attribute, LexborNumber name)
{
    while (attribute && attribute->node.name != name)
        attribute = attribute->next;
    return attribute;
}

static inline bool is_html_element(const Element *element, const Name *name)
{
    return element->name == name && element->kind == name->kind;
}

/* -- tokens -------------------------------------------------------------------------------------------------------------- */

typedef enum { START_TAG, END_TAG, TEXT, COMMENT, DOCTYPE, STOP } TokenType;

typedef struct {
    TokenType type;
    const Name *name;             /* of a tag */
    const LexborAttribute *first; /* attributes of a start tag */
    bool is_closed;               /* a start tag ends in `/>` */
    LexborString text;            /* characters, references resolved; of a doctype what stands behind the word */
} Token;

/* -- a page that is being read ------------------------------------------------------------------------------------------- */

typedef enum {
    INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE, IN_CAPTION, IN_COLUMN_GROUP,
    IN_TABLE_BODY, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY, AFTER_AFTER_BODY,
} Mode;

typedef enum { NO_QUIRKS, QUIRKS, MAYBE_QUIRKS } Quirks;

typedef struct {
    const Vocabulary *vocabulary;
    Arena *arena;
    uint8_t *room, *room_end; /* what is left of the last piece of it */
    NameTable own_names;      /* of this page: those that the vocabulary does not have */
    const uint8_t *at, *end;  /* what is still to be read */
    Mode mode;
    Quirks quirks;
    bool fosters;          /* what does not belong into a table goes before it */
    bool skips_line_break; /* at the beginning of the next text */
    LexborNode *document;  /* what stands above `html` */
    Element *html, *head, *form;
    Vector open;       /* of Element *: the stack of open elements */
    Vector formatting; /* of Element *: the list of active formatting elements; NULL is a marker */
    Vector templates;  /* of Mode: "the stack of template insertion modes" */
    size_t open_p;     /* how many of the open elements are paragraphs: mostly none, which spares looking for them */
    Ending ending; /* why it was given up */
    jmp_buf way_out;
} Reading;

_Noreturn void give_up(Reading *reading, Ending why);

/* Memory that lives as long as the tree, not zeroed, aligned to eight octets. */
void *room_for(Reading *reading, size_t size);

/* -- references.c -------------------------------------------------------------------------------------------------------- */

bool references_build(References *references, PyObject *texts_by_name);
void references_free(References *references);

/* The text without references; itself where it has none. */
LexborString resolved(Reading *reading, LexborString text, bool in_attribute);

/* -- tokens.c ------------------------------------------------------------------------------------------------------------ */

void begin_tokens(Reading *reading, LexborString text);
Token next_token(Reading *reading);

/* The text of an element that holds nothing else, whose start tag was read; its end tag is read too. */
LexborString text_up_to_end_tag(Reading *reading, const Name *name, bool with_references);

bool is_html_space(uint8_t octet);

/* -- open.c -------------------------------------------------------------------------------------------------------------- */

static inline size_t open_count(const Reading *reading)
{
    return reading->open.count;
}

static inline Element *open_at(const Reading *reading, size_t place)
{
    return ((Element **)reading->open.data)[place];
}

static inline Element *current(const Reading *reading)
{
    return open_at(reading, reading->open.count - 1);
}

static inline bool current_is(const Reading *reading, KindSet kinds)
{
    return ONE(current(reading)->kind) & kinds;
}

extern const KindSet SPECIAL, SCOPE, BUTTON_SCOPE, LIST_SCOPE, TABLE_SCOPE;

Element *new_element(Reading *reading, const Name *name, const LexborAttribute *attributes, Kind kind);
void append_child(LexborNode *parent, LexborNode *child);
void push(Reading *reading, Element *element);
void pop(Reading *reading);
void pop_until(Reading *reading, KindSet kinds);          /* one of them is popped */
void pop_until_name(Reading *reading, const Name *name);  /* the same for an HTML element of that name */
void pop_down_to(Reading *reading, KindSet kinds);        /* one of them is current */
void remove_open(Reading *reading, const Element *element);
bool in_scope(const Reading *reading, KindSet wanted, KindSet limits);
bool name_in_scope(const Reading *reading, const Name *name, KindSet limits);
bool element_in_scope(const Reading *reading, const Element *element, KindSet limits);
void imply_end_tags(Reading *reading, KindSet but);
void imply_all_end_tags(Reading *reading); /* "thoroughly" */

Element *insert_element(Reading *reading, const Token *token); /* and push it */
Element *insert_named(Reading *reading, const Name *name, const LexborAttribute *attributes, Kind kind);
void insert_void(Reading *reading, const Token *token);
void insert_text(Reading *reading, LexborString text);
void insert_comment(Reading *reading, LexborNode *parent); /* at the current place without a parent */

/* -- formatting.c -------------------------------------------------------------------------------------------------------- */

void reopen_formatting(Reading *reading); /* "reconstruct the active formatting elements" */
void add_formatting(Reading *reading, Element *element);
void add_marker(Reading *reading);
void clear_to_marker(Reading *reading);
Element *formatting_named(const Reading *reading, const Name *name); /* after the last marker; NULL if there is none */
void remove_formatting(Reading *reading, const Element *element);
void adopt(Reading *reading, const Token *token); /* "the adoption agency algorithm" for the end tag of a formatting element */

/* -- modes.c, body.c, foreign.c ---------------------------------------------------------------------------------------------- */

void read_all(Reading *reading);
void end_any_other(Reading *reading, const Name *name); /* "any other end tag" in the body */
void follow_mode(Reading *reading, const Token *token); /* "the rules for the current insertion mode in HTML content" */
bool is_foreign(const Reading *reading, const Token *token);
void in_foreign(Reading *reading, const Token *token);
void insert_foreign(Reading *reading, const Token *token);

#endif
