"""PEERS: the other extractors that the benchmark compares with, each one lazy import behind one signature.

All of them get the text that `maintext.decode` made of the page, so that none wins or loses by its guess at the encoding, and
give plain text. Each runs as its documentation tells a newcomer to run it, without comments and links where it can tell them.
`pip install 'maintext[peers]'` installs all of them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from typing import Any

from maintext.decode import decode
from maintext.errors import MaintextError, UnknownName

Extractor = Callable[[bytes, "str | None"], str]  # a page's bytes and its address, where known, to its main text
TextExtractor = Callable[[str, "str | None"], str]  # the same for a page that is decoded


class PeerMissing(MaintextError):
    """A peer that is not installed, or cannot be imported as it is installed."""

    def __init__(self, peer: "Peer", why: str) -> None:
        super().__init__(f"peer {peer.name!r} {why}; install it with: pip install {peer.distribution}")


@dataclass(frozen=True)
class Peer:
    """Another extractor."""

    name: str
    distribution: str  # what pip calls it
    importer: Callable[[], TextExtractor]  # a function of a module, so that a worker process can be sent it

    @property
    def version(self) -> str:
        """The version that is installed. Raises `PeerMissing`."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError as error:
            raise PeerMissing(self, "is not installed") from error

    def load(self) -> Extractor:
        """Import the peer. Raises `PeerMissing`."""
        extract = self.load_for_text()
        return lambda html, url: extract(decode(html), url)

    def load_for_text(self) -> TextExtractor:
        """The same for pages that are decoded."""
        try:
            return self.importer()
        except ImportError as error:
            raise PeerMissing(self, f"cannot be imported ({error})") from error


def find_peer(name: str) -> Peer:
    """The peer of that name. Raises `UnknownName`."""
    if name not in PEERS:
        raise UnknownName("peer", name, PEERS)
    return PEERS[name]


def _trafilatura(**options: bool) -> TextExtractor:
    import trafilatura

    def extract(html: str, url: str | None) -> str:
        return trafilatura.extract(html, url=url, include_comments=False, **options) or ""

    return extract


def _resiliparse() -> TextExtractor:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, url: extract_plain_text(html, main_content=True, alt_texts=False, links=False)


def _readability() -> TextExtractor:
    import lxml.html
    from readability import Document

    return lambda html, url: "\n".join(lxml.html.fromstring(Document(html).summary()).itertext())


def _newspaper() -> TextExtractor:
    from newspaper import Article

    def extract(html: str, url: str | None) -> str:
        article = Article(url or "", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return article.text

    return extract


def _goose() -> TextExtractor:
    from goose3 import Goose

    goose = Goose()
    return lambda html, url: goose.extract(raw_html=html).cleaned_text


def _justext() -> TextExtractor:
    import justext

    def extract(html: str, _: str | None) -> str:
        paragraphs = justext.justext(html, **_stop_words(justext, html))
        return "\n".join(each.text for each in paragraphs if not each.is_boilerplate)

    return extract


_LANGUAGE = re.compile(r"<html\b[^>]*?\blang\s*=\s*[\"']?([a-zA-Z]{2,3})\b", re.IGNORECASE)
_STOP_LISTS: dict[str, str] = dict(
    pair.split(":")
    for pair in """
    af:Afrikaans ar:Arabic az:Azerbaijani be:Belarusian bg:Bulgarian bn:Bengali bs:Bosnian ca:Catalan cs:Czech cy:Welsh
    da:Danish de:German el:Greek en:English eo:Esperanto es:Spanish et:Estonian eu:Basque fa:Persian fi:Finnish fr:French
    ga:Irish gl:Galician gu:Gujarati he:Hebrew hi:Hindi hr:Croatian hu:Hungarian hy:Armenian id:Indonesian is:Icelandic
    it:Italian ka:Georgian kk:Kazakh kn:Kannada ko:Korean la:Latin lt:Lithuanian lv:Latvian mk:Macedonian ml:Malayalam
    mr:Marathi ms:Malay nb:Norwegian_Bokmal ne:Nepali nl:Dutch nn:Norwegian_Nynorsk no:Norwegian_Bokmal pl:Polish
    pt:Portuguese ro:Romanian ru:Russian sk:Slovak sl:Slovenian sq:Albanian sr:Serbian sv:Swedish sw:Swahili ta:Tamil
    te:Telugu tr:Turkish uk:Ukrainian ur:Urdu uz:Uzbek vi:Vietnamese
    """.split()
)


def _stop_words(justext: Any, text: str) -> dict[str, Any]:
    """jusText's list for the language that the page declares; English where it declares none.

    A language without a list, such as Chinese, is read in jusText's own language-independent mode.
    """
    declared = _LANGUAGE.search(text)
    language = declared.group(1).lower() if declared else "en"
    if language not in _STOP_LISTS:
        return {"stoplist": frozenset(), "stopwords_low": 0, "stopwords_high": 0}
    return {"stoplist": justext.get_stoplist(_STOP_LISTS[language])}


def _boilerpy() -> TextExtractor:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor()
    return lambda html, url: extractor.get_content(html)


def _inscriptis() -> TextExtractor:
    from inscriptis import get_text

    return lambda html, url: get_text(html)


def _html_text() -> TextExtractor:
    from html_text import extract_text

    return lambda html, url: extract_text(html)


def _news_please() -> TextExtractor:
    from newsplease import NewsPlease

    def extract(html: str, url: str | None) -> str:
        article = NewsPlease.from_html(html, url=url, fetch_images=False)
        return getattr(article, "maintext", None) or ""  # where there is no article it may be an empty dict

    return extract


PEERS: dict[str, Peer] = {
    peer.name: peer
    for peer in (
        Peer("trafilatura", "trafilatura", _trafilatura),
        Peer("trafilatura-precision", "trafilatura", partial(_trafilatura, favor_precision=True)),
        Peer("trafilatura-recall", "trafilatura", partial(_trafilatura, favor_recall=True)),
        Peer("resiliparse", "resiliparse", _resiliparse),
        Peer("readability-lxml", "readability-lxml", _readability),
        Peer("newspaper4k", "newspaper4k", _newspaper),
        Peer("goose3", "goose3", _goose),
        Peer("justext", "justext", _justext),
        Peer("boilerpy3", "boilerpy3", _boilerpy),
        Peer("inscriptis", "inscriptis", _inscriptis),
        Peer("html-text", "html-text", _html_text),
        Peer("news-please", "news-please", _news_please),
    )
}
