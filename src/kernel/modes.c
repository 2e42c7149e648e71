/* Tags, texts and comments to a tree: the standard's insertion modes, each a function. What they do not mention is ignored. */
#include "html.h"

#include <string.h>

static const KindSet OF_TABLES = ONE(CAPTION) | ONE(COL) | ONE(COLGROUP) | ONE(SECTION) | ONE(CELL) | ONE(ROW);
static const KindSet OF_PAGE = ONE(BODY) | ONE(HTML);
static const KindSet OF_HEAD =
    ONE(BASE) | ONE(HEAD_VOID) | ONE(TITLE) | ONE(STYLE) | ONE(NOFRAMES) | ONE(SCRIPT) | ONE(TEMPLATE);

static bool starts(const Token *token, KindSet kinds)
{
    return token->type == START_TAG && ONE(token->name->kind) & kinds;
}

static bool ends(const Token *token, KindSet kinds)
{
    return token->type == END_TAG && ONE(token->name->kind) & kinds;
}

static void go_on(Reading *reading, Mode mode, const Token *token)
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

static bool is_space(const Token *token)
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

/* The token without white space at its beginning, which is inserted or left out. Returns false if nothing is left. */
static bool after_space(Reading *reading, const Token *token, bool inserted, Token *rest)
{
    const size_t length = leading_space(token);
    *rest = without_leading(token, length);
    if (inserted && length)
        insert_text(reading, (LexborString){token->text.data, length});
    return token->type != TEXT || rest->text.length;
}

/* -- elements ------------------------------------------------------------------------------------------------------------ */

static Element *insert_implied(Reading *reading, enum implied_element implied)
{
    const Name *name = reading->vocabulary->implied[implied];
    return insert_named(reading, name, NULL, name->kind);
}

static void add_missing_attributes(Element *element, const LexborAttribute *more)
{
    const LexborAttribute **end = &element->lexbor.first_attribute;
    while (*end)
        end = (const LexborAttribute **)&(*end)->next;
    while (more) {
        LexborAttribute *attribute = (LexborAttribute *)more;
        more = more->next;
        const LexborAttribute *same = element->lexbor.first_attribute;
        while (same && same->node.name != attribute->node.name)
            same = same->next;
        if (same)
            continue;
        attribute->next = NULL;
        *end = attribute;
        end = &attribute->next;
    }
}

