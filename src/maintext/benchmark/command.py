"""The command `maintext bench`: `corpora`, `run`, `sweep`, `metadata`, `floors`, `profile`, `speed` and `hash`."""

import argparse
import logging
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.benchmark.corpora import corpora_table, named_corpora, readable
from maintext.benchmark.options import add_corpora, add_measuring, make_folder, seconds
from maintext.errors import BadInput, MaintextError
from maintext.extraction import DEFAULT_METHOD

if TYPE_CHECKING:
    from maintext.benchmark.contenders import Contender
    from maintext.benchmark.model import PageResult

DONE, SOME_FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

_OUTPUT = Path("maintext-report")

_log = logging.getLogger("maintext")

_EXIT_CODES = """\
exit codes:
  0  done
  1  something failed: a corpus that cannot be read, a peer that is not installed, a method below its floor; the rest is done
  2  wrong usage, or nothing left to do
"""


def main(arguments: list[str]) -> int:
    """Run `maintext bench` with the arguments that stand behind it, and give its exit code."""
    options, unknown = _parser().parse_known_args(arguments)
    if unknown:  # told with the usage of the command
        options.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    options.command = readable(shlex.join(["maintext", "bench", *arguments]))
    errors = _ErrorCount()
    _log.addHandler(errors)
    try:
        code = int(options.run(options))
    except MaintextError as error:
        _log.error("%s", error)
        return WRONG_USAGE
    except KeyboardInterrupt:
        kept = "; what is done is kept, and the same command goes on from there" if hasattr(options, "cache") else ""
        _log.error("interrupted%s", kept)
        return INTERRUPTED
    finally:
        _log.removeHandler(errors)
    return code or (SOME_FAILED if errors.count else DONE)


class _ErrorCount(logging.Handler):
    """Whatever was told as an error is a failure of the command, wherever it happened."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += record.levelno >= logging.ERROR


# -- options ---------------------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="maintext bench",
        description="Measure methods and other extractors on pages whose main content is known.",
        epilog="""\
examples:
  maintext bench corpora --corpora DIR                      what there is to measure on
  maintext bench run --corpora DIR                          the default method
  maintext bench run --corpora DIR --all-methods --peers trafilatura,resiliparse --output report/
  maintext bench sweep --corpora DIR --method cetr-tm --parameter lambda --values 0.5,1,1.5
  maintext bench metadata --corpora DIR                     title, authors and date beside trafilatura's
  maintext bench floors                                     have the methods become worse on the golden pages?
  maintext bench profile --corpora DIR --corpus NAME        where the time goes
  maintext bench speed --corpora DIR --write docs/performance.md
  maintext bench hash --corpora DIR                         the same number as before, if nothing has changed

