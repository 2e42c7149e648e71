/* What the parser need not see: the text of scripts and style sheets, which is most of many pages, and their attributes. A parser
 * goes through it letter by letter, and nobody ever reads it, so it is left out before. The elements stay, and so do scripts that
 * are data for us: JSON-LD, and formulas for MathJax. Of a page that is to become plain text and nothing else, the attributes on
 * which text does not depend are left out too: addresses, drawings, what is for scripts.
 *
 * This follows the tokeniser of the HTML standard. Where it depends on the tree whether an element's content is markup or text
 * (in `svg`, `math` and `select`), and both would differ, it does not guess: the rest of the page is left as it is. */
#include "reader.h"

#include <string.h>

typedef struct {
    const uint8_t *at; /* what has been looked at ends here */
    const uint8_t *const end;
    const uint8_t *copied; /* what has been copied ends here */
    uint8_t *out;
    int64_t svg, select; /* how many may be open */
    bool math; /* whether there was any: its leaves are too intricate to follow */
    const bool for_text; /* and nothing else */
} Look;

enum { SPACE = 1, ENDS_NAME = 2, ENDS_VALUE = 4 }; /* what an octet is in a tag */

static const uint8_t KIND[256] = {
    [' '] = SPACE | ENDS_NAME | ENDS_VALUE,  ['\n'] = SPACE | ENDS_NAME | ENDS_VALUE, ['\t'] = SPACE | ENDS_NAME | ENDS_VALUE,
    ['\r'] = SPACE | ENDS_NAME | ENDS_VALUE, ['\f'] = SPACE | ENDS_NAME | ENDS_VALUE, ['>'] = ENDS_NAME | ENDS_VALUE,
    ['/'] = ENDS_NAME,                       ['='] = ENDS_NAME,
};

/* Whether a word of small letters and other signs stands here, in small letters or capitals. */
static bool says(const uint8_t *at, const uint8_t *end, const char *word)
{
    for (; *word; word++, at++)
        if (at >= end || (*at | (is_letter(*at) ? 0x20 : 0)) != (uint8_t)*word)
            return false;
    return true;
}

