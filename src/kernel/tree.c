/* A tree, the parser's or ours, is walked once in document order, and becomes the table of a page (found.c). The twin is
 * `maintext.parse`, and `maintext.table` for how a page is laid out as a table.
 *
 * The walk keeps no stack: lexbor's nodes know their parents, and so do our rows.
 */
#include "utf8.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

Walk *walk_new(const Vocabulary *vocabulary, bool with_marks)
{
    Walk *walk = calloc(1, sizeof *walk);
    if (!walk) {
        PyErr_NoMemory();
        return NULL;
    }
    walk->vocabulary = vocabulary;
    walk->with_marks = with_marks;
    walk->last_text = walk->preformatted = -1;
    return walk;
}

void walk_free(Walk *walk)
{
    Vector *const all[] = {&walk->rows,    &walk->nodes,  &walk->text,         &walk->blanks,  &walk->verbatim,
                           &walk->written, &walk->custom, &walk->custom_names, &walk->scripts, &walk->marks.scratch};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->data);
    free(walk);
}

static inline Row *row_at(const Walk *walk, int64_t row)
{
    return (Row *)walk->rows.data + row;
}

static inline bool reserve(Walk *walk, Vector *vector, size_t more, size_t item_size)
{
    if (vector_reserve(vector, more, item_size))
        return true;
    walk->ending = OUT_OF_MEMORY;
    return false;
}

/* A new row below `parent`, all zero but for what every row has. NULL if there is no memory. */
static Row *add_row(Walk *walk, const LexborNode *element, int64_t tag, int64_t parent)
{
    if (!reserve(walk, &walk->rows, 1, sizeof(Row)) || !reserve(walk, &walk->nodes, 1, sizeof element))
        return NULL;
    ((const LexborNode **)walk->nodes.data)[walk->nodes.count++] = element;
    Row *row = row_at(walk, (int64_t)walk->rows.count++);
    memset(row, 0, sizeof *row);
    (*row)[TAG] = tag;
    (*row)[PARENT] = parent;
    (*row)[END] = (int64_t)walk->rows.count;
    if (parent >= 0) {
        (*row)[DEPTH] = (*row_at(walk, parent))[DEPTH] + 1;
        (*row)[FLAGS] = (*row_at(walk, parent))[FLAGS] & IN_LINK;
    }
    return row;
}

/* -- text ---------------------------------------------------------------------------------------------------------------- */

enum { CHUNK = 8 };

/* Whether eight octets can be copied as they are: ASCII without control characters, and no two spaces side by side. One number
 * holds all eight; `signs` are their highest bits. */
static inline bool is_plain(const uint8_t *at)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), signs = ones * 0x80;
    uint64_t octets;
    memcpy(&octets, at, sizeof octets);
    const uint64_t at_least_space = ((octets | signs) - ones * ' ') & signs;
    const uint64_t beyond_space = ((octets | signs) - ones * (' ' + 1)) & signs;
    const uint64_t spaces = signs & ~beyond_space;
    return !(octets & signs) && at_least_space == signs && !(spaces & spaces << 8);
}

/* Copy words with one space between them. Says how many octets and characters were written, and whether white space ended
 * them; returns false for what is no UTF-8, and for NUL, which no parser leaves in a text. Room for all of it must be there. */
static bool write_words(uint8_t *out, const uint8_t *at, const uint8_t *end, int64_t *octets, int64_t *characters, bool *space)
{
    const uint8_t *const begin = out;
    int64_t continuations = 0;
    bool pending = false;
    while (at < end) {
        const int blank = space_length(at, end);
        if (blank) {
            pending = true;
            at += blank;
            continue;
        }
        if (pending)
            *out++ = ' ';
        int length = character_length(at, end);
        if (!length || !*at)
            return false;
        continuations += length - 1;
        while (length--)
            *out++ = *at++;
        while (end - at >= CHUNK && out[-1] != ' ' && is_plain(at)) {
            memcpy(out, at, CHUNK);
            out += CHUNK;
            at += CHUNK;
        }
        pending = out[-1] == ' '; /* the last chunk ended in one: what comes decides whether it stays */
        out -= pending;
    }
    *octets = out - begin;
    *characters = *octets - continuations;
    *space = pending;
    return true;
}

static void write_sign(Walk *walk, uint8_t sign)
{
    ((uint8_t *)walk->text.data)[walk->text.count++] = sign;
    walk->characters++;
}

static void append(Vector *octets, const LexborString *text)
{
    memcpy((uint8_t *)octets->data + octets->count, text->data, text->length);
    octets->count += text->length;
}

/* Text without a single character counts as a space, as in the twin. */
static LexborString text_of(const LexborNode *node)
{
    static const LexborString SPACE = {(const uint8_t *)" ", 1};
    const LexborString text = node->type == LEXBOR_TEXT ? ((const LexborText *)node)->text : SPACE;
    return text.data && text.length ? text : SPACE;
}

