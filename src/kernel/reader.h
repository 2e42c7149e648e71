/* What the files that read pages share: encode.c, string_data.c, depth.c, those of html.h and walk.h, marks.c,
 * vocabulary.c, document.c, declared.c, text.c, questions.c, at_once.c, and those of metadata. */
#ifndef MAINTEXT_READER_H
#define MAINTEXT_READER_H

#include "kernel.h"
#include "lexbor.h"

/* -- the vocabulary: everything that Python decides and the kernel obeys ------------------------------------------------- */

/* What lexbor's number of a node's name leads to, if not to one of our numbers of elements. */
enum { NAME_UNKNOWN = -1, NAME_PASSED_OVER = -2, NAME_SCRIPT = -3 };

enum trait { LINK_TRAIT = 1, PREFORMATTED_TRAIT = 2, PART_TRAIT = 4 /* whose attributes are read for marks */ };

/* The attributes that the kernel reads itself. */
enum known_attribute {
    CLASS_ATTRIBUTE,
    ID_ATTRIBUTE,
    STYLE_ATTRIBUTE,
    ROLE_ATTRIBUTE,
    HIDDEN_ATTRIBUTE,
    ARIA_HIDDEN_ATTRIBUTE,
    ITEMPROP_ATTRIBUTE,
    NAME_ATTRIBUTE,
    PROPERTY_ATTRIBUTE,
    CONTENT_ATTRIBUTE,
    TYPE_ATTRIBUTE,
    HREF_ATTRIBUTE,
    REL_ATTRIBUTE,
    HTTP_EQUIV_ATTRIBUTE,
    LANG_ATTRIBUTE,
    KNOWN_ATTRIBUTES /* all others */
};

/* The elements that it looks for in the head. */
enum head_element { TITLE_ELEMENT, BASE_ELEMENT, META_ELEMENT, LINK_ELEMENT, SCRIPT_ELEMENT, HEAD_ELEMENTS };

typedef struct {
    const char *text; /* UTF-8, in small letters */
    size_t length;
    int64_t value;
} Word;

typedef struct {
    Word *words;
    size_t count;
} Words;

/* Keywords as a tree of letters: the 26 small ones and the edge of a word. Node 0 is the end of all ways that lead nowhere.
 * The first two letters lead to a node in one step, so that nearly all places of a text take two steps and no choice. */
enum { EDGE = 0, LETTER_BITS = 31, LETTER_VALUES = 32 };
typedef struct {
    uint16_t first[LETTER_VALUES][LETTER_VALUES];
    uint16_t (*next)[LETTER_VALUES];
    int64_t *bits; /* of the keyword that ends at a node; 0 if none does */
    size_t nodes;
} Keywords;

/* Names and references for our own reading of HTML: html.h. */
typedef struct Name Name;
typedef struct {
    Name **slots; /* an open hash table, at most half full */
    size_t capacity, count;
} NameTable;

typedef struct {
    const char *name; /* without `&`, with the semicolon if it needs one; NULL in an empty slot */
    size_t name_length;
    LexborString text;
} Reference;

typedef struct {
    Reference *slots;
    size_t capacity;
    Py_ssize_t longest; /* of the names */
    PyObject *owner;    /* of the strings */
} References;

/* Elements that the reading of HTML makes without a tag, or puts in place of others. */
enum implied_element { HTML_NAME, HEAD_NAME, BODY_NAME, P_NAME, IMG_NAME, COLGROUP_NAME, TBODY_NAME, TR_NAME, IMPLIED_NAMES };

typedef struct {
    int64_t tag_of[LEXBOR_NUMBERS];          /* our number of an element by lexbor's, or one of NAME_... */
    PyObject *element_names[LEXBOR_NUMBERS]; /* names that lexbor knows and we do not; NULL elsewhere */
    Words other_names;                       /* names that we know and lexbor does not, with our numbers */
    int64_t known_tags;                      /* how many names we know; those of one page count on from here */
    uint8_t *traits;                         /* by our number */
    int64_t *tag_marks;
    PyObject *attribute_names[LEXBOR_NUMBERS];
    uint8_t attributes[LEXBOR_NUMBERS];      /* which `known_attribute` a number of lexbor's is */
    LexborNumber head_names[HEAD_ELEMENTS];  /* lexbor's numbers */
    Keywords keywords;
    Words roles;      /* with their marks */
    Words properties; /* the same for `itemprop` */
    int64_t hidden_mark;
    NameTable element_table, attribute_table;
    const Name *implied[IMPLIED_NAMES];
    LexborNumber text_number, comment_number;
    References references;
} Vocabulary;

