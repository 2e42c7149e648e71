/* `declared`: what a page says about itself out of sight, as the fused method wants it. The twin is `read_declared` in
 * `maintext.methods.fused.declared`, which says what is looked for; its regular expressions are written out here.
 *
 * JSON-LD is searched as text, from its start to its end: much of it is broken. */
#define PY_SSIZE_T_CLEAN
#include "reader.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* A text in memory, and how far it is read. */
typedef struct {
    const uint8_t *at, *end;
} Reading;

/* Words, each with a space before and after it: " one two ". */
typedef struct {
    const char *text;
    Py_ssize_t length;
} Listed;

enum { KINDS = 3 };
enum { TITLE_META, DESCRIPTION_META, OTHER_DESCRIPTION_META, TYPE_META, METAS };
typedef struct {
    Word meta[METAS];
    Listed keys;      /* in JSON-LD, of texts */
    Listed kind[KINDS];
} Wanted;

typedef struct {
    const LexborString *meta[METAS]; /* NULL where there is none */
    Vector title, description, scripts, body;
    int kinds;
    bool is_readable; /* all of it is UTF-8 */
} Found;

/* -- octets ------------------------------------------------------------------------------------------------------------- */

static bool add_octets(Vector *octets, const void *more, size_t count)
{
    if (!vector_reserve(octets, count + 1, 1))
        return false;
    if (count)
        memcpy((uint8_t *)octets->data + octets->count, more, count);
    octets->count += count;
    return true;
}

static bool is_utf8(const uint8_t *at, size_t count)
{
    const uint8_t *const end = at + count;
    while (at < end) {
        uint64_t eight;
        if (end - at >= 8 && (memcpy(&eight, at, 8), !(eight & UINT64_C(0x8080808080808080)))) {
            at += 8;
            continue;
        }
        const int length = character_length(at, end);
        if (!length)
            return false;
        at += length;
    }
    return true;
}

/* Add words with one space between them: what `" ".join(text.split())` gives. */
static bool add_words(Vector *octets, const uint8_t *at, const uint8_t *end)
{
    if (!vector_reserve(octets, (size_t)(end - at) + 1, 1))
        return false;
    uint8_t *const begin = (uint8_t *)octets->data + octets->count, *out = begin;
    while ((at = skip_space(at, end)) < end) {
        if (out > begin)
            *out++ = ' ';
        while (at < end && !space_length(at, end))
            *out++ = *at++;
    }
    octets->count += (size_t)(out - begin);
    return true;
}

static bool is_listed(const Listed *words, const uint8_t *word, size_t length)
{
    const char *at = words->text, *const end = at + words->length;
    for (; (size_t)(end - at) >= length + 2; at++)
        if (*at == ' ' && at[length + 1] == ' ' && memcmp(at + 1, word, length) == 0)
            return true;
    return false;
}

/* -- JSON ---------------------------------------------------------------------------------------------------------------- */

/* Pass over a colon and white space around it; false if there is none. */
static bool pass_colon(Reading *reading)
{
    reading->at = skip_space(reading->at, reading->end);
    if (reading->at == reading->end || *reading->at != ':')
        return false;
    reading->at = skip_space(reading->at + 1, reading->end);
    return reading->at < reading->end;
}

/* The end of the string that begins here, its quotation mark included; NULL if it has none. */
static const uint8_t *end_of_string(const uint8_t *at, const uint8_t *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\' && ++at == end)
            return NULL;
    return at < end ? at + 1 : NULL;
}

/* The value of four hexadecimal digits; -1 if they are none. */
static int32_t hexadecimal(const uint8_t *at, const uint8_t *end)
{
    int32_t value = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        const uint8_t small = at[i] | 0x20;
        if (at[i] >= '0' && at[i] <= '9')
            value = value << 4 | (at[i] - '0');
        else if (small >= 'a' && small <= 'f')
            value = value << 4 | (small - 'a' + 10);
        else
            return -1;
    }
    return value;
}

/* The character behind `\u`, of which the four digits are still to be read: two halves make one. -1 if there is none. */
static int32_t read_code(Reading *reading)
{
    int32_t code = hexadecimal(reading->at, reading->end);
    reading->at += code < 0 ? 0 : 4;
    const bool has_second = reading->end - reading->at >= 6 && reading->at[0] == '\\' && reading->at[1] == 'u';
    if (code < 0xD800 || code > 0xDBFF || !has_second)
        return code;
    const int32_t second = hexadecimal(reading->at + 2, reading->end);
    if (second >= 0xDC00 && second <= 0xDFFF) {
        reading->at += 6;
        code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
    }
    return code;
}

/* Write what a string says, given without its quotation marks. Returns where its text ends; NULL for what is no JSON. The text is
 * no longer than the string. */
