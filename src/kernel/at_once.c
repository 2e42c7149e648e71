/* `main_text`: from a page to its main text by the fused method, all steps at once. Python's lock is let go of once, so that threads
 * do not wait for each other between the steps; what they are is told in their own files.
 *
 * It is for pages of which nothing special is to be said, which nearly all are. Of any other Python gets what was found so far, and
 * goes on from there: `maintext.at_once`. */
#include "judge.h"
#include "reader.h"

/* What is wanted of every page, as Python decides it. */
typedef struct {
    Sought sought;
    Constants constants;
    const Weights *weights;
    Settings for_prose, for_others;
    int64_t prose, of_kinds;   /* a page is prose if of these kinds it declares those */
    int64_t next_to_nothing;   /* characters: a page that shows less has its content elsewhere */
    int64_t little_text;       /* bytes of all text: with no more the page is a case of its own */
} Order;

static bool order_open(PyObject *tuple, Order *order)
{
    PyObject *sought, *constants, *weights;
    Settings *prose = &order->for_prose, *others = &order->for_others;
    long long kinds[2], limits[2];
    if (!PyArg_ParseTuple(
            tuple, "O!OO(dd)(dd)pp(LL)LL", &PyTuple_Type, &sought, &constants, &weights, &prose->convention, &prose->factor,
            &others->convention, &others->factor, &prose->include_title, &prose->include_comments, &kinds[0], &kinds[1],
            &limits[0], &limits[1]
        ))
        return false;
    others->include_title = prose->include_title;
    others->include_comments = prose->include_comments;
    order->prose = kinds[0];
    order->of_kinds = kinds[1];
    order->next_to_nothing = limits[0];
    order->little_text = limits[1];
    return sought_open(sought, &order->sought) && constants_open(constants, &order->constants)
           && (order->weights = weights_of(weights));
}

/* A page on its way, and how far it came. */
typedef enum { WRITTEN, LEFT_TO_PARSER, LEFT_TO_PYTHON, SHORT_OF_MEMORY, MISFITTING_MODEL } State;

typedef struct {
    Arena tree_memory, memory;
    Walk *walk;
    Roots roots;
    Document document;
    bool is_told, is_judged;
    Told told;
    Given given;
    Judgement judgement;
    LexborString text;
} Work;

static void declare(Work *work)
{
    LexborString texts[TOLD_TEXTS];
    Declared *declared = &work->given.declared;
    told_texts(&work->told, texts);
    for (int which = 0; which < TOLD_TEXTS; which++) {
        declared->text[which] = texts[which].data;
        declared->bytes[which] = (int64_t)texts[which].length;
    }
    declared->kinds = work->told.kinds;
}

static State judged(Work *work, const Order *order)
{
    if (!walk_table(work->walk, &work->memory, &work->given.table))
        return SHORT_OF_MEMORY;
    work->is_told = true;
    if (!find_declared(&work->document, &order->sought, &work->told))
        return SHORT_OF_MEMORY;
    if (!work->told.is_readable)
        return LEFT_TO_PYTHON;
    declare(work);
    work->given.constants = order->constants;
    const bool is_prose = (work->told.kinds & order->of_kinds) == order->prose;
    const Settings *settings = is_prose ? &order->for_prose : &order->for_others;
    const Outcome outcome = judge_page(&work->given, order->weights, settings, &work->memory, &work->judgement);
    work->is_judged = outcome == WENT_WELL;
    return outcome == WENT_WELL ? WRITTEN : outcome == NO_MEMORY ? SHORT_OF_MEMORY : MISFITTING_MODEL;
}

static bool is_settled(const Work *work, const Order *order)
{
    return work->given.table.bytes > order->little_text && work->judgement.rows.shown >= order->next_to_nothing;
}

static bool has_formulas(const Document *document)
{
    static const Word TEX = {"math/tex", 8, 0};
    const Script *script = document->scripts.data;
    for (size_t i = 0; i < document->scripts.count; i++)
        if (is_script_of(document->vocabulary, script[i].node, &TEX))
            return true;
    return false;
}

