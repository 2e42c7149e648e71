"""The compiled kernel. Everything else about the package stands in pyproject.toml.

The kernel is optional: where it cannot be compiled, the package installs without it and works in numpy alone.
"""

from setuptools import Extension, setup

SOURCES = (
    *("module", "table", "depth", "vocabulary", "tree", "marks", "document"),
    *("density", "density_keep", "text"),
    *("judge", "blocks", "characters", "groups", "view", "features", "papers", "net", "decision"),
)

setup(
    ext_modules=[
        Extension(
            "maintext._kernel",
            sources=[f"src/kernel/{name}.c" for name in SOURCES],
            depends=[f"src/kernel/{name}.h" for name in ("kernel", "lexbor", "reader", "utf8", "judge", "dense")],
            include_dirs=["src/kernel"],
            define_macros=[("Py_LIMITED_API", "0x030A0000")],
            extra_compile_args=["-O3", "-fno-math-errno", "-ffp-contract=off"],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