static uint8_t *unescape(Reading reading, uint8_t *out)
{
    static const char SIGNS[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    while (reading.at < reading.end) {
        if (*reading.at != '\\') {
            *out++ = *reading.at++;
            continue;
        }
        if (++reading.at == reading.end)
            return NULL;
        const uint8_t sign = *reading.at++;
        if (sign == 'u') {
            const int32_t code = read_code(&reading);
            if (code < 0)
                return NULL;
            out = write_character(out, (uint32_t)code);
            continue;
        }
        const char *known = sign ? strchr(SIGNS, sign) : NULL;
        if (!known)
            return NULL;
        *out++ = (uint8_t)MEANINGS[known - SIGNS];
    }
    return out;
}

/* Add the text of a string; nothing if it is no JSON. */
static bool add_text(Vector *body, const uint8_t *begin, const uint8_t *end)
{
    const size_t length = (size_t)(end - begin);
    if (!length || !memchr(begin, '\\', length))
        return add_words(body, begin, end);
    uint8_t *written = malloc(length);
    if (!written)
        return false;
    const uint8_t *stop = unescape((Reading){begin, end}, written);
    const bool added = !stop || add_words(body, written, stop);
    free(written);
    return added;
}

/* -- what JSON-LD says --------------------------------------------------------------------------------------------------- */

/* The kinds of which a word stands here. */
static int kinds_in(const Wanted *wanted, const uint8_t *at, const uint8_t *end)
{
    int kinds = 0;
    while (at < end) {
        const uint8_t *word = at;
        while (at < end && (uint8_t)((*at | 0x20) - 'a') < 26)
            at++;
        for (int kind = 0; at > word && kind < KINDS; kind++)
            if (is_listed(&wanted->kind[kind], word, (size_t)(at - word)))
                kinds |= 1 << kind;
        at += at == word;
    }
    return kinds;
}

/* A type, or several in brackets, is the value here. Returns where it ends; NULL if it is something else. */
static const uint8_t *end_of_types(const uint8_t *at, const uint8_t *end)
{
    const uint8_t closing = *at == '[' ? ']' : *at == '"' ? '"' : 0;
    const uint8_t *found = closing && at + 1 < end ? memchr(at + 1, closing, (size_t)(end - at - 1)) : NULL;
    return found ? found + 1 : NULL;
}

static int find_kinds(const Wanted *wanted, const Vector *scripts)
{
    static const char KEY[] = "\"@type\"";
    enum { LENGTH = sizeof KEY - 1 };
    Reading reading = {scripts->data, (const uint8_t *)scripts->data + scripts->count};
    int kinds = 0;
    while (reading.end - reading.at > LENGTH && (reading.at = memchr(reading.at, '@', (size_t)(reading.end - reading.at)))) {
        const uint8_t *const sign = reading.at++;
        if (sign == (const uint8_t *)scripts->data || reading.end - sign < LENGTH || memcmp(sign - 1, KEY, LENGTH) != 0)
            continue;
        reading.at = sign - 1 + LENGTH;
        const uint8_t *const after_key = reading.at;
        const uint8_t *stop = pass_colon(&reading) ? end_of_types(reading.at, reading.end) : NULL;
        kinds |= stop ? kinds_in(wanted, reading.at, stop) : 0;
        reading.at = stop ? stop : after_key;
    }
    return kinds;
}

/* The end of the key that begins here with a quotation mark, if it is one of those, which are all letters; NULL if not. */
static const uint8_t *end_of_key(const Listed *keys, const uint8_t *at, const uint8_t *end)
{
    const uint8_t *word = at + 1, *stop = word;
    while (stop < end && (uint8_t)((*stop | 0x20) - 'a') < 26)
        stop++;
    return stop > word && stop < end && *stop == '"' && is_listed(keys, word, (size_t)(stop - word)) ? stop + 1 : NULL;
}

/* All texts, with a space between them. */
static bool find_texts(const Wanted *wanted, Found *found)
{
    Reading reading = {found->scripts.data, (const uint8_t *)found->scripts.data + found->scripts.count};
    bool is_first = true;
    while (reading.at < reading.end && (reading.at = memchr(reading.at, '"', (size_t)(reading.end - reading.at)))) {
        const uint8_t *const key = reading.at, *after_key = end_of_key(&wanted->keys, key, reading.end);
        reading.at = after_key ? after_key : key + 1;
        const bool has_string = after_key && pass_colon(&reading) && *reading.at == '"';
        const uint8_t *stop = has_string ? end_of_string(reading.at, reading.end) : NULL;
        if (!stop) {
            reading.at = key + 1;
            continue;
        }
        if ((!is_first && !add_octets(&found->body, " ", 1)) || !add_text(&found->body, reading.at + 1, stop - 1))
            return false;
        is_first = false;
        reading.at = stop;
    }
    return true;
}

/* -- the page ------------------------------------------------------------------------------------------------------------ */

static void find_metas(const Document *document, const Wanted *wanted, Found *found)
{
    const Vocabulary *vocabulary = vocabulary_of(document->vocabulary);
    const LexborNumber meta = vocabulary->head_names[META_ELEMENT];
    for (const LexborNode *node = head_element(first_in_head(document), meta); node; node = head_element(node->next, meta))
        for (int which = 0; which < METAS; which++) {
            const LexborString *content = found->meta[which] ? NULL : content_of_meta(vocabulary, node, &wanted->meta[which]);
            if (content)
                found->meta[which] = content;
        }
    for (int which = 0; which < METAS; which++)
        if (found->meta[which] && !is_utf8(found->meta[which]->data, found->meta[which]->length))
            found->is_readable = false;
}

static bool find_title(const Document *document, Found *found)
{
    const LexborNumber name = vocabulary_of(document->vocabulary)->head_names[TITLE_ELEMENT];
    const LexborNode *node = head_element(first_in_head(document), name);
    Vector written = {0};
    bool went_well = !node || text_below(node, &written);
    if (written.count) {
        found->is_readable = found->is_readable && is_utf8(written.data, written.count);
        went_well = went_well && add_words(&found->title, written.data, (const uint8_t *)written.data + written.count);
    }
    free(written.data);
    return went_well;
}

static bool find_description(Found *found)
{
    for (int which = DESCRIPTION_META; which <= OTHER_DESCRIPTION_META; which++)
        if ((which > DESCRIPTION_META && !add_octets(&found->description, " ", 1))
            || (found->meta[which] && !add_octets(&found->description, found->meta[which]->data, found->meta[which]->length)))
            return false;
    return true;
}

static bool add_script(const Vocabulary *vocabulary, const LexborNode *node, Vector *scripts)
{
    static const Word JSON_LD = {"application/ld+json", 19, 0};
    if (!is_script_of(vocabulary, node, &JSON_LD))
        return true;
    return text_below(node, scripts) && add_octets(scripts, "\n", 1);
}

static bool find_scripts(const Document *document, Found *found)
{
    const Vocabulary *vocabulary = vocabulary_of(document->vocabulary);
    const LexborNumber name = vocabulary->head_names[SCRIPT_ELEMENT];
    for (const LexborNode *node = head_element(first_in_head(document), name); node; node = head_element(node->next, name))
        if (!add_script(vocabulary, node, &found->scripts))
            return false;
    for (size_t i = 0; i < document->scripts.count; i++)
        if (!add_script(vocabulary, ((const Script *)document->scripts.data)[i].node, &found->scripts))
            return false;
    return true;
}

static bool find_all(const Document *document, const Wanted *wanted, Found *found)
{
    found->is_readable = true;
    find_metas(document, wanted, found);
    if (!find_title(document, found) || !find_description(found) || !find_scripts(document, found))
        return false;
    const LexborString *type = found->meta[TYPE_META];
    found->kinds = type ? kinds_in(wanted, type->data, type->data + type->length) : 0;
    if (!found->scripts.count)
        return true;
    found->is_readable = found->is_readable && is_utf8(found->scripts.data, found->scripts.count);
    found->kinds |= find_kinds(wanted, &found->scripts);
    return find_texts(wanted, found);
}

static PyObject *results(const Found *found)
{
    const LexborString *title = found->meta[TITLE_META];
    return Py_BuildValue(
        "(y#y#y#y#i)", found->title.count ? found->title.data : "", (Py_ssize_t)found->title.count,
        title ? (const char *)title->data : "", (Py_ssize_t)(title ? title->length : 0), found->description.data,
        (Py_ssize_t)found->description.count, found->body.count ? found->body.data : "", (Py_ssize_t)found->body.count,
        found->kinds
    );
}

/* declared(document, (names of METAS), keys of texts, types of articles, of products, of recipes) -> title, another one,
 * description and texts as UTF-8, and the kinds as bits; None where only the twin can read them */
PyObject *kernel_declared(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule;
    Wanted wanted = {0};
    Py_ssize_t length[METAS];
    if (!PyArg_ParseTuple(
            arguments, "O(y#y#y#y#)y#y#y#y#", &capsule, &wanted.meta[0].text, &length[0], &wanted.meta[1].text, &length[1],
            &wanted.meta[2].text, &length[2], &wanted.meta[3].text, &length[3], &wanted.keys.text, &wanted.keys.length,
            &wanted.kind[0].text, &wanted.kind[0].length, &wanted.kind[1].text, &wanted.kind[1].length, &wanted.kind[2].text,
            &wanted.kind[2].length
        ))
        return NULL;
    for (int which = 0; which < METAS; which++)
        wanted.meta[which].length = (size_t)length[which];
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    Found found = {0};
    bool went_well;
    Py_BEGIN_ALLOW_THREADS
    went_well = find_all(document, &wanted, &found);
    Py_END_ALLOW_THREADS
    PyObject *result = NULL;
    if (!went_well)
        PyErr_NoMemory();
    else
        result = found.is_readable ? results(&found) : Py_BuildValue("");
    Vector *const all[] = {&found.title, &found.description, &found.scripts, &found.body};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->data);
    return result;
}
