"""The compiled kernel. Everything else about the package stands in pyproject.toml.

The kernel is optional: where it cannot be compiled, the package installs without it and works in numpy alone. Whoever builds
wheels sets MAINTEXT_KERNEL=required, so that none is built without it. Builds of Python without its global lock have no kernel:
they lack the stable interface up to 3.14, and the kernel relies on the lock.
"""

import os
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = (
    *(
        "module",
        "table",
        "encode",
        "string_data",
        "depth",
        "vocabulary",
        "tree",
        "found",
        "marks",
        "document",
        "head",
        "clues",
        "rows",
        "strings",
        "declared",
    ),
    *("names", "references", "tokens", "open", "formatting", "modes", "before_body", "body", "cells", "foreign", "source"),
    *("judge", "blocks", "texts", "characters", "groups", "view", "features", "papers", "net", "decision", "wholes"),
    *("density", "density_keep", "text", "questions", "at_once"),
)
HEADERS = ("kernel", "lexbor", "reader", "html", "open", "modes", "walk", "utf8", "judge", "metadata", "dense", "text")

# Sums must come out as numpy's do: no fused multiplication and addition, but in the net, which asks for it itself.
FLAGS = {"msvc": ["/O2", "/std:c11", "/fp:precise"], "others": ["-O3", "-std=c11", "-fno-math-errno", "-ffp-contract=off"]}
HAS_LOCK = not sysconfig.get_config_var("Py_GIL_DISABLED")


class Build(build_ext):
    """Flags go by the compiler, which is known only now."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            extension.extra_compile_args = FLAGS["msvc" if self.compiler.compiler_type == "msvc" else "others"]
        super().build_extensions()


setup(
    cmdclass={"build_ext": Build},
    ext_modules=[
        Extension(
            "maintext._kernel",
            sources=[f"src/kernel/{name}.c" for name in SOURCES],
            depends=[f"src/kernel/{name}.h" for name in HEADERS],
            include_dirs=["src/kernel"],
            define_macros=[("Py_LIMITED_API", "0x030A0000")],
            py_limited_api=True,
            optional=os.environ.get("MAINTEXT_KERNEL") != "required",
        )
    ]
    if HAS_LOCK
    else [],
    options={"bdist_wheel": {"py_limited_api": "cp310"}} if HAS_LOCK else {},
)
