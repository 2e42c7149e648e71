"""The other extractors: how they are named, what a missing one says, and what those give that are installed."""

import ast
import inspect
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from maintext.benchmark import peers
from maintext.benchmark.contenders import parse_contender
from maintext.benchmark.peers import PEERS, Peer, PeerMissing, find_peer
from maintext.errors import BadParameter, UnknownName

PAGES = Path(__file__).parents[1] / "pages"
NEWS = (PAGES / "news-article" / "page.html").read_bytes()

every_peer = pytest.mark.parametrize("peer", PEERS.values(), ids=list(PEERS))


def installed(peer: Peer) -> bool:
    try:
        return bool(peer.version)
    except PeerMissing:
        return False


def test_the_peers_are_these() -> None:
    assert set(PEERS) == {
        *("trafilatura", "trafilatura-precision", "trafilatura-recall", "resiliparse", "readability-lxml", "newspaper4k"),
        *("goose3", "justext", "boilerpy3", "inscriptis", "html-text", "news-please"),
    }


def test_importing_the_registry_imports_no_peer() -> None:
    tree = ast.parse(inspect.getsource(peers))
    top = {name.name.partition(".")[0] for node in tree.body if isinstance(node, ast.Import) for name in node.names}
    top |= {(node.module or "").partition(".")[0] for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert top <= set(sys.stdlib_module_names) | {"maintext"}


def test_an_unknown_peer_is_an_error_that_lists_those_there_are() -> None:
    with pytest.raises(UnknownName, match=r"unknown peer 'trafilatur'; there are: boilerpy3, .*trafilatura-recall"):
        find_peer("trafilatur")


def test_an_unknown_contender_lists_methods_and_peers() -> None:
    with pytest.raises(UnknownName, match=r"unknown method or peer 'cedt'; there are: .*cectd-ds, .*justext.*"):
        parse_contender("cedt")


def test_a_peer_that_is_not_installed_says_how_to_install_it() -> None:
    with pytest.raises(PeerMissing, match=r"'nobody' is not installed; install it with: pip install nobody-has-this"):
        _ = Peer("nobody", "nobody-has-this", PEERS["justext"].importer).version


def test_a_peer_that_cannot_be_imported_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "justext", None)
    with pytest.raises(PeerMissing, match=r"'justext' cannot be imported .*pip install justext"):
        PEERS["justext"].load()


def test_a_contender_that_is_not_installed_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    with pytest.raises(PeerMissing, match="pip install resiliparse"):
        parse_contender("resiliparse")


@pytest.mark.usefixtures("fake_peers")
def test_a_peer_takes_no_settings() -> None:
    with pytest.raises(BadParameter, match="the peer obedient takes no settings, not 'fast=yes'"):
        parse_contender("obedient fast=yes")


@pytest.mark.parametrize("text", ["cetr lines", "cetr =long"])
def test_a_setting_has_a_name_and_a_value(text: str) -> None:
    with pytest.raises(BadParameter, match="a setting is NAME=VALUE"):
        parse_contender(text)


def test_a_wrong_setting_is_an_error_at_once() -> None:
    with pytest.raises(UnknownName, match="unknown parameter 'size' of cetr"):
        parse_contender("cetr size=4")


@every_peer
def test_an_installed_peer_finds_the_article(peer: Peer) -> None:
    if not installed(peer):
        pytest.skip(f"pip install {peer.distribution}")
    text = peer.load()(NEWS, "https://example.org/news")
    assert isinstance(text, str)
    assert "The company has leased nine cars and bought two locomotives from a quarry." in text


@every_peer
def test_an_installed_peer_reads_a_page_that_declares_its_encoding_as_xml(peer: Peer) -> None:
    if not installed(peer):
        pytest.skip(f"pip install {peer.distribution}")
    page = NEWS.decode().replace("utf-8", "windows-1252").encode("windows-1252")
    text = peer.load()(b'<?xml version="1.0" encoding="windows-1252"?>\n' + page, None)
    assert "“We had been doing the sum for six years" in text


def test_a_peer_that_finds_nothing_gives_an_empty_text(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, object] = {}

    def extract(text: str, **options: object) -> None:
        given.update(options, text=text)

    monkeypatch.setitem(sys.modules, "trafilatura", SimpleNamespace(extract=extract))
    assert PEERS["trafilatura-recall"].load()("<p>Käse".encode(), "https://example.org/") == ""
    assert given == {"text": "<p>Käse", "url": "https://example.org/", "include_comments": False, "favor_recall": True}


@pytest.mark.parametrize("article", [{}, None, SimpleNamespace(maintext=None), SimpleNamespace()])
def test_news_please_without_an_article_gives_an_empty_text(monkeypatch: pytest.MonkeyPatch, article: object) -> None:
    module = SimpleNamespace(NewsPlease=SimpleNamespace(from_html=lambda *_, **__: article))
    monkeypatch.setitem(sys.modules, "newsplease", module)
    assert PEERS["news-please"].load()(b"", None) == ""


class Stops:
    """Stands for jusText's module."""

    @staticmethod
    def get_stoplist(language: str) -> str:
        return f"words in {language}"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ('<html lang="de-AT"><p>', {"stoplist": "words in German"}),
        ("<html class=x lang=fr><p>", {"stoplist": "words in French"}),
        ("<html><p>", {"stoplist": "words in English"}),
        ('<html lang="zh-CN">', {"stoplist": frozenset(), "stopwords_low": 0, "stopwords_high": 0}),
    ],
)
def test_justext_gets_the_stop_words_of_the_language_that_the_page_declares(page: str, expected: dict[str, object]) -> None:
    assert peers._stop_words(Stops, page) == expected