/* An element that holds nothing but text. */
static void insert_with_text(Reading *reading, const Token *token, bool with_references)
{
    insert_element(reading, token);
    const LexborString text = text_up_to_end_tag(reading, token->name, with_references);
    if (text.length)
        insert_text(reading, text);
    pop(reading);
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

static void close_p(Reading *reading)
{
    if (!in_scope(reading, ONE(P), BUTTON_SCOPE))
        return;
    imply_end_tags(reading, ONE(P));
    pop_until(reading, ONE(P));
}

static bool in_template(const Reading *reading)
{
    return reading->templates.count;
}

static void push_template_mode(Reading *reading, Mode mode)
{
    if (!vector_reserve(&reading->templates, 1, sizeof mode))
        give_up(reading, OUT_OF_MEMORY);
    ((Mode *)reading->templates.data)[reading->templates.count++] = mode;
}

/* "Reset the insertion mode appropriately." */
static void reset_mode(Reading *reading)
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

/* -- before the body ----------------------------------------------------------------------------------------------------- */

static LexborString without_space(LexborString text)
{
    while (text.length && is_html_space(text.data[0]))
        text = (LexborString){text.data + 1, text.length - 1};
    while (text.length && is_html_space(text.data[text.length - 1]))
        text.length--;
    return text;
}

static bool begins(LexborString text, const char *word)
{
    const size_t length = strlen(word);
    const Word wanted = {word, length, 0};
    return text.length >= length && is_word(text.data, text.data + length, &wanted);
}

static LexborString behind(LexborString text, size_t length)
{
    return without_space((LexborString){text.data + length, text.length - length});
}

/* Whether a page is shown as in the last century: it matters to tables in paragraphs alone, so only common doctypes are told. */
static Quirks quirks_of(LexborString doctype)
{
    static const struct {
        const char *identifier;
        Quirks alone, with_address;
    } KNOWN[] = {
        {"\"-//w3c//dtd xhtml 1.0 strict//en\"", NO_QUIRKS, NO_QUIRKS},
        {"\"-//w3c//dtd xhtml 1.0 transitional//en\"", NO_QUIRKS, NO_QUIRKS},
        {"\"-//w3c//dtd xhtml 1.1//en\"", NO_QUIRKS, NO_QUIRKS},
        {"\"-//w3c//dtd html 4.01//en\"", NO_QUIRKS, NO_QUIRKS},
        {"\"-//w3c//dtd html 4.01 transitional//en\"", QUIRKS, NO_QUIRKS},
        {"\"-//w3c//dtd html 4.0 transitional//en\"", QUIRKS, QUIRKS},
        {"\"-//w3c//dtd html 3.2 final//en\"", QUIRKS, QUIRKS},
    };
    const LexborString text = without_space(doctype);
    if (!begins(text, "html"))
        return MAYBE_QUIRKS;
    if (text.length == 4)
        return NO_QUIRKS;
    LexborString rest = behind(text, 4);
    if (!is_html_space(text.data[4]) || !begins(rest, "public"))
        return MAYBE_QUIRKS;
    rest = behind(rest, 6);
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (begins(rest, KNOWN[i].identifier)) {
            rest = behind(rest, strlen(KNOWN[i].identifier));
            if (!rest.length)
                return KNOWN[i].alone;
            const uint8_t *const last = rest.data + rest.length - 1;
            const bool is_address = rest.length > 2 && *rest.data == '"' && memchr(rest.data + 1, '"', rest.length - 1) == last;
            return is_address ? KNOWN[i].with_address : MAYBE_QUIRKS;
        }
    return MAYBE_QUIRKS;
}

static void initial(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT) {
        insert_comment(reading, reading->document);
    } else if (token->type == DOCTYPE) {
        reading->quirks = quirks_of(token->text);
        reading->mode = BEFORE_HTML;
    } else if (after_space(reading, token, false, &rest)) {
        reading->quirks = QUIRKS;
        go_on(reading, BEFORE_HTML, &rest);
    }
}

static void open_html(Reading *reading, const LexborAttribute *attributes)
{
    const Name *name = reading->vocabulary->implied[HTML_NAME];
    reading->html = new_element(reading, name, attributes, HTML);
    append_child(reading->document, &reading->html->lexbor.node);
    push(reading, reading->html);
    reading->mode = BEFORE_HEAD;
}

/* End tags that count before the body. */
static bool is_stray_end(const Token *token)
{
    return token->type == END_TAG && !ends(token, ONE(HEAD) | OF_PAGE | ONE(BR));
}

static void before_html(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT) {
        insert_comment(reading, reading->document);
    } else if (starts(token, ONE(HTML))) {
        open_html(reading, token->first);
    } else if (token->type != DOCTYPE && !is_stray_end(token) && after_space(reading, token, false, &rest)) {
        open_html(reading, NULL);
        follow_mode(reading, &rest);
    }
}

static void before_head(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT) {
        insert_comment(reading, NULL);
    } else if (starts(token, ONE(HTML))) {
        add_missing_attributes(reading->html, token->first);
    } else if (starts(token, ONE(HEAD))) {
        reading->head = insert_element(reading, token);
        reading->mode = IN_HEAD;
    } else if (token->type != DOCTYPE && !is_stray_end(token) && after_space(reading, token, false, &rest)) {
        reading->head = insert_implied(reading, HEAD_NAME);
        go_on(reading, IN_HEAD, &rest);
    }
}