"""
        + _EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_corpora(_added(commands, "corpora", "list the corpora with their pages and defects", _corpora))
    _add_run(_added(commands, "run", "measure contenders on corpora", _run))
    _add_sweep(commands)
    _add_metadata(commands)
    _add_speed(commands)
    _add_floors(_added(commands, "floors", "compare the methods with their floors on the golden pages", _floors))
    return parser


def _added(commands: Any, name: str, help: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.".replace("?.", "?"),
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run, parser=command)
    return command


def _add_run(command: argparse.ArgumentParser) -> None:
    add_corpora(command)
    command.add_argument(
        "--methods",
        type=_names,
        default=[],
        metavar="A,B",
        help=f"methods by name, with settings where wanted: 'cetr lines=long,danag' (default: {DEFAULT_METHOD})",
    )
    command.add_argument("--all-methods", action="store_true", help="all methods (see 'maintext methods')")
    command.add_argument("--baselines", action="store_true", help="the methods that papers compare with")
    command.add_argument(
        "--peers",
        type=_names,
        default=[],
        metavar="A,B",
        help="other extractors, such as trafilatura,resiliparse,readability-lxml; or all (pip install 'maintext[peers]')",
    )
    command.add_argument(
        "-o", "--output", type=Path, default=_OUTPUT, metavar="DIR", help="write reports into this folder (default: %(default)s)"
    )
    add_measuring(command)
    command.add_argument(
        "--deadline", type=seconds, default=60.0, metavar="S", help="seconds that a page may take (default: %(default)g)"
    )


def _add_sweep(commands: Any) -> None:
    from maintext.benchmark import sweep

    sweep.add_options(_added(commands, "sweep", "measure a method over the values of one of its parameters", sweep.run))


def _add_metadata(commands: Any) -> None:
    from maintext.benchmark import metadata

    metadata.add_options(_added(commands, "metadata", "compare title, authors and date with their golds", metadata.run))


def _add_speed(commands: Any) -> None:
    from maintext.benchmark import outputs, profile, speed

    profile.add_options(_added(commands, "profile", "tell where the time goes, stage by stage", profile.run))
    speed.add_options(_added(commands, "speed", "measure speed, growth, scaling and memory beside other extractors", speed.run))
    outputs.add_options(_added(commands, "hash", "print a hash of all that a method makes of a corpus", outputs.run))


def _add_floors(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--pages", type=Path, default=Path("tests/pages"), metavar="DIR", help="the golden pages (default: %(default)s)"
    )
    command.add_argument(
        "--floors", type=Path, default=Path("tests/floors.json"), metavar="FILE", help="the floors (default: %(default)s)"
    )
    command.add_argument("--update", action="store_true", help="raise the floors to where the methods stand, and add new methods")
    command.add_argument(
        "--allow-lower", metavar="REASON", help="with --update: lower floors too; the reason is written beside the new values"
    )


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


# -- maintext bench corpora, maintext bench run ----------------------------------------------------------------------------


def _corpora(options: argparse.Namespace) -> int:
    print(corpora_table(named_corpora(options.corpora)))
    return DONE


def _run(options: argparse.Namespace) -> int:
    from maintext.benchmark.run import run

    contenders = _contenders(options)
    corpora = named_corpora(options.corpora)
    make_folder(options.output)
    results = run(
        corpora, contenders, cache=options.cache, workers=options.workers, deadline=options.deadline, limit=options.limit
    )
    if not results:
        raise BadInput("nothing could be measured")
    _report(results, options)
    return DONE


def _report(results: "list[PageResult]", options: argparse.Namespace) -> None:
    from maintext.benchmark.report import terminal_table, write_reports

    print(terminal_table(results))
    _tell_failures(results)
    samples: dict[str, set[str]] = {}
    for result in results:
        samples.setdefault(result.corpus, set()).add(result.sample)
    pages = {corpus: len(ids) for corpus, ids in samples.items()}
    for path in write_reports(results, options.output, corpora=pages, command=options.command):
        print(path)


def _tell_failures(results: "list[PageResult]") -> None:
    """A contender that fails on a page is a result of the benchmark, not a failure of it; but worth a line."""
    failures: dict[str, list[PageResult]] = {}
    for result in results:
        if result.error is not None:
            failures.setdefault(result.contender, []).append(result)
    for contender, failed in failures.items():
        first = failed[0]
        _log.warning("%s failed on %d pages, first on %s/%s: %s", contender, len(failed), first.corpus, first.sample, first.error)


def _contenders(options: argparse.Namespace) -> "list[Contender]":
    """All contenders that are asked for, each once. One that there is not is told of, and the others go on."""
    from maintext.benchmark.contenders import parse_contender

    found: dict[str, Contender] = {}
    for name in _asked_for(options):
        try:
            contender = parse_contender(name)
            found.setdefault(contender.name, contender)
        except MaintextError as error:  # noqa: PERF203
            _log.error("%s", error)
    if not found:
        raise BadInput("no contender is left to run")
    return list(found.values())


def _asked_for(options: argparse.Namespace) -> Iterable[str]:
    from maintext.benchmark.contenders import baselines
    from maintext.benchmark.peers import PEERS
    from maintext.methods import METHODS

    names = [*options.methods]
    names += METHODS if options.all_methods else []
    names += baselines() if options.baselines else []
    names += PEERS if "all" in options.peers else options.peers
    return names or [DEFAULT_METHOD]


# -- maintext bench floors -------------------------------------------------------------------------------------------------


def _floors(options: argparse.Namespace) -> int:
    from maintext.benchmark import floors

    if options.allow_lower is not None and not (options.update and options.allow_lower.strip()):
        raise BadInput("--allow-lower goes with --update and needs a reason in words")
    figures = floors.measured(floors.read_pages(options.pages))
    known = floors.read_floors(options.floors)
    if options.update:
        known = floors.updated(figures, known, reason=options.allow_lower)
        floors.write_floors(options.floors, known)
    judgements = floors.judge(figures, known)
    print(floors.table(judgements))
    failed = [judgement.method for judgement in judgements if not judgement.fine]
    if failed and options.update:
        _log.error("not lowered without --allow-lower REASON: %s", ", ".join(failed))
    elif failed:
        _log.error("below their floors, or without one: %s (see 'maintext bench floors --help')", ", ".join(failed))
    sys.stdout.flush()
    return SOME_FAILED if failed else DONE
