/* The insertion modes in tables. What they do not mention is ignored. */
#include "modes.h"

static bool is_hidden_input(const Reading *reading, const Token *token)
{
    static const Word HIDDEN = {"hidden", 6, 0};
    for (const LexborAttribute *attribute = token->first; attribute; attribute = attribute->next)
        if (known_attribute(reading->vocabulary, attribute) == TYPE_ATTRIBUTE && attribute->value)
            return is_word(attribute->value->data, attribute->value->data + attribute->value->length, &HIDDEN);
    return false;
}

static void foster(Reading *reading, const Token *token)
{
    reading->fosters = true;
    in_body(reading, token);
    reading->fosters = false;
}

/* Insert an element of a table into the one that it belongs to, and go on in its mode. */
static void start_part(Reading *reading, const Token *token, KindSet around, Mode mode)
{
    pop_down_to(reading, around | ONE(TEMPLATE) | ONE(HTML));
    insert_element(reading, token);
    reading->mode = mode;
}

/* The same with the element that it lacks around it. */
static void imply_part(Reading *reading, enum implied_element implied, const Token *token, KindSet around, Mode mode)
{
    pop_down_to(reading, around | ONE(TEMPLATE) | ONE(HTML));
    insert_implied(reading, implied);
    go_on(reading, mode, token);
}

static void end_table(Reading *reading)
{
    pop_until(reading, ONE(TABLE));
    reset_mode(reading);
}

void form_in_table(Reading *reading, const Token *token)
{
    if (reading->form || in_template(reading))
        return;
    reading->form = insert_element(reading, token);
    pop(reading);
}

void start_in_table(Reading *reading, const Token *token)
{
    switch (token->name->kind) {
    case CAPTION:
        start_part(reading, token, ONE(TABLE), IN_CAPTION);
        add_marker(reading);
        break;
    case COLGROUP:
        start_part(reading, token, ONE(TABLE), IN_COLUMN_GROUP);
        break;
    case COL:
        imply_part(reading, COLGROUP_NAME, token, ONE(TABLE), IN_COLUMN_GROUP);
        break;
    case SECTION:
        start_part(reading, token, ONE(TABLE), IN_TABLE_BODY);
        break;
    case CELL:
    case ROW:
        imply_part(reading, TBODY_NAME, token, ONE(TABLE), IN_TABLE_BODY);
        break;
    case TABLE:
        if (in_scope(reading, ONE(TABLE), TABLE_SCOPE)) {
            end_table(reading);
            follow_mode(reading, token);
        }
        break;
    case STYLE:
    case SCRIPT:
    case TEMPLATE:
        start_of_head(reading, token);
        break;
    case IMAGE:
        give_up(reading, GAVE_UP); /* which the parser does not read as the standard says */
    case FORM:
        form_in_table(reading, token);
        break;
    case INPUT:
        if (is_hidden_input(reading, token))
            insert_void(reading, token);
        else
            foster(reading, token);
        break;
    default:
        foster(reading, token);
    }
}

void in_table(Reading *reading, const Token *token)
{
    if (token->type == START_TAG)
        start_in_table(reading, token);
    else if (token->type == COMMENT)
        insert_comment(reading, NULL);
    else if (is_space(token) && current_is(reading, ONE(TABLE) | ONE(TEMPLATE) | ONE(SECTION) | ONE(ROW)))
        insert_text(reading, token->text);
    else if (ends(token, ONE(TABLE)) && in_scope(reading, ONE(TABLE), TABLE_SCOPE))
        end_table(reading);
    else if (ends(token, ONE(TEMPLATE)))
        end_template(reading);
    else if (!ends(token, ONE(TABLE) | OF_PAGE | OF_TABLES))
        foster(reading, token);
}

static void close_caption(Reading *reading)
{
    imply_end_tags(reading, 0);
    pop_until(reading, ONE(CAPTION));
    clear_to_marker(reading);
    reading->mode = IN_TABLE;
}

void in_caption(Reading *reading, const Token *token)
{
    if (ends(token, ONE(CAPTION)) || starts(token, OF_TABLES) || ends(token, ONE(TABLE))) {
        if (!in_scope(reading, ONE(CAPTION), TABLE_SCOPE))
            return;
        close_caption(reading);
        if (!ends(token, ONE(CAPTION)))
            follow_mode(reading, token);
    } else if (!ends(token, OF_PAGE | OF_TABLES)) {
        in_body(reading, token);
    }
}

