/* Octets to tags, texts and comments: the tokenizer of the standard.
 *
 * A comment and whatever is treated like one is a token without text: nobody reads it. */
#include "html.h"

#include <string.h>

enum { SPACE = 1, ENDS_NAME = 2, ENDS_VALUE = 4 }; /* what an octet is in a tag */

static const uint8_t SIGNS[256] = {
    [' '] = SPACE | ENDS_NAME | ENDS_VALUE,  ['\n'] = SPACE | ENDS_NAME | ENDS_VALUE, ['\t'] = SPACE | ENDS_NAME | ENDS_VALUE,
    ['\f'] = SPACE | ENDS_NAME | ENDS_VALUE, ['\r'] = SPACE | ENDS_NAME | ENDS_VALUE, ['>'] = ENDS_NAME | ENDS_VALUE,
    ['/'] = ENDS_NAME,                       ['='] = ENDS_NAME,
};

bool is_html_space(uint8_t octet)
{
    return SIGNS[octet] & SPACE;
}

static const uint8_t *after_spaces(const uint8_t *at, const uint8_t *end)
{
    while (at < end && SIGNS[*at] & SPACE)
        at++;
    return at;
}

/* Whether a word of small letters and other signs stands here, in small letters or capitals. */
static bool says(const uint8_t *at, const uint8_t *end, const char *word)
{
    for (; *word; word++, at++)
        if (at >= end || (*at | (is_letter(*at) ? 0x20 : 0)) != (uint8_t)*word)
            return false;
    return true;
}

/* Where a word begins; NULL where it does not stand. Its first sign is no letter. */
static const uint8_t *find(const uint8_t *at, const uint8_t *end, const char *word)
{
    while (at < end && (at = memchr(at, word[0], (size_t)(end - at)))) {
        if (says(at, end, word))
            return at;
        at++;
    }
    return NULL;
}

/* -- names --------------------------------------------------------------------------------------------------------------- */

enum { LONGEST_NAME = 256, MOST_NAMES = 1000 }; /* that are read here: somebody might choose names that are hard to find */

static const Name *own_name(Reading *reading, const uint8_t *text, size_t length, uint32_t hash)
{
    Name *name = name_find(&reading->own_names, text, length, hash);
    if (name)
        return name;
    if (reading->own_names.count == MOST_NAMES)
        give_up(reading, GAVE_UP);
    name = room_for(reading, sizeof *name + length);
    name_fill(name, text, length, hash, (uint8_t *)(name + 1));
    if (!name_add(&reading->own_names, name))
        give_up(reading, OUT_OF_MEMORY);
    return name;
}

/* Where a name ends. It has one sign at least, whatever that is. */
static const uint8_t *after_name(const uint8_t *at, const uint8_t *end, bool is_attribute)
{
    do
        at++;
    while (at < end && (!(SIGNS[*at] & ENDS_NAME) || (*at == '=' && !is_attribute)));
    return at;
}

/* Read a name, in small letters whatever is written. */
static const Name *read_name(Reading *reading, const NameTable *known, bool is_attribute)
{
    const uint8_t *const text = reading->at;
    reading->at = after_name(text, reading->end, is_attribute);
    const size_t length = (size_t)(reading->at - text);
    if (length > LONGEST_NAME)
        give_up(reading, GAVE_UP);
    uint8_t small[LONGEST_NAME];
    uint32_t hash = HASH_OF_NOTHING;
    for (size_t i = 0; i < length; i++) {
        small[i] = small_letter(text[i]);
        hash = hash_octet(hash, small[i]);
    }
    const Name *name = name_find(known, small, length, hash);
    return name ? name : own_name(reading, small, length, hash);
}

/* -- tags ---------------------------------------------------------------------------------------------------------------- */

/* Read a value behind `=`; none is there without quotes and letters. Returns false where the page ends in it. */
static bool read_value(Reading *reading, LexborString *value)
{
    const uint8_t *at = after_spaces(reading->at, reading->end), *const end = reading->end;
    const bool is_quoted = at < end && (*at == '"' || *at == '\'');
    const uint8_t *stop;
    if (is_quoted) {
        stop = memchr(at + 1, *at, (size_t)(end - at - 1));
        at++;
    } else {
        for (stop = at; stop < end && !(SIGNS[*stop] & ENDS_VALUE); stop++)
            ;
    }
    if (!stop || stop == end)
        return false;
    *value = (LexborString){stop > at || is_quoted ? at : NULL, (size_t)(stop - at)};
    reading->at = stop + is_quoted;
    return true;
}

enum { MOST_ATTRIBUTES = 200 }; /* of an element that is read here: each is compared with all before it */

typedef struct {
    const LexborAttribute *first;
    LexborAttribute *last;
    int count;
} AttributeList;