PyObject *kernel_vocabulary(PyObject *module, PyObject *arguments);
const Vocabulary *vocabulary_of(PyObject *capsule); /* NULL, with an error set, if it is none */

PyObject *kernel_node(PyObject *module, PyObject *object);

/* The node behind an object of selectolax; NULL, with an error set, if it is none. */
const LexborNode *node_of(PyObject *object);

static inline int64_t tag_by_number(const Vocabulary *vocabulary, LexborNumber number)
{
    return number < LEXBOR_NUMBERS ? vocabulary->tag_of[number] : NAME_UNKNOWN;
}

/* Which of the attributes that we read this is; KNOWN_ATTRIBUTES if none. */
int known_attribute(const Vocabulary *vocabulary, const LexborAttribute *attribute);
int known_by_letters(const char *text, size_t length); /* the same by its name */

/* -- text ---------------------------------------------------------------------------------------------------------------- */

/* A letter of ASCII as a small one; any other octet as it is. */
static inline uint8_t small_letter(uint8_t octet)
{
    return (uint8_t)(octet >= 'A' && octet <= 'Z' ? octet + ('a' - 'A') : octet);
}

static inline bool is_letter(uint8_t octet)
{
    return (uint8_t)((octet | 0x20) - 'a') < 26;
}

static inline PyObject *decoded(const uint8_t *text, size_t length)
{
    return PyUnicode_DecodeUTF8((const char *)text, (Py_ssize_t)length, "replace");
}

/* Whether these are the letters of a word, be they small or not. */
bool is_word(const uint8_t *at, const uint8_t *end, const Word *word);

/* -- memory that grows --------------------------------------------------------------------------------------------------- */

typedef struct {
    void *data;
    size_t count, capacity; /* in items */
} Vector;

/* Make room for `more` items. Returns false, and changes nothing, if there is no memory. */
bool vector_reserve(Vector *vector, size_t more, size_t item_size);

/* -- marks.c ------------------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t bits;
    int64_t length; /* characters of class and id */
} Marks;

/* Classes and ids that were read already. A name that falls into the place of another one takes it. */
enum { REMEMBERED = 512 };
typedef struct {
    LexborString names; /* where they lie in the tree */
    Marks marks;
} Remembered;

typedef struct {
    Remembered slots[REMEMBERED];
    Vector scratch;
} MarksMemory;

/* What the attributes of an element say. Returns false if there is no memory. */
bool marks_of(const Vocabulary *vocabulary, const LexborElement *element, MarksMemory *memory, Marks *marks);

bool keywords_build(Keywords *keywords, PyObject *bits_by_keyword);
void keywords_free(Keywords *keywords);

/* -- names.c ------------------------------------------------------------------------------------------------------------- */

Name *name_learn(NameTable *table, const char *text, size_t length);
bool rules_learn(NameTable *elements);
bool svg_names_learn(NameTable *table, PyObject *written);
void names_free(NameTable *table);

/* -- string_data.c ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const void *characters;
    size_t count;
    int width; /* of a character, in octets: 1, 2 or 4 */
} StringData;

/* Where a string that is not ASCII keeps its characters. Returns false where that is not known. */
bool string_data(PyObject *text, StringData *found);

void learn_string_layout(void); /* once, when the kernel is loaded */

/* -- before parsing: encode.c, depth.c ------------------------------------------------------------------------------------------- */

PyObject *kernel_for_parser(PyObject *module, PyObject *arguments);
bool is_utf8(const uint8_t *at, size_t count);
PyObject *kernel_is_utf8(PyObject *module, PyObject *object);

/* A string, or `bytes`, as Python has it. */
typedef struct {
    LexborString octets; /* UTF-8, if that is what it is */
    StringData text;     /* otherwise */
    uint8_t *room;       /* and where to encode it, in memory of the arena */
} Source;

