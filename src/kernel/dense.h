/* The loop that takes most of the net's time: a matrix product. `net.c` includes this file once for each kind of vector registers,
 * with these macros defined:
 *
 *     DENSE      name of the function
 *     TARGET     what the machine must have
 *     VECTOR     floats that one register holds
 *     ROWS       rows of the result that are computed together: their sums stay in registers
 *     ADD_PRODUCT(sum, number, vector)     sum + number * vector
 *
 * All sums are exact, in whatever order and however they are rounded: see `grid.py`. */

#if VECTOR > 1
typedef float NAMED(Vector) __attribute__((vector_size(VECTOR * sizeof(float))));
typedef float NAMED(Unaligned) __attribute__((vector_size(VECTOR * sizeof(float)), aligned(sizeof(float)), may_alias));
#else
typedef float NAMED(Vector);
typedef float NAMED(Unaligned);
#endif

TARGET static void DENSE(const Dense *layer, int64_t rows, float *result)
{
    enum { VECTORS = LANES / VECTOR };
    for (int64_t row = 0; row < rows; row += ROWS)
        for (int64_t column = 0; column < layer->width; column += LANES) {
            NAMED(Vector) sum[ROWS][VECTORS];
            const NAMED(Unaligned) *bias = (const NAMED(Unaligned) *)(layer->bias + column);
            for (int each = 0; each < ROWS; each++)
                for (int part = 0; part < VECTORS; part++)
                    sum[each][part] = bias[part];
            const float *weight = layer->weight + column;
            for (int tap = 0; tap < layer->taps; tap++) {
                const float *input = layer->input[tap] + row * layer->row_step;
                for (int64_t depth = 0; depth < layer->depth; depth++, weight += layer->width, input += layer->depth_step) {
                    const NAMED(Unaligned) *factor = (const NAMED(Unaligned) *)weight;
                    UNROLL
                    for (int each = 0; each < ROWS; each++)
                        for (int part = 0; part < VECTORS; part++)
                            sum[each][part] = ADD_PRODUCT(sum[each][part], input[each * layer->row_step], factor[part]);
                }
            }
            for (int each = 0; each < ROWS; each++) {
                NAMED(Unaligned) *out = (NAMED(Unaligned) *)(result + (row + each) * layer->width + column);
                for (int part = 0; part < VECTORS; part++)
                    out[part] = sum[each][part];
            }
        }
}

#undef DENSE
#undef TARGET
#undef VECTOR
#undef ROWS
#undef ADD_PRODUCT
#undef NAMED
