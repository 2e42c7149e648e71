"""The command `maintext`.

Each of its commands has a module: `add` says which options it takes, `run` does what they ask for and gives the exit code.
"""

import argparse
import logging
import os
import sys
import warnings

from maintext.cli import bench, doctor, explain, extract, methods, site
from maintext.cli.exit_codes import DONE, EXIT_CODES, INTERRUPTED, WRONG_USAGE
from maintext.cli.streams import set_up_streams
from maintext.decode import is_encoding
from maintext.errors import MaintextError
from maintext.kernel import choice
from maintext.version import __version__

__all__ = ["main"]

_COMMANDS = (extract, explain, methods, site, doctor, bench)  # in the order of the help

_log = logging.getLogger("maintext")


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit code."""
    options = _options(sys.argv[1:] if arguments is None else arguments)
    set_up_streams(quiet=getattr(options, "quiet", False))
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_, **__: _log.warning("%s", message)  # in our own form
            _tell_unknown_charset(getattr(options, "charset", None))
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


def _tell_unknown_charset(charset: str | None) -> None:
    if charset is not None and not is_encoding(charset):
        _log.warning("--charset %s: no encoding that browsers know, so it is passed over", charset)


def _options(arguments: list[str]) -> argparse.Namespace:
    if arguments[:1] == ["bench"]:  # which has a parser of its own
        return argparse.Namespace(run=bench.run, arguments=arguments[1:])
    options, unknown = _parser().parse_known_args(arguments)
    if unknown:  # told with the usage of the command
        options.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="maintext",
        description="The main content of web pages, by a small learned method or the published ones that it builds on.",
        epilog=EXIT_CODES + "\ntry: maintext extract page.html",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(parser=parser)  # for a command that has none of its own
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version, and whether the compiled kernel works")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            print(f"maintext {__version__} ({choice().words})")
        parser.exit()
