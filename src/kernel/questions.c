/* What may have to be left out of a text: line numbers beside code, buttons that copy it, signs that link to their heading, links to
 * edit a part of a wiki's page, ways back from footnotes. `maintext.render.content` decides on them; `questions` names the few rows
 * that may be such, by names, text and attributes. On most pages there are none. */
#include "text.h"
#include "utf8.h"

#include <string.h>

/* The character that begins at `at`, which is moved behind it. */
static uint32_t next_character(const uint8_t **at)
{
    const uint8_t *bytes = *at;
    if (bytes[0] < 0x80) {
        *at += 1;
        return bytes[0];
    }
    if (bytes[0] < 0xE0) {
        *at += 2;
        return (uint32_t)(bytes[0] & 0x1F) << 6 | (bytes[1] & 0x3F);
    }
    if (bytes[0] < 0xF0) {
        *at += 3;
        return (uint32_t)(bytes[0] & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F);
    }
    *at += 4;
    return (uint32_t)(bytes[0] & 0x07) << 18 | (uint32_t)(bytes[1] & 0x3F) << 12 | (uint32_t)(bytes[2] & 0x3F) << 6
        | (bytes[3] & 0x3F);
}

/* Digits of any script, and some letters of the scripts that have them: who asks for numbers looks again. */
static bool may_be_digit(uint32_t character)
{
    if (character < 0x80)
        return character >= '0' && character <= '9';
    return (character >= 0x660 && character < 0x2000) || (character >= 0xA620 && character < 0xAC00)
        || (character >= 0xFF10 && character <= 0xFF19) || character >= 0x10000;
}

/* With the few letters that `re.IGNORECASE` takes for one of ours. */
static bool may_be_letter(uint32_t character)
{
    const uint32_t lower = character | 0x20;
    return (character < 0x80 && lower >= 'a' && lower <= 'z') || character == 0x130 || character == 0x131
        || character == 0x17F || character == 0x212A;
}

static bool may_be_roman(uint32_t character)
{
    return (character < 0x80 && character && strchr("ivxlcIVXLC", (int)character)) || character == 0x130 || character == 0x131;
}

static bool is_mark(uint32_t character)
{
    return character == '*' || character == 0x2020 || character == 0x2021 || character == 0xA7 || character == 0xB6;
}

enum { LONGEST_LABEL = 16 };

/* Whether a text may be the mark of a footnote, such as [12], b, iv or *: what `maintext.render.footnotes` calls a label. */
static bool may_be_label(const uint32_t *text, int length)
{
    static const char note[] = "note ";
    int digits = 0, letters = 0, romans = 0, marks = 0, noted = 0;
    if (length && (*text == '[' || *text == '('))
        text++, length--;
    if (length && (text[length - 1] == ']' || text[length - 1] == ')'))
        length--;
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    for (int at = 0; at < length; at++) {
        digits += may_be_digit(text[at]);
        letters += may_be_letter(text[at]);
        romans += may_be_roman(text[at]);
        marks += is_mark(text[at]);
        noted += at < 5 && (text[at] | 0x20) == (uint32_t)note[at];
    }
    return length
        && ((digits == length && length <= 4) || (letters == length && length <= 2) || (romans == length && length <= 5)
            || (marks == length && length <= 3) || (noted == 5 && length <= 8));
}

/* What is counted from the first row up to each row, itself left out. */
typedef struct {
    int64_t *kept;  /* characters of kept text */
    int64_t *code;  /* code blocks; NULL on a page without any, where the next is not needed */
    int64_t *words; /* runs that are no line numbers */
} Counts;

static bool may_be_line_numbers(const Table *table, int64_t row)
{
    const uint8_t *at = table->text + table->column[BYTE_START][row], *end = at + table->column[BYTES][row];
    while (at < end) {
        const uint32_t character = next_character(&at);
        const bool is_sign = character == ' ' || character == '.' || character == ':' || character == '|';
        if (!may_be_digit(character) && !is_sign)
            return false;
    }
    return true;
}

static bool has_code(const Table *table)
{
    for (int64_t row = 0; row < table->rows; row++)
        if (kind_of(table, row) & CODE)
            return true;
    return false;
}

