/* The module `maintext._kernel`: its functions, and nothing that works. */
#include "judge.h"

static PyMethodDef methods[] = {
    {"weights", new_weights, METH_O, "The weights of a net, ready for use."},
    {"features", features, METH_VARARGS, "Blocks, groups and features of a page."},
    {"net", net, METH_VARARGS, "What the net says, given features."},
    {"judge", judge, METH_VARARGS, "The fused method's decision on each row."},
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
    choose_grams();
    choose_net();
    return PyModule_Create(&definition);
}
