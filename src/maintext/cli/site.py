"""`maintext site`: learn what the pages of a site share, and save it."""

import argparse
import logging
from pathlib import Path
from typing import Any

from maintext.cli.exit_codes import DONE, SOME_FAILED
from maintext.cli.learning import learn
from maintext.cli.options import add_charset, add_quiet, added
from maintext.site import MAX_DISTANCE, MIN_PAGES, SiteModel

_log = logging.getLogger("maintext")


def add(commands: Any) -> None:
    command = added(
        commands,
        "site",
        help="learn what the pages of a site share",
        description="Learn the blocks that pages of one site share and save them, for 'maintext extract --site MODEL'.",
    )
    command.add_argument("inputs", nargs="+", metavar="INPUT", help="files or folders with pages of one site")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to save the model")
    add_charset(command)
    command.add_argument(
        "--min-pages", type=int, default=MIN_PAGES, metavar="N", help="other pages that a block stands on (default: %(default)s)"
    )
    command.add_argument(
        "--max-distance",
        type=float,
        default=MAX_DISTANCE,
        metavar="SHARE",
        help="how unlike it may be there: edits as a share of its nodes (default: %(default)s)",
    )
    add_quiet(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    model = SiteModel(options.min_pages, options.max_distance)
    failed = learn(model, options.inputs, options)
    try:
        model.save(options.output)
    except OSError as error:
        _log.error("%s: %s", options.output, error.strerror or error)
        return SOME_FAILED
    _log.info("%d page%s learned, saved as %s", len(model), "s" * (len(model) != 1), options.output)
    return SOME_FAILED if failed else DONE
