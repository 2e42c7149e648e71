/* The net: twin of `network.py`, to the last bit. How it is built is told there. */
#include "judge.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
#error "floats must be rounded to single precision at every step: numpy does the work where the compiler does otherwise"
#endif

/* -- matrix products -------------------------------------------------------------------------------------------------------- */

/* result[row] = bias + for all taps: input[tap][row] times weight[tap]. All widths are whole numbers of LANES. */
typedef struct {
    const float *input[TAPS];
    int taps;
    int64_t row_step;   /* from one row of the input to the next */
    int64_t depth_step; /* from one number of a row to the next */
    int64_t depth;      /* numbers in a row */
    const float *weight, *bias;
    int64_t width; /* numbers in a row of the result */
} Dense;

enum { MOST_ROWS = 8 }; /* so many rows beyond the last one may be read and written */

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#elif defined(__GNUC__)
#define UNROLL _Pragma("GCC unroll 8")
#else
#define UNROLL
#endif

#define DENSE dense_anywhere
#define TARGET
#if defined(__GNUC__)
#define VECTOR 4
#define ROWS 3
#else
#define VECTOR 1
#define ROWS 2
#endif
#define ADD_PRODUCT(sum, number, vector) ((sum) + (number) * (vector))
#define NAMED(name) name##Anywhere
#include "dense.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_WIDE_VECTORS
#include <immintrin.h>

#define DENSE dense_in_vectors_of_8
#define TARGET __attribute__((target("avx2,fma")))
#define VECTOR 8
#define ROWS 6
#define ADD_PRODUCT(sum, number, vector) _mm256_fmadd_ps(_mm256_set1_ps(number), vector, sum)
#define NAMED(name) name##Of8
#include "dense.h"

#define DENSE dense_in_vectors_of_16
#define TARGET __attribute__((target("avx512f,avx2,fma")))
#define VECTOR 16
#define ROWS 8
#define ADD_PRODUCT(sum, number, vector) _mm512_fmadd_ps(_mm512_set1_ps(number), vector, sum)
#define NAMED(name) name##Of16
#include "dense.h"

#endif

static void (*dense)(const Dense *layer, int64_t rows, float *result) = dense_anywhere;

int choose_net(int most)
{
    int floats = 1;
    dense = dense_anywhere;
#ifdef HAS_WIDE_VECTORS
    __builtin_cpu_init();
    if (most >= 8 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        dense = dense_in_vectors_of_8;
        floats = 8;
    }
    if (most >= 16 && __builtin_cpu_supports("avx512f")) { /* the whole judgement in an eighth less time than with vectors of 8 */
        dense = dense_in_vectors_of_16; /* 12 or 16 rows together were slower */
        floats = 16;
    }
#else
    (void)most;
#endif
    return floats;
}

/* choose_net(most): what the function above does, so that tests can try every way to compute. */
PyObject *kernel_choose_net(PyObject *module, PyObject *most)
{
    (void)module;
    const long floats = PyLong_AsLong(most);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(choose_net(floats < LANES ? (int)floats : LANES));
}

/* -- weights ---------------------------------------------------------------------------------------------------------------- */

static const char CAPSULE[] = "maintext._kernel.weights";

typedef struct {
    Weights weights;
    void *memory;
} Loaded;

static bool sizes_are_sound(const Sizes *size)
{
    const int64_t *number = (const int64_t *)size;
    for (size_t each = 0; each < sizeof(Sizes) / sizeof(int64_t); each++)
        if (number[each] < 1 || number[each] > 1 << 16)
            return false;
    return size->channels % LANES == 0 && size->hidden % LANES == 0 && size->outputs % LANES == 0 && size->types % LANES == 0
        && size->labels < size->outputs && size->page_types <= size->types;
}

static const float *take_floats(Packed *packed, int64_t rows, int64_t columns)
{
    return packed_take(packed, rows * columns, sizeof(float));
}