static void add_attribute(Reading *reading, const Token *tag, AttributeList *list, const Name *name, LexborString value)
{
    if (attribute_named(list->first, name->number)) { /* the first one counts, */
        if ((tag->name->kind == INPUT && is_called(name, "type")) || is_called(name, "xmlns"))
            give_up(reading, GAVE_UP); /* but not to the parser */
        return;
    }
    if (list->count++ == MOST_ATTRIBUTES)
        give_up(reading, GAVE_UP);
    Attribute *attribute = room_for(reading, sizeof *attribute);
    attribute->lexbor.node.name = name->number;
    attribute->lexbor.qualified_name = 0;
    attribute->lexbor.node.user = (void *)name;
    attribute->lexbor.next = NULL;
    attribute->lexbor.value = NULL;
    if (value.data) {
        attribute->value = resolved(reading, value, true);
        attribute->lexbor.value = &attribute->value;
    }
    if (list->last)
        list->last->next = &attribute->lexbor;
    else
        list->first = &attribute->lexbor;
    list->last = &attribute->lexbor;
}

/* Read what stands between the name of a tag and its end. Returns false where the page ends in it. */
static bool read_attributes(Reading *reading, Token *token)
{
    const uint8_t *const end = reading->end;
    AttributeList list = {NULL, NULL, 0};
    for (;;) {
        reading->at = after_spaces(reading->at, end);
        if (reading->at == end)
            return false;
        if (*reading->at == '/') {
            reading->at++;
            token->is_closed = reading->at < end && *reading->at == '>';
            continue;
        }
        if (*reading->at == '>') {
            reading->at++;
            token->first = list.first;
            return true;
        }
        const Name *name = NULL;
        if (token->type == START_TAG)
            name = read_name(reading, &reading->vocabulary->attribute_table, true);
        else
            reading->at = after_name(reading->at, end, true);
        const uint8_t *sign = after_spaces(reading->at, end);
        LexborString value = {NULL, 0};
        if (sign < end && *sign == '=') {
            reading->at = sign + 1;
            if (!read_value(reading, &value))
                return false;
        }
        if (name)
            add_attribute(reading, token, &list, name, value);
    }
}

/* Given a place in its name. */
static Token read_tag(Reading *reading, TokenType type)
{
    Token token = {.type = type};
    token.name = read_name(reading, &reading->vocabulary->element_table, false);
    if (!read_attributes(reading, &token)) {
        reading->at = reading->end; /* a tag that is left open is none, nor is what stands in it */
        token.type = STOP;
    }
    return token;
}

/* -- comments and their like --------------------------------------------------------------------------------------------- */

/* Where a comment ends, given what follows `<!--`; NULL where it is left open. */
static const uint8_t *after_comment(const uint8_t *at, const uint8_t *end)
{
    if (at < end && *at == '>')
        return at + 1;
    if (says(at, end, "->"))
        return at + 2;
    while ((at = find(at, end, "--"))) {
        if (says(at, end, "-->"))
            return at + 3;
        if (says(at, end, "--!>"))
            return at + 4;
        at++;
    }
    return NULL;
}

static const uint8_t *after_sign(const uint8_t *at, const uint8_t *end, uint8_t sign)
{
    const uint8_t *found = at < end ? memchr(at, sign, (size_t)(end - at)) : NULL;
    return found ? found + 1 : end;
}

static Token read_doctype(Reading *reading, const uint8_t *at)
{
    reading->at = after_sign(at, reading->end, '>');
    const size_t length = (size_t)(reading->at - at);
    return (Token){.type = DOCTYPE, .text = {at, length && at[length - 1] == '>' ? length - 1 : length}};
}

static Token read_cdata(Reading *reading, const uint8_t *at)
{
    const uint8_t *stop = find(at, reading->end, "]]>");
    const LexborString text = {at, (size_t)((stop ? stop : reading->end) - at)};
    if (!text.length)
        give_up(reading, GAVE_UP); /* see `read_markup` */
    reading->at = stop ? stop + 3 : reading->end;
    return (Token){.type = TEXT, .text = text};
}

static bool is_cdata(const Reading *reading, const uint8_t *at)
{
    return reading->end - at >= 7 && !memcmp(at, "[CDATA[", 7) && open_count(reading)
        && current_is(reading, ONE(FOREIGN) | ONE(INTEGRATION));
}

/* Given what follows `<!`. */
static Token read_declaration(Reading *reading, const uint8_t *at)
{
    const uint8_t *const end = reading->end;
    if (says(at, end, "--")) {
        const uint8_t *after = after_comment(at + 2, end);
        reading->at = after ? after : end;
    } else if (says(at, end, "doctype")) {
        return read_doctype(reading, at + 7);
    } else if (is_cdata(reading, at)) {
        return read_cdata(reading, at + 7);
    } else {
        reading->at = after_sign(at, end, '>');
    }
    return (Token){.type = COMMENT};
}

/* -- texts --------------------------------------------------------------------------------------------------------------- */

/* Whether the `<` here begins something else than text. */
static bool begins_markup(const uint8_t *at, const uint8_t *end)
{
    if (end - at < 2)
        return false;
    if (at[1] == '/')
        return end - at > 2;
    return is_letter(at[1]) || at[1] == '!' || at[1] == '?';
}

