/* The tree, the elements that are open, and where new ones go. */
#include "open.h"

#include <string.h>

/* Kinds as the standard groups them. Elements inside of `svg` count only where it names them. */
const KindSet SPECIAL = ONE(HTML) | ONE(HEAD) | ONE(BODY) | ONE(BASE) | ONE(HEAD_VOID) | ONE(TITLE) | ONE(STYLE) | ONE(NOFRAMES)
    | ONE(SCRIPT) | ONE(NOSCRIPT) | ONE(TEMPLATE) | ONE(ADDRESS) | ONE(DIV) | ONE(BLOCK) | ONE(LIST) | ONE(P) | ONE(HEADING)
    | ONE(PRE) | ONE(FORM) | ONE(LI) | ONE(DD) | ONE(DT) | ONE(HR) | ONE(BUTTON) | ONE(OBJECT) | ONE(VOID) | ONE(BR) | ONE(INPUT) | ONE(PARAM) | ONE(TEXTAREA)
    | ONE(XMP) | ONE(RAW) | ONE(SELECT) | ONE(TABLE) | ONE(CAPTION) | ONE(COLGROUP) | ONE(COL) | ONE(SECTION) | ONE(ROW)
    | ONE(CELL) | ONE(INTEGRATION);
#define IN_SCOPE (ONE(OBJECT) | ONE(CAPTION) | ONE(HTML) | ONE(TABLE) | ONE(CELL) | ONE(SELECT) | ONE(TEMPLATE) | ONE(INTEGRATION))
const KindSet SCOPE = IN_SCOPE, BUTTON_SCOPE = IN_SCOPE | ONE(BUTTON), LIST_SCOPE = IN_SCOPE | ONE(LIST);
const KindSet TABLE_SCOPE = ONE(HTML) | ONE(TABLE) | ONE(TEMPLATE);

static const KindSet END_IMPLIED =
    ONE(DD) | ONE(DT) | ONE(LI) | ONE(OPTGROUP) | ONE(OPTION) | ONE(P) | ONE(RB) | ONE(RT) | ONE(RTC);
static const KindSet FOSTERED_FROM = ONE(TABLE) | ONE(SECTION) | ONE(ROW);

/* -- the tree ------------------------------------------------------------------------------------------------------------ */

static void fill_node(LexborNode *node, LexborNumber name, int type)
{
    node->name = name;
    node->next = node->previous = node->parent = node->first_child = node->last_child = NULL;
    node->type = type;
}

Element *new_element(Reading *reading, const Name *name, const LexborAttribute *attributes, Kind kind)
{
    Element *element = room_for(reading, sizeof *element);
    fill_node(&element->lexbor.node, name->number, LEXBOR_ELEMENT);
    element->lexbor.qualified_name = 0;
    element->lexbor.first_attribute = attributes;
    element->name = name;
    element->kind = kind;
    return element;
}

/* Put a child before another one, or last. */
static void insert_child(LexborNode *parent, LexborNode *child, LexborNode *before)
{
    LexborNode *previous = mutable(before ? before->previous : parent->last_child);
    child->parent = parent;
    child->previous = previous;
    child->next = before;
    *(previous ? &previous->next : &parent->first_child) = child;
    *(before ? &before->previous : &parent->last_child) = child;
}

void append_child(LexborNode *parent, LexborNode *child)
{
    insert_child(parent, child, NULL);
}

void remove_child(LexborNode *child)
{
    LexborNode *parent = mutable(child->parent);
    if (!parent)
        return;
    *(child->previous ? &mutable(child->previous)->next : &parent->first_child) = child->next;
    *(child->next ? &mutable(child->next)->previous : &parent->last_child) = child->previous;
    child->parent = child->previous = child->next = NULL;
}

void move_children(LexborNode *from, LexborNode *to)
{
    to->first_child = from->first_child;
    to->last_child = from->last_child;
    from->first_child = from->last_child = NULL;
    for (const LexborNode *child = to->first_child; child; child = child->next)
        mutable(child)->parent = to;
}

/* -- the stack of open elements ------------------------------------------------------------------------------------------ */

void insert_on(Reading *reading, Vector *list, size_t place, Element *element)
{
    if (!vector_reserve(list, 1, sizeof element))
        give_up(reading, OUT_OF_MEMORY);
    memmove(place_on(list, place + 1), place_on(list, place), (list->count++ - place) * sizeof element);
    *place_on(list, place) = element;
}

void remove_from(Vector *list, size_t place)
{
    memmove(place_on(list, place), place_on(list, place + 1), (--list->count - place) * sizeof(Element *));
}

size_t find_on(const Vector *list, const Element *element)
{
    for (size_t place = list->count; place--;)
        if (*place_on(list, place) == element)
            return place;
    return list->count;
}

void push(Reading *reading, Element *element)
{
    if (!vector_reserve(&reading->open, 1, sizeof element))
        give_up(reading, OUT_OF_MEMORY);
    *place_on(&reading->open, reading->open.count++) = element;
    reading->open_p += element->kind == P;
}

void pop(Reading *reading)
{
    reading->open_p -= current(reading)->kind == P;
    reading->open.count--;
}

void pop_down_to(Reading *reading, KindSet kinds)
{
    while (!current_is(reading, kinds))
        pop(reading);
}

