/* Tags, texts and comments to a tree: the standard's insertion modes, each a function. Here is what they share, those for templates
 * and after the body, and the way through all of them. */
#include "modes.h"

#include <string.h>

void go_on(Reading *reading, Mode mode, const Token *token)
{
    reading->mode = mode;
    follow_mode(reading, token);
}

/* -- white space --------------------------------------------------------------------------------------------------------- */

static size_t leading_space(const Token *token)
{
    size_t length = 0;
    if (token->type == TEXT)
        while (length < token->text.length && is_html_space(token->text.data[length]))
            length++;
    return length;
}

bool is_space(const Token *token)
{
    return token->type == TEXT && leading_space(token) == token->text.length;
}

static Token without_leading(const Token *token, size_t length)
{
    Token rest = *token;
    rest.text.data += length;
    rest.text.length -= length;
    return rest;
}

bool after_space(Reading *reading, const Token *token, bool inserted, Token *rest)
{
    const size_t length = leading_space(token);
    *rest = without_leading(token, length);
    if (inserted && length)
        insert_text(reading, (LexborString){token->text.data, length});
    return token->type != TEXT || rest->text.length;
}

/* -- elements ------------------------------------------------------------------------------------------------------------ */

Element *insert_implied(Reading *reading, enum implied_element implied)
{
    const Name *name = reading->vocabulary->implied[implied];
    return insert_named(reading, name, NULL, name->kind);
}

void add_missing_attributes(Element *element, const LexborAttribute *more)
{
    const LexborAttribute **end = &element->lexbor.first_attribute;
    while (*end)
        end = (const LexborAttribute **)&(*end)->next;
    while (more) {
        LexborAttribute *attribute = (LexborAttribute *)more;
        more = more->next;
        if (attribute_named(element->lexbor.first_attribute, attribute->node.name))
            continue;
        attribute->next = NULL;
        *end = attribute;
        end = &attribute->next;
    }
}

void insert_with_text(Reading *reading, const Token *token, bool with_references)
{
    insert_element(reading, token);
    const LexborString text = text_up_to_end_tag(reading, token->name, with_references);
    if (text.length)
        insert_text(reading, text);
    pop(reading);
}

void close_p(Reading *reading)
{
    if (!in_scope(reading, ONE(P), BUTTON_SCOPE))
        return;
    imply_end_tags(reading, ONE(P));
    pop_until(reading, ONE(P));
}

void reset_mode(Reading *reading)
{
    static const Mode MODES[KINDS] = {
        [CELL] = IN_CELL,   [ROW] = IN_ROW,   [SECTION] = IN_TABLE_BODY, [CAPTION] = IN_CAPTION,   [COLGROUP] = IN_COLUMN_GROUP,
        [TABLE] = IN_TABLE, [BODY] = IN_BODY, [HEAD] = IN_HEAD,          [TEMPLATE] = IN_TEMPLATE, [HTML] = AFTER_HEAD,
    };
    size_t place = open_count(reading) - 1;
    while (!MODES[open_at(reading, place)->kind])
        place--;
    reading->mode = MODES[open_at(reading, place)->kind];
    if (reading->mode == IN_TEMPLATE)
        reading->mode = ((Mode *)reading->templates.data)[reading->templates.count - 1];
}

/* -- templates ----------------------------------------------------------------------------------------------------------- */

static void close_template(Reading *reading)
{
    pop_until(reading, ONE(TEMPLATE));
    clear_to_marker(reading);
    reading->templates.count--;
    reset_mode(reading);
}

void end_template(Reading *reading)
{
    if (!in_template(reading))
        return;
    imply_all_end_tags(reading);
    close_template(reading);
}

/* What stands first in a template tells what it is a template of. */
void in_template_mode(Reading *reading, const Token *token)
{
    if (starts(token, OF_HEAD) || ends(token, ONE(TEMPLATE))) {
        in_head(reading, token);
    } else if (token->type == START_TAG) {
        static const Mode MODES[KINDS] = {
            [CAPTION] = IN_TABLE,   [COLGROUP] = IN_TABLE, [SECTION] = IN_TABLE, [COL] = IN_COLUMN_GROUP,
            [ROW] = IN_TABLE_BODY, [CELL] = IN_ROW,
        };
        const Mode mode = MODES[token->name->kind] ? MODES[token->name->kind] : IN_BODY;
        ((Mode *)reading->templates.data)[reading->templates.count - 1] = mode;
        go_on(reading, mode, token);
    } else if (token->type != END_TAG) {
        in_body(reading, token);
    }
}

/* -- after the body ------------------------------------------------------------------------------------------------------ */

void after_body(Reading *reading, const Token *token)
{
    if (token->type == COMMENT)
        insert_comment(reading, &reading->html->lexbor.node);
    else if (ends(token, ONE(HTML)))
        reading->mode = AFTER_AFTER_BODY;
    else if (is_space(token) || starts(token, ONE(HTML)))
        in_body(reading, token);
    else if (token->type != DOCTYPE && token->type != STOP)
        go_on(reading, IN_BODY, token);
}

void after_after_body(Reading *reading, const Token *token)
{
    if (token->type == COMMENT)
        insert_comment(reading, reading->document);
    else if (is_space(token) || starts(token, ONE(HTML)))
        in_body(reading, token);
    else if (token->type != DOCTYPE && token->type != STOP)
        go_on(reading, IN_BODY, token);
}

/* -- all modes ----------------------------------------------------------------------------------------------------------- */

void follow_mode(Reading *reading, const Token *token)
{
    static Rules *const RULES[] = {
        [INITIAL] = initial,
        [BEFORE_HTML] = before_html,
        [BEFORE_HEAD] = before_head,
        [IN_HEAD] = in_head,
        [IN_HEAD_NOSCRIPT] = in_head_noscript,
        [AFTER_HEAD] = after_head,
        [IN_BODY] = in_body,
        [IN_TABLE] = in_table,
        [IN_CAPTION] = in_caption,
        [IN_COLUMN_GROUP] = in_column_group,
        [IN_TABLE_BODY] = in_table_body,
        [IN_ROW] = in_row,
        [IN_CELL] = in_cell,
        [IN_TEMPLATE] = in_template_mode,
        [AFTER_BODY] = after_body,
        [AFTER_AFTER_BODY] = after_after_body,
    };
    RULES[reading->mode](reading, token);
}

void read_all(Reading *reading)
{
    reading->document = room_for(reading, sizeof *reading->document);
    memset(reading->document, 0, sizeof *reading->document);
    Token token;
    do {
        const bool skips_line_break = reading->skips_line_break;
        reading->skips_line_break = false;
        token = next_token(reading);
        if (skips_line_break && token.type == TEXT && token.text.data[0] == '\n') {
            token = without_leading(&token, 1);
            if (!token.text.length)
                continue;
        }
        while (token.type == STOP && in_template(reading))
            close_template(reading);
        if (is_foreign(reading, &token))
            in_foreign(reading, &token);
        else
            follow_mode(reading, &token);
    } while (token.type != STOP);
}
