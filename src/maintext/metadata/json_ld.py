"""JSON-LD: the node that speaks of the page itself, and its fields.

Scripts are written by hand, by plug-ins and by mistake: what cannot be read even after a little mending is left out, and any
value may have any type.
"""

import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from maintext.metadata.addresses import same_page

Node = dict[str, Any]

_LONGEST = 2_000_000  # characters of a script: what is longer is data for the site's own programs
_MOST_NODES = 5_000
_DECODER = json.JSONDecoder(strict=False)
_COMMENTS = re.compile(r"<!--|-->|/\*.{0,200}?\*/|<!\[CDATA\[|\]\]>|^[^\S\n]*//[^\n]*$", re.MULTILINE | re.DOTALL)
_LAST_COMMA = re.compile(r",(?=\s*[}\]])")
_NEXT_NODE = re.compile(r"}\s*{")
_NO_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')

# What a page may be about, the plainest first: an article is a better witness than the page around it.
_ARTICLES = frozenset(
    """
    Article NewsArticle BlogPosting AdvertiserContentArticle AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle
    OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle Report SatiricalArticle ScholarlyArticle MedicalScholarlyArticle
    TechArticle APIReference LiveBlogPosting DiscussionForumPosting SocialMediaPosting Posting Recipe HowTo
    """.split()
)
_WORKS = frozenset(
    """
    Review CriticReview Product ProductGroup IndividualProduct Question VideoObject PodcastEpisode AudioObject Book Course
    Movie Event JobPosting CreativeWork Dataset SoftwareApplication SoftwareSourceCode Episode TVEpisode MusicRecording
    MusicAlbum Chapter LearningResource Guide Quiz Game VideoGame Thesis Legislation DigitalDocument Clip Claim ClaimReview
    Service MediaObject
    """.split()
)
_PAGES = frozenset(
    """
    WebPage ItemPage CollectionPage AboutPage ContactPage FAQPage QAPage ProfilePage CheckoutPage SearchResultsPage
    MedicalWebPage RealEstateListing ImageGallery VideoGallery MediaGallery
    """.split()
)
_RANKED = (_ARTICLES, _WORKS, _PAGES)
_RANK = {name: rank for rank, names in enumerate(_RANKED) for name in names}
_INSIDE = ("@graph", "mainEntity", "mainEntityOfPage", "mainContentOfPage", "hasPart")  # where the page's own node may stand
_MAY_BE_INSIDE = frozenset(_INSIDE)
_OWN_ADDRESS = ("url", "mainEntityOfPage", "@id")


@dataclass(frozen=True)
class Graph:
    """All nodes of a page that may speak of it, and the ones that its references mean."""

    nodes: list[tuple[list[str], Node]] = field(default_factory=list)  # with their types
    by_id: dict[str, Node] = field(default_factory=dict)

    def of_type(self, wanted: frozenset[str]) -> list[Node]:
        return [node for types, node in self.nodes if not wanted.isdisjoint(types)]

    def resolved(self, value: Any) -> Any:
        """The node that `{"@id": …}` refers to, with what the reference itself says; anything else as it is."""
        if isinstance(value, dict) and isinstance(value.get("@id"), str) and value["@id"] in self.by_id:
            return {**self.by_id[value["@id"]], **value}
        return value


def read_graph(scripts: Sequence[str]) -> Graph:
    """The nodes of all scripts that can be read."""
    graph = Graph()
    if not scripts:
        return graph
    waiting = [value for script in scripts for value in loaded(script)][::-1]
    while waiting and len(graph.nodes) < _MOST_NODES:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += reversed(value)
        elif isinstance(value, dict):
            graph.nodes.append((types_of(value), value))
            if isinstance(value.get("@id"), str):
                graph.by_id.setdefault(value["@id"], value)
            if not _MAY_BE_INSIDE.isdisjoint(value):
                waiting += (value[key] for key in reversed(_INSIDE) if isinstance(value.get(key), (dict, list)))
    return graph


def loaded(script: str) -> Iterator[Any]:
    """What a script holds; nothing where it cannot be read."""
    if len(script) > _LONGEST:
        return
    try:
        yield _decoded(script)
    except ValueError:
        yield from _mended(script)
    except RecursionError:
        return


def _decoded(script: str) -> Any:
    """What `decode` gives, which looks for white space in a dearer way."""
    text = script.strip(" \t\n\r")
    value, end = _DECODER.raw_decode(text)
    if end != len(text):
        raise ValueError("something stands behind the value")
    return value


def _mended(script: str) -> Iterator[Any]:
    for text in _versions(script):
        try:
            yield _decoded(text)
        except ValueError:
            continue
        except RecursionError:
            return
        return


def _versions(script: str) -> Iterator[str]:
    """The script with the usual mistakes mended: comments, a comma or semicolon too many, wrong escapes."""
    mended = _COMMENTS.sub("", script).strip().rstrip(";").strip()
    if "&quot;" in mended:
        mended = html.unescape(mended)
    mended = _LAST_COMMA.sub("", mended)
    yield mended
    yield _NO_ESCAPE.sub(r"\\\\", mended)
    yield "[" + _NEXT_NODE.sub("},{", mended) + "]"


def types_of(node: Node) -> list[str]:
    """The names of a node's types, without the vocabulary's address."""
    types = node.get("@type")
    if isinstance(types, str):
        if types.isalnum():  # as nearly all are
            return [types]
        types = [types]
    if not isinstance(types, list):
        return []
    return [
        each.rpartition("/")[2].rpartition(":")[2] if "/" in each or ":" in each else each
        for each in types
        if isinstance(each, str)
    ]


def own_nodes(graph: Graph, addresses: Iterable[str | None]) -> list[Node]:
    """The nodes that speak of the page itself, the best first: of each rank the one with the page's address, or the only one.

    A page with several articles and none of its address is a list of others.
    """
    if not graph.nodes:
        return []
    known = [address for address in addresses if address]
    ranked: list[list[Node]] = [[] for _ in _RANKED]
    for types, node in graph.nodes:
        for rank in {_RANK[name] for name in types if name in _RANK}:
            ranked[rank].append(node)
    return [own for nodes in ranked if nodes and (own := _own(nodes, known)) is not None]


def _own(nodes: list[Node], addresses: list[str]) -> Node | None:
    for node in nodes:
        places = [place for key in _OWN_ADDRESS for place in _addresses(node.get(key))]
        if any(same_page(place, address) for place in places for address in addresses):
            return node
    return nodes[0] if nodes and (len(nodes) == 1 or _speak_of_one(nodes)) else None


def _speak_of_one(nodes: list[Node]) -> bool:
    """Plug-ins often describe a page once each: then all of them have the same title."""
    return len({str(node.get("headline") or node.get("name")) for node in nodes}) == 1


def _addresses(value: Any) -> list[str]:
    if isinstance(value, dict):
        value = value.get("@id") or value.get("url")
    return [value] if isinstance(value, str) else []


def first_text(value: Any, keys: tuple[str, ...] = ("@value", "name", "url")) -> str:
    """The text of a value that may be a text, a node with a text in it, or a list of them."""
    if isinstance(value, str):
        return value if value.strip() else ""
    return next(texts(value, keys), "")


def texts(value: Any, keys: tuple[str, ...] = ("@value", "name", "url")) -> Iterator[str]:
    """All texts of such a value, in their order."""
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            each = next((each[key] for key in keys if each.get(key)), None)
            if isinstance(each, list):
                each = each[0]
        if isinstance(each, str) and each.strip():
            yield each
