/* The insertion mode in the body: a rule for the start tags and one for the end tags of each kind of element. */
#include "modes.h"

/* -- start tags --------------------------------------------------------------------------------------------- */

static void start_block(Reading *reading, const Token *token)
{
    close_p(reading);
    insert_element(reading, token);
}

static void start_heading(Reading *reading, const Token *token)
{
    close_p(reading);
    if (current_is(reading, ONE(HEADING)))
        pop(reading);
    insert_element(reading, token);
}

static void start_form(Reading *reading, const Token *token)
{
    if (reading->form && !in_template(reading))
        return;
    close_p(reading);
    Element *form = insert_element(reading, token);
    if (!in_template(reading))
        reading->form = form;
}

/* `li`, `dd` or `dt`: the one before it ends, unless a list or something of its like lies between. */
static void start_item(Reading *reading, const Token *token)
{
    const KindSet items = token->name->kind == LI ? ONE(LI) : ONE(DD) | ONE(DT);
    for (size_t place = open_count(reading); place--;) {
        const Kind kind = open_at(reading, place)->kind;
        if (ONE(kind) & items) {
            imply_end_tags(reading, ONE(kind));
            pop_until(reading, ONE(kind));
            break;
        }
        if (ONE(kind) & SPECIAL & ~(ONE(ADDRESS) | ONE(DIV) | ONE(P)))
            break;
    }
    start_block(reading, token);
}

static void start_within_line(Reading *reading, const Token *token)
{
    reopen_formatting(reading);
    insert_element(reading, token);
}

static void start_button(Reading *reading, const Token *token)
{
    if (in_scope(reading, ONE(BUTTON), SCOPE)) {
        imply_end_tags(reading, 0);
        pop_until(reading, ONE(BUTTON));
    }
    start_within_line(reading, token);
}

static void start_formatting(Reading *reading, const Token *token)
{
    reopen_formatting(reading);
    add_formatting(reading, insert_element(reading, token));
}

static void start_a(Reading *reading, const Token *token)
{
    const Element *before = formatting_named(reading, token->name);
    if (before) {
        adopt(reading, token);
        remove_formatting(reading, before);
        remove_open(reading, before);
    }
    start_formatting(reading, token);
}

static void start_nobr(Reading *reading, const Token *token)
{
    reopen_formatting(reading);
    if (in_scope(reading, ONE(NOBR), SCOPE))
        adopt(reading, token);
    start_formatting(reading, token);
}

static void start_table(Reading *reading, const Token *token)
{
    if (reading->quirks == MAYBE_QUIRKS && in_scope(reading, ONE(P), BUTTON_SCOPE))
        give_up(reading, GAVE_UP);
    if (reading->quirks == NO_QUIRKS)
        close_p(reading);
    insert_element(reading, token);
    reading->mode = IN_TABLE;
}

static void start_void(Reading *reading, const Token *token)
{
    reopen_formatting(reading);
    insert_void(reading, token);
}

static void start_input(Reading *reading, const Token *token)
{
    if (in_scope(reading, ONE(SELECT), SCOPE))
        pop_until(reading, ONE(SELECT));
    start_void(reading, token);
}

static void start_select(Reading *reading, const Token *token)
{
    if (in_scope(reading, ONE(SELECT), SCOPE))
        pop_until(reading, ONE(SELECT));
    else
        start_within_line(reading, token);
}

static void start_option(Reading *reading, const Token *token)
{
    if (in_scope(reading, ONE(SELECT), SCOPE))
        imply_end_tags(reading, token->name->kind == OPTION ? ONE(OPTGROUP) : 0);
    else if (current_is(reading, ONE(OPTION)))
        pop(reading);
    start_within_line(reading, token);
}

static void start_rule(Reading *reading, const Token *token)
{
    close_p(reading);
    if (in_scope(reading, ONE(SELECT), SCOPE))
        imply_end_tags(reading, 0);
    insert_void(reading, token);
}

