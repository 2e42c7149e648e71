"""What a reader sees of a page, found in an obvious way, to compare with."""

from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

UNSEEN = {"head", "title", "script", "style", "template", "iframe", "noembed", "noframes", "-comment", "-undef", None}
BREAKING = {
    *"address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure".split(),
    *"footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext".split(),
    *"pre search section summary table tbody td tfoot th thead tr ul xmp br".split(),
}


def visible_words(source: str) -> list[str]:
    """The words of a page as a reader sees them: text as it stands, with a gap at every edge of a block, cell or line break, and
    between two links or buttons that touch, though not in code."""
    body = LexborHTMLParser(source).body
    text, last = "", Piece("", 0, False)
    for piece in _shown(body, 0, False) if body is not None else []:
        touching = piece.link != last.link and piece.link and last.link and not (piece.in_code and last.in_code)
        text += " " + piece.text if touching else piece.text
        last = piece
    return text.split()


class Piece(NamedTuple):
    text: str
    link: int  # the outermost link around it, 0 for none
    in_code: bool


def _shown(node: LexborNode, link: int, in_code: bool) -> list[Piece]:
    if node.tag == "-text":
        return [Piece(node.text_content or "", link, in_code)]
    if node.tag in UNSEEN:
        return []
    if not link and node.tag in ("a", "button", "select"):
        link = node.mem_id
    gap = [Piece(" ", 0, False)] if node.tag in BREAKING else []
    shown = list(gap)
    for child in node.iter(include_text=True):
        shown += _shown(child, link, in_code or node.tag == "pre")
    return shown + gap
