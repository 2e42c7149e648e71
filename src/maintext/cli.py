"""The command `maintext`: `extract`, `explain`, `methods`, `site`, `doctor` and `bench`."""

import argparse
import io
import logging
import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maintext.batch import Outcome, in_order, lost, uses_threads
from maintext.errors import BadInput, MaintextError
from maintext.extraction import DEFAULT_METHOD, Extraction, extract_page, find_method
from maintext.kernel import choice
from maintext.labels import LABELS
from maintext.methods import METHODS
from maintext.methods.protocol import Method, parameters
from maintext.parse import parse
from maintext.render import FORMATS, find_format
from maintext.sinks import FileSink, FolderSink, Format, StreamSink
from maintext.site import MAX_DISTANCE, MIN_PAGES, SiteModel
from maintext.sources import PAGE_ENDINGS, STANDARD_INPUT, Source, find_sources
from maintext.version import __version__

DONE, SOME_FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

_PROGRESS_FROM = 20  # pages
_FUSED = parameters(METHODS["fused"])
_SWITCHES = ("favor_precision", "favor_recall", "include_title", "include_comments")  # its parameters, as options of `extract`
_LEFT_OUT = {"links": "addresses of links; their text stays", "images": "images", "tables": "tables of data"}

_log = logging.getLogger("maintext")

_EXIT_CODES = """\
exit codes:
  0  done
  1  some input could not be read or written; the others are done
  2  wrong usage: an unknown option, method, format or parameter
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    is_bench = arguments[:1] == ["bench"]  # which has a parser of its own
    options = argparse.Namespace(run=_bench, arguments=arguments[1:]) if is_bench else _parser().parse_args(arguments)
    _set_up_streams(quiet=getattr(options, "quiet", False))
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_, **__: _log.warning("%s", message)  # in our own form
            return int(options.run(options))
    except MaintextError as error:
        _log.error("%s", error)
        return WRONG_USAGE
    except BrokenPipeError:  # whoever reads us has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        _log.error("interrupted")
        return INTERRUPTED


def _set_up_streams(quiet: bool) -> None:
    """Text goes out as UTF-8, whatever the locale says; what is told goes to standard error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding=sys.stdout.encoding if sys.stdout.isatty() else "utf-8", errors="replace")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter())
    _log.handlers, _log.propagate = [handler], False
    _log.setLevel(logging.ERROR if quiet else logging.INFO)


class _Formatter(logging.Formatter):
    """`maintext: error: what is wrong`, in one line."""

    def format(self, record: logging.LogRecord) -> str:
        level = "note" if record.levelno == logging.INFO else record.levelname.lower()
        return f"maintext: {level}: {record.getMessage()}"


# -- options ---------------------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="maintext",
        description="The main content of web pages, by published methods.",
        epilog=_EXIT_CODES + "\ntry: maintext extract page.html",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version, and whether the compiled kernel works")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_extract(commands)
    _add_explain(commands)
    _add_methods(commands)
    _add_site(commands)
    _add_doctor(commands)
    commands.add_parser("bench", help="measure methods and other extractors on corpora", add_help=False)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            print(f"maintext {__version__} ({choice().words})")
        parser.exit()


def _added(commands: Any, name: str, *, help: str, description: str, examples: str = "") -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=description,
        epilog=examples + _EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return command


def _add_extract(commands: Any) -> None:
    command = _added(
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
    command.add_argument(
        "-m", "--method", default=DEFAULT_METHOD, metavar="NAME", help=f"see 'maintext methods' (default: {DEFAULT_METHOD})"
    )
    command.add_argument("-f", "--format", default="text", metavar="NAME", help=f"{', '.join(FORMATS)} (default: text)")
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="set a parameter of the method; may be repeated"
    )
    for name in _SWITCHES:
        command.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=_FUSED[name].metadata["help"])
    for name, left_out in _LEFT_OUT.items():
        command.add_argument(f"--no-{name}", action="store_true", help=f"leave out {left_out}")
    command.add_argument("--front-matter", action="store_true", help="title, authors, date and more before the Markdown")
    command.add_argument("--charset", metavar="NAME", help="the encoding that the transport declared (HTTP's Content-Type)")
    command.add_argument("--url", metavar="ADDRESS", help="where the page is from (all of them); makes links absolute")
    command.add_argument(
        "--site",
        nargs="+",
        metavar="FOLDER",
        help="drop what recurs on other pages of the site, which stand in these folders, files, or a model that 'maintext site' "
        "saved; without INPUT the pages of each folder are extracted themselves",
    )
    command.add_argument("--workers", type=_count, default=1, metavar="N", help="pages at a time (default: %(default)s)")
    command.add_argument("-q", "--quiet", action="store_true", help="no notes and warnings on standard error")
    command.set_defaults(run=_extract)