static void start_ruby(Reading *reading, const Token *token)
{
    if (in_scope(reading, ONE(RUBY), SCOPE))
        imply_end_tags(reading, token->name->kind == RT ? ONE(RTC) : 0);
    insert_element(reading, token);
}

static void start_body(Reading *reading, const Token *token)
{
    if (open_count(reading) > 1 && open_at(reading, 1)->kind == BODY && !in_template(reading))
        add_missing_attributes(open_at(reading, 1), token->first);
}

/* The parser opens formatting elements again in a `textarea` too, other than the standard says. */
static void start_textarea(Reading *reading, const Token *token)
{
    insert_element(reading, token);
    LexborString text = text_up_to_end_tag(reading, token->name, true);
    if (text.length && text.data[0] == '\n')
        text = (LexborString){text.data + 1, text.length - 1};
    if (text.length) {
        reopen_formatting(reading);
        insert_text(reading, text);
    }
    end_any_other(reading, token->name);
}

static void start_html(Reading *reading, const Token *token)
{
    if (!in_template(reading))
        add_missing_attributes(reading->html, token->first);
}

static void start_pre(Reading *reading, const Token *token)
{
    start_block(reading, token);
    reading->skips_line_break = true;
}

static void start_object(Reading *reading, const Token *token)
{
    start_within_line(reading, token);
    add_marker(reading);
}

static void start_image(Reading *reading, const Token *token)
{
    Token img = *token;
    img.name = reading->vocabulary->implied[IMG_NAME];
    start_void(reading, &img);
}

static void start_raw_text(Reading *reading, const Token *token)
{
    if (token->name->kind == XMP) {
        close_p(reading);
        reopen_formatting(reading);
    }
    insert_with_text(reading, token, false);
}

static void start_svg(Reading *reading, const Token *token)
{
    reopen_formatting(reading);
    insert_foreign(reading, token);
}

static void leave_to_parser(Reading *reading, const Token *token)
{
    (void)token;
    give_up(reading, GAVE_UP);
}

static void ignore(Reading *reading, const Token *token)
{
    (void)reading;
    (void)token;
}

static Rules *const STARTS[KINDS] = {
    [OTHER] = start_within_line,
    [HTML] = start_html,
    [HEAD] = ignore,
    [BODY] = start_body,
    [BASE] = start_of_head,
    [HEAD_VOID] = start_of_head,
    [TITLE] = start_of_head,
    [STYLE] = start_of_head,
    [NOFRAMES] = start_of_head,
    [SCRIPT] = start_of_head,
    [NOSCRIPT] = start_within_line,
    [TEMPLATE] = start_of_head,
    [ADDRESS] = start_block,
    [DIV] = start_block,
    [BLOCK] = start_block,
    [DIALOG] = start_block,
    [LIST] = start_block,
    [P] = start_block,
    [HEADING] = start_heading,
    [PRE] = start_pre,
    [FORM] = start_form,
    [LI] = start_item,
    [DD] = start_item,
    [DT] = start_item,
    [HR] = start_rule,
    [A] = start_a,
    [FORMATTING] = start_formatting,
    [NOBR] = start_nobr,
    [BUTTON] = start_button,
    [OBJECT] = start_object,
    [RUBY] = start_within_line,
    [RB] = start_ruby,
    [RTC] = start_ruby,
    [RT] = start_ruby,
    [VOID] = start_void,
    [BR] = start_void,
    [IMAGE] = start_image,
    [INPUT] = start_input,
    [PARAM] = insert_void,
    [TEXTAREA] = start_textarea,
    [XMP] = start_raw_text,
    [RAW] = start_raw_text,
    [SELECT] = start_select,
    [OPTION] = start_option,
    [OPTGROUP] = start_option,
    [TABLE] = start_table,
    [CAPTION] = ignore,
    [COLGROUP] = ignore,
    [COL] = ignore,
    [SECTION] = ignore,
    [ROW] = ignore,
    [CELL] = ignore,
    [SVG] = start_svg,
    [IGNORED] = ignore,
    [GIVEN_UP] = leave_to_parser,
};

