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
static int kinds_in(const Sought *sought, const uint8_t *at, const uint8_t *end)
{
    int kinds = 0;
    while (at < end) {
        const uint8_t *word = at;
        while (at < end && (uint8_t)((*at | 0x20) - 'a') < 26)
            at++;
        for (int kind = 0; at > word && kind < TOLD_KINDS; kind++)
            if (is_listed(&sought->kind[kind], word, (size_t)(at - word)))
                kinds |= 1 << kind;
        at += at == word;
    }
    return kinds;
}

/* A type, or several in brackets, is the value here. Returns where it ends; NULL if it is something else. `*no_bracket` is set once
   no bracket follows: to look for one behind each of those that are left open takes quadratic time. */
static const uint8_t *end_of_types(const uint8_t *at, const uint8_t *end, bool *no_bracket)
{
    const uint8_t closing = *at == '[' && !*no_bracket ? ']' : *at == '"' ? '"' : 0;
    const uint8_t *found = closing && at + 1 < end ? memchr(at + 1, closing, (size_t)(end - at - 1)) : NULL;
    *no_bracket |= closing == ']' && !found;
    return found ? found + 1 : NULL;
}

static int find_kinds(const Sought *sought, const Vector *scripts)
{
    static const char KEY[] = "\"@type\"";
    enum { LENGTH = sizeof KEY - 1 };
    Reading reading = {scripts->data, (const uint8_t *)scripts->data + scripts->count};
    const uint8_t *unread = reading.at; /* a quotation mark before it belongs to the value before */
    bool no_bracket = false;
    int kinds = 0;
    while (reading.end - reading.at > LENGTH && (reading.at = memchr(reading.at, '@', (size_t)(reading.end - reading.at)))) {
        const uint8_t *const sign = reading.at++;
        if (sign == unread || reading.end - sign < LENGTH || memcmp(sign - 1, KEY, LENGTH) != 0)
            continue;
        reading.at = sign - 1 + LENGTH;
        const uint8_t *const after_key = reading.at;
        const uint8_t *stop = pass_colon(&reading) ? end_of_types(reading.at, reading.end, &no_bracket) : NULL;
        kinds |= stop ? kinds_in(sought, reading.at, stop) : 0;
        reading.at = stop ? stop : after_key;
        unread = stop ? stop : after_key - 1;
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
static bool find_texts(const Sought *sought, Told *told)
{
    Reading reading = {told->scripts.data, (const uint8_t *)told->scripts.data + told->scripts.count};
    bool is_first = true;
    while (reading.at < reading.end && (reading.at = memchr(reading.at, '"', (size_t)(reading.end - reading.at)))) {
        const uint8_t *const key = reading.at, *after_key = end_of_key(&sought->keys, key, reading.end);
        reading.at = after_key ? after_key : key + 1;
        const bool has_string = after_key && pass_colon(&reading) && *reading.at == '"';
        const uint8_t *stop = has_string ? end_of_string(reading.at, reading.end) : NULL;
        if (!stop) {
            reading.at = key + 1;
            continue;
        }
        if ((!is_first && !add_octets(&told->body, " ", 1)) || !add_text(&told->body, reading.at + 1, stop - 1))
            return false;
        is_first = false;
        reading.at = stop;
    }
    return true;
}

/* -- the page ------------------------------------------------------------------------------------------------------------ */

static void find_metas(const Document *document, const Sought *sought, Told *told)
{
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborNumber meta = vocabulary->head_names[META_ELEMENT];
    for (const LexborNode *node = head_element(first_in_head(document), meta); node; node = head_element(node->next, meta))
        for (int which = 0; which < METAS; which++) {
            const LexborString *content = told->meta[which] ? NULL : content_of_meta(vocabulary, node, &sought->meta[which]);
            if (content)
                told->meta[which] = content;
        }
    for (int which = 0; which < METAS; which++)
        if (told->meta[which] && !is_utf8(told->meta[which]->data, told->meta[which]->length))
            told->is_readable = false;
}

static bool find_title(const Document *document, Told *told)
{
    const LexborNumber name = document->vocabulary->head_names[TITLE_ELEMENT];
    const LexborNode *node = head_element(first_in_head(document), name);
    Vector written = {0};
    bool went_well = !node || text_below(node, &written);
    if (written.count) {
        told->is_readable = told->is_readable && is_utf8(written.data, written.count);
        went_well = went_well && add_words(&told->title, written.data, (const uint8_t *)written.data + written.count);
    }
    free(written.data);
    return went_well;
}

static bool find_description(Told *told)
{
    for (int which = DESCRIPTION_META; which <= OTHER_DESCRIPTION_META; which++)
        if ((which > DESCRIPTION_META && !add_octets(&told->description, " ", 1))
            || (told->meta[which] && !add_octets(&told->description, told->meta[which]->data, told->meta[which]->length)))
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

static bool find_scripts(const Document *document, Told *told)
{
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborNumber name = vocabulary->head_names[SCRIPT_ELEMENT];
    for (const LexborNode *node = head_element(first_in_head(document), name); node; node = head_element(node->next, name))
        if (!add_script(vocabulary, node, &told->scripts))
            return false;
    for (size_t i = 0; i < document->scripts.count; i++)
        if (!add_script(vocabulary, ((const Script *)document->scripts.data)[i].node, &told->scripts))
            return false;
    return true;
}

bool find_declared(const Document *document, const Sought *sought, Told *told)
{
    *told = (Told){.is_readable = true};
    find_metas(document, sought, told);
    if (!find_title(document, told) || !find_description(told) || !find_scripts(document, told))
        return false;
    const LexborString *type = told->meta[TYPE_META];
    told->kinds = type ? kinds_in(sought, type->data, type->data + type->length) : 0;
    if (!told->scripts.count)
        return true;
    told->is_readable = told->is_readable && is_utf8(told->scripts.data, told->scripts.count);
    told->kinds |= find_kinds(sought, &told->scripts);
    return find_texts(sought, told);
}

void told_free(Told *told)
{
    Vector *const all[] = {&told->title, &told->description, &told->scripts, &told->body};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->data);
}

static LexborString octets_of(const Vector *vector)
{
    return vector->count ? (LexborString){vector->data, vector->count} : (LexborString){(const uint8_t *)"", 0};
}

void told_texts(const Told *told, LexborString texts[TOLD_TEXTS])
{
    const LexborString *other_title = told->meta[TITLE_META];
    texts[0] = octets_of(&told->title);
    texts[1] = other_title ? *other_title : (LexborString){(const uint8_t *)"", 0};
    texts[2] = octets_of(&told->description);
    texts[3] = octets_of(&told->body);
}

PyObject *told_as_tuple(const Told *told)
{
    if (!told->is_readable)
        Py_RETURN_NONE;
    LexborString text[TOLD_TEXTS];
    told_texts(told, text);
    return Py_BuildValue(
        "(y#y#y#y#i)", text[0].data, (Py_ssize_t)text[0].length, text[1].data, (Py_ssize_t)text[1].length, text[2].data,
        (Py_ssize_t)text[2].length, text[3].data, (Py_ssize_t)text[3].length, told->kinds
    );
}

bool sought_open(PyObject *tuple, Sought *sought)
{
    Py_ssize_t length[METAS];
    if (!PyArg_ParseTuple(
            tuple, "(y#y#y#y#)y#y#y#y#", &sought->meta[0].text, &length[0], &sought->meta[1].text, &length[1],
            &sought->meta[2].text, &length[2], &sought->meta[3].text, &length[3], &sought->keys.text, &sought->keys.length,
            &sought->kind[0].text, &sought->kind[0].length, &sought->kind[1].text, &sought->kind[1].length, &sought->kind[2].text,
            &sought->kind[2].length
        ))
        return false;
    for (int which = 0; which < METAS; which++)
        sought->meta[which].length = (size_t)length[which];
    return true;
}

/* declared(document, ((names of METAS), keys of texts, types of articles, of products, of recipes)) -> title, another one,
 * description and texts as UTF-8, and the kinds as bits; None where only the twin can read them */
PyObject *kernel_declared(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *tuple;
    Sought sought = {0};
    if (!PyArg_ParseTuple(arguments, "OO!", &capsule, &PyTuple_Type, &tuple) || !sought_open(tuple, &sought))
        return NULL;
    const Document *document = document_of(capsule);
    if (!document)
        return NULL;
    Told told;
    bool went_well;
    Py_BEGIN_ALLOW_THREADS
    went_well = find_declared(document, &sought, &told);
    Py_END_ALLOW_THREADS
    PyObject *result = went_well ? told_as_tuple(&told) : PyErr_NoMemory();
    told_free(&told);
    return result;
}
