"""Extractors that do what extractors do on a bad day. Here and not in a test, since worker processes have to import them."""

import os
import signal
import sys
import time

import maintext
from maintext.benchmark.peers import Peer, TextExtractor

COUNTER = "MAINTEXT_TEST_COUNTER"  # the file in which each call leaves a byte


def obedient() -> TextExtractor:
    """Does what the page says, and says what is on it otherwise."""
    return _obey


def raising() -> TextExtractor:
    def extract(*_: object) -> str:
        raise ValueError("on purpose")

    return extract


def sleeping() -> TextExtractor:
    def extract(*_: object) -> str:
        time.sleep(60)
        return "awake"

    return extract


def dying() -> TextExtractor:
    def extract(*_: object) -> str:
        os._exit(3)

    return extract


def unimportable() -> TextExtractor:
    import a_package_that_nobody_has  # type: ignore[import-not-found]  # noqa: F401

    return _obey


def dying_on_import() -> TextExtractor:
    os._exit(4)


def _obey(html: str, _: str | None) -> str:
    if COUNTER in os.environ:
        with open(os.environ[COUNTER], "ab") as file:  # noqa: PTH123
            file.write(b".")
    if "sleep" in html:
        time.sleep(60)
    if "raise" in html:
        raise RuntimeError("as told")
    if "exit" in html:
        sys.exit("as told")
    if "crash" in html:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "nothing" in html:
        return None  # type: ignore[return-value]
    return maintext.extract(html, method="whole-text")


FAKES = tuple(
    Peer(importer.__name__.replace("_", "-"), "pytest", importer)
    for importer in (obedient, raising, sleeping, dying, unimportable, dying_on_import)
)
