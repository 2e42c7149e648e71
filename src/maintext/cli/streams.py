"""Standard output and standard error, as every command uses them."""

import io
import logging
import sys

_log = logging.getLogger("maintext")


def set_up_streams(quiet: bool) -> None:
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