/* Keep a run as it is written, after the blank text before it. */
static void keep_verbatim(Walk *walk, int64_t row, const LexborString *text)
{
    const LexborNode *const *blanks = walk->blanks.data;
    size_t length = text->length;
    for (size_t i = 0; i < walk->blanks.count; i++)
        length += text_of(blanks[i]).length;
    if (!reserve(walk, &walk->verbatim, 1, sizeof(WrittenRun)) || !reserve(walk, &walk->written, length, 1))
        return;
    ((WrittenRun *)walk->verbatim.data)[walk->verbatim.count++] = (WrittenRun){row, walk->written.count, length};
    for (size_t i = 0; i < walk->blanks.count; i++) {
        const LexborString blank = text_of(blanks[i]);
        append(&walk->written, &blank);
    }
    append(&walk->written, text);
}

static void add_text(Walk *walk, const LexborNode *node, int64_t parent)
{
    const LexborString text = text_of(node);
    const uint8_t *const end = text.data + text.length;
    const uint8_t *const words = skip_space(text.data, end);
    if (words == end) {
        if (reserve(walk, &walk->blanks, 1, sizeof node))
            ((const LexborNode **)walk->blanks.data)[walk->blanks.count++] = node;
        return;
    }
    Row *row = add_row(walk, NULL, 0, parent);
    if (!row || !reserve(walk, &walk->text, text.length + 3, 1))
        return;
    if (walk->last_text >= 0) {
        if (walk->trailing_space)
            write_sign(walk, ' ');
        write_sign(walk, '\0');
        if (words > text.data)
            write_sign(walk, ' ');
    }
    if (walk->ends_in_space || walk->blanks.count || words > text.data)
        (*row)[FLAGS] |= SPACED;
    (*row)[START] = walk->characters;
    (*row)[BYTE_START] = (int64_t)walk->text.count;
    uint8_t *out = (uint8_t *)walk->text.data + walk->text.count;
    if (!write_words(out, words, end, &(*row)[BYTES], &(*row)[CHARS], &walk->trailing_space)) {
        walk->ending = GAVE_UP;
        return;
    }
    walk->text.count += (size_t)(*row)[BYTES];
    walk->characters += (*row)[CHARS];
    walk->last_text = (int64_t)walk->rows.count - 1;
    if (walk->preformatted >= 0)
        keep_verbatim(walk, walk->last_text, &text);
    walk->blanks.count = 0;
    walk->ends_in_space = walk->trailing_space;
}

/* -- elements ------------------------------------------------------------------------------------------------------------ */

/* Our number for a name that lexbor does not know, if we do; NAME_UNKNOWN otherwise. */
static int64_t known_to_us(const Vocabulary *vocabulary, LexborNumber number)
{
    if (number < LEXBOR_NUMBERS)
        return NAME_UNKNOWN;
    const LexborName *name = (const LexborName *)number;
    for (size_t i = 0; i < vocabulary->other_names.count; i++) {
        const Word *word = &vocabulary->other_names.words[i];
        if (word->length == name->length && memcmp(word->text, lexbor_name_text(name), name->length) == 0)
            return word->value;
    }
    return NAME_UNKNOWN;
}

/* Where a name stands in the hash table, or could stand. */
static Custom *custom_slot(const Vector *table, LexborNumber name)
{
    uint64_t hash = (uint64_t)name * UINT64_C(0x9E3779B97F4A7C15);
    size_t slot = (size_t)(hash >> 20) & (table->capacity - 1);
    Custom *slots = table->data;
    while (slots[slot].name && slots[slot].name != name)
        slot = (slot + 1) & (table->capacity - 1);
    return &slots[slot];
}

/* Make a hash table of twice the size (a power of two), which is at most half full. */
static bool custom_grow(Vector *table)
{
    Vector larger = {NULL, table->count, table->capacity ? table->capacity * 2 : 64};
    larger.data = calloc(larger.capacity, sizeof(Custom));
    if (!larger.data)
        return false;
    const Custom *slots = table->data;
    for (size_t i = 0; i < table->capacity; i++)
        if (slots[i].name)
            *custom_slot(&larger, slots[i].name) = slots[i];
    free(table->data);
    *table = larger;
    return true;
}

/* The number of a name that is not in the vocabulary: such names are counted page by page. Lexbor has each of them once, so
 * equal names have equal addresses. */
