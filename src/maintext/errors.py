"""What can go wrong, as a tree:

MaintextError
├── UnknownName    a method, format or parameter that does not exist; the message lists the ones that do
├── BadParameter   a parameter that exists, with a value that it cannot take
├── BadInput       something that is not a page: a wrong type, a file that cannot be read, a PDF or a picture
├── BadModel       a model file, of a site or of `fused`, that cannot be used
└── of the benchmark: CorpusError, PeerMissing (defined where they are raised)
"""

from collections.abc import Iterable


class MaintextError(Exception):
    """The root of all errors that maintext raises on purpose."""


class UnknownName(MaintextError, ValueError):
    """A name that is not in a registry."""

    def __init__(self, kind: str, name: str, known: Iterable[str], *, of: str = "") -> None:
        listed = ", ".join(sorted(known)) or "none"
        super().__init__(f"unknown {kind} {name!r}{of and f' of {of}'}; there are: {listed}")


class BadParameter(MaintextError, ValueError):
    """A value that a parameter cannot take."""


class BadInput(MaintextError, TypeError):
    """Something that cannot be read as a page."""


class BadModel(MaintextError, ValueError):
    """A model, of a site or of `fused`, that cannot be saved, loaded or used."""


def in_words(error: BaseException) -> str:
    """What went wrong, in one line: ours speak for themselves, others begin with their kind."""
    if isinstance(error, MaintextError):
        return str(error)
    return f"{type(error).__name__}: {error}".strip(": ").partition("\n")[0][:500]
