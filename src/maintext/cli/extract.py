"""`maintext extract`: the main content of pages."""

import argparse
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.cli.exit_codes import DONE, SOME_FAILED
from maintext.cli.learning import is_model, model_of
from maintext.cli.options import add_charset, add_method, add_quiet, add_settings, added, count, settings
from maintext.cli.pages import sources_of, with_progress
from maintext.errors import BadInput
from maintext.extraction import find_method
from maintext.methods import METHODS
from maintext.methods.protocol import parameters
from maintext.render import FORMATS, find_format
from maintext.sinks import FileSink, FolderSink, Format, StreamSink
from maintext.site import SiteModel
from maintext.sources import PAGE_ENDINGS, STANDARD_INPUT, Source, find_sources

if TYPE_CHECKING:
    from maintext.batch import Outcome

_FUSED = parameters(METHODS["fused"])
_SWITCHES = ("favor_precision", "favor_recall", "include_title", "include_comments")  # its parameters, as options of `extract`
_LEFT_OUT = {"links": "addresses of links; their text stays", "images": "images", "tables": "tables of data"}

_log = logging.getLogger("maintext")


# -- options ---------------------------------------------------------------------------------------------------------------


def add(commands: Any) -> None:
    command = added(
        commands,
        "extract",
        help="print the main content of pages",
        description="Print the main content of web pages: what is left without navigation, advertisements and footers.",
        examples="""\
examples:
  maintext extract page.html                          the main text of a page
  curl -s ADDRESS | maintext extract - --url ADDRESS  the same for a page from elsewhere
  maintext extract pages/ -o texts/ --workers 4       a folder of pages, one text file for each
  maintext extract page.html --format markdown        with its headings, lists, tables, code and links
  maintext extract page.html --format json            with metadata, and a score and a decision for each block of text
  maintext extract page.html --favor-precision        only what is all but certain
  maintext extract page.html --method cetr --set lines=long
  maintext extract page.html --site saved-pages/      without what other pages of the site have too

""",
    )
    command.add_argument(
        "inputs",
        nargs="*",
        metavar="INPUT",
        help=f"files, folders (their {', '.join(PAGE_ENDINGS)} files), or - for standard input",
    )
    command.add_argument(
        "-o", "--output", metavar="PATH", help="write to this file, or into this folder where there are several inputs"
    )
    add_method(command)
    command.add_argument("-f", "--format", default="text", metavar="NAME", help=f"{', '.join(FORMATS)} (default: text)")
    add_settings(command)
    _add_switches(command)
    add_charset(command)
    command.add_argument("--url", metavar="ADDRESS", help="where the page is from (all of them); makes links absolute")
    command.add_argument(
        "--site",
        nargs="+",
        metavar="FOLDER",
        help="drop what recurs on other pages of the site, which stand in these folders, files, or a model that 'maintext site' "
        "saved; without INPUT the pages of each folder are extracted themselves",
    )
    command.add_argument("--workers", type=count, default=1, metavar="N", help="pages at a time (default: %(default)s)")
    add_quiet(command)
    command.set_defaults(run=run)


def _add_switches(command: argparse.ArgumentParser) -> None:
    """What the method keeps, and what the formats write of it."""
    for name in _SWITCHES:
        command.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=_FUSED[name].metadata["help"])
    for name, left_out in _LEFT_OUT.items():
        command.add_argument(f"--no-{name}", action="store_true", help=f"leave out {left_out}")
    command.add_argument("--front-matter", action="store_true", help="title, authors, date and more before the Markdown")


def _format(options: argparse.Namespace) -> Format:
    switches = {f"include_{name}": not getattr(options, f"no_{name}") for name in _LEFT_OUT}
    return Format(options.format, switches | {"front_matter": options.front_matter})


# -- the work --------------------------------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    from maintext.cli.work import Work, outcomes_of  # loads what no other command needs

    chosen = settings(options.set) | {name: True for name in _SWITCHES if getattr(options, name)}
    method = find_method(options.method, chosen)
    find_format(options.format)
    sites, failed = _sites(options)
    pages = [source for sources, _ in sites for source in sources]
    several = len(pages) > 1 or any(_is(Path.is_dir, name) for name in options.inputs or options.site or ())
    format = _format(options)
    if options.front_matter and options.format != "markdown":
        _log.warning("--front-matter is for Markdown alone: %s has none", options.format)
    sink = _sink(options, format, several, pages)
    workers = 1 if any(page.path is None for page in pages) else options.workers  # standard input is read here
    for sources, model in sites:
        work = Work(options.method, chosen, options.url, options.charset, format, model)
        outcomes = outcomes_of(sources, work, method, workers)
        for source, outcome in zip(with_progress(sources, options.quiet), outcomes, strict=True):
            failed += not _put(source, outcome, sink)
    return SOME_FAILED if failed else DONE


# -- where pages come from -------------------------------------------------------------------------------------------------

_Site = tuple[list[Source], SiteModel | None]  # pages to extract, with the model of the site that they belong to


def _sites(options: argparse.Namespace) -> tuple[list[_Site], int]:
    """The pages to extract, site by site; and how much of what was named cannot be used."""
    if options.inputs:
        sources, failed = sources_of(options.inputs)
        model, not_learned = model_of(options.site, options) if options.site else (None, 0)
        return [(sources, model)], failed + not_learned
    if options.site:
        return _sites_themselves(options)
    if sys.stdin.isatty():
        raise BadInput("nothing to extract: name a file, a folder, or - for standard input")
    return [(sources_of([STANDARD_INPUT])[0], None)], 0


def _sites_themselves(options: argparse.Namespace) -> tuple[list[_Site], int]:
    """The pages of each folder after --site, with the model of them all."""
    sites: list[_Site] = []
    failed = 0
    for name in options.site:
        if is_model(name) or _is(Path.is_file, name):
            what = "a model" if is_model(name) else "a page, and --site takes folders of them"
            raise BadInput(f"{name} is {what}: name the pages to extract before --site")
        model, not_learned = model_of([name], options)
        sites.append((find_sources([name])[0], model))
        failed += not_learned
    return sites, failed


def _is(kind: Callable[[Path], bool], name: str) -> bool:
    try:
        return bool(name) and kind(Path(name))
    except OSError:  # a name that nothing can have
        return False


# -- where results go ------------------------------------------------------------------------------------------------------

_Sink = StreamSink | FileSink | FolderSink


def _sink(options: argparse.Namespace, format: Format, several: bool, pages: list[Source]) -> _Sink:
    if options.output is None:
        return StreamSink(format, several)
    path = Path(options.output)
    if several or path.is_dir() or options.output.endswith(("/", os.sep)):
        if path.is_file():
            raise BadInput(f"{path} is a file; several pages need a folder")
        return FolderSink(path, format, pages)
    return FileSink(path)


def _put(source: Source, outcome: "Outcome", sink: _Sink) -> bool:
    """Write what came of a page, and tell what is to be told; whether it went well."""
    for warning in outcome.warnings:
        _log.warning("%s: %s", source, warning)
    try:
        if outcome.error is not None:
            raise BadInput(outcome.error)
        sink.write(source, outcome.content)
    except BadInput as error:
        _log.error("%s: %s", source, error)
        return False
    return True
