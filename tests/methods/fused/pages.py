"""Random and hostile pages for the parts of the fused method."""

from typing import TypeAlias

import numpy as np
from hypothesis import strategies as st

from maintext.page import Page
from maintext.tags import BLOCK, NAMES, NUMBER, TEXT

Tree: TypeAlias = "str | tuple[str, list[Tree]]"  # a text run, or an element's name and children

SEPARATING = BLOCK | {"button", "select", "noscript"}
ELEMENTS = "div p section ul li td table h1 h2 nav article a b span br button noscript svg textarea x-card".split()
TEXTS = (
    "word",
    "Two words, here. ",
    " It   froze over; why? ",
    "x",
    "冬天来了，湖面结冰。",
    "湖はもう凍っている！",
    "تجمدت البحيرة، أليس كذلك؟",
    "האגם קפא.",
    "Ω Я É ❄️🧊",
    "A longer sentence, with a pause and an end, such as stands in a paragraph of an article about the ice of a lake.",
    " ",
    "word",
)
CLASSES = ("", "", "", "main-menu", "postContent", "comments", "byline author", "sidebar", "footer", "entry")


@st.composite
def markup(draw: st.DrawFn, depth: int = 4) -> str:
    """Random nested HTML with classes, some of it left open."""
    parts = []
    for _ in range(draw(st.integers(0, 4))):
        name = draw(st.sampled_from([*ELEMENTS, "", "", "", ""]))
        if not name or depth == 0:
            parts.append(draw(st.sampled_from(TEXTS)))
        elif name == "br":
            parts.append("<br>" * draw(st.integers(1, 2)))
        else:
            closing = f"</{name}>" if draw(st.booleans()) else ""
            parts.append(f'<{name} class="{draw(st.sampled_from(CLASSES))}">{draw(markup(depth - 1))}{closing}')
    return "".join(parts)


@st.composite
def repetitive(draw: st.DrawFn) -> str:
    """Random HTML with the same element several times in a row, as in listings and threads."""
    name = draw(st.sampled_from(["li", "div", "section", "x-card"]))
    start = f'<{name} class="{draw(st.sampled_from(CLASSES))}">'
    items = [f"{start}{draw(markup(depth=1))}</{name}>" for _ in range(draw(st.integers(1, 2)))]
    return f"{draw(markup(depth=1))}<div>{''.join(items * draw(st.integers(2, 3)))}</div>{draw(markup(depth=2))}"


_PROSE = "The lake froze in the first week of December, and by Christmas it bore the weight of a horse and cart. "
HOSTILE = {
    "one character": "x",
    "one word": "<p>word</p>",
    "one emoji": "<p>🧊</p>",
    "only punctuation": "<p>...</p><p>,</p><p>!</p>",
    "an empty title and empty attributes": "<title></title><meta name=description content=''><p class='' id='' role style>word",
    "only links": "<ul>" + "<li><a href=/x>Link</a>" * 20 + "</ul>",
    "3,000 siblings": "<div>" + "<p>one two</p>" * 3000 + "</div>",
    "3,000 different siblings": "".join(f"<p class=c{number}>one {number}</p>" for number in range(3000)),
    "Chinese": "<h1>湖面结冰</h1>" + "<p>十二月的第一周，湖面结冰了。到了圣诞节，冰面可以承受马车的重量。</p>" * 5,
    "Japanese": "<h1>湖が凍る</h1>" + "<p>十二月の最初の週に湖が凍った。クリスマスには馬車が渡れるほど厚くなった。</p>" * 5,
    "Arabic": "<h1>تجمد البحيرة</h1>" + "<p>تجمدت البحيرة في الأسبوع الأول من كانون الأول، وصارت تحمل عربة.</p>" * 5,
    "Hebrew": "<h1>האגם קפא</h1>" + "<p>האגם קפא בשבוע הראשון של דצמבר, ובחג המולד נשא את משקלה של עגלה.</p>" * 5,
    "deep nesting": "<div>" * 1500 + "word" + "</div>" * 1500,
    "deep nesting of marks": "<div class=content><span>" * 400 + f"<p>{_PROSE}</p>",
    "one paragraph of 100,000 characters": f"<p>{_PROSE * 1000}</p>",
    "everything hidden": f"<div hidden><p>{_PROSE}</p><p>{_PROSE}</p></div>",
    "the same paragraph many times": f"<p>{_PROSE}</p>" * 30,
    "a text below body alone": _PROSE * 3,
    "custom elements": "".join(f"<x-{number}>word {number}</x-{number}>" for number in range(300)),
    "a lone surrogate": "<p>one \ud83d two</p>",
    "broken JSON-LD": '<script type="application/ld+json">{"@type": "Article", "text": "\\ud83d</script><p>word</p>',
}


def by_hand(children: list[Tree]) -> Page:
    """A page with these children of body, wherever a parser would put them. All names must be known, or `x-rule`."""
    tag, parent, texts = [NUMBER["body"]], [-1], [""]

    def add(node: Tree, above: int) -> None:
        name, below = ("#text", []) if isinstance(node, str) else node
        row = len(tag)
        tag.append(NUMBER.get(name, len(NAMES)))
        parent.append(above)
        texts.append(node if isinstance(node, str) else "")
        for child in below:
            add(child, row)

    for child in children:
        add(child, 0)
    is_text = np.array(tag) == TEXT
    chars = np.array([len(text) for text in texts])
    start = np.cumsum(chars + is_text) - chars - is_text
    return Page(
        tag=np.array(tag),
        parent=np.array(parent),
        start=np.where(is_text, start, 0),
        chars=chars,
        spaced=np.zeros(len(tag), dtype=bool),
        characters="\0".join(text for text, each in zip(texts, is_text, strict=True) if each),
        tag_names=(*NAMES, "x-rule"),
    )


def separates(page: Page, row: int) -> bool:
    return page.name(row) in SEPARATING or page.name(row) not in NUMBER
