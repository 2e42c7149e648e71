"""`maintext explain`: why each part of a page was kept or dropped."""

import argparse
import logging
from collections.abc import Iterator
from typing import Any

from maintext.cli.exit_codes import DONE, SOME_FAILED
from maintext.cli.options import add_charset, add_method, add_settings, added, settings
from maintext.cli.pages import sources_of
from maintext.errors import BadInput
from maintext.extraction import Extraction, extract_page, find_method
from maintext.labels import LABELS

_log = logging.getLogger("maintext")


def add(commands: Any) -> None:
    command = added(
        commands,
        "explain",
        help="tell why each part of a page was kept or dropped",
        description="List the text of a page with the decision on each part of it: kept (+) or not, its label and its score; "
        "with --row, the reasons for one of them.",
        examples="""\
examples:
  maintext explain page.html           every text run: its row, the decision, its label and score
  maintext explain page.html --row 42  what moved the score of row 42 most

""",
    )
    command.add_argument("input", metavar="INPUT", help="a file, or - for standard input")
    command.add_argument("--row", type=int, metavar="N", help="the reasons for this row")
    add_method(command)
    add_settings(command)
    add_charset(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    method = find_method(options.method, settings(options.set))
    sources, failed = sources_of([options.input])
    if failed:  # which has been told
        return SOME_FAILED
    if len(sources) != 1:
        raise BadInput(f"{options.input} is not one page: name a file, or - for standard input")
    try:
        found = extract_page(sources[0].read(), method=method, charset=options.charset)
    except BadInput as error:
        _log.error("%s: %s", sources[0], error)
        return SOME_FAILED
    for line in _overview(found) if options.row is None else _reasons(found, options.row):
        print(line)
    return DONE


def _overview(found: Extraction) -> Iterator[str]:
    """One line for each text run."""
    if found.page_type is not None:
        yield f"page type {found.page_type}, confidence {found.confidence:.2f}"
    for row in found.page.text_rows.tolist():
        sign, label = "+" if found.keep[row] else " ", LABELS[found.labels[row]]
        yield f"{row:5} {sign} {label:11} {found.score[row]:8.3f}  {found.page.text(row)[:80]}"


def _decision(found: Extraction, row: int) -> str:
    return f"row {row}, {found.page.tag_path(row)}: {'kept' if found.keep[row] else 'not kept'}, score {found.score[row]:.3f}"


def _reasons(found: Extraction, row: int) -> Iterator[str]:
    reasons = found.explain(row)
    yield _decision(found, row)
    if not found.page.is_text[row] and reasons:  # of an element its first text counts
        yield _decision(found, int(found.page.text_rows[found.page.text_rows.searchsorted(row)]))
    for reason in reasons:
        moved = f"{reason.effect:+6.2f}" if reason.effect else ""  # what decides regardless of the score moves nothing
        yield f"  {moved:6}  {reason.text}"
    if not reasons:
        yield "  no text here that was decided on"