static bool count(const Table *table, const uint8_t *keep, Arena *arena, Counts *counts)
{
    const size_t size = (size_t)table->rows + 1;
    const bool with_code = has_code(table);
    counts->kept = arena_room(arena, size, sizeof(int64_t));
    counts->code = with_code ? arena_room(arena, size, sizeof(int64_t)) : NULL;
    counts->words = with_code ? arena_room(arena, size, sizeof(int64_t)) : NULL;
    if (!counts->kept || (with_code && (!counts->code || !counts->words)))
        return false;
    counts->kept[0] = 0;
    if (with_code)
        counts->code[0] = counts->words[0] = 0;
    for (int64_t row = 0; row < table->rows; row++) {
        const int64_t chars = table->column[CHARS][row];
        counts->kept[row + 1] = counts->kept[row] + (keep[row] ? chars : 0);
        if (with_code) {
            counts->code[row + 1] = counts->code[row] + ((kind_of(table, row) & CODE) != 0);
            counts->words[row + 1] = counts->words[row] + (is_text(table, row) && !may_be_line_numbers(table, row));
        }
    }
    return true;
}

static inline int64_t below(const int64_t *sums, const Table *table, int64_t row)
{
    return sums[table->column[END][row]] - sums[row];
}

/* Whether the kept text of a short link reads like the mark of a footnote. */
static bool reads_like_label(const Table *table, const uint8_t *keep, int64_t row)
{
    uint32_t text[LONGEST_LABEL];
    int length = 0;
    for (int64_t each = row; each < table->column[END][row]; each++) {
        if (!keep[each] || !is_text(table, each))
            continue;
        const uint8_t *at = table->text + table->column[BYTE_START][each], *end = at + table->column[BYTES][each];
        while (at < end) {
            if (length == LONGEST_LABEL)
                return false;
            text[length++] = next_character(&at);
        }
    }
    return may_be_label(text, length);
}

/* Where the elements end that have begun, and that matter to what is inside of them. */
typedef struct {
    int64_t title, raised, code;
} Ends;

static void enter(const Table *table, int64_t row, unsigned kind, Ends *ends)
{
    const int64_t end = table->column[END][row];
    if (kind & TITLE && end > ends->title)
        ends->title = end;
    if (kind & RAISED && end > ends->raised)
        ends->raised = end;
    if (kind & CODE && end > ends->code)
        ends->code = end;
}

/* The first text run in an element that has some. */
static int64_t first_run(const Table *table, int64_t row)
{
    const int64_t last = table->column[END][row] - 1;
    while (row < last && !is_text(table, row))
        row++;
    return row;
}

static bool begins_with_bracket(const Table *table, int64_t row)
{
    return table->text[table->column[BYTE_START][first_run(table, row)]] == '[';
}

/* -- attributes: those of a page whose tree is not at hand may be anything ------------------------------------------------------ */

static const LexborAttribute *first_attribute(const Document *document, int64_t row)
{
    const LexborNode *node = ((const LexborNode **)document->nodes.data)[row];
    return ((const LexborElement *)node)->first_attribute;
}

/* Whether a link may lead to a place on the page. */
static bool may_lead_here(const Document *document, int64_t row)
{
    if (!document)
        return true;
    const Vocabulary *vocabulary = document->vocabulary;
    const LexborAttribute *attribute = first_attribute(document, row);
    for (; attribute; attribute = attribute->next)
        if (known_attribute(vocabulary, attribute) == HREF_ATTRIBUTE && attribute->value && attribute->value->data)
            return memchr(attribute->value->data, '#', attribute->value->length);
    return false;
}

/* Whether a value holds the word, in small letters or not, or other letters than ASCII's, some of which stand for those. */
static bool may_hold_word(const LexborString *value, const char *word)
{
    const size_t length = strlen(word);
    for (size_t at = 0; at < value->length; at++) {
        size_t same = 0;
        while (same < length && at + same < value->length && small_letter(value->data[at + same]) == (uint8_t)word[same])
            same++;
        if (same == length || value->data[at] >= 0x80)
            return true;
    }
    return false;
}

