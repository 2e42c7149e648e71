"""The pages that a command was given: which there are, and how far the work on them is."""

import logging
import sys
from collections.abc import Iterable

from maintext.sources import Source, find_sources

_PROGRESS_FROM = 20  # pages

_log = logging.getLogger("maintext")


def sources_of(names: list[str]) -> tuple[list[Source], int]:
    """The pages behind the names, and how many names have none, which is told."""
    sources, missing = find_sources(names)
    for name, why in missing.items():
        _log.error("%s: %s", name, why)
    return sources, len(missing)


def with_progress(sources: list[Source], quiet: bool) -> Iterable[Source]:
    """A progress bar for many pages, where somebody looks and tqdm is installed."""
    if len(sources) < _PROGRESS_FROM or quiet or not sys.stderr.isatty():
        return sources
    try:
        from tqdm import tqdm
    except ImportError:
        _log.info("for a progress bar: pip install 'maintext[cli]'")
        return sources
    bar: Iterable[Source] = tqdm(sources, unit="page", file=sys.stderr)
    return bar