bool source_open(PyObject *object, bool is_ascii, Arena *arena, Source *source); /* false with an error set */
LexborString utf8_of(const Source *source); /* without the lock, as it takes a while */

/* How deep is too deep: up to `misfits` end tags may fit no start tag, up to `harmless` tags may nest as they like; `nesting` has a
 * bit for each beginning of a name, set if such elements can nest. */
typedef struct {
    int64_t limit, misfits, harmless;
    const uint8_t *nesting;
} DepthLook;

bool depth_look_open(PyObject *arguments, DepthLook *look); /* false, with an error set, for what is none */
bool nests_deep(const DepthLook *look, const uint8_t *octets, size_t length);

/* -- tree.c, found.c ----------------------------------------------------------------------------------------------------- */

PyObject *kernel_read(PyObject *module, PyObject *arguments);
PyObject *kernel_read_page(PyObject *module, PyObject *arguments);

/* Where a tree begins. */
typedef struct {
    const LexborNode *body, *head, *html; /* the last two are NULL if there is none */
} Roots;

/* A tree on its way into a table. Only the walk itself needs no lock. */
typedef struct Walk Walk;
Walk *walk_new(const Vocabulary *vocabulary, bool with_marks); /* NULL with an error set */
void walk_free(Walk *walk);

/* How a reading ends: what is given up is left to the parser or, in a tree of the parser's, to Python. */
typedef enum { READ, GAVE_UP, OUT_OF_MEMORY } Ending;
Ending walk_tree(Walk *walk, const LexborNode *body);

/* source.c: our own reading of a page, and its walk. */
Ending read_and_walk(
    const Source *source, const Vocabulary *vocabulary, const DepthLook *look, Arena *arena, Roots *roots, Walk *walk
);

/* A run that is written as the page has it. */
typedef struct {
    const uint8_t *bytes; /* NULL: a run with its white space collapsed */
    size_t size;
} Verbatim;

/* What was found, for the kernel itself: the table, and an entry for each row if any is written as it is, both in memory of the
 * arena. They return false if that is short. */
bool walk_table(const Walk *walk, Arena *arena, Table *table);
bool walk_verbatim(const Walk *walk, Arena *arena, Verbatim **found);

/* What `read` returns. `owners` keep the tree alive, and so does `arena` if it is not NULL, which is taken over. */
PyObject *walk_results(Ending ending, Walk *walk, PyObject *vocabulary, PyObject *owners, const Roots *roots, Arena *arena);

/* -- document.c: what is read from the tree only when it is asked for ------------------------------------------------------ */

typedef struct {
    const LexborNode *node;
    int64_t row;    /* of what comes after it */
    int64_t parent; /* row of the element that it stands in */
} Script;

typedef struct {
    PyObject *owners; /* what keeps the tree alive: selectolax's objects or, of a tree of our own, the page */
    Arena arena;      /* and the memory that it is in */
    PyObject *words;  /* the capsule of the vocabulary */
    const Vocabulary *vocabulary;
    const LexborNode *head, *root; /* NULL if there is none */
    Vector nodes;                  /* the node of each row, NULL for a text run */
    Vector scripts;                /* of the body */
} Document;

const Document *document_of(PyObject *capsule); /* NULL, with an error set, if it is none */
const Document *document_and_row(PyObject *arguments, const LexborNode **node); /* the two arguments of what asks about a row */
const LexborNode *first_in_head(const Document *document);

/* The first element of that name, from `node` on through its siblings; NULL if there is none. */
const LexborNode *head_element(const LexborNode *node, LexborNumber name);

/* The values of the attributes that the kernel knows; NULL for those that are not there or have none. */
void values_of(const Vocabulary *vocabulary, const LexborNode *node, const LexborString *found[KNOWN_ATTRIBUTES + 1]);

/* Add all text below a node, as it is written. Returns false if there is no memory. */
bool text_below(const LexborNode *top, Vector *octets);

/* What a `meta` of that name (in small letters) says; NULL if it has another name or says nothing. */
const LexborString *content_of_meta(const Vocabulary *vocabulary, const LexborNode *meta, const Word *name);

/* Whether a script is of that type, parameters of the type aside. */
bool is_script_of(const Vocabulary *vocabulary, const LexborNode *script, const Word *wanted);