static const uint8_t *end_of_text(const uint8_t *at, const uint8_t *end)
{
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        if (begins_markup(at, end))
            return at;
        at++;
    }
    return end;
}

/* Whether a tag of that name stands here, `mark` being what it begins with. */
static bool is_tag(const uint8_t *at, const uint8_t *end, const char *mark, const Name *name)
{
    const uint8_t *const letters = lexbor_name_text(&name->lexbor);
    const size_t length = name->lexbor.length;
    if (!says(at, end, mark))
        return false;
    at += strlen(mark);
    if ((size_t)(end - at) <= length || !(SIGNS[at[length]] & ENDS_NAME) || at[length] == '=')
        return false;
    for (size_t i = 0; i < length; i++)
        if (small_letter(at[i]) != letters[i])
            return false;
    return true;
}

static const uint8_t *find_end_tag(const uint8_t *at, const uint8_t *end, const Name *name)
{
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        if (is_tag(at, end, "</", name))
            return at;
        at++;
    }
    return NULL;
}

/* The same for a script: in what looks like a comment, a script that begins must end too. */
static const uint8_t *find_end_of_script(const uint8_t *at, const uint8_t *end, const Name *name)
{
    enum { PLAIN, ESCAPED, DOUBLE_ESCAPED } state = PLAIN;
    while (at < end) {
        if (state == PLAIN && !(at = memchr(at, '<', (size_t)(end - at))))
            return NULL;
        if (*at == '<' && is_tag(at, end, "</", name)) {
            if (state != DOUBLE_ESCAPED)
                return at;
            state = ESCAPED;
        } else if (state == PLAIN && says(at, end, "<!--")) {
            state = ESCAPED;
            at++; /* its dashes may belong to its end */
        } else if (state == ESCAPED && *at == '<' && is_tag(at, end, "<", name)) {
            state = DOUBLE_ESCAPED;
        } else if (state != PLAIN && says(at, end, "-->")) {
            state = PLAIN;
        }
        at++;
    }
    return NULL;
}

LexborString text_up_to_end_tag(Reading *reading, const Name *name, bool with_references)
{
    const uint8_t *const begin = reading->at, *const end = reading->end;
    const uint8_t *const stop = (name->kind == SCRIPT ? find_end_of_script : find_end_tag)(begin, end, name);
    const LexborString text = {begin, (size_t)((stop ? stop : end) - begin)};
    reading->at = stop ? stop + 2 : end;
    if (stop)
        read_tag(reading, END_TAG);
    return with_references ? resolved(reading, text, false) : text;
}

/* -- tokens -------------------------------------------------------------------------------------------------------------- */

/* A line ends in one sign, whatever it ends in. */
static LexborString with_plain_line_ends(Reading *reading, LexborString text)
{
    const uint8_t *at = text.data, *const end = at + text.length;
    const uint8_t *sign = text.length ? memchr(at, '\r', text.length) : NULL;
    if (!sign)
        return text;
    uint8_t *const begin = room_for(reading, text.length), *out = begin;
    while (sign) {
        memcpy(out, at, (size_t)(sign - at));
        out += sign - at;
        *out++ = '\n';
        at = sign + 1;
        at += at < end && *at == '\n';
        sign = at < end ? memchr(at, '\r', (size_t)(end - at)) : NULL;
    }
    memcpy(out, at, (size_t)(end - at));
    out += end - at;
    return (LexborString){begin, (size_t)(out - begin)};
}

void begin_tokens(Reading *reading, LexborString text)
{
    text = with_plain_line_ends(reading, text);
    reading->at = text.data;
    reading->end = text.data + text.length;
}

static Token read_markup(Reading *reading)
{
    const uint8_t *const at = reading->at, *const end = reading->end;
    if (is_letter(at[1])) {
        reading->at = at + 1;
        return read_tag(reading, START_TAG);
    }
    if (at[1] == '!')
        return read_declaration(reading, at + 2);
    if (at[1] == '/' && is_letter(at[2])) {
        reading->at = at + 2;
        return read_tag(reading, END_TAG);
    }
    if (at[1] == '/' && at[2] == '>')
        give_up(reading, GAVE_UP); /* it is nothing: the texts on both sides are one */
    reading->at = after_sign(at, end, '>');
    return (Token){.type = COMMENT};
}

static Token read_text(Reading *reading, const uint8_t *stop)
{
    const LexborString text = {reading->at, (size_t)(stop - reading->at)};
    reading->at = stop;
    return (Token){.type = TEXT, .text = resolved(reading, text, false)};
}

Token next_token(Reading *reading)
{
    const uint8_t *const stop = end_of_text(reading->at, reading->end);
    if (stop > reading->at)
        return read_text(reading, stop);
    return stop == reading->end ? (Token){.type = STOP} : read_markup(reading);
}