/* Whether an element may copy code, or link to where a part of a wiki's page is edited. */
static bool may_be_tool(const Document *document, int64_t row)
{
    static const char *const WORDS[] = {"copy", "clipboard", "mw-editsection"};
    if (!document)
        return true;
    for (const LexborAttribute *attribute = first_attribute(document, row); attribute; attribute = attribute->next)
        for (size_t word = 0; word < sizeof WORDS / sizeof *WORDS; word++)
            if (attribute->value && attribute->value->data && may_hold_word(attribute->value, WORDS[word]))
                return true;
    return false;
}

/* -- rows --------------------------------------------------------------------------------------------------------------------- */

/* What is asked about. */
typedef struct {
    const Table *table;
    const uint8_t *keep;
    const Document *document; /* NULL if it is not at hand */
    Counts counts;
} Asked;

static bool is_in_question(const Asked *asked, int64_t row, const Ends *ends)
{
    const Table *table = asked->table;
    const Counts *counts = &asked->counts;
    const unsigned kind = kind_of(table, row);
    if (kind & FORMULA)
        return true;
    const int64_t kept = below(counts->kept, table, row);
    if (!kept)
        return false;
    if (kind & ANCHOR) {
        const bool in_title = row < ends->title && row >= ends->raised;
        const bool may_be_sign = in_title && kept <= names_in_text.longest_permalink;
        const bool may_be_mark = kept <= names_in_text.longest_mark && reads_like_label(table, asked->keep, row);
        if ((may_be_sign || may_be_mark) && may_lead_here(asked->document, row))
            return true;
    }
    if (kind & TABLE && may_be_line_numbers(table, first_run(table, row)))
        return true;
    const bool is_button = kind & BUTTON && row < ends->code;
    const bool is_in_code = asked->document && row < ends->code; /* without attributes all parts of code would be asked about */
    const bool is_span = kind & SPAN && (row < ends->title || is_in_code || begins_with_bracket(table, row));
    if ((is_button || is_span) && may_be_tool(asked->document, row))
        return true;
    if (kind & MAY_BE_GUTTER && counts->code) {
        const bool beside_code = kind & CELL && below(counts->code, table, row);
        return (row < ends->code || beside_code) && !below(counts->words, table, row);
    }
    return false;
}

bool rows_in_question(const Table *table, const uint8_t *keep, const Document *document, Arena *arena, RowList *found)
{
    Asked asked = {.table = table, .keep = keep, .document = document};
    Ends ends = {0};
    *found = (RowList){.rows = arena_room(arena, (size_t)table->rows, sizeof(int64_t))};
    if (!found->rows || !count(table, keep, arena, &asked.counts))
        return false;
    for (int64_t row = 0; row < table->rows; row++) {
        if (is_text(table, row))
            continue;
        enter(table, row, kind_of(table, row), &ends);
        if (is_in_question(&asked, row, &ends))
            found->rows[found->count++] = row;
    }
    return true;
}

static PyObject *as_tuple(const RowList *found)
{
    PyObject *tuple = PyTuple_New(found->count);
    for (Py_ssize_t at = 0; tuple && at < found->count; at++) {
        PyObject *number = PyLong_FromLongLong(found->rows[at]);
        if (!number || PyTuple_SetItem(tuple, at, number) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* questions(table, keep, document): the rows whose attributes decide on what is written: short links and their like, and formulas.
 * The document is None for a page that the kernel has not read. */
PyObject *kernel_questions(PyObject *module, PyObject *arguments)
{
    PyObject *table_object, *keep_object, *capsule;
    Table table;
    const uint8_t *keep;
    const Document *document = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OOO", &table_object, &keep_object, &capsule)
        || !open_decisions(table_object, keep_object, &table, &keep)
        || (capsule != Py_None && !(document = document_of(capsule))))
        return NULL;
    if (document && (int64_t)document->nodes.count != table.rows) {
        PyErr_SetString(PyExc_ValueError, "the document is that of another page");
        return NULL;
    }
    Arena arena;
    RowList found;
    bool went_well;
    arena_open(&arena);
    Py_BEGIN_ALLOW_THREADS
    went_well = rows_in_question(&table, keep, document, &arena, &found);
    Py_END_ALLOW_THREADS
    PyObject *result = went_well ? as_tuple(&found) : PyErr_NoMemory();
    arena_close(&arena);
    return result;
}