static bool is_name(const uint8_t *at, const uint8_t *end, const char *name)
{
    if (!says(at, end, name))
        return false;
    const uint8_t *after = at + strlen(name);
    return after < end && KIND[*after] & ENDS_NAME && *after != '=';
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

static const uint8_t *after_sign(const uint8_t *at, const uint8_t *end, uint8_t sign)
{
    const uint8_t *found = at < end ? memchr(at, sign, (size_t)(end - at)) : NULL;
    return found ? found + 1 : NULL;
}

static const uint8_t *after_kind(const uint8_t *at, const uint8_t *end, uint8_t kind)
{
    while (at < end && KIND[*at] & kind)
        at++;
    return at;
}

static const uint8_t *up_to_kind(const uint8_t *at, const uint8_t *end, uint8_t kind)
{
    while (at < end && !(KIND[*at] & kind))
        at++;
    return at;
}

/* Where a value ends that begins after `=`; NULL where it is left open. */
static const uint8_t *after_value(const uint8_t *at, const uint8_t *end)
{
    at = after_kind(at, end, SPACE);
    if (at < end && (*at == '"' || *at == '\''))
        return after_sign(at + 1, end, *at);
    return up_to_kind(at, end, ENDS_VALUE);
}

static void leave_out(Look *look, const uint8_t *from, const uint8_t *to)
{
    const size_t size = (size_t)(from - look->copied);
    if (size && look->out != look->copied)
        memmove(look->out, look->copied, size);
    look->out += size;
    look->copied = to;
}

/* -- attributes ---------------------------------------------------------------------------------------------------------- */

/* An attribute in a tag. Without a value, its value ends where its name does. */
typedef struct {
    const uint8_t *name, *name_end, *value, *end;
} Attribute;

/* By their first letter. Neither the tree, if that is not of elements of formatting, nor plain text depends on them. */
enum { SAME_LETTER = 5 };
static const char *const UNREAD[32][SAME_LETTER] = {
    ['a' & 0x1F] = {"alt"},
    ['d' & 0x1F] = {"d", "decoding"},
    ['f' & 0x1F] = {"fill", "fill-rule"},
    ['h' & 0x1F] = {"height"},
    ['l' & 0x1F] = {"loading"},
    ['p' & 0x1F] = {"points"},
    ['s' & 0x1F] = {"src", "srcset", "sizes", "stroke", "stroke-width"},
    ['t' & 0x1F] = {"target", "tabindex", "transform"},
    ['v' & 0x1F] = {"viewbox"},
    ['w' & 0x1F] = {"width"},
    ['x' & 0x1F] = {"xmlns"},
};

static bool begins(const Attribute *attribute, const char *word)
{
    return says(attribute->name, attribute->name_end, word);
}

static bool is_called(const Attribute *attribute, const char *name)
{
    return (size_t)(attribute->name_end - attribute->name) == strlen(name) && begins(attribute, name);
}

/* An address that leads to this page is the way to a footnote and back; an entity may hide it. */
static bool leads_elsewhere(const Attribute *address)
{
    return !memchr(address->value, '#', (size_t)(address->end - address->value))
        && !memchr(address->value, '&', (size_t)(address->end - address->value));
}

/* An address counts only if it is the first in its tag. */
static bool is_unread(const Attribute *attribute, bool of_link, bool has_address)
{
    const uint8_t letter = attribute->name[0] | 0x20;
    if (!is_letter(letter))
        return false;
    const char *const *names = UNREAD[letter & 0x1F];
    for (int each = 0; each < SAME_LETTER && names[each]; each++)
        if (is_called(attribute, names[each]))
            return true;
    if (letter == 'd')
        return begins(attribute, "data-") && !begins(attribute, "data-latex");
    if (letter == 'a')
        return begins(attribute, "aria-") && !is_called(attribute, "aria-hidden") && !is_called(attribute, "aria-label");
    if (letter == 'h')
        return of_link && is_called(attribute, "href") && (has_address || leads_elsewhere(attribute));
    return letter == 'o' && begins(attribute, "on");
}

/* Leave an attribute out, with the white space before it where nothing would touch that should not. A `/` before it stays apart
 * from the end of the tag: the two would close the element. A `=` behind it stays apart from a name before it. */
static void leave_out_attribute(Look *look, const Attribute *attribute)
{
    const uint8_t *from = attribute->name, *const to = attribute->end, *const next = after_kind(to, look->end, SPACE);
    if (next < look->end && *next == '=')
        return;
    if (to < look->end && (KIND[*to] & SPACE || *to == '>'))
        while (from > look->copied && KIND[from[-1]] & SPACE)
            from--;
    if (from == look->copied || from[-1] != '/')
        leave_out(look, from, to);
}

/* Elements that the parser opens again where they were not closed, but not more than three that are alike: so no attribute is left
 * out of them. Of `a`, which is one of them too, only one is open at a time. */
static bool is_formatting(const uint8_t *name, size_t length)
{
    static const char *const BY_LENGTH[][4] = {
        {"b", "i", "s", "u"}, {"em", "tt"}, {"big"}, {"code", "font", "nobr"}, {"small"}, {"strike", "strong"},
    };
    const char *const *names = length - 1 < sizeof BY_LENGTH / sizeof *BY_LENGTH ? BY_LENGTH[length - 1] : NULL;
    for (int each = 0; names && each < 4 && names[each]; each++)
        if (says(name, name + length, names[each]))
            return true;
    return false;
}

/* Where a tag ends, given a place in its name; NULL where it is left open. A quote counts only at the beginning of a value.
 * Attributes are left out on the way if the tag is a lean one. */
static const uint8_t *after_tag(Look *look, const uint8_t *at, bool lean)
{
    const uint8_t *const tag = at, *const end = look->end;
    do
        at = up_to_kind(at, end, ENDS_NAME);
    while (at < end && *at == '=' && at++); /* which is like any other letter here */
    const bool is_link = (at == tag + 1 && says(tag, end, "a")) || (at == tag + 4 && says(tag, end, "link"));
    bool has_address = false;
    lean = lean && !is_formatting(tag, (size_t)(at - tag));
    while (at && at < end && *at != '>') {
        if (KIND[*at] & SPACE || *at == '/') {
            at++;
            continue;
        }
        Attribute found = {.name = at};
        found.name_end = found.value = found.end = up_to_kind(at + 1, end, ENDS_NAME); /* a name may begin with `=` */
        at = after_kind(found.end, end, SPACE);
        if (at < end && *at == '=') {
            found.value = at + 1;
            found.end = at = after_value(at + 1, end);
        }
        if (lean && at && is_unread(&found, is_link, has_address))
            leave_out_attribute(look, &found);
        has_address = has_address || (is_link && is_called(&found, "href"));
    }
    return at && at < end ? at + 1 : NULL;
}

/* -- elements ------------------------------------------------------------------------------------------------------------ */

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

/* Where the text of an element ends that holds nothing else: at its end tag. NULL where there is none, or where a script speaks
 * of scripts in what looks like a comment, which changes where it ends. */
static const uint8_t *end_of_text(const uint8_t *at, const uint8_t *end, const char *name)
{
    const uint8_t *stop = at;
    while ((stop = find(stop, end, "</")) && !is_name(stop + 2, end, name))
        stop++;
    if (stop && !strcmp(name, "script")) {
        const uint8_t *comment = find(at, stop, "<!--");
        if (comment && find(comment, stop, "<script"))
            return NULL;
    }
    return stop;
}

/* A script may be data for us; an entity may hide what it is. */
static bool is_data(const uint8_t *at, const uint8_t *end)
{
    return memchr(at, '&', (size_t)(end - at)) || find(at, end, "+json") || find(at, end, "/tex");
}

/* The elements that matter here. */
typedef enum {
    SCRIPT,
    STYLE,
    OTHER_TEXT, /* whose content is text, none of it markup */
    SVG,
    SELECT,
    MATH,
    INTRICATE, /* in which the end tag of an element around them may end nothing */
    LAST, /* after which nothing is as it was */
    ANY_OTHER,
} Meaning;

static const struct {
    const char *name;
    Meaning meaning;
} ELEMENTS[] = {
    {"script", SCRIPT},       {"style", STYLE},           {"title", OTHER_TEXT},        {"textarea", OTHER_TEXT},
    {"iframe", OTHER_TEXT},   {"xmp", OTHER_TEXT},        {"noembed", OTHER_TEXT},      {"noframes", OTHER_TEXT},
    {"svg", SVG},             {"select", SELECT},         {"math", MATH},               {"foreignobject", INTRICATE},
    {"desc", INTRICATE},      {"template", INTRICATE},    {"plaintext", LAST},          {"frameset", LAST},
};
enum { KNOWN = sizeof ELEMENTS / sizeof *ELEMENTS };

/* Whether one of them may begin so. Most tags are out with this. */
static bool may_matter(uint8_t first, uint8_t second)
{
#define LETTER(letter) (1u << ((letter) & 0x1F))
    static const uint32_t seconds[32] = {
        ['s' & 0x1F] = LETTER('c') | LETTER('t') | LETTER('v') | LETTER('e'),
        ['t' & 0x1F] = LETTER('i') | LETTER('e'),
        ['i' & 0x1F] = LETTER('f'),
        ['x' & 0x1F] = LETTER('m'),
        ['n' & 0x1F] = LETTER('o'),
        ['m' & 0x1F] = LETTER('a'),
        ['f' & 0x1F] = LETTER('o') | LETTER('r'),
        ['d' & 0x1F] = LETTER('e'),
        ['p' & 0x1F] = LETTER('l'),
    };
    return seconds[first & 0x1F] & LETTER(second); /* capital or small */
#undef LETTER
}

/* Which element a tag names; `number` is its place in the list. */
static Meaning meaning_of(const uint8_t *tag, const uint8_t *end, size_t *number)
{
    if (may_matter(tag[0], tag[1]))
        for (*number = 0; *number < KNOWN; ++*number)
            if (is_name(tag, end, ELEMENTS[*number].name))
                return ELEMENTS[*number].meaning;
    return ANY_OTHER;
}

/* Go past an element that holds text, up to its end tag. Returns false where it is unclear how far that goes. */
static bool pass_text(Look *look, size_t number, const uint8_t *tag)
{
    const Meaning meaning = ELEMENTS[number].meaning;
    const uint8_t *stop = end_of_text(look->at, look->end, ELEMENTS[number].name);
    if (!stop)
        return false;
    if (look->svg || look->select || look->math) {
        if (memchr(look->at, '<', (size_t)(stop - look->at)))
            return false; /* text or markup, who knows */
    } else if (meaning == STYLE || (meaning == SCRIPT && !is_data(tag, look->at))) {
        leave_out(look, tag + strlen(ELEMENTS[number].name), look->at - 1); /* its attributes */
        leave_out(look, look->at, stop);
    }
    look->at = stop;
    return true;
}

static bool pass_start_tag(Look *look)
{
    const uint8_t *const tag = look->at;
    size_t number;
    const Meaning meaning = meaning_of(tag, look->end, &number);
    const bool is_closed_svg = meaning == SVG && says(tag + 3, look->end, "/>"); /* a `/` further on may belong to a value */
    look->at = after_tag(look, tag, look->for_text && meaning > OTHER_TEXT); /* what is left out may be written over */
    if (!look->at || meaning == LAST)
        return false;
    if (meaning <= OTHER_TEXT)
        return pass_text(look, number, tag);
    look->svg += meaning == SVG && !is_closed_svg;
    look->select += meaning == SELECT;
    look->math |= meaning == MATH;
    return meaning != INTRICATE || !(look->svg || look->select);
}

static bool pass_end_tag(Look *look)
{
    size_t number;
    const Meaning meaning = meaning_of(look->at, look->end, &number);
    look->svg -= meaning == SVG && look->svg;
    look->select -= meaning == SELECT && look->select;
    look->at = after_tag(look, look->at, false);
    return look->at;
}

/* Go past what begins with `<`. Returns false where that is unclear. */
static bool pass_markup(Look *look)
{
    const uint8_t *const at = look->at, *const end = look->end;
    if (end - at < 2)
        return false;
    if (is_letter(at[0]))
        return pass_start_tag(look);
    if (at[0] == '/' && is_letter(at[1])) {
        look->at++;
        return end - at > 2 && pass_end_tag(look);
    }
    if (says(at, end, "!--"))
        look->at = after_comment(at + 3, end);
    else if (says(at, end, "![cdata["))
        return false; /* text or a comment, who knows */
    else if (at[0] == '!' || at[0] == '?' || at[0] == '/')
        look->at = after_sign(at, end, '>');
    return look->at;
}

size_t drop_unseen(const uint8_t *octets, size_t length, bool for_text, uint8_t *out)
{
    Look look = {.at = octets, .end = octets + length, .copied = octets, .out = out, .for_text = for_text};
    while ((look.at = after_sign(look.at, look.end, '<')) && pass_markup(&look))
        ;
    leave_out(&look, look.end, look.end);
    return (size_t)(look.out - out);
}
