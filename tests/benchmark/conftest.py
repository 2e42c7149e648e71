"""What the tests of the benchmark share."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from maintext.benchmark.model import Sample
from maintext.benchmark.peers import PEERS
from tests.benchmark.fake_peers import COUNTER, FAKES


@dataclass(frozen=True)
class Pages:
    """A corpus in memory: each text is a page, and its gold too."""

    texts: tuple[str, ...]
    name: str = "pages"

    def read(self, _: object = None) -> Iterator[Sample]:
        for number, text in enumerate(self.texts):
            yield Sample(self.name, f"page {number}", f"<p>{text}</p>".encode(), gold=text)


@pytest.fixture
def fake_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    for peer in FAKES:
        monkeypatch.setitem(PEERS, peer.name, peer)


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with one byte for each call of the obedient peer, in whatever process."""
    path = tmp_path / "calls"
    path.touch()
    monkeypatch.setenv(COUNTER, str(path))
    return path
