/* Tags, texts and comments inside of `svg`: "the rules for parsing tokens in foreign content". */
#include "html.h"

bool is_foreign(const Reading *reading, const Token *token)
{
    if (!open_count(reading) || token->type == STOP)
        return false;
    const Kind kind = current(reading)->kind;
    return kind == FOREIGN || (kind == INTEGRATION && token->type != START_TAG && token->type != TEXT);
}

void insert_foreign(Reading *reading, const Token *token)
{
    Element *element = insert_named(reading, token->name, token->first, token->name->holds_html ? INTEGRATION : FOREIGN);
    if (token->name->in_svg)
        element->lexbor.qualified_name = token->name->in_svg->number;
    for (const LexborAttribute *attribute = token->first; attribute; attribute = attribute->next) {
        const Name *name = attribute->node.user; /* the one that tokens.c has read */
        if (name->in_svg)
            ((LexborAttribute *)attribute)->node.name = name->in_svg->number;
    }
    if (token->is_closed)
        pop(reading);
}

/* `font` is an element of drawings too, but not with these attributes. */
static bool is_html_font(const Token *token)
{
    if (!is_called(token->name, "font"))
        return false;
    for (const LexborAttribute *attribute = token->first; attribute; attribute = attribute->next) {
        const Name *name = attribute->node.user;
        if (is_called(name, "color") || is_called(name, "face") || is_called(name, "size"))
            return true;
    }
    return false;
}

/* A tag that is HTML without a doubt ends the drawing. */
static void leave_foreign(Reading *reading, const Token *token)
{
    while (current(reading)->kind == FOREIGN)
        pop(reading);
    follow_mode(reading, token);
}

static void end_in_foreign(Reading *reading, const Token *token)
{
    size_t place = open_count(reading) - 1;
    do {
        if (open_at(reading, place)->name == token->name) {
            while (open_count(reading) > place)
                pop(reading);
            return;
        }
        place--;
    } while (place && ONE(open_at(reading, place)->kind) & (ONE(FOREIGN) | ONE(INTEGRATION)));
    if (place)
        follow_mode(reading, token);
}

void in_foreign(Reading *reading, const Token *token)
{
    switch (token->type) {
    case TEXT:
        insert_text(reading, token->text);
        break;
    case COMMENT:
        insert_comment(reading, NULL);
        break;
    case START_TAG:
        if (token->name->leaves_svg || is_html_font(token))
            leave_foreign(reading, token);
        else
            insert_foreign(reading, token);
        break;
    case END_TAG:
        if (token->name->kind == P || token->name->kind == BR)
            leave_foreign(reading, token);
        else
            end_in_foreign(reading, token);
        break;
    default:
        break;
    }
}