void in_column_group(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT || starts(token, ONE(HTML))) {
        in_body(reading, token);
    } else if (starts(token, ONE(COL))) {
        insert_void(reading, token);
    } else if (starts(token, ONE(TEMPLATE)) || ends(token, ONE(TEMPLATE)) || token->type == STOP) {
        in_body(reading, token);
    } else if (token->type == DOCTYPE) {
        give_up(reading, GAVE_UP); /* which ends it for the parser */
    } else if (!ends(token, ONE(COL)) && after_space(reading, token, true, &rest)
               && current_is(reading, ONE(COLGROUP))) {
        pop(reading);
        reading->mode = IN_TABLE;
        if (!ends(token, ONE(COLGROUP)))
            follow_mode(reading, &rest);
    }
}

/* Close the innermost group of rows, or row, and go on. */
static void close_part(Reading *reading, KindSet part, Mode mode)
{
    pop_down_to(reading, part | ONE(TEMPLATE) | ONE(HTML));
    pop(reading);
    reading->mode = mode;
}

void in_table_body(Reading *reading, const Token *token)
{
    if (starts(token, ONE(ROW))) {
        start_part(reading, token, ONE(SECTION), IN_ROW);
    } else if (starts(token, ONE(CELL))) {
        imply_part(reading, TR_NAME, token, ONE(SECTION), IN_ROW);
    } else if (ends(token, ONE(SECTION))) {
        if (name_in_scope(reading, token->name, TABLE_SCOPE))
            close_part(reading, ONE(SECTION), IN_TABLE);
    } else if (starts(token, ONE(CAPTION) | ONE(COL) | ONE(COLGROUP) | ONE(SECTION)) || ends(token, ONE(TABLE))) {
        if (in_scope(reading, ONE(SECTION), TABLE_SCOPE)) {
            close_part(reading, ONE(SECTION), IN_TABLE);
            follow_mode(reading, token);
        }
    } else if (!ends(token, OF_PAGE | OF_TABLES)) {
        in_table(reading, token);
    }
}

void in_row(Reading *reading, const Token *token)
{
    if (starts(token, ONE(CELL))) {
        start_part(reading, token, ONE(ROW), IN_CELL);
        add_marker(reading);
    } else if (ends(token, ONE(ROW))) {
        if (in_scope(reading, ONE(ROW), TABLE_SCOPE))
            close_part(reading, ONE(ROW), IN_TABLE_BODY);
    } else if (starts(token, OF_TABLES) || ends(token, ONE(TABLE) | ONE(SECTION))) {
        if (ends(token, ONE(SECTION)) && !name_in_scope(reading, token->name, TABLE_SCOPE))
            return;
        if (in_scope(reading, ONE(ROW), TABLE_SCOPE)) {
            close_part(reading, ONE(ROW), IN_TABLE_BODY);
            follow_mode(reading, token);
        }
    } else if (!ends(token, OF_PAGE | OF_TABLES)) {
        in_table(reading, token);
    }
}

static void close_cell(Reading *reading, const Name *name)
{
    imply_end_tags(reading, 0);
    if (name)
        pop_until_name(reading, name);
    else
        pop_until(reading, ONE(CELL));
    clear_to_marker(reading);
    reading->mode = IN_ROW;
}

void in_cell(Reading *reading, const Token *token)
{
    if (ends(token, ONE(CELL))) {
        if (name_in_scope(reading, token->name, TABLE_SCOPE))
            close_cell(reading, token->name);
    } else if (starts(token, OF_TABLES) || ends(token, ONE(TABLE) | ONE(SECTION) | ONE(ROW))) {
        const bool closes = token->type == START_TAG ? in_scope(reading, ONE(CELL), TABLE_SCOPE)
                                                     : name_in_scope(reading, token->name, TABLE_SCOPE);
        if (closes) {
            close_cell(reading, NULL);
            follow_mode(reading, token);
        }
    } else if (!ends(token, OF_PAGE | OF_TABLES)) {
        in_body(reading, token);
    }
}