/* Templates are never shown, but where one ends depends on what is in it. Its content is kept below it like that of any element. */
static void start_template(Reading *reading, const Token *token)
{
    insert_element(reading, token);
    add_marker(reading);
    push_template_mode(reading, IN_TEMPLATE);
    reading->mode = IN_TEMPLATE;
}

static void end_template(Reading *reading)
{
    if (!in_template(reading))
        return;
    imply_all_end_tags(reading);
    pop_until(reading, ONE(TEMPLATE));
    clear_to_marker(reading);
    reading->templates.count--;
    reset_mode(reading);
}

/* Elements of the head, which may stand in the body too. */
static void start_of_head(Reading *reading, const Token *token)
{
    switch (token->name->kind) {
    case TITLE:
        insert_with_text(reading, token, true);
        break;
    case STYLE:
    case NOFRAMES:
    case SCRIPT:
        insert_with_text(reading, token, false);
        break;
    case TEMPLATE:
        start_template(reading, token);
        break;
    default:
        insert_void(reading, token);
    }
}

static void in_head(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT) {
        insert_comment(reading, NULL);
    } else if (starts(token, ONE(HTML))) {
        add_missing_attributes(reading->html, token->first);
    } else if (starts(token, OF_HEAD)) {
        start_of_head(reading, token);
    } else if (starts(token, ONE(NOSCRIPT))) {
        insert_element(reading, token);
        reading->mode = IN_HEAD_NOSCRIPT;
    } else if (ends(token, ONE(TEMPLATE))) {
        end_template(reading);
    } else if (ends(token, ONE(HEAD))) {
        pop(reading);
        reading->mode = AFTER_HEAD;
    } else if (token->type != DOCTYPE && !starts(token, ONE(HEAD)) && !is_stray_end(token) && after_space(reading, token, true, &rest)) {
        pop(reading);
        go_on(reading, AFTER_HEAD, &rest);
    }
}

static void in_head_noscript(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT || starts(token, ONE(HTML) | ONE(HEAD_VOID) | ONE(NOFRAMES) | ONE(STYLE))) {
        in_head(reading, token);
    } else if (ends(token, ONE(NOSCRIPT))) {
        pop(reading);
        reading->mode = IN_HEAD;
    } else if (token->type != DOCTYPE && !starts(token, ONE(HEAD) | ONE(NOSCRIPT)) && (token->type != END_TAG || ends(token, ONE(BR)))
               && after_space(reading, token, true, &rest)) {
        pop(reading);
        go_on(reading, IN_HEAD, &rest);
    }
}

static void after_head(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT) {
        insert_comment(reading, NULL);
    } else if (starts(token, ONE(HTML))) {
        add_missing_attributes(reading->html, token->first);
    } else if (starts(token, ONE(BODY))) {
        insert_element(reading, token);
        reading->mode = IN_BODY;
    } else if (starts(token, OF_HEAD)) {
        push(reading, reading->head);
        start_of_head(reading, token);
        remove_open(reading, reading->head);
    } else if (starts(token, ONE(GIVEN_UP))) {
        give_up(reading, GAVE_UP); /* a frameset counts here */
    } else if (ends(token, ONE(TEMPLATE))) {
        end_template(reading);
    } else if (token->type != DOCTYPE && !starts(token, ONE(HEAD)) && (token->type != END_TAG || ends(token, OF_PAGE | ONE(BR)))
               && after_space(reading, token, true, &rest)) {
        insert_implied(reading, BODY_NAME);
        go_on(reading, IN_BODY, &rest);
    }
}

