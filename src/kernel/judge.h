/* The fused method in C: twin of `maintext.methods.fused`, file by file and in its order.
 *
 *     blocks.c                 blocks.py      the table      -> blocks
 *     texts.c, characters.c    blocks.py, features.py    what the characters of the blocks are
 *     view.c, groups.c         view.py        blocks         -> what the features look at
 *     features.c, papers.c     features.py    view           -> a column of numbers for each feature
 *     net.c                    network.py     columns        -> what the net says of each block, and of the page
 *     decision.c               decision.py    its word       -> kept blocks and their labels
 *     judge.c                  fused.py       all of it for one page, for Python
 *
 * What would otherwise be written twice (sets of elements, kinds of characters, numbers of marks, the weights) is handed over by
 * `maintext.methods.fused.compiled`.
 */
#ifndef MAINTEXT_JUDGE_H
#define MAINTEXT_JUDGE_H

#include "kernel.h"

#include <math.h>

#if defined(_MSC_VER) && !defined(restrict)
#define restrict __restrict
#endif

/* Loops that gain from wide vectors are compiled twice, and the machine takes what it can run. Results are the same. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define FOR_EACH_MACHINE __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_MACHINE
#endif

/* -- what Python hands over ------------------------------------------------------------------------------------------------- */

/* A walk through packed numbers. Every piece is a whole number of 8 bytes. */
typedef struct {
    const char *at;
    size_t left;
    bool is_short; /* more was asked for than there is */
} Packed;

Packed packed_open(const char *data, size_t size);
const void *packed_take(Packed *packed, int64_t count, size_t size); /* NULL where there is too little */

/* What an element is, by its name. */
enum tag_set {
    IS_PART = 1,
    IS_UNUSED = 2,
    IS_NOSCRIPT = 4,
    IS_BREAK = 8,
    IS_ANCHOR = 16,
    IS_P = 32,
    IS_DIV = 64,
    IS_H1 = 128,
    IS_H2 = 256,
    IS_HEADING = 512,
    IS_CODE = 1024,
    IS_TABLE = 2048,
    IS_LINE = 4096,
    IS_CELL = 8192,
    IS_HEAD_CELL = 16384,
    IS_QUOTE = 32768,
    IS_ITEM = 65536
};

/* What a character is. */
enum character_kind { ENDS_SENTENCE = 1, IS_PAUSE = 2, IS_CAPITAL = 4, IS_CLOSING = 8 };
enum { LAST_CHARACTER = 0xFFFF }; /* answers for all codes beyond */

typedef struct {
    int64_t names;           /* entries of tag_sets; the last answers for all unknown names */
    int64_t path_marks;      /* entries of path_mark */
    int64_t near_marks;      /* entries of near_mark */
    int64_t smoothing_width; /* entries of smoothing */
    int64_t main_mark;       /* the numbers of two marks */
    int64_t reply_mark;
    int64_t boilerplate; /* the numbers of labels */
    int64_t main;
    int64_t title;
    int64_t comments;
} Numbers;

typedef struct {
    const Numbers *number;
    const int64_t *tag_sets;
    const int64_t *path_mark; /* numbers of the marks that features ask for */
    const int64_t *near_mark;
    const double *smoothing;       /* CETR's */
    const uint8_t *character_kind; /* LAST_CHARACTER + 1 entries */
} Constants;

bool constants_open(PyObject *object, Constants *constants); /* false, with ValueError set, if these are none */

static inline int64_t sets_of(const Constants *constants, int64_t tag)
{
    const int64_t last = constants->number->names - 1;
    return constants->tag_sets[tag < last ? tag : last];
}

static inline uint8_t kind_of(const Constants *constants, uint32_t code)
{
    return constants->character_kind[code < LAST_CHARACTER ? code : LAST_CHARACTER];
}

/* What the page says about itself out of sight. */
enum { FIRST_TITLE, SECOND_TITLE, DESCRIPTION, BODY, DECLARED_TEXTS };
enum { DECLARES_ARTICLE = 1, DECLARES_PRODUCT = 2 };

typedef struct {
    const uint8_t *text[DECLARED_TEXTS]; /* UTF-8 */
    int64_t bytes[DECLARED_TEXTS];
    int64_t kinds;
} Declared;

/* -- blocks ----------------------------------------------------------------------------------------------------------------- */

/* Columns with an entry for each block, as in `Blocks`. */
enum block_column {
    FIRST, /* the first of its text runs */
    OWNER, /* row of the element that it stands in */
    FROM,  /* where it begins and ends in the page's characters */
    STOP,
    SIZE, /* bytes of UTF-8 */
    LETTERS,
    LINKED, /* the part of SIZE that is linked */
    LINKS,
    INLINE,
    SENTENCE_ENDS,
    PAUSES,
    CAPITALS,
    FIRST_COPY, /* number of the first block with the same text */
    BLOCK_COLUMNS
};

