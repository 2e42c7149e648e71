/* Formatting elements, such as `b`: those that are to be opened again in the next block, and what their end tags do to blocks in
 * them. */
#include "open.h"

#include <string.h>

static Element *formatting_at(const Reading *reading, size_t place)
{
    return *place_on(&reading->formatting, place);
}

static bool have_same_attributes(const Element *one, const Element *other)
{
    size_t left = 0;
    for (const LexborAttribute *attribute = other->lexbor.first_attribute; attribute; attribute = attribute->next)
        left++;
    for (const LexborAttribute *attribute = one->lexbor.first_attribute; attribute; attribute = attribute->next, left--) {
        const LexborAttribute *same = attribute_named(other->lexbor.first_attribute, attribute->node.name);
        if (!same || !attribute->value != !same->value)
            return false;
        const LexborString *a = attribute->value, *b = same->value;
        if (a && (a->length != b->length || memcmp(a->data, b->data, a->length)))
            return false;
    }
    return !left;
}

/* The same for the same attributes in any order, so that elements that are not alike are told apart at once. */
static uint32_t hash_of_attributes(const Element *element)
{
    uint32_t hash = 0;
    for (const LexborAttribute *attribute = element->lexbor.first_attribute; attribute; attribute = attribute->next) {
        const LexborString *value = attribute->value;
        hash += ((const Name *)attribute->node.user)->hash * 31 + (value ? hash_of_octets(value->data, value->length) : 0);
    }
    return hash;
}

/* Of elements that are alike, three are remembered at most. */
void add_formatting(Reading *reading, Element *element)
{
    size_t alike = 0, first = 0;
    element->attributes_hash = hash_of_attributes(element);
    for (size_t place = reading->formatting.count; place-- && formatting_at(reading, place);) {
        const Element *other = formatting_at(reading, place);
        if (other->name == element->name && other->attributes_hash == element->attributes_hash
            && have_same_attributes(other, element)) {
            alike++;
            first = place;
        }
    }
    if (alike >= 3)
        remove_from(&reading->formatting, first);
    insert_on(reading, &reading->formatting, reading->formatting.count, element);
}

void add_marker(Reading *reading)
{
    insert_on(reading, &reading->formatting, reading->formatting.count, NULL);
}

void clear_to_marker(Reading *reading)
{
    while (reading->formatting.count && formatting_at(reading, --reading->formatting.count))
        ;
}

Element *formatting_named(const Reading *reading, const Name *name)
{
    for (size_t place = reading->formatting.count; place-- && formatting_at(reading, place);)
        if (formatting_at(reading, place)->name == name)
            return formatting_at(reading, place);
    return NULL;
}

void remove_formatting(Reading *reading, const Element *element)
{
    const size_t place = find_on(&reading->formatting, element);
    if (place < reading->formatting.count)
        remove_from(&reading->formatting, place);
}

/* A formatting element again, in the place of the other one on the list. */
static Element *copy_of(Reading *reading, const Element *element)
{
    Element *copy = new_element(reading, element->name, element->lexbor.first_attribute, element->kind);
    copy->attributes_hash = element->attributes_hash;
    return copy;
}

void reopen_formatting(Reading *reading)
{
    size_t place = reading->formatting.count;
    while (place && formatting_at(reading, place - 1) && !is_open(reading, formatting_at(reading, place - 1)))
        place--;
    for (; place < reading->formatting.count; place++) {
        Element *const copy = copy_of(reading, formatting_at(reading, place));
        insert_at(place_in(reading, current(reading)), node_of_element(copy));
        push(reading, copy);
        *place_on(&reading->formatting, place) = copy;
    }
}

/* -- the adoption agency ------------------------------------------------------------------------------------------------- */

/* An element closes that is not the innermost: `<b>one<p>two</b>three</p>`. The block in it gets a copy of the element around its
 * children, and takes the place that the element has among its ancestors. */
static void adopt_block(Reading *reading, Element *formatting, size_t formatting_place, size_t block_place)
{
    Vector *open = &reading->open, *list = &reading->formatting;
    Element *const block = open_at(reading, block_place), *last = block;
    size_t bookmark = find_on(list, formatting);
    size_t place = block_place;
    for (int depth = 1; --place > formatting_place; depth++) {
        Element *const element = open_at(reading, place);
        const size_t listed = find_on(list, element);
        if (depth > 3 && listed < list->count)
            give_up(reading, GAVE_UP); /* the parser then does not what the standard says */
        if (listed == list->count) {
            reading->open_p -= element->kind == P;
            remove_from(open, place);
            continue;
        }
        Element *const copy = copy_of(reading, element);
        *place_on(list, listed) = *place_on(open, place) = copy;
        if (last == block)
            bookmark = listed + 1;
        remove_child(node_of_element(last));
        append_child(node_of_element(copy), node_of_element(last));
        last = copy;
    }
    remove_child(node_of_element(last));
    insert_at(place_in(reading, open_at(reading, formatting_place - 1)), node_of_element(last));

    Element *const copy = copy_of(reading, formatting);
    move_children(node_of_element(block), node_of_element(copy));
    append_child(node_of_element(block), node_of_element(copy));
    const size_t listed = find_on(list, formatting);
    remove_from(list, listed);
    insert_on(reading, list, bookmark - (listed < bookmark), copy);
    remove_open(reading, formatting);
    insert_on(reading, open, find_on(open, block) + 1, copy);
}

void adopt(Reading *reading, const Token *token)
{
    const Name *const name = token->name;
    if (is_html_element(current(reading), name) && find_on(&reading->formatting, current(reading)) == reading->formatting.count) {
        pop(reading);
        return;
    }
    for (int times = 0; times < 8; times++) {
        Element *const formatting = formatting_named(reading, name);
        if (!formatting) {
            end_any_other(reading, name);
            return;
        }
        const size_t place = find_on(&reading->open, formatting);
        if (place == open_count(reading)) {
            remove_formatting(reading, formatting);
            return;
        }
        if (!element_in_scope(reading, formatting, SCOPE))
            return;
        size_t block = place + 1;
        while (block < open_count(reading) && !(ONE(open_at(reading, block)->kind) & SPECIAL))
            block++;
        if (block == open_count(reading)) {
            while (open_count(reading) > place)
                pop(reading);
            remove_formatting(reading, formatting);
            return;
        }
        adopt_block(reading, formatting, place, block);
    }
}
