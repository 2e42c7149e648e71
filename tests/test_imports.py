"""Imports run downward only, and importing the package loads nothing that a page does not need."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import maintext

ROOT = Path(maintext.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

# Top to bottom. A module may import what stands in its own layer or below; in the layer of SEPARATE the parts never see each
# other.
LAYERS = (
    ("__main__",),
    ("cli", "doctor", "benchmark"),
    ("batch", "sources", "sinks", "site"),
    ("extraction", "embedded"),
    ("at_once",),
    ("parse", "methods", "render", "metadata"),
    ("lines", "page", "document", "marks", "table"),
    ("decode", "errors", "kernel", "labels", "tags", "version", "depth", "distance", "properties", "signatures"),
)
SEPARATE = ("parse", "methods", "render", "metadata")
LAYER = {part: number for number, parts in enumerate(LAYERS) for part in parts}
PUBLIC = "__init__"  # the package itself: the public names, for the layers above `extraction` alone


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def part_of(module: str) -> str:
    return module.partition(".")[0]


def imported(path: Path) -> Iterator[str]:
    """The full names of everything that a module imports, anywhere in it."""
    package = ["maintext", *path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                is_module = (ROOT.parent / Path(*origin.split("."), f"{alias.name}.py")).exists()
                is_package = (ROOT.parent / Path(*origin.split("."), alias.name, "__init__.py")).exists()
                yield f"{origin}.{alias.name}" if is_module or is_package else origin


def imported_parts(path: Path) -> set[str]:
    """The modules of this package that a module imports, without the package's name."""
    own = {name for name in imported(path) if part_of(name) == "maintext"}
    return {name.partition(".")[2] or PUBLIC for name in own}


every_module = pytest.mark.parametrize("path", MODULES, ids=module_name)


@every_module
def test_every_module_has_a_layer(path: Path) -> None:
    assert part_of(module_name(path)) in LAYER | {PUBLIC: -1}


@every_module
def test_imports_run_downward_only(path: Path) -> None:
    own = part_of(module_name(path))
    if own == PUBLIC:
        return
    for target in sorted(imported_parts(path)):
        other = part_of(target)
        if other == PUBLIC:
            assert LAYER[own] < LAYER["extraction"], f"{own} imports the package itself"
        else:
            assert LAYER[other] >= LAYER[own], f"{own} imports {other}, which stands above it"
            assert other == own or not {own, other} <= set(SEPARATE), f"{own} imports {other}, which stands beside it"


def test_no_modules_import_each_other_in_a_circle() -> None:
    waiting = {module_name(path): imported_parts(path) - {module_name(path)} for path in MODULES}
    known = set(waiting)
    while waiting:
        ready = {name for name, needed in waiting.items() if not needed & waiting.keys()}
        assert ready, f"a circle among {sorted(waiting)}"
        assert all(needed <= known for needed in waiting.values())
        waiting = {name: needed for name, needed in waiting.items() if name not in ready}


def test_the_imports_are_seen_at_all() -> None:
    assert {"decode", "errors", "page"} <= imported_parts(ROOT / "parse" / "__init__.py")
    assert {"page", "tags"} <= imported_parts(ROOT / "parse" / "tree.py")
    assert "methods.protocol" in imported_parts(ROOT / "methods" / "__init__.py")


def test_only_parse_imports_the_html_parser() -> None:
    importers = {part_of(module_name(path)) for path in MODULES if any(part_of(name) == "selectolax" for name in imported(path))}
    assert importers == {"parse"}


@pytest.mark.parametrize("heavy", ["lxml", "tqdm", "charset_normalizer", "argparse", "multiprocessing"])
def test_importing_the_package_does_not_load_what_few_pages_need(heavy: str) -> None:
    program = "import sys; before = set(sys.modules); import maintext; print(*sorted(set(sys.modules) - before), sep='\\n')"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "maintext" in loaded
    assert heavy not in {part_of(name) for name in loaded}
    assert not {"maintext.metadata", "maintext.render.markdown", "maintext.render.tei", "maintext.site"} & set(loaded)


def test_public_names_are_there_whatever_was_loaded_before() -> None:
    program = (
        "import maintext, maintext.decode, maintext.site, maintext.metadata, maintext.batch; "
        "assert all(callable(getattr(maintext, name)) for name in maintext.__all__ if name.islower() and name != '__version__'); "
        "assert set(maintext.__all__) <= set(dir(maintext)); maintext.nothing"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "module 'maintext' has no attribute 'nothing'" in done.stderr