static State written(Work *work)
{
    const Table *table = &work->given.table;
    const uint8_t *keep = work->judgement.rows.keep;
    RowList asked;
    Verbatim *verbatim;
    if (!rows_in_question(table, keep, &work->document, &work->memory, &asked))
        return SHORT_OF_MEMORY;
    if (asked.count)
        return LEFT_TO_PYTHON;
    if (!walk_verbatim(work->walk, &work->memory, &verbatim))
        return SHORT_OF_MEMORY;
    work->text = text_of_rows(table, keep, verbatim, &work->memory);
    return work->text.data ? WRITTEN : SHORT_OF_MEMORY;
}

static State work_on(
    Work *work, const Order *order, const Source *source, const Vocabulary *vocabulary, const DepthLook *look
)
{
    const Ending ending = read_and_walk(source, vocabulary, look, &work->tree_memory, &work->roots, work->walk);
    if (ending != READ)
        return ending == GAVE_UP ? LEFT_TO_PARSER : SHORT_OF_MEMORY;
    work->document = walk_document(work->walk, &work->roots);
    const State state = judged(work, order);
    if (state != WRITTEN)
        return state;
    return is_settled(work, order) && !has_formulas(&work->document) ? written(work) : LEFT_TO_PYTHON;
}

/* What was found so far: (what `read_page` gives, what `declared` gives, what `judge` gives), the last two None where it did not come
 * to that. `owners` keep the tree alive. */
static PyObject *found_so_far(Work *work, const Order *order, PyObject *capsule, PyObject *owners)
{
    PyObject *told = work->is_told ? told_as_tuple(&work->told) : Py_BuildValue("");
    PyObject *judgement = !told            ? NULL
                          : work->is_judged ? judgement_as_bytes(WENT_WELL, order->weights, &work->judgement)
                                            : Py_BuildValue("");
    PyObject *page = judgement ? walk_results(READ, work->walk, capsule, owners, &work->roots, &work->tree_memory) : NULL;
    PyObject *all = page ? PyTuple_Pack(3, page, told, judgement) : NULL;
    Py_XDECREF(told);
    Py_XDECREF(judgement);
    Py_XDECREF(page);
    return all;
}

static PyObject *result_of(State state, Work *work, const Order *order, PyObject *capsule, PyObject *owners)
{
    switch (state) {
    case WRITTEN:
        return text_as_string(work->text);
    case LEFT_TO_PARSER:
        Py_RETURN_NONE;
    case LEFT_TO_PYTHON:
        return found_so_far(work, order, capsule, owners);
    case MISFITTING_MODEL:
        return judgement_as_bytes(OTHER_FEATURES, order->weights, &work->judgement); /* which says so */
    default:
        return PyErr_NoMemory();
    }
}

/* main_text(vocabulary, source, is_ascii, look, order) -> str; or a tuple of what was found so far; or None for a page that is left to
 * the parser. The first four are those of `read_page`, the last is an `Order` as `maintext.at_once` gives it. */
PyObject *kernel_main_text(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule, *object, *look_arguments, *tuple, *result = NULL;
    int is_ascii;
    DepthLook look;
    Order order;
    Source source;
    const Vocabulary *vocabulary;
    Work work = {0};
    if (!PyArg_ParseTuple(
            arguments, "OOpO!O!", &capsule, &object, &is_ascii, &PyTuple_Type, &look_arguments, &PyTuple_Type, &tuple
        )
        || !depth_look_open(look_arguments, &look) || !(vocabulary = vocabulary_of(capsule)) || !order_open(tuple, &order)
        || !text_is_configured() || !(work.walk = walk_new(vocabulary, true)))
        return NULL;
    arena_open(&work.tree_memory);
    arena_open(&work.memory);
    if (source_open(object, is_ascii, &work.tree_memory, &source)) {
        State state;
        Py_BEGIN_ALLOW_THREADS
        state = work_on(&work, &order, &source, vocabulary, &look);
        Py_END_ALLOW_THREADS
        result = result_of(state, &work, &order, capsule, arguments);
    }
    told_free(&work.told);
    arena_close(&work.memory);
    arena_close(&work.tree_memory); /* unless the document has it now */
    walk_free(work.walk);
    return result;
}