static int64_t custom_tag(Walk *walk, const LexborNode *element)
{
    const LexborNumber name = lexbor_element_name((const LexborElement *)element);
    if (element->type != LEXBOR_ELEMENT || (name < LEXBOR_NUMBERS && !walk->vocabulary->element_names[name])) {
        walk->ending = GAVE_UP; /* a name or a kind of node that is newer than we are */
        return NAME_UNKNOWN;
    }
    if (walk->custom.count >= walk->custom.capacity / 2 && !custom_grow(&walk->custom)) {
        walk->ending = OUT_OF_MEMORY;
        return NAME_UNKNOWN;
    }
    Custom *slot = custom_slot(&walk->custom, name);
    if (!slot->name) {
        int64_t tag = known_to_us(walk->vocabulary, name);
        if (tag == NAME_UNKNOWN) {
            if (!reserve(walk, &walk->custom_names, 1, sizeof name))
                return NAME_UNKNOWN;
            tag = walk->vocabulary->known_tags + (int64_t)walk->custom_names.count;
            ((LexborNumber *)walk->custom_names.data)[walk->custom_names.count++] = name;
        }
        *slot = (Custom){name, tag};
        walk->custom.count++;
    }
    return slot->tag;
}

enum { START_TAG = 5 }; /* characters of a start tag without class and id, about */

static int64_t tag_marks(const Walk *walk, int64_t tag)
{
    return tag < walk->vocabulary->known_tags ? walk->vocabulary->tag_marks[tag] : 0;
}

/* What the attributes of an element say, though it counts only if there turns out to be text below: now they are at hand. */
static void add_marks(Walk *walk, const LexborNode *element, Row *row)
{
    if (element->type != LEXBOR_ELEMENT || !((const LexborElement *)element)->first_attribute)
        return;
    Marks marks;
    if (!marks_of(walk->vocabulary, (const LexborElement *)element, &walk->marks, &marks)) {
        walk->ending = OUT_OF_MEMORY;
        return;
    }
    (*row)[MARKS] |= marks.bits;
    (*row)[MARKUP] += marks.length;
}

/* White space is shown as written from here on, so what stood before is no longer part of what comes. */
static void enter_preformatted(Walk *walk, const LexborNode *element)
{
    if (walk->blanks.count) {
        walk->blanks.count = 0;
        walk->ends_in_space = true;
    }
    if (walk->preformatted < 0 && element->first_child)
        walk->preformatted = (int64_t)walk->rows.count - 1;
}

static void enter_element(Walk *walk, const LexborNode *element, int64_t tag, int64_t parent)
{
    if (tag == NAME_UNKNOWN && (tag = custom_tag(walk, element)) < 0)
        return;
    Row *row = add_row(walk, element, tag, parent);
    if (!row)
        return;
    (*row)[MARKUP] = START_TAG;
    (*row)[MARKS] = tag_marks(walk, tag);
    const uint8_t traits = tag < walk->vocabulary->known_tags ? walk->vocabulary->traits[tag] : PART_TRAIT;
    if (walk->with_marks && traits & PART_TRAIT && element->first_child)
        add_marks(walk, element, row);
    if (traits & LINK_TRAIT)
        (*row)[FLAGS] |= IN_LINK;
    if (traits & PREFORMATTED_TRAIT)
        enter_preformatted(walk, element);
}

/* All below an element has its row. Where there is no text among it, its attributes do not count. */
static void leave_element(Walk *walk, int64_t row)
{
    Row *left = row_at(walk, row);
    (*left)[END] = (int64_t)walk->rows.count;
    if (walk->preformatted == row)
        walk->preformatted = -1;
    if (walk->last_text < row) {
        (*left)[MARKS] = tag_marks(walk, (*left)[TAG]);
        (*left)[MARKUP] = START_TAG;
    }
}

static void add_script(Walk *walk, const LexborNode *node, int64_t parent)
{
    if (reserve(walk, &walk->scripts, 1, sizeof(Script)))
        ((Script *)walk->scripts.data)[walk->scripts.count++] = (Script){node, (int64_t)walk->rows.count, parent};
}

Ending walk_tree(Walk *walk, const LexborNode *body)
{
    const LexborNode *node = body;
    int64_t parent = -1;
    while (walk->ending == READ) {
        const int64_t tag = tag_by_number(walk->vocabulary, node->name);
        if (tag == 0) {
            add_text(walk, node, parent);
        } else if (tag > 0 || tag == NAME_UNKNOWN) {
            enter_element(walk, node, tag, parent);
            if (node->first_child && walk->ending == READ) {
                parent = (int64_t)walk->rows.count - 1;
                node = node->first_child;
                continue;
            }
        } else if (tag == NAME_SCRIPT) {
            add_script(walk, node, parent);
        }
        while (node != body && !node->next && walk->ending == READ) {
            node = node->parent;
            leave_element(walk, parent);
            parent = (*row_at(walk, parent))[PARENT];
        }
        if (node == body)
            break;
        node = node->next;
    }
    return walk->ending;
}
