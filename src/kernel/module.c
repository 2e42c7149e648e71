/* The module `maintext._kernel`: its functions, and nothing that works. */
#include "kernel.h"

static PyMethodDef methods[] = {
    {"density", density, METH_VARARGS, "The text density of each row of a table, composite or plain."},
    {"keep_density_sum", keep_density_sum, METH_VARARGS, "What CETD-DS and CECTD-DS keep, given their scores."},
    {"keep_smoothed_density", keep_smoothed_density, METH_VARARGS, "What CECTD-S keeps, given its scores."},
    {"configure_text", configure_text, METH_VARARGS, "Tell what the names of elements mean to text."},
    {"questions", questions, METH_VARARGS, "The rows whose attributes decide on what is written as text."},
    {"text", text, METH_VARARGS, "The text of the kept rows of a table."},
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
    return PyModule_Create(&definition);
}
