/* `nests_deep`, a step of `read_page` and `for_parser`: a quick look at how deep a page nests, before the parser sees it. The twin is
 * `maintext.depth.may_nest_deeper`, which says what is counted and why. */
#include "reader.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_LETTERS = 7 * 3 }; /* bits of a name: three letters of seven bits */

/* How often a sign stands in a text. Counted in blocks whose sums fit an octet: compilers make wide instructions of that. */
static size_t count_sign(const uint8_t *text, size_t length, uint8_t sign)
{
    enum { BLOCK = 192 };
    size_t found = 0;
    while (length) {
        const size_t block = length < BLOCK ? length : BLOCK;
        uint8_t count = 0;
        for (size_t i = 0; i < block; i++)
            count = (uint8_t)(count + (text[i] == sign));
        found += count;
        text += block;
        length -= block;
    }
    return found;
}

/* The first three letters of a name as one number, capitals as small letters; beyond the end there are spaces. */
static uint32_t name_at(const uint8_t *at, const uint8_t *end)
{
    uint32_t name = 0;
    for (int i = 0; i < 3; i++)
        name = name << 7 | (((end - at > i ? at[i] : ' ') | 0x20) & 0x7F);
    return name;
}

static bool is_in_name(uint32_t sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9');
}

/* The same without what stands behind a name of one or two letters, which differs between a start tag and its end tag. */
static int32_t name_alone(uint32_t name)
{
    if (!is_in_name(name >> 7 & 0x7F))
        return (int32_t)(name >> 14 << 14);
    return (int32_t)(is_in_name(name & 0x7F) ? name : name >> 7 << 7);
}

/* Start tags less end tags. `last` has room for what came last on each level, from -1 up to the limit. */
static bool is_deep(
    const uint8_t *at, const uint8_t *end, const uint8_t *nesting, int64_t limit, int64_t misfits, int32_t *last
)
{
    enum { NOTHING = 0, END_TAG = -1 }; /* else 1 and the name of a start tag */
    int64_t depth = 0, unmatched = 0, tags = 0;
    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        const bool closes = ++at < end && *at == '/';
        const uint32_t name = name_at(at + closes, end);
        if (!(nesting[name >> 3] >> (name & 7) & 1))
            continue;
        tags++;
        const int64_t level = closes ? --depth : depth++;
        if (depth > limit)
            return true;
        int32_t *before = &last[level < 0 ? 0 : level + 1];
        unmatched += level < 0;
        unmatched += closes && *before > 0 && *before != name_alone(name) + 1;
        *before = closes ? END_TAG : name_alone(name) + 1;
    }
    return unmatched > (misfits > tags / 20 ? misfits : tags / 20);
}

bool depth_look_open(PyObject *arguments, DepthLook *look)
{
    const char *nesting;
    Py_ssize_t bits, limit, misfits, harmless;
    if (!PyArg_ParseTuple(arguments, "nnny#", &limit, &misfits, &harmless, &nesting, &bits))
        return false;
    if (bits != 1 << (NAME_LETTERS - 3) || limit < 0 || limit > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "a bit for each beginning of a name is needed, and a limit that is no less than 0");
        return false;
    }
    *look = (DepthLook){limit, misfits, harmless, (const uint8_t *)nesting};
    return true;
}

/* A page that there is no memory to look at is called deep: it is flattened then, which takes longer, and is right. */
bool nests_deep(const DepthLook *look, const uint8_t *octets, size_t length)
{
    if (count_sign(octets, length, '<') <= (size_t)look->harmless)
        return false;
    int32_t *last = calloc((size_t)look->limit + 2, sizeof *last);
    const bool deep = !last || is_deep(octets, octets + length, look->nesting, look->limit, look->misfits, last);
    free(last);
    return deep;
}