def _add_explain(commands: Any) -> None:
    command = _added(
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
    command.add_argument(
        "-m", "--method", default=DEFAULT_METHOD, metavar="NAME", help=f"see 'maintext methods' (default: {DEFAULT_METHOD})"
    )
    command.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="set a parameter of the method; may be repeated"
    )
    command.add_argument("--charset", metavar="NAME", help="the encoding that the transport declared (HTTP's Content-Type)")
    command.set_defaults(run=_explain)


def _add_methods(commands: Any) -> None:
    command = _added(
        commands,
        "methods",
        help="list the methods with their papers and parameters",
        description="List the methods, their papers, and their parameters with the defaults.",
    )
    command.add_argument("names", nargs="*", metavar="NAME", help="only these")
    command.set_defaults(run=_methods)


def _add_site(commands: Any) -> None:
    command = _added(
        commands,
        "site",
        help="learn what the pages of a site share",
        description="Learn the blocks that pages of one site share and save them, for 'maintext extract --site MODEL'.",
    )
    command.add_argument("inputs", nargs="+", metavar="INPUT", help="files or folders with pages of one site")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to save the model")
    command.add_argument("--charset", metavar="NAME", help="the encoding that the transport declared (HTTP's Content-Type)")
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
    command.add_argument("-q", "--quiet", action="store_true", help="no notes and warnings on standard error")
    command.set_defaults(run=_site)


def _add_doctor(commands: Any) -> None:
    command = _added(
        commands,
        "doctor",
        help="tell what is installed, and whether it works",
        description="Tell which versions are installed, whether the compiled kernel does the work or why not, whether the model "
        "can be read, and whether a page can be extracted. Ends with 0 if everything works, be it without the kernel, and with 1 "
        "if something does not.",
    )
    command.set_defaults(run=_doctor)


def _count(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1, not {text!r}")
    return int(text)


# -- maintext extract ------------------------------------------------------------------------------------------------------


def _extract(options: argparse.Namespace) -> int:
    settings = _settings(options.set) | {name: True for name in _SWITCHES if getattr(options, name)}
    method = find_method(options.method, settings)
    find_format(options.format)
    sites, failed = _sites(options)
    pages = [source for sources, _ in sites for source in sources]
    several = len(pages) > 1 or any(map(_is_folder, options.inputs or options.site or ()))
    format = _format(options)
    sink = _sink(options, format, several, pages)
    workers = 1 if any(page.path is None for page in pages) else options.workers  # standard input is read here
    for sources, model in sites:
        work = _Work(options.method, settings, options.url, options.charset, format, model)
        outcomes = in_order(work, sources, workers=workers, threads=uses_threads(method, format.name), lost=lost)
        for source, outcome in zip(_with_progress(sources, options.quiet), outcomes, strict=True):
            failed += not _put(source, outcome, sink)
    return SOME_FAILED if failed else DONE


@dataclass(frozen=True)
class _Work:
    """What is done to each page, here or by a worker."""

    method: str
    settings: dict[str, Any]
    url: str | None
    charset: str | None
    format: Format
    model: SiteModel | None

    def __call__(self, source: Source) -> Outcome:
        try:
            found = extract_page(source.read(), method=self.method, parameters=self.settings, url=self.url, charset=self.charset)
        except BadInput as error:
            return Outcome(error=str(error))
        if self.model is not None:
            found = found.without(self.model.redundant(found.page))
        missing = () if found.keep.any() else ("no main content found",)
        return Outcome(self.format.render(found), None, (*found.warnings, *missing))


def _put(source: Source, outcome: Outcome, sink: "StreamSink | FileSink | FolderSink") -> bool:
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


def _is_folder(name: str) -> bool:
    try:
        return bool(name) and Path(name).is_dir()
    except OSError:  # a name that nothing can have
        return False


def _sites(options: argparse.Namespace) -> tuple[list[tuple[list[Source], SiteModel | None]], int]:
    """The pages to extract, with the model of the site that they belong to; and how much of what was named cannot be used."""
    if options.inputs:
        sources, failed = _sources(options.inputs)
        model, not_learned = _learned(options.site, options) if options.site else (None, 0)
        return [(sources, model)], failed + not_learned
    if options.site:
        return _sites_themselves(options)
    if sys.stdin.isatty():
        raise BadInput("nothing to extract: name a file, a folder, or - for standard input")
    return [(_sources([STANDARD_INPUT])[0], None)], 0


def _sites_themselves(options: argparse.Namespace) -> tuple[list[tuple[list[Source], SiteModel | None]], int]:
    """The pages of each folder after --site, with the model of them all."""
    sites: list[tuple[list[Source], SiteModel | None]] = []
    failed = 0
    for name in options.site:
        if _is_model(name):
            raise BadInput(f"{name} is a model: name the pages to extract before --site")
        model, not_learned = _learned([name], options)
        sites.append((find_sources([name])[0], model))
        failed += not_learned
    return sites, failed


def _sources(names: list[str]) -> tuple[list[Source], int]:
    sources, missing = find_sources(names)
    for name, why in missing.items():
        _log.error("%s: %s", name, why)
    return sources, len(missing)


def _learned(names: list[str], options: argparse.Namespace) -> tuple[SiteModel, int]:
    """The model of a site, a saved one or one of pages; and how many of them could not be learned."""
    if any(map(_is_model, names)):
        if len(names) > 1:
            raise BadInput("a saved model stands alone after --site")
        return SiteModel.load(names[0]), 0
    model = SiteModel()
    return model, _learn(model, names, options)


def _is_model(name: str) -> bool:
    """By its content, or by its name where there is none to look at."""
    try:
        with Path(name).open("rb") as file:
            return file.read(4) == b"PK\x03\x04" or name.endswith(".npz")
    except OSError:
        return name.endswith(".npz")


def _learn(model: SiteModel, names: list[str], options: argparse.Namespace) -> int:
    """Learn the pages behind the names; how many could not be."""
    sources, failed = _sources(names)
    for source in _with_progress(sources, options.quiet):
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


def _settings(pairs: list[str]) -> dict[str, str]:
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"--set takes NAME=VALUE, not {pair!r}")
        settings[name.strip()] = value.strip()
    return settings