/* -- end tags ----------------------------------------------------------------------------------------------- */

void end_any_other(Reading *reading, const Name *name)
{
    for (size_t place = open_count(reading); place--;) {
        const Element *element = open_at(reading, place);
        if (is_html_element(element, name)) {
            while (open_count(reading) > place)
                pop(reading);
            return;
        }
        if (ONE(element->kind) & SPECIAL)
            return;
    }
}

static void end_block(Reading *reading, const Token *token)
{
    if (!name_in_scope(reading, token->name, SCOPE))
        return;
    imply_end_tags(reading, 0);
    pop_until_name(reading, token->name);
}

static void end_form(Reading *reading, const Token *token)
{
    (void)token;
    if (in_template(reading)) {
        if (in_scope(reading, ONE(FORM), SCOPE)) {
            imply_end_tags(reading, 0);
            pop_until(reading, ONE(FORM));
        }
        return;
    }
    const Element *form = reading->form;
    reading->form = NULL;
    if (!form || !element_in_scope(reading, form, SCOPE))
        return;
    imply_end_tags(reading, 0);
    remove_open(reading, form);
}

static void end_item(Reading *reading, const Token *token)
{
    const KindSet item = ONE(token->name->kind);
    if (!in_scope(reading, item, item == ONE(LI) ? LIST_SCOPE : SCOPE))
        return;
    imply_end_tags(reading, item);
    pop_until(reading, item);
}

static void end_body(Reading *reading, const Token *token)
{
    if (!in_scope(reading, ONE(BODY), SCOPE))
        return;
    reading->mode = AFTER_BODY;
    if (token->name->kind == HTML)
        follow_mode(reading, token);
}

static void end_p(Reading *reading, const Token *token)
{
    (void)token;
    if (!in_scope(reading, ONE(P), BUTTON_SCOPE))
        insert_implied(reading, P_NAME);
    close_p(reading);
}

static void end_heading(Reading *reading, const Token *token)
{
    (void)token;
    if (!in_scope(reading, ONE(HEADING), SCOPE))
        return;
    imply_end_tags(reading, 0);
    pop_until(reading, ONE(HEADING));
}

static void end_object(Reading *reading, const Token *token)
{
    if (!name_in_scope(reading, token->name, SCOPE))
        return;
    end_block(reading, token);
    clear_to_marker(reading);
}

static void end_br(Reading *reading, const Token *token)
{
    const Token start = {.type = START_TAG, .name = token->name};
    start_void(reading, &start);
}

static void end_of_template(Reading *reading, const Token *token)
{
    (void)token;
    end_template(reading);
}

/* Of all others see `end_any_other`. */
static Rules *const ENDS[KINDS] = {
    [BODY] = end_body,
    [HTML] = end_body,
    [ADDRESS] = end_block,
    [DIV] = end_block,
    [BLOCK] = end_block,
    [DIALOG] = end_block,
    [LIST] = end_block,
    [BUTTON] = end_block,
    [PRE] = end_block,
    [SELECT] = end_block,
    [FORM] = end_form,
    [P] = end_p,
    [LI] = end_item,
    [DD] = end_item,
    [DT] = end_item,
    [HEADING] = end_heading,
    [A] = adopt,
    [FORMATTING] = adopt,
    [NOBR] = adopt,
    [OBJECT] = end_object,
    [BR] = end_br,
    [TEMPLATE] = end_of_template,
};

/* -- all tokens ---------------------------------------------------------------------------------------------------------- */

void in_body(Reading *reading, const Token *token)
{
    switch (token->type) {
    case TEXT:
        reopen_formatting(reading);
        insert_text(reading, token->text);
        break;
    case COMMENT:
        insert_comment(reading, NULL);
        break;
    case START_TAG:
        STARTS[token->name->kind](reading, token);
        break;
    case END_TAG:
        if (ENDS[token->name->kind])
            ENDS[token->name->kind](reading, token);
        else
            end_any_other(reading, token->name);
        break;
    default:
        break;
    }
}
