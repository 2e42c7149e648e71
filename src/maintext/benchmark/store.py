"""What has been measured before: one append-only file of JSON Lines for each contender, a page a line."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO

from maintext.benchmark.contenders import Contender
from maintext.benchmark.metrics import METRICS_VERSION
from maintext.benchmark.model import Sample
from maintext.benchmark.pool import Outcome
from maintext.errors import BadInput


def digest(sample: Sample) -> str:
    """Of all that an extractor is given and a score is made of: equal digests, equal results."""
    content = blake2b(digest_size=16)
    texts = (sample.gold, sample.url, sample.must_have, sample.must_not_have)
    for part in (sample.html, json.dumps(texts).encode()):
        content.update(len(part).to_bytes(8, "big") + part)
    return content.hexdigest()


class Store:
    """The outcomes of one contender. A context manager: the file is open for as long as it lasts.

    Every line is written at once, so that a run that is stopped loses no more than the pages it was at. A line that was torn
    then, and any other that cannot be read, counts as not there.
    """

    def __init__(self, folder: Path, contender: Contender) -> None:
        self._contender = contender
        self.path = folder / (re.sub(r"[^\w.=+-]+", "_", contender.name) + ".jsonl")
        self._outcomes: dict[str, Outcome] = {}
        self._file: IO[str] | None = None

    def __enter__(self) -> "Store":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._outcomes.update(self._read())
            self._file = self.path.open("a", encoding="utf-8")
            if _is_torn(self.path):
                self._file.write("\n")
        except OSError as error:
            raise BadInput(f"cannot keep results in {self.path}: {error.strerror or error}") from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def get(self, page: str, deadline: float) -> Outcome | None:
        """The outcome of the page with this digest.

        One that a shorter deadline cut off does not count, nor one that this deadline would have cut off.
        """
        outcome = self._outcomes.get(self._key(page))
        if outcome is None or outcome.seconds > deadline:
            return None
        return None if outcome.deadline is not None and outcome.deadline < deadline else outcome

    def add(self, page: str, sample: Sample, outcome: Outcome) -> None:
        """Keep an outcome, in the file as well. The sample's names are for whoever reads the file."""
        key = self._key(page)
        self._outcomes[key] = outcome
        assert self._file is not None
        named = {"key": key, "corpus": sample.corpus, "sample": sample.id, "version": self._contender.version}
        self._file.write(json.dumps(named | asdict(outcome)) + "\n")
        self._file.flush()

    def _key(self, page: str) -> str:
        parts = [page, self._contender.name, self._contender.fingerprint, METRICS_VERSION]
        return blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()

    def _read(self) -> Iterator[tuple[str, Outcome]]:
        if not self.path.exists():
            return
        with self.path.open(encoding="utf-8", errors="replace") as lines:
            yield from (known for line in lines if (known := _parsed(line)) is not None)


def _parsed(line: str) -> tuple[str, Outcome] | None:
    try:
        record = json.loads(line)
        return record["key"], Outcome(**{name: record[name] for name in ("seconds", "error", "scores", "deadline")})
    except (ValueError, KeyError, TypeError):
        return None


def _is_torn(path: Path) -> bool:
    """Whether the last line of a file has no end."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 1))
        return file.read(1) not in (b"", b"\n")