/* -- in the body: start tags --------------------------------------------------------------------------------------------- */

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
static void start_item(Reading *reading, const Token *token, KindSet items)
{
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

static void start_ruby(Reading *reading, const Token *token, KindSet but)
{
    if (in_scope(reading, ONE(RUBY), SCOPE))
        imply_end_tags(reading, but);
    insert_element(reading, token);
}

static void start_body(Reading *reading, const Token *token)
{
    if (open_count(reading) > 1 && open_at(reading, 1)->kind == BODY && !in_template(reading))
        add_missing_attributes(open_at(reading, 1), token->first);
}

static void start_in_body(Reading *reading, const Token *token)
{
    switch (token->name->kind) {
    case HTML:
        if (!in_template(reading))
            add_missing_attributes(reading->html, token->first);
        break;
    case BODY:
        start_body(reading, token);
        break;
    case BASE:
    case HEAD_VOID:
    case TITLE:
    case STYLE:
    case NOFRAMES:
    case SCRIPT:
    case TEMPLATE:
        start_of_head(reading, token);
        break;
    case ADDRESS:
    case DIV:
    case BLOCK:
    case DIALOG:
    case LIST:
    case P:
        start_block(reading, token);
        break;
    case HEADING:
        start_heading(reading, token);
        break;
    case PRE:
        start_block(reading, token);
        reading->skips_line_break = true;
        break;
    case FORM:
        start_form(reading, token);
        break;
    case LI:
        start_item(reading, token, ONE(LI));
        break;
    case DD:
    case DT:
        start_item(reading, token, ONE(DD) | ONE(DT));
        break;
    case HR:
        start_rule(reading, token);
        break;
    case A:
        start_a(reading, token);
        break;
    case FORMATTING:
        start_formatting(reading, token);
        break;
    case NOBR:
        start_nobr(reading, token);
        break;
    case BUTTON:
        start_button(reading, token);
        break;
    case OBJECT:
        start_within_line(reading, token);
        add_marker(reading);
        break;
    case RB:
    case RTC:
        start_ruby(reading, token, 0);
        break;
    case RT:
        start_ruby(reading, token, ONE(RTC));
        break;
    case VOID:
    case BR:
        start_void(reading, token);
        break;
    case IMAGE: {
        Token img = *token;
        img.name = reading->vocabulary->implied[IMG_NAME];
        start_void(reading, &img);
        break;
    }
    case INPUT:
        start_input(reading, token);
        break;
    case PARAM:
        insert_void(reading, token);
        break;
    case TEXTAREA:
        start_textarea(reading, token);
        break;
    case XMP:
        close_p(reading);
        reopen_formatting(reading);
        insert_with_text(reading, token, false);
        break;
    case RAW:
        insert_with_text(reading, token, false);
        break;
    case SELECT:
        start_select(reading, token);
        break;
    case OPTION:
    case OPTGROUP:
        start_option(reading, token);
        break;
    case TABLE:
        start_table(reading, token);
        break;
    case SVG:
        reopen_formatting(reading);
        insert_foreign(reading, token);
        break;
    case HEAD:
    case CAPTION:
    case COLGROUP:
    case COL:
    case SECTION:
    case ROW:
    case CELL:
    case IGNORED:
        break;
    case GIVEN_UP:
        give_up(reading, GAVE_UP);
    default:
        start_within_line(reading, token);
    }
}

/* -- in the body: end tags ----------------------------------------------------------------------------------------------- */

void end_any_other(Reading *reading, const Name *name)
{
    for (size_t place = open_count(reading); place--;) {
        const Element *element = open_at(reading, place);
        if (element->name == name && element->kind == name->kind) {
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

static void end_form(Reading *reading)
{
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

static void end_item(Reading *reading, KindSet item, KindSet limits)
{
    if (!in_scope(reading, item, limits))
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

static void end_in_body(Reading *reading, const Token *token)
{
    switch (token->name->kind) {
    case BODY:
    case HTML:
        end_body(reading, token);
        break;
    case ADDRESS:
    case DIV:
    case BLOCK:
    case DIALOG:
    case LIST:
    case BUTTON:
    case PRE:
    case SELECT:
        end_block(reading, token);
        break;
    case FORM:
        end_form(reading);
        break;
    case P:
        if (!in_scope(reading, ONE(P), BUTTON_SCOPE))
            insert_implied(reading, P_NAME);
        close_p(reading);
        break;
    case LI:
        end_item(reading, ONE(LI), LIST_SCOPE);
        break;
    case DD:
    case DT:
        end_item(reading, ONE(token->name->kind), SCOPE);
        break;
    case HEADING:
        if (in_scope(reading, ONE(HEADING), SCOPE)) {
            imply_end_tags(reading, 0);
            pop_until(reading, ONE(HEADING));
        }
        break;
    case A:
    case FORMATTING:
    case NOBR:
        adopt(reading, token);
        break;
    case OBJECT:
        if (name_in_scope(reading, token->name, SCOPE)) {
            end_block(reading, token);
            clear_to_marker(reading);
        }
        break;
    case BR: {
        const Token start = {.type = START_TAG, .name = token->name};
        start_void(reading, &start);
        break;
    }
    case TEMPLATE:
        end_template(reading);
        break;
    default:
        end_any_other(reading, token->name);
    }
}

static void in_template_mode(Reading *reading, const Token *token);

static void in_body(Reading *reading, const Token *token)
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
        start_in_body(reading, token);
        break;
    case END_TAG:
        end_in_body(reading, token);
        break;
    case STOP:
        if (in_template(reading))
            in_template_mode(reading, token);
        break;
    default:
        break;
    }
}

/* -- templates ----------------------------------------------------------------------------------------------------------- */

/* What stands first in a template tells what it is a template of. */
static void in_template_mode(Reading *reading, const Token *token)
{
    if (token->type == STOP) {
        pop_until(reading, ONE(TEMPLATE));
        clear_to_marker(reading);
        reading->templates.count--;
        reset_mode(reading);
        follow_mode(reading, token);
    } else if (starts(token, OF_HEAD) || ends(token, ONE(TEMPLATE))) {
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

/* -- tables -------------------------------------------------------------------------------------------------------------- */

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

static void form_in_table(Reading *reading, const Token *token)
{
    if (reading->form || in_template(reading))
        return;
    reading->form = insert_element(reading, token);
    pop(reading);
}

static void start_in_table(Reading *reading, const Token *token)
{
    switch (token->name->kind) {
    case CAPTION:
        pop_down_to(reading, ONE(TABLE) | ONE(TEMPLATE) | ONE(HTML));
        add_marker(reading);
        start_part(reading, token, ONE(TABLE), IN_CAPTION);
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

static void in_table(Reading *reading, const Token *token)
{
    if (token->type == START_TAG)
        start_in_table(reading, token);
    else if (token->type == COMMENT || (is_space(token) && current_is(reading, ONE(TABLE) | ONE(TEMPLATE) | ONE(SECTION) | ONE(ROW))))
        token->type == COMMENT ? insert_comment(reading, NULL) : insert_text(reading, token->text);
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

static void in_caption(Reading *reading, const Token *token)
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

static void in_column_group(Reading *reading, const Token *token)
{
    Token rest;
    if (token->type == COMMENT || starts(token, ONE(HTML))) {
        in_body(reading, token);
    } else if (starts(token, ONE(COL))) {
        insert_void(reading, token);
    } else if (starts(token, ONE(TEMPLATE)) || ends(token, ONE(TEMPLATE)) || token->type == STOP) {
        in_body(reading, token);
    } else if (token->type != DOCTYPE && !ends(token, ONE(COL)) && after_space(reading, token, true, &rest)
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

static void in_table_body(Reading *reading, const Token *token)
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

static void in_row(Reading *reading, const Token *token)
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

static void in_cell(Reading *reading, const Token *token)
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

/* -- after the body ------------------------------------------------------------------------------------------------------ */

static void after_body(Reading *reading, const Token *token)
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

static void after_after_body(Reading *reading, const Token *token)
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
    static void (*const RULES[])(Reading *, const Token *) = {
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
        if (is_foreign(reading, &token))
            in_foreign(reading, &token);
        else
            follow_mode(reading, &token);
    } while (token.type != STOP);
}