void pop_until(Reading *reading, KindSet kinds)
{
    pop_down_to(reading, kinds);
    pop(reading);
}

void pop_until_name(Reading *reading, const Name *name)
{
    while (!is_html_element(current(reading), name))
        pop(reading);
    pop(reading);
}

bool is_open(const Reading *reading, const Element *element)
{
    return find_on(&reading->open, element) < reading->open.count;
}

void remove_open(Reading *reading, const Element *element)
{
    const size_t place = find_on(&reading->open, element);
    if (place == reading->open.count)
        return;
    reading->open_p -= element->kind == P;
    remove_from(&reading->open, place);
}

bool in_scope(const Reading *reading, KindSet wanted, KindSet limits)
{
    if (wanted == ONE(P) && !reading->open_p)
        return false;
    for (size_t place = open_count(reading); place--;) {
        const KindSet kind = ONE(open_at(reading, place)->kind);
        if (kind & wanted)
            return true;
        if (kind & limits)
            return false;
    }
    return false;
}

bool name_in_scope(const Reading *reading, const Name *name, KindSet limits)
{
    for (size_t place = open_count(reading); place--;) {
        const Element *element = open_at(reading, place);
        if (is_html_element(element, name))
            return true;
        if (ONE(element->kind) & limits)
            return false;
    }
    return false;
}

bool element_in_scope(const Reading *reading, const Element *wanted, KindSet limits)
{
    for (size_t place = open_count(reading); place--;) {
        const Element *element = open_at(reading, place);
        if (element == wanted)
            return true;
        if (ONE(element->kind) & limits)
            return false;
    }
    return false;
}

/* The parser takes an `option` inside of `svg` for one of HTML here. */
static void imply_ends_of(Reading *reading, KindSet kinds)
{
    while (current_is(reading, kinds))
        pop(reading);
    if (current(reading)->kind == FOREIGN && ONE(current(reading)->name->kind) & kinds)
        give_up(reading, GAVE_UP);
}

void imply_end_tags(Reading *reading, KindSet but)
{
    imply_ends_of(reading, END_IMPLIED & ~but);
}

void imply_all_end_tags(Reading *reading)
{
    imply_ends_of(reading, END_IMPLIED | ONE(CAPTION) | ONE(COLGROUP) | ONE(SECTION) | ONE(CELL) | ONE(ROW));
}

/* -- where new nodes go -------------------------------------------------------------------------------------------------- */

Place place_in(const Reading *reading, Element *target)
{
    if (!reading->fosters || !(ONE(target->kind) & FOSTERED_FROM))
        return (Place){node_of_element(target), NULL};
    size_t table = open_count(reading) - 1;
    while (table && !(ONE(open_at(reading, table)->kind) & (ONE(TABLE) | ONE(TEMPLATE))))
        table--;
    LexborNode *node = node_of_element(open_at(reading, table));
    if (!table || open_at(reading, table)->kind == TEMPLATE)
        return (Place){node, NULL};
    if (node->parent)
        return (Place){mutable(node->parent), node};
    return (Place){node_of_element(open_at(reading, table - 1)), NULL};
}

void insert_at(Place place, LexborNode *node)
{
    insert_child(place.parent, node, place.before);
}

Element *insert_named(Reading *reading, const Name *name, const LexborAttribute *attributes, Kind kind)
{
    Element *element = new_element(reading, name, attributes, kind);
    insert_at(place_in(reading, current(reading)), node_of_element(element));
    push(reading, element);
    return element;
}

Element *insert_element(Reading *reading, const Token *token)
{
    return insert_named(reading, token->name, token->first, token->name->kind);
}

void insert_void(Reading *reading, const Token *token)
{
    insert_element(reading, token);
    pop(reading);
}

void insert_comment(Reading *reading, LexborNode *parent)
{
    LexborNode *node = room_for(reading, sizeof *node);
    fill_node(node, reading->vocabulary->comment_number, LEXBOR_COMMENT);
    if (parent)
        append_child(parent, node);
    else
        insert_at(place_in(reading, current(reading)), node);
}

/* Add to a text. What stands behind it in the page as well needs no copy; other text gets room to grow, so that adding to it many
 * times takes no longer than all that is added. */
static void extend(Reading *reading, Text *text, LexborString more)
{
    LexborString *held = &text->lexbor.text;
    const size_t length = held->length + more.length;
    if (!text->capacity && held->data + held->length == more.data) {
        held->length = length;
        return;
    }
    if (length > text->capacity) {
        uint8_t *octets = room_for(reading, 2 * length);
        memcpy(octets, held->data, held->length);
        held->data = octets;
        text->capacity = 2 * length;
    }
    memcpy((uint8_t *)held->data + held->length, more.data, more.length);
    held->length = length;
}

void insert_text(Reading *reading, LexborString text)
{
    const Place place = place_in(reading, current(reading));
    const LexborNode *before = place.before ? place.before->previous : place.parent->last_child;
    if (before && before->type == LEXBOR_TEXT) {
        extend(reading, (Text *)mutable(before), text);
        return;
    }
    Text *node = room_for(reading, sizeof *node);
    fill_node(&node->lexbor.node, reading->vocabulary->text_number, LEXBOR_TEXT);
    node->lexbor.text = text;
    node->capacity = 0;
    insert_at(place, &node->lexbor.node);
}
