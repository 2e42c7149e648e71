/* What the insertion modes share: modes.c, before_body.c, body.c, cells.c. */
#ifndef MAINTEXT_MODES_H
#define MAINTEXT_MODES_H

#include "html.h"

typedef void Rules(Reading *reading, const Token *token); /* what is done with a token */

#define OF_TABLES (ONE(CAPTION) | ONE(COL) | ONE(COLGROUP) | ONE(SECTION) | ONE(CELL) | ONE(ROW))
#define OF_PAGE (ONE(BODY) | ONE(HTML))
#define OF_HEAD (ONE(BASE) | ONE(HEAD_VOID) | ONE(TITLE) | ONE(STYLE) | ONE(NOFRAMES) | ONE(SCRIPT) | ONE(TEMPLATE))

static inline bool starts(const Token *token, KindSet kinds)
{
    return token->type == START_TAG && ONE(token->name->kind) & kinds;
}

static inline bool ends(const Token *token, KindSet kinds)
{
    return token->type == END_TAG && ONE(token->name->kind) & kinds;
}

static inline bool in_template(const Reading *reading)
{
    return reading->templates.count;
}

/* -- modes.c ------------------------------------------------------------------------------------------------------------- */

void go_on(Reading *reading, Mode mode, const Token *token); /* with the rules of another mode */
void reset_mode(Reading *reading); /* "appropriately" */

bool is_space(const Token *token);

/* The token without white space at its beginning, which is inserted or left out. Returns false if nothing is left. */
bool after_space(Reading *reading, const Token *token, bool inserted, Token *rest);

Element *insert_implied(Reading *reading, enum implied_element implied);
void add_missing_attributes(Element *element, const LexborAttribute *more);
void insert_with_text(Reading *reading, const Token *token, bool with_references); /* an element that holds nothing but text */
void close_p(Reading *reading);
void end_template(Reading *reading);

/* -- the modes ----------------------------------------------------------------------------------------------------------- */

Rules initial, before_html, before_head, in_head, in_head_noscript, after_head;                     /* before_body.c */
Rules in_body;                                                                                       /* body.c */
Rules in_table, in_caption, in_column_group, in_table_body, in_row, in_cell;                         /* cells.c */
Rules in_template_mode, after_body, after_after_body;                                                /* modes.c */

Rules start_of_head; /* before_body.c: elements of the head, which may stand in the body too */

#endif