static bool read_weights(Packed packed, Weights *weights)
{
    const Sizes *size = packed_take(&packed, 1, sizeof(Sizes));
    if (!size || !sizes_are_sound(size))
        return false;
    weights->size = *size;
    const int64_t channels = size->channels;
    weights->dilation = packed_take(&packed, size->convolutions, sizeof(int64_t));
    weights->grid = packed_take(&packed, 1, sizeof(Grid));
    weights->mean = take_floats(&packed, 1, size->features);
    weights->scale = take_floats(&packed, 1, size->features);
    weights->input = take_floats(&packed, size->features, channels);
    weights->input_bias = take_floats(&packed, 1, channels);
    weights->input_convention = take_floats(&packed, 1, channels);
    weights->convolution = take_floats(&packed, size->convolutions * TAPS * channels, channels);
    weights->convolution_bias = take_floats(&packed, size->convolutions, channels);
    weights->page = take_floats(&packed, 2 * channels, channels);
    weights->page_bias = take_floats(&packed, 1, channels);
    weights->group = take_floats(&packed, size->groups * channels, channels);
    weights->head = take_floats(&packed, channels, size->hidden);
    weights->head_bias = take_floats(&packed, 1, size->hidden);
    weights->head_convention = take_floats(&packed, 1, size->hidden);
    weights->output = take_floats(&packed, size->hidden, size->outputs);
    weights->output_bias = take_floats(&packed, 1, size->outputs);
    weights->type = take_floats(&packed, 2 * channels, size->types);
    weights->type_bias = take_floats(&packed, 1, size->types);
    if (packed.is_short || packed.left)
        return false;
    for (int64_t number = 0; number < size->convolutions; number++)
        if (weights->dilation[number] < 1 || weights->dilation[number] > 1 << 16)
            return false;
    return true;
}

static void free_loaded(Loaded *loaded)
{
    if (loaded)
        free(loaded->memory);
    free(loaded);
}

static void free_capsule(PyObject *capsule)
{
    free_loaded(PyCapsule_GetPointer(capsule, CAPSULE));
}

PyObject *new_weights(PyObject *module, PyObject *bytes)
{
    enum { LINE = 64 }; /* vectors are read fastest from where lines of the cache begin */
    (void)module;
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0)
        return NULL;
    Loaded *loaded = calloc(1, sizeof(Loaded));
    char *memory = malloc((size_t)size + LINE);
    if (!loaded || !memory) {
        free(memory);
        free(loaded);
        return PyErr_NoMemory();
    }
    loaded->memory = memory;
    char *aligned = memory + (LINE - (uintptr_t)memory % LINE);
    memcpy(aligned, data, (size_t)size);
    if (!read_weights(packed_open(aligned, (size_t)size), &loaded->weights)) {
        PyErr_SetString(PyExc_ValueError, "these bytes are no weights of a net");
        free_loaded(loaded);
        return NULL;
    }
    PyObject *capsule = PyCapsule_New(loaded, CAPSULE, free_capsule);
    if (!capsule)
        free_loaded(loaded);
    return capsule;
}

const Weights *weights_of(PyObject *capsule)
{
    Loaded *loaded = PyCapsule_GetPointer(capsule, CAPSULE);
    return loaded ? &loaded->weights : NULL;
}

/* -- the net ---------------------------------------------------------------------------------------------------------------- */

/* As high up as this, floats have no finer numbers than whole multiples of the step: what is added there and taken away again is
 * rounded to one. */
static float high_up(double step)
{
    return (float)(1.5 * (1 << 23) * step);
}

static float rounded(float value, float high)
{
    return value + high - high;
}

FOR_EACH_MACHINE void standardise(const Weights *weights, Columns *columns, int64_t blocks)
{
    const float clip = (float)weights->grid->clip, high = high_up(weights->grid->input_step);
    for (int64_t feature = 0; feature < weights->size.features; feature++) {
        float *column = columns->first + feature * columns->stride;
        const float mean = weights->mean[feature], factor = 1 / weights->scale[feature];
        for (int64_t block = 0; block < blocks; block++) {
            const float value = (column[block] - mean) * factor;
            column[block] = rounded(value > clip ? clip : value < -clip ? -clip : value, high);
        }
    }
}

/* Room for rows of channels, with more rows before and after that stay 0: what lies beyond the ends of the page. */
static float *new_state(const Weights *weights, int64_t blocks, int64_t beyond, Arena *arena)
{
    const int64_t rows = beyond + blocks + MOST_ROWS + beyond;
    float *state = arena_take(arena, (size_t)(rows * weights->size.channels), sizeof(float));
    return state ? state + beyond * weights->size.channels : NULL;
}

/* What a layer makes of its sums. */
typedef struct {
    float ceiling, high;
} Limits;

static Limits limits_of(const Weights *weights)
{
    return (Limits){(float)weights->grid->ceiling, high_up(weights->grid->state_step)};
}

static float smaller(float one, float other)
{
    return one < other ? one : other;
}

static float handed_on(float sum, Limits limits)
{
    return rounded(sum > 0 ? smaller(sum, limits.ceiling) : 0, limits.high);
}

