/* The module `maintext._kernel`: its functions, and nothing that works. */
#include "judge.h"
#include "reader.h"

/* Python asks for the same number (maintext.kernel): a kernel left over from an older build is not used. It goes up when a function
 * takes or gives something else. */
#define INTERFACE 11

static PyMethodDef methods[] = {
    {"is_utf8", kernel_is_utf8, METH_O, "Whether bytes are UTF-8."},
    {"for_parser", kernel_for_parser, METH_VARARGS, "A page as UTF-8, and whether it may nest too deep for the parser."},
    {"node", kernel_node, METH_O, "What a node of the parser's tree says of itself and its neighbours, as the kernel reads it."},
    {"vocabulary", kernel_vocabulary, METH_VARARGS, "What Python decides and the kernel obeys, as a capsule."},
    {"read_page", kernel_read_page, METH_VARARGS, "A page as its table, and what the table has no room for, without the parser."},
    {"read", kernel_read, METH_VARARGS, "The parser's tree as the table of a page, and what the table has no room for."},
    {"attributes", kernel_attributes, METH_VARARGS, "The attributes of the element of a row."},
    {"title", kernel_title, METH_O, "The text of the first `title` in the head."},
    {"meta", kernel_meta, METH_VARARGS, "The content of the first `meta` of a name."},
    {"head", kernel_head, METH_O, "The attributes of `html`, `base`, `meta` and `link`."},
    {"scripts", kernel_scripts, METH_VARARGS, "The scripts of a type."},
    {"wanted", kernel_wanted, METH_O, "Words that are looked for in attributes, prepared."},
    {"clues", kernel_clues, METH_VARARGS, "The rows of a range with an attribute that may hold certain words."},
    {"clues_among", kernel_clues_among, METH_VARARGS, "Those of some rows with an attribute that may hold certain words."},
    {"below", kernel_below, METH_VARARGS, "The text of a row and all below it."},
    {"said", kernel_said, METH_VARARGS, "What `html`, `base` and `link` say."},
    {"metas", kernel_metas, METH_VARARGS, "What the `meta` elements of certain names say."},
    {"is_clean", kernel_is_clean, METH_VARARGS, "Whether a text is known to need no cleaning."},
    {"words", kernel_words, METH_O, "The words of a text, if all of its signs are known."},
    {"elements", kernel_elements, METH_VARARGS, "The first rows with certain names."},
    {"names", kernel_names, METH_VARARGS, "What an element is called by its class and its id."},
    {"lines", kernel_lines, METH_VARARGS, "The text runs that may begin with certain words."},
    {"years", kernel_years, METH_VARARGS, "The text runs that hold a year."},
    {"declared", kernel_declared, METH_VARARGS, "What a page says about itself out of sight."},
    {"density", kernel_density, METH_VARARGS, "The text density of each row of a table, composite or plain."},
    {"keep_density_sum", kernel_keep_density_sum, METH_VARARGS, "What CETD-DS and CECTD-DS keep, given their scores."},
    {"keep_smoothed_density", kernel_keep_smoothed_density, METH_VARARGS, "What CECTD-S keeps, given its scores."},
    {"configure_text", kernel_configure_text, METH_VARARGS, "Tell what the names of elements mean to text."},
    {"questions", kernel_questions, METH_VARARGS, "The rows whose attributes decide on what is written as text."},
    {"text", kernel_text, METH_VARARGS, "The text of the kept rows of a table."},
    {"weights", new_weights, METH_O, "The weights of a net, ready for use."},
    {"features", features, METH_VARARGS, "Blocks, groups and features of a page."},
    {"net", net, METH_VARARGS, "What the net says, given features."},
    {"choose_net", kernel_choose_net, METH_O, "Compute the net in vectors of so many floats at most."},
    {"judge", judge, METH_VARARGS, "The fused method's decision on each row."},
    {"main_text", kernel_main_text, METH_VARARGS, "The main text of a page by the fused method, all steps at once."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "maintext._kernel",
    .m_doc = "The compiled kernel: use it through maintext.kernel.",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    prepare_logarithms();
    choose_net(LANES);
    learn_string_layout();
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddIntConstant(module, "INTERFACE", INTERFACE) < 0)
        Py_CLEAR(module);
    return module;
}