/* The tree of a walk, as long as that is there. */
Document walk_document(const Walk *walk, const Roots *roots);

/* Take over the arena, if there is one, and the two vectors. */
PyObject *document_new(PyObject *words, PyObject *owners, const Roots *roots, Arena *arena, Vector *nodes, Vector *scripts);
PyObject *kernel_attributes(PyObject *module, PyObject *arguments);
PyObject *kernel_names(PyObject *module, PyObject *arguments);
PyObject *kernel_head(PyObject *module, PyObject *document);
PyObject *kernel_title(PyObject *module, PyObject *document);
PyObject *kernel_meta(PyObject *module, PyObject *arguments);
PyObject *kernel_scripts(PyObject *module, PyObject *arguments);

/* -- clues.c, rows.c, head.c ---------------------------------------------------------------------------------------------- */

PyObject *kernel_wanted(PyObject *module, PyObject *named);
PyObject *kernel_clues(PyObject *module, PyObject *arguments);
PyObject *kernel_clues_among(PyObject *module, PyObject *arguments);
PyObject *kernel_below(PyObject *module, PyObject *arguments);
PyObject *kernel_years(PyObject *module, PyObject *arguments);
PyObject *kernel_elements(PyObject *module, PyObject *arguments);
PyObject *kernel_lines(PyObject *module, PyObject *arguments);
PyObject *kernel_said(PyObject *module, PyObject *arguments);
PyObject *kernel_metas(PyObject *module, PyObject *arguments);

/* -- strings.c ----------------------------------------------------------------------------------------------------------- */

PyObject *kernel_is_clean(PyObject *module, PyObject *arguments);
PyObject *kernel_words(PyObject *module, PyObject *object);

/* -- declared.c ---------------------------------------------------------------------------------------------------------- */

/* Words, each with a space before and after it: " one two ". */
typedef struct {
    const char *text;
    Py_ssize_t length;
} Listed;

enum { TITLE_META, DESCRIPTION_META, OTHER_DESCRIPTION_META, TYPE_META, METAS };
enum { TOLD_KINDS = 3, TOLD_TEXTS = 4 };

/* What is looked for. */
typedef struct {
    Word meta[METAS];
    Listed keys; /* in JSON-LD, of texts */
    Listed kind[TOLD_KINDS];
} Sought;

typedef struct {
    const LexborString *meta[METAS]; /* NULL where there is none */
    Vector title, description, scripts, body;
    int kinds;
    bool is_readable; /* all of it is UTF-8 */
} Told;

bool sought_open(PyObject *tuple, Sought *sought); /* false with an error set */
bool find_declared(const Document *document, const Sought *sought, Told *told); /* false if there is no memory */
void told_texts(const Told *told, LexborString texts[TOLD_TEXTS]); /* title, another one, description and texts; none is NULL */
PyObject *told_as_tuple(const Told *told); /* what `declared` returns */
void told_free(Told *told);
PyObject *kernel_declared(PyObject *module, PyObject *arguments);

/* -- text.c, questions.c -------------------------------------------------------------------------------------------------- */

/* The text of the kept rows, in memory of the arena; without data if that is short. `verbatim` has an entry for each row, or is
 * NULL on a page without any. */
LexborString text_of_rows(const Table *table, const uint8_t *keep, const Verbatim *verbatim, Arena *arena);
PyObject *text_as_string(LexborString text);

typedef struct {
    int64_t *rows;
    Py_ssize_t count;
} RowList;

/* The rows whose attributes decide on what is written. `document` is NULL where the tree is not at hand: then more may be asked.
 * Returns false if memory is short. */
bool rows_in_question(const Table *table, const uint8_t *keep, const Document *document, Arena *arena, RowList *found);

bool text_is_configured(void); /* false, with an error set, before Python has told what the names of elements mean to text */
PyObject *kernel_configure_text(PyObject *module, PyObject *arguments);
PyObject *kernel_questions(PyObject *module, PyObject *arguments);
PyObject *kernel_text(PyObject *module, PyObject *arguments);

/* -- at_once.c ------------------------------------------------------------------------------------------------------------ */

PyObject *kernel_main_text(PyObject *module, PyObject *arguments);

#endif