typedef struct {
    int64_t count;
    int64_t runs;
    int64_t *run;    /* rows of the text runs that belong to blocks */
    int64_t *of_run; /* the block of each of them */
    int64_t *column[BLOCK_COLUMNS];
} Blocks;

bool find_blocks(const Table *table, const Constants *constants, Arena *arena, Blocks *blocks);

/* -- characters ------------------------------------------------------------------------------------------------------------- */

/* The characters of a text as codes, capitals made small. Returns how many there are, and adds up those of three kinds: what ends
 * sentences, pauses, capitals. */
enum { COUNTED_KINDS = 3 };
typedef struct {
    const Constants *constants;
    uint64_t counters[128]; /* of ASCII: what each character adds to the counts, three counters in one number */
    uint8_t small[128];
} Alphabet;

Alphabet alphabet_of(const Constants *constants);
int64_t read_small(const Alphabet *alphabet, const uint8_t *text, int64_t bytes, uint32_t *codes, int64_t *kinds);

/* Runs of four characters as numbers below GRAMS. */
enum { GRAM = 4, GRAM_BITS = 17, GRAMS = 1 << GRAM_BITS };
void number_grams(const uint32_t *codes, int64_t count, uint32_t *grams);

/* -- groups ----------------------------------------------------------------------------------------------------------------- */

/* Things that belong together have the same number. Numbers run from 0, in the order in which groups first appear. */
typedef struct {
    int64_t count;
    int64_t *of; /* the group of each thing */
} Groups;

bool group_by_key(Arena *arena, const uint64_t *keys, int64_t count, Groups *groups);
bool find_first_copies(const Table *table, Arena *arena, Blocks *blocks);

/* -- view ------------------------------------------------------------------------------------------------------------------- */

enum { LEVELS = 4 }; /* how far above a block the features look */

/* What stands in an element, itself included: a difference of sums over all rows before its end, and before itself. */
typedef struct {
    int64_t size; /* of the blocks */
    int64_t linked;
    int64_t blocks;
    int64_t elements;
    int64_t markup; /* characters of start tags */
} Sums;

typedef struct {
    const Table *table;
    const Constants *constants;
    const Declared *declared;
    Arena *arena;
    Blocks blocks;
    uint8_t *closes;          /* for each block whether it ends like a sentence */
    int64_t *found;           /* for each block how many runs of four characters stand in each of the declared texts */
    int64_t different[DECLARED_TEXTS]; /* how many each of those has */
    double total;             /* size of all blocks, at least 1 */
    int64_t *up[LEVELS + 1];  /* for each block its owner, the parent of that, and so on */
    double *link_share;       /* for each block */
    double *prose;            /* for each block its text, if it is prose */
    Sums *before;             /* for each row what stands before it, and one entry more */
    int64_t *scratch;         /* room for a number for each row */
    uint64_t *keys;           /* room for a number for each block */
    int64_t *tenth;           /* for each block the nearest element with a tenth of the text */
    int64_t *third;           /* with three tenths */
    int64_t *section;         /* for each block the part of the page that it stands in */
    uint64_t *path_marks;     /* for each block the marks of everything above it, as bits */
    int64_t *record;          /* for each block the row of its record, 0 if it belongs to none */
    int64_t *record_alike;    /* how many records are like it */
    int64_t *record_kind;     /* -1 if it belongs to none */
    int64_t *series;          /* for each block the siblings that it is decided together with; -1 if there are none */
    Groups tag_path, class_path, records, tenths, fields; /* of blocks */
    double *composite_density; /* for each row */
    double *density_sum;
} View;

bool read_texts(View *view); /* texts.c: closes, found, different, and three columns of the blocks */
bool view_open(View *view); /* table, constants, declared, arena are given; there is at least one block */

static inline Sums below(const View *view, int64_t row)
{
    const Sums *start = &view->before[row], *end = &view->before[view->table->column[END][row]];
    return (Sums){
        end->size - start->size,
        end->linked - start->linked,
        end->blocks - start->blocks,
        end->elements - start->elements,
        end->markup - start->markup,
    };
}

double mark_share(const View *view, int64_t mark); /* the share of the page's text below a mark */
bool is_inside(const View *view, int64_t block, int64_t row);
void find_shared_depth(const View *view, int64_t row, int64_t *depth); /* for each block: of what holds both */

/* -- features --------------------------------------------------------------------------------------------------------------- */