def _format(options: argparse.Namespace) -> Format:
    switches = {f"include_{name}": not getattr(options, f"no_{name}") for name in _LEFT_OUT}
    return Format(options.format, switches | {"front_matter": options.front_matter})


def _sink(
    options: argparse.Namespace, format: Format, several: bool, pages: list[Source]
) -> "StreamSink | FileSink | FolderSink":
    if options.output is None:
        return StreamSink(format, several)
    path = Path(options.output)
    if several or path.is_dir() or options.output.endswith(("/", os.sep)):
        if path.is_file():
            raise BadInput(f"{path} is a file; several pages need a folder")
        return FolderSink(path, format, pages)
    return FileSink(path)


def _with_progress(sources: list[Source], quiet: bool) -> Iterable[Source]:
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


# -- maintext explain ------------------------------------------------------------------------------------------------------


def _explain(options: argparse.Namespace) -> int:
    sources, failed = _sources([options.input])
    if failed or len(sources) != 1:
        raise BadInput(f"{options.input} is not one page: name a file, or - for standard input")
    found = extract_page(sources[0].read(), method=find_method(options.method, _settings(options.set)), charset=options.charset)
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


def _reasons(found: Extraction, row: int) -> Iterator[str]:
    reasons = found.explain(row)
    yield f"row {row}, {found.page.tag_path(row)}: {'kept' if found.keep[row] else 'not kept'}, score {found.score[row]:.3f}"
    yield from (f"  {reason.effect:+6.2f}  {reason.text}" for reason in reasons)
    if not reasons:
        yield "  no text here that was decided on"


# -- maintext methods, maintext site ---------------------------------------------------------------------------------------


def _methods(options: argparse.Namespace) -> int:
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


def _site(options: argparse.Namespace) -> int:
    model = SiteModel(options.min_pages, options.max_distance)
    failed = _learn(model, options.inputs, options)
    try:
        model.save(options.output)
    except OSError as error:
        _log.error("%s: %s", options.output, error.strerror or error)
        return SOME_FAILED
    _log.info("%d pages learned, saved as %s", len(model), options.output)
    return SOME_FAILED if failed else DONE


def _doctor(_: argparse.Namespace) -> int:
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


# -- maintext bench --------------------------------------------------------------------------------------------------------


def _bench(options: argparse.Namespace) -> int:
    try:
        from maintext.benchmark.command import main as bench  # loads what no other command needs

        return bench(options.arguments)
    except ModuleNotFoundError as error:
        _log.error("'maintext bench' needs %s: pip install 'maintext[bench]'", error.name)
        return SOME_FAILED