static void add(float *restrict sums, const float *restrict more, int64_t count)
{
    for (int64_t each = 0; each < count; each++)
        sums[each] += more[each];
}

static void add_handed_on(float *restrict state, const float *restrict sums, int64_t count, Limits limits)
{
    for (int64_t each = 0; each < count; each++)
        state[each] = smaller(state[each] + handed_on(sums[each], limits), limits.ceiling);
}

/* A bias that depends on what is asked for: the running text alone, or tables and lists too. */
static const float *bias_for(const float *bias, const float *of_convention, float convention, int64_t width, Arena *arena)
{
    float *total = arena_take(arena, (size_t)width, sizeof(float));
    if (total)
        for (int64_t each = 0; each < width; each++)
            total[each] = bias[each] + convention * of_convention[each];
    return total;
}

/* Sums over blocks are in double precision: pages may have a million of them. All rows are whole numbers of LANES. */
static void add_to_sums(double *restrict sums, const float *restrict row, int64_t channels)
{
    for (int64_t channel = 0; channel < channels; channel += LANES)
        for (int lane = 0; lane < LANES; lane++)
            sums[channel + lane] += row[channel + lane];
}

static void raise_to(float *restrict largest, const float *restrict row, int64_t channels)
{
    for (int64_t channel = 0; channel < channels; channel += LANES)
        for (int lane = 0; lane < LANES; lane++)
            largest[channel + lane] = row[channel + lane] > largest[channel + lane] ? row[channel + lane] : largest[channel + lane];
}

static void divide_sums(const double *restrict sums, int64_t count, int64_t channels, float high, float *restrict means)
{
    for (int64_t channel = 0; channel < channels; channel++)
        means[channel] = rounded((float)(sums[channel] / (double)count), high);
}

/* Mean and maximum of each channel over the page. */
FOR_EACH_MACHINE static bool pool(const float *state, int64_t blocks, int64_t channels, float high, Arena *arena, float *pooled)
{
    double *sums = arena_take(arena, (size_t)channels, sizeof(double));
    if (!sums)
        return false;
    float *largest = pooled + channels;
    memcpy(largest, state, (size_t)channels * sizeof(float));
    for (int64_t block = 0; block < blocks; block++) {
        add_to_sums(sums, state + block * channels, channels);
        raise_to(largest, state + block * channels, channels);
    }
    divide_sums(sums, blocks, channels, high, pooled);
    return true;
}

/* The mean of the blocks of each group, in rows. */
FOR_EACH_MACHINE static float *group_means(
    const float *state, int64_t blocks, int64_t channels, const Groups *groups, float high, Arena *arena
)
{
    double *sums = arena_take(arena, (size_t)(groups->count * channels), sizeof(double));
    int64_t *sizes = arena_take(arena, (size_t)groups->count, sizeof(int64_t));
    float *means = arena_room(arena, (size_t)((groups->count + MOST_ROWS) * channels), sizeof(float));
    if (!sums || !sizes || !means)
        return NULL;
    for (int64_t block = 0; block < blocks; block++) {
        add_to_sums(sums + groups->of[block] * channels, state + block * channels, channels);
        sizes[groups->of[block]]++;
    }
    for (int64_t group = 0; group < groups->count; group++)
        divide_sums(sums + group * channels, sizes[group], channels, high, means + group * channels);
    memset(means + groups->count * channels, 0, (size_t)(MOST_ROWS * channels) * sizeof(float));
    return means;
}

/* `heard` is room for a row. */
FOR_EACH_MACHINE static void add_heard(
    const Weights *weights, float *state, int64_t blocks, const float *from_page, const float **from_group, const Groups *groups,
    float *heard
)
{
    const Sizes *size = &weights->size;
    const Limits limits = limits_of(weights);
    for (int64_t block = 0; block < blocks; block++) {
        memcpy(heard, from_page, (size_t)size->channels * sizeof(float));
        for (int64_t which = 0; which < size->groups; which++)
            add(heard, from_group[which] + groups[which].of[block] * size->channels, size->channels);
        add_handed_on(state + block * size->channels, heard, size->channels, limits);
    }
}