/* A matrix of features, column by column. Groups of features take the next ones in turn. */
typedef struct {
    int64_t count;  /* columns that the model has */
    int64_t taken;  /* columns that were asked for so far: as many, if model and features agree */
    int64_t stride; /* from one column to the next */
    float *first;
    float *spare;        /* where columns beyond the last are written to */
    float *covers_title; /* one of them, by which the main heading is found */
} Columns;

bool columns_open(Columns *columns, int64_t count, int64_t blocks, Arena *arena);
float *next_column(Columns *columns);

bool write_features(const View *view, Columns *columns);       /* features.c */
bool write_paper_features(const View *view, Columns *columns); /* papers.c */

/* Counts go in as log(1 + count), 0 below 0. Most counts are small. */
enum { KNOWN_LOGARITHMS = 4096 };
extern float logarithm_of_count[KNOWN_LOGARITHMS];
void prepare_logarithms(void);

static inline float log_size(double size)
{
    return size > 0 ? (float)log(1 + size) : 0;
}

static inline float log_count(int64_t count)
{
    return (uint64_t)count < KNOWN_LOGARITHMS ? logarithm_of_count[count] : log_size((double)count);
}

/* -- net -------------------------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t features;
    int64_t channels; /* a whole number of LANES, as all widths below: what is too much is 0 */
    int64_t hidden;
    int64_t outputs; /* the block's log-odds of being content, then one number for each label */
    int64_t types;
    int64_t labels;     /* how many there really are */
    int64_t page_types; /* likewise */
    int64_t convolutions;
    int64_t pool_after;
    int64_t groups;
} Sizes;

/* What numbers are rounded to, and how large they get: `grid.py` tells why. */
typedef struct {
    double clip;
    double input_step;
    double ceiling;
    double state_step;
} Grid;

enum { LANES = 16, TAPS = 3 };

typedef struct {
    Sizes size;
    const int64_t *dilation;
    const Grid *grid;
    const float *mean, *scale;
    const float *input, *input_bias, *input_convention;
    const float *convolution, *convolution_bias; /* of all of them */
    const float *page, *page_bias;
    const float *group; /* of all of them */
    const float *head, *head_bias, *head_convention;
    const float *output, *output_bias;
    const float *type, *type_bias;
} Weights;

PyObject *new_weights(PyObject *module, PyObject *packed); /* a capsule */
const Weights *weights_of(PyObject *capsule);              /* NULL, with ValueError set, if it is none */

/* What the net says. */
typedef struct {
    float *block; /* `outputs` numbers for each block */
    float *page;  /* `types` numbers */
} Said;

void standardise(const Weights *weights, Columns *columns, int64_t blocks);
bool run_net(
    const Weights *weights, const Columns *columns, int64_t blocks, const Groups *groups, float convention, Arena *arena, Said *said
);
int choose_net(int most); /* the widest vectors that this machine has, of so many floats at most: how many they hold */
PyObject *kernel_choose_net(PyObject *module, PyObject *most);

/* -- decision --------------------------------------------------------------------------------------------------------------- */

typedef struct {
    double convention;
    double factor; /* what a block has to reach, as a share of the F1 that can be had */
    int include_title;
    int include_comments;
} Settings;

typedef struct {
    double *main;        /* for each block the probability that it is content */
    double *probability; /* the same, records levelled */
    int64_t *label;
    uint8_t *keep;
} Decision;

bool complete(const View *view, uint8_t *keep); /* wholes.c: broken structures made whole */
bool decide(
    const View *view, const Weights *weights, const Columns *columns, const Said *said, const Settings *settings, Decision *decision
);

/* -- all of it for one page: judge.c ------------------------------------------------------------------------------------------ */

/* What is known of a page before any work. */
typedef struct {
    Table table;
    Constants constants;
    Declared declared;
} Given;

/* Decisions on rows: a text run has its block's, an element is kept if anything below it is. */
typedef struct {
    double *score;
    uint8_t *keep;
    int64_t shown; /* characters of kept text, but for what stands in `noscript` */
} Rows;

typedef struct {
    View view;
    Columns columns;
    Said said;
    Decision decision;
    Rows rows;
} Judgement;

/* What went wrong, where anything did. */
typedef enum { WENT_WELL, NO_MEMORY, OTHER_FEATURES } Outcome;

Outcome judge_page(const Given *given, const Weights *weights, const Settings *settings, Arena *arena, Judgement *made);
PyObject *judgement_as_bytes(Outcome outcome, const Weights *weights, const Judgement *made); /* NULL, with an error set, if it went wrong */

/* -- Python ----------------------------------------------------------------------------------------------------------------- */

PyObject *judge(PyObject *module, PyObject *arguments);
PyObject *features(PyObject *module, PyObject *arguments);
PyObject *net(PyObject *module, PyObject *arguments);

#endif
