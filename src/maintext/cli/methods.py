"""`maintext methods`: which methods there are, with their papers and parameters."""

import argparse
from collections.abc import Iterator
from typing import Any

from maintext.cli.exit_codes import DONE
from maintext.cli.options import added
from maintext.extraction import DEFAULT_METHOD, find_method
from maintext.methods import METHODS
from maintext.methods.protocol import Method, parameters


def add(commands: Any) -> None:
    command = added(
        commands,
        "methods",
        help="list the methods with their papers and parameters",
        description="List the methods, their papers, and their parameters with the defaults.",
    )
    command.add_argument("names", nargs="*", metavar="NAME", help="only these")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from maintext.methods.baselines import BASELINES

    names = options.names or [*METHODS, *BASELINES]
    described = {name: "\n".join(_description(name, find_method(name))) for name in names}
    if not options.names:
        first = next(iter(BASELINES))
        described[first] = "-- baselines: what the papers compare with --\n\n" + described[first]
    print("\n\n".join(described.values()))
    return DONE


def _description(name: str, method: Method) -> Iterator[str]:
    default = "  (the default)" if name == DEFAULT_METHOD else ""
    yield f"{name}{default}"
    yield f"  {(type(method).__doc__ or '').strip().splitlines()[0]}"
    yield f"  {method.paper}"
    for key, each in parameters(method).items():
        value = str(each.default).lower() if isinstance(each.default, bool) else each.default
        choices = f" [{', '.join(each.metadata['choices'])}]" if each.metadata["choices"] else ""
        yield f"    {key}={value}: {each.metadata['help']}{choices}"
