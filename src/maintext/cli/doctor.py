"""`maintext doctor`: what is installed, and whether it works. What is looked at stands in `maintext.doctor`."""

import argparse
import logging
import warnings
from typing import Any

from maintext.cli.exit_codes import DONE, SOME_FAILED
from maintext.cli.options import added

_log = logging.getLogger("maintext")


def add(commands: Any) -> None:
    command = added(
        commands,
        "doctor",
        help="tell what is installed, and whether it works",
        description="Tell which versions are installed, whether the compiled kernel does the work or why not, whether the model "
        "can be read, and whether a page can be extracted. Ends with 0 if everything works, be it without the kernel, and with 1 "
        "if something does not.",
    )
    command.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    from maintext.doctor import examine

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what they say is told in the table
        findings = list(examine())
    for finding in findings:
        print(f"{finding.subject:20}{finding.words}")
    wrong = [finding.subject for finding in findings if not finding.is_well]
    if wrong:
        _log.error("something is wrong with: %s", ", ".join(wrong))
    return SOME_FAILED if wrong else DONE
