/* The insertion modes before the body: the doctype, `html` and `head`. What they do not mention is ignored. */
#include "modes.h"

#include <string.h>

/* -- the doctype --------------------------------------------------------------------------------------------------------- */

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

void initial(Reading *reading, const Token *token)
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

/* -- html and head ------------------------------------------------------------------------------------------------------- */

static void open_html(Reading *reading, const LexborAttribute *attributes)
{
    const Name *name = reading->vocabulary->implied[HTML_NAME];
    reading->html = new_element(reading, name, attributes, HTML);
    append_child(reading->document, &reading->html->lexbor.node);
    push(reading, reading->html);
    reading->mode = BEFORE_HEAD;
}

/* End tags that do not count before the body. */
static bool is_stray_end(const Token *token)
{
    return token->type == END_TAG && !ends(token, ONE(HEAD) | OF_PAGE | ONE(BR));
}

void before_html(Reading *reading, const Token *token)
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

void before_head(Reading *reading, const Token *token)
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

static void push_template_mode(Reading *reading, Mode mode)
{
    if (!vector_reserve(&reading->templates, 1, sizeof mode))
        give_up(reading, OUT_OF_MEMORY);
    ((Mode *)reading->templates.data)[reading->templates.count++] = mode;
}

/* Templates are never shown, but where one ends depends on what is in it. Its content is kept below it like that of any element. */
static void start_template(Reading *reading, const Token *token)
{
    insert_element(reading, token);
    add_marker(reading);
    push_template_mode(reading, IN_TEMPLATE);
    reading->mode = IN_TEMPLATE;
}

void start_of_head(Reading *reading, const Token *token)
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

void in_head(Reading *reading, const Token *token)
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
    } else if (token->type != DOCTYPE && !starts(token, ONE(HEAD)) && !is_stray_end(token)
               && after_space(reading, token, true, &rest)) {
        pop(reading);
        go_on(reading, AFTER_HEAD, &rest);
    }
}

void in_head_noscript(Reading *reading, const Token *token)
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

void after_head(Reading *reading, const Token *token)
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
