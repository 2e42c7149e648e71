/* What open.c and formatting.c share: changing the tree, and the two lists of elements. */
#ifndef MAINTEXT_OPEN_H
#define MAINTEXT_OPEN_H

#include "html.h"

static inline LexborNode *node_of_element(Element *element)
{
    return &element->lexbor.node;
}

/* The tree is ours until it is read, so its nodes may be changed. */
static inline LexborNode *mutable(const LexborNode *node)
{
    return (LexborNode *)node;
}

void remove_child(LexborNode *child);
void move_children(LexborNode *from, LexborNode *to);

/* "The appropriate place for inserting a node." */
typedef struct {
    LexborNode *parent, *before; /* last where `before` is NULL */
} Place;

Place place_in(const Reading *reading, Element *target);
void insert_at(Place place, LexborNode *node);

/* A list is `reading->open` or `reading->formatting`. */
static inline Element **place_on(const Vector *list, size_t place)
{
    return (Element **)list->data + place;
}

void insert_on(Reading *reading, Vector *list, size_t place, Element *element);
void remove_from(Vector *list, size_t place);
size_t find_on(const Vector *list, const Element *element); /* from the end; `list->count` if it is not there */
bool is_open(const Reading *reading, const Element *element);

#endif
