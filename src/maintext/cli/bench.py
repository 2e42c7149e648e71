"""`maintext bench`, which `maintext.benchmark` does: here it gets its place in the help, and its arguments as they are."""

import argparse
import logging
from typing import Any

from maintext.cli.exit_codes import SOME_FAILED

_log = logging.getLogger("maintext")


def add(commands: Any) -> None:
    commands.add_parser("bench", help="measure methods and other extractors on corpora", add_help=False)


def run(options: argparse.Namespace) -> int:
    try:
        from maintext.benchmark.command import main  # loads what no other command needs

        return main(options.arguments)
    except ModuleNotFoundError as error:
        _log.error("'maintext bench' needs %s: pip install 'maintext[bench]'", error.name)
        return SOME_FAILED
