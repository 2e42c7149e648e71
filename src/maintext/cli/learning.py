"""Models of sites, learned from pages or read from a file: for `maintext site`, and for `maintext extract --site`."""

import argparse
import logging
from pathlib import Path

from maintext.cli.pages import sources_of, with_progress
from maintext.errors import BadInput
from maintext.parse import parse
from maintext.site import SiteModel
from maintext.sources import Source

_log = logging.getLogger("maintext")


def model_of(names: list[str], options: argparse.Namespace) -> tuple[SiteModel, int]:
    """The model of a site, a saved one or one of pages; and how many of them could not be learned."""
    if any(map(is_model, names)):
        if len(names) > 1:
            raise BadInput("a saved model stands alone after --site")
        return SiteModel.load(names[0]), 0
    model = SiteModel()
    return model, learn(model, names, options)


def is_model(name: str) -> bool:
    """By its content, or by its name where there is none to look at."""
    try:
        with Path(name).open("rb") as file:
            return file.read(4) == b"PK\x03\x04" or name.endswith(".npz")
    except OSError:
        return name.endswith(".npz")


def learn(model: SiteModel, names: list[str], options: argparse.Namespace) -> int:
    """Learn the pages behind the names; how many could not be."""
    sources, failed = sources_of(names)
    for source in with_progress(sources, options.quiet):
        failed += not _learn_one(model, source, options.charset)
    if len(model) <= model.min_pages:
        _log.warning("pages learned: %d; nothing can recur on %d others", len(model), model.min_pages)
    return failed


def _learn_one(model: SiteModel, source: Source, charset: str | None) -> bool:
    try:
        model.add(parse(source.read(), charset=charset))
    except BadInput as error:
        _log.error("%s: %s", source, error)
        return False
    return True