/* Half-way, each block hears from the whole page and from its groups. */
static bool hear(const Weights *weights, float *state, int64_t blocks, const Groups *groups, Arena *arena)
{
    const int64_t channels = weights->size.channels;
    const float high = limits_of(weights).high;
    const ArenaMark mark = arena_mark(arena);
    float *pooled = arena_room(arena, (size_t)(2 * channels), sizeof(float));
    float *from_page = arena_room(arena, (size_t)(channels * MOST_ROWS), sizeof(float));
    float *none = arena_take(arena, (size_t)channels, sizeof(float));
    float *heard = arena_room(arena, (size_t)channels, sizeof(float));
    const float **from_group = arena_take(arena, (size_t)weights->size.groups, sizeof(float *));
    if (!pooled || !from_page || !none || !heard || !from_group || !pool(state, blocks, channels, high, arena, pooled))
        return false;
    dense(&(Dense){{pooled}, 1, 0, 1, 2 * channels, weights->page, weights->page_bias, channels}, 1, from_page);
    for (int64_t which = 0; which < weights->size.groups; which++) {
        const float *means = group_means(state, blocks, channels, &groups[which], high, arena);
        const float *weight = weights->group + which * channels * channels;
        float *result = arena_room(arena, (size_t)((groups[which].count + MOST_ROWS) * channels), sizeof(float));
        if (!means || !result)
            return false;
        dense(&(Dense){{means}, 1, channels, 1, channels, weight, none, channels}, groups[which].count, result);
        from_group[which] = result;
    }
    add_heard(weights, state, blocks, from_page, from_group, groups, heard);
    arena_rewind(arena, mark);
    return true;
}

/* A small head reads off what each block is, another one what the page is. */
static bool read_off(const Weights *weights, const float *state, int64_t blocks, float convention, Arena *arena, Said *said)
{
    const Sizes *size = &weights->size;
    const int64_t rows = blocks + MOST_ROWS, channels = size->channels;
    const Limits limits = limits_of(weights);
    const float *bias = bias_for(weights->head_bias, weights->head_convention, convention, size->hidden, arena);
    float *hidden = arena_room(arena, (size_t)(rows * size->hidden), sizeof(float));
    float *pooled = arena_room(arena, (size_t)(2 * channels), sizeof(float));
    if (!bias || !hidden || !pooled || !pool(state, blocks, channels, limits.high, arena, pooled))
        return false;
    dense(&(Dense){{state}, 1, channels, 1, channels, weights->head, bias, size->hidden}, blocks, hidden);
    for (int64_t each = 0; each < blocks * size->hidden; each++)
        hidden[each] = handed_on(hidden[each], limits);
    dense(&(Dense){{hidden}, 1, size->hidden, 1, size->hidden, weights->output, weights->output_bias, size->outputs}, blocks, said->block);
    dense(&(Dense){{pooled}, 1, 0, 1, 2 * channels, weights->type, weights->type_bias, size->types}, 1, said->page);
    return true;
}

bool run_net(
    const Weights *weights, const Columns *columns, int64_t blocks, const Groups *groups, float convention, Arena *arena, Said *said
)
{
    const Sizes *size = &weights->size;
    const int64_t channels = size->channels;
    const Limits limits = limits_of(weights);
    int64_t beyond = 0;
    for (int64_t number = 0; number < size->convolutions; number++)
        if (weights->dilation[number] > beyond)
            beyond = weights->dilation[number];
    said->block = arena_room(arena, (size_t)((blocks + MOST_ROWS) * size->outputs), sizeof(float));
    said->page = arena_room(arena, (size_t)(size->types * MOST_ROWS), sizeof(float));
    const ArenaMark mark = arena_mark(arena);
    const float *bias = bias_for(weights->input_bias, weights->input_convention, convention, channels, arena);
    float *state = new_state(weights, blocks, beyond, arena), *change = new_state(weights, blocks, 0, arena);
    if (!said->block || !said->page || !bias || !state || !change)
        return false;
    dense(&(Dense){{columns->first}, 1, 1, columns->stride, size->features, weights->input, bias, channels}, blocks, change);
    add_handed_on(state, change, blocks * channels, limits);
    for (int64_t number = 0; number < size->convolutions; number++) {
        const int64_t away = weights->dilation[number] * channels;
        const float *weight = weights->convolution + number * TAPS * channels * channels;
        bias = weights->convolution_bias + number * channels;
        dense(&(Dense){{state - away, state, state + away}, TAPS, channels, 1, channels, weight, bias, channels}, blocks, change);
        add_handed_on(state, change, blocks * channels, limits);
        if (number + 1 == size->pool_after && !hear(weights, state, blocks, groups, arena))
            return false;
    }
    const bool is_done = read_off(weights, state, blocks, convention, arena, said);
    arena_rewind(arena, mark);
    return is_done;
}
