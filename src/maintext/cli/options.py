"""Options that several commands take, and how their values are read."""

import argparse
from typing import Any

from maintext.cli.exit_codes import EXIT_CODES
from maintext.errors import BadInput
from maintext.extraction import DEFAULT_METHOD


def added(commands: Any, name: str, *, help: str, description: str, examples: str = "") -> argparse.ArgumentParser:
    """A new command, whose help ends with examples and the exit codes."""
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=description,
        epilog=examples + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(parser=command)
    return command


def add_method(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-m", "--method", default=DEFAULT_METHOD, metavar="NAME", help=f"see 'maintext methods' (default: {DEFAULT_METHOD})"
    )


def add_settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="set a parameter of the method; may be repeated"
    )


def settings(pairs: list[str]) -> dict[str, str]:
    """What `--set` says, as parameters with their values."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"--set takes NAME=VALUE, not {pair!r}")
        found[name.strip()] = value.strip()
    return found


def add_charset(command: argparse.ArgumentParser) -> None:
    command.add_argument("--charset", metavar="NAME", help="the encoding that the transport declared (HTTP's Content-Type)")


def add_quiet(command: argparse.ArgumentParser) -> None:
    command.add_argument("-q", "--quiet", action="store_true", help="no notes and warnings on standard error")


def count(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1, not {text!r}")
    return int(text)
