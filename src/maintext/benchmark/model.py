"""What the parts of the benchmark hand to each other."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sample:
    """A page with its gold, from whatever corpus."""

    corpus: str
    id: str
    html: bytes  # as published, encoding not touched
    gold: str = ""  # the main content as plain text; empty where the corpus only has snippets
    url: str | None = None
    page_type: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    language: str | None = None
    must_have: tuple[str, ...] = ()  # snippets that a right extraction contains
    must_not_have: tuple[str, ...] = ()


@dataclass(frozen=True)
class PageResult:
    """How one contender did on one page."""

    corpus: str
    sample: str  # the sample's id
    page_type: str | None
    contender: str  # `cectd-ds`, `cetr lines=long`, or a peer's name
    version: str  # of maintext, or of the peer
    seconds: float  # wall time of the extraction alone; 0 where it failed
    error: str | None  # why it failed: then it has extracted nothing, and scores so
    scores: dict[str, float] = field(default_factory=dict)  # metric to value; what the sample has no gold for is not there
