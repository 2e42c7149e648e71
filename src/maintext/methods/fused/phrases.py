"""Phrases: what a value of each feature says of a block, in words that a person understands."""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from maintext.marks import MARKS
from maintext.methods.fused.view import View
from maintext.page import BoolArray


@dataclass(frozen=True, eq=False)
class Context:
    """What words may need to know besides the value of a feature."""

    view: View
    keep: BoolArray  # the decision for each block
    block: int
    values: Mapping[str, float]  # all features of the block

    def is_below(self, mark: str) -> bool:
        return bool(self.view.path_marks[self.block, MARKS.index(mark)])

    def others_on(self, path: str) -> BoolArray:
        """The other blocks on the same "tag path" or "class path"."""
        paths = self.view.tag_path if path == "tag path" else self.view.class_path
        others = paths == paths[self.block]
        others[self.block] = False
        return others


Phrase = Callable[[float, Context], str]  # what a value of a feature says of a block


def features_by_text(context: Context) -> dict[str, list[str]]:
    features: dict[str, list[str]] = {}
    for name, value in context.values.items():
        features.setdefault(PHRASES[name](value, context), []).append(name)
    return features


_SHARES = {
    0.0: "none",
    0.06: "hardly any",
    0.17: "a tenth",
    0.29: "a quarter",
    0.42: "a third",
    0.58: "half",
    0.72: "two thirds",
    0.995: "most",
    math.inf: "all",
}


def share_in_words(share: float) -> str:
    """To be followed by "of ...". The shares above are the largest that are still called so."""
    limits = list(_SHARES)
    return _SHARES[limits[bisect_left(limits, max(share, 0.0))]]


def _whole(number: float) -> int:
    return round(min(max(number, 0), 1e9))


def _counted(value: float) -> int:
    """The count behind a feature: counts go in as log(1 + count)."""
    return _whole(_unlogged(value))


def _unlogged(value: float) -> float:
    return math.expm1(min(max(value, 0), 20))


def _rounded(number: float) -> str:
    return f"{number:.0f}" if number >= 9.95 else f"{number:.1f}".removesuffix(".0")


def _some(count: int, thing: str) -> str:
    return f"one {thing}" if count == 1 else f"{count} {thing}s"


# -- ways to put it ------------------------------------------------------------------------------------------------------


def _either(if_so: str, if_not: str) -> Phrase:
    """Of a feature that is 1 or 0."""
    return lambda value, _: if_so if value > 0.5 else if_not


def _share(sentence: str) -> Phrase:
    return lambda value, _: sentence.format(share_in_words(value))


def _count(none: str, one: str, many: str) -> Phrase:
    def phrase(value: float, _: Context) -> str:
        count = _counted(value)
        return none if count == 0 else one if count == 1 else many.format(count)

    return phrase


def _steps(step: str, none: str, some: str) -> Phrase:
    """Of a distance: `none` where it is 0, else `some` with "one block" or "3 blocks" in it."""
    return lambda value, _: some.format(_some(_counted(value), step)) if _counted(value) else none


def _rate(sentence: str) -> Phrase:
    """Of a ratio that goes in as its logarithm."""
    return lambda value, _: sentence.format(_rounded(_unlogged(value)))


def _beside_the_best(none: str, little: str, much: str, most: str) -> Phrase:
    """Of a value that is 1 for the best of the page."""
    return lambda value, _: none if value <= 0 else little if value < 0.35 else much if value < 0.95 else most


# -- the block -----------------------------------------------------------------------------------------------------------


def _size(value: float, _: Context) -> str:
    size = _counted(value)
    length = "very short" if size < 25 else "short" if size <= 80 else "of middling length" if size < 250 else "long"
    return f"it is {length}: {_some(size, 'byte')} of text"


def _in_title(value: float, _: Context) -> str:
    if value <= 0:
        return _NOT_THE_TITLE
    return "the page's title says the same" if value > 0.9 else f"{share_in_words(value)} of it stands in the page's title"


def _covers_title(value: float, _: Context) -> str:
    return f"{share_in_words(value)} of the page's title stands in it" if value > 0 else _NOT_THE_TITLE


_NOT_THE_TITLE = "it does not look like the page's title"


def _depth(value: float, _: Context) -> str:
    return f"it is nested {_some(_whole(10 * value), 'element')} deep"


def _repeats(value: float, context: Context) -> str:
    if value > 0.5:
        return "it repeats an earlier block"
    return "later blocks repeat it" if context.values["copies"] > 0 else _ONLY_COPY


_ONLY_COPY = "its text stands nowhere else on the page"
_link_share = _share("{} of its characters are links")
_share_of_text = _share("it holds {} of the page's text")

_BLOCK: dict[str, Phrase] = {
    "size": _size,
    "link share": _link_share,
    "links": _count("none of its characters are links", "it has one link", "it has {} links"),
    "sentences": _count("no sentence ends in it", "one sentence ends in it", "{} sentences end in it"),
    "pauses": _count("it has no comma or colon", "it has one comma or colon", "it has {} commas or colons"),
    "capitals": _share("{} of its characters are capitals"),
    "ends like a sentence": _either("it ends like a sentence", "it does not end like a sentence"),
    "is p": _either("it is a paragraph (p)", "it is not a paragraph (p)"),
    "is div": _either("it stands directly in a div", "it does not stand directly in a div"),
    "is h1": _either("it is a main heading (h1)", "it is not a main heading (h1)"),
    "is h2": _either("it is a second-level heading (h2)", "it is not a second-level heading (h2)"),
    "in the title": _in_title,
    "covers the title": _covers_title,
    "in the description": _share("{} of it stands in the page's description"),
    "in the declared text": _share("{} of it stands in the text that the page declares (JSON-LD)"),
    "position in text": _share("{} of the page's text comes before it"),
    "blocks before": _count("it is the first block of the page", "one block comes before it", "{} blocks come before it"),
    "blocks after": _count("it is the last block of the page", "one block comes after it", "{} blocks come after it"),
    "depth": _depth,
    "share of text": _share_of_text,
    "copies": _count(_ONLY_COPY, "its text stands on the page once more", "its text stands on the page {} more times"),
    "repeats": _repeats,
}


# -- what stands around it -----------------------------------------------------------------------------------------------


def _path_mark(mark: str, if_so: str, if_not: str) -> Phrase:
    """Of a mark on anything above the block. The feature is 0 also where nearly the whole page has the mark."""

    def phrase(value: float, context: Context) -> str:
        if value > 0.5:
            return if_so
        return f"{if_so} (true of nearly the whole page)" if context.is_below(mark) else if_not

    return phrase


def _inside(mark: str, place: str) -> Phrase:
    return _path_mark(mark, f"it stands inside {place}", f"it does not stand inside {place}")


def _word_above(mark: str, subject: str) -> Phrase:
    near = f"a class or id near it speaks of {subject}"
    further = _path_mark(
        mark, f"a class or id above it speaks of {subject}", f"no part above it has a class or id that speaks of {subject}"
    )
    return lambda value, context: near if context.values.get(f"near {mark}", 0) > 0.5 else further(value, context)


def _word_near(mark: str, subject: str) -> Phrase:
    def phrase(value: float, context: Context) -> str:
        if value > 0.5:
            return f"a class or id near it speaks of {subject}"
        return f"no part {'near' if context.is_below(mark) else 'above'} it has a class or id that speaks of {subject}"

    return phrase


_PLACES = {
    "nav": "a navigation",
    "header": "a header",
    "footer": "a footer",
    "aside": "an aside",
    "article": "an article element",
    "main": "a main element",
    "li": "a list item",
    "table": "a table",
    "form": "a form",
    "figcaption": "the caption of a figure",
    "label": "a label of a form",
    "dialog": "a dialog",
}
_SUBJECTS_ABOVE = {
    "comment word": "comments",
    "reply word": "replies or threads",
    "menu word": "menus",
    "related word": "related pages",
    "modal word": "pop-ups",
    "details word": "details",
}
_SUBJECTS_NEAR = {
    "comment word": "comments",
    "content word": "content",
    "byline word": "authors or dates",
    "title word": "titles",
}
_IN_BEST_PARAGRAPHS = "it stands in the element with the most paragraphs"


def _since_main_heading(value: float, _: Context) -> str:
    if 0.25 < value < 0.75:
        return "the page has no main heading (h1)"
    return "it does not come before the main heading" if value > 0.5 else "it comes before the main heading"


def _from_main_heading(sentence: str) -> Phrase:
    def phrase(value: float, context: Context) -> str:
        if _counted(value) == 0:
            return _since_main_heading(context.values["since main heading"], context)
        return sentence.format(_some(_counted(value), "block"))

    return phrase


_FAR = 60  # blocks: the features take what is not there at all to be this far away, or farther


def _nearest(here: str, near: str, nowhere: str) -> Phrase:
    def phrase(value: float, _: Context) -> str:
        distance = _counted(value)
        return here if distance == 0 else near.format(_some(distance, "block")) if distance < _FAR else nowhere

    return phrase


def _of_prose(phrase: Phrase) -> Phrase:
    """Where the page has no prose at all, that is all there is to say."""
    return lambda value, context: phrase(value, context) if context.view.prose.any() else "the page has no long paragraph"


_AROUND: dict[str, Phrase] = {
    **{f"in {mark}": _inside(mark, place) for mark, place in _PLACES.items()},
    **{f"in {mark}": _word_above(mark, subject) for mark, subject in _SUBJECTS_ABOVE.items()},
    "in hidden": _path_mark("hidden", "it is hidden from readers", "no part around it is hidden from readers"),
    "in body property": _path_mark(
        "body property",
        "it is marked as the text of an item (itemprop)",
        "no part around it is marked as the text of an item (itemprop)",
    ),
    **{f"near {mark}": _word_near(mark, subject) for mark, subject in _SUBJECTS_NEAR.items()},
    "share of text 1 up": _share("the element around it holds {} of the page's text"),
    "blocks 4 up": _steps("block", "the element four levels up holds no block", "the element four levels up holds {}"),
    "link share of third ancestor": _share("{} of the characters in the large part of the page around it are links"),
    "mean block of section": _rate("the blocks of its section have {} bytes of text on average"),
    "records alike": _steps("similar item", "it stands in no list of similar items", "it stands in a list of {}"),
    "paragraph score 1 up": _beside_the_best(
        "the element around it holds no paragraphs",
        "the element around it holds few paragraphs",
        "the element around it holds many paragraphs",
        "the element around it holds the most paragraphs",
    ),
    "in best paragraphs": _either(_IN_BEST_PARAGRAPHS, "it stands outside of the element with the most paragraphs"),
    "best paragraphs above shared": _steps(
        "level", _IN_BEST_PARAGRAPHS, "it is reached only {} above the element with the most paragraphs"
    ),
    "block above shared": _steps(
        "level", "its own element holds the most paragraphs", "the element with the most paragraphs is reached only {} above it"
    ),
    "after best paragraphs": _steps(
        "block",
        "it does not come after the element with the most paragraphs",
        "it comes {} after the element with the most paragraphs",
    ),
    "before main heading": _from_main_heading("it comes {} before the main heading"),
    "after main heading": _from_main_heading("it comes {} after the main heading"),
    "since main heading": _since_main_heading,
    "since last heading": _nearest("it is a heading", "it comes {} after the last heading", "no heading comes soon before it"),
    "on the path of prose": _of_prose(
        _either("most long paragraphs stand on its path", "most long paragraphs stand on another path")
    ),
    "after the prose": _of_prose(
        _steps("block", "it does not come after the run of long paragraphs", "it comes {} after the run of long paragraphs")
    ),
    "prose left": _of_prose(_share("{} of the text in long paragraphs comes after it")),
    "since last paragraph": _of_prose(
        _nearest("it is a long paragraph", "it comes {} after the last long paragraph", "no long paragraph comes soon before it")
    ),
    "until next paragraph": _of_prose(
        _nearest("it is a long paragraph", "it comes {} before the next long paragraph", "no long paragraph comes soon after it")
    ),
}


# -- the page ------------------------------------------------------------------------------------------------------------

_PAGE: dict[str, Phrase] = {
    "page blocks": _steps("block", "the page has no block", "the page has {}"),
    "page link share": _share("{} of the page's characters are links"),
    "page declares article": _either("the page declares itself an article", "the page does not declare itself an article"),
    "page declares product": _either("the page declares itself a product", "the page does not declare itself a product"),
    "page main": _share("{} of the page's text stands inside a main element"),
    "page reply word": _share("{} of the page's text stands below a class or id that speaks of replies or threads"),
}


# -- the five papers -----------------------------------------------------------------------------------------------------

_IN_THE_DENSEST = "it lies in the densest part of the page (CETD)"


def _density_sum(levels: str) -> Phrase:
    element = f"the element {levels} levels up"
    return _beside_the_best(
        f"{element} holds no dense text (CETD)",
        f"{element} holds little dense text (CETD)",
        f"{element} holds much dense text (CETD)",
        f"{element} holds the densest text (CETD)",
    )


def _tag_ratio(value: float, _: Context) -> str:
    if value >= 0.5:
        return "text stands close together around it: few tags (CETR)"
    if value >= 0.15:
        return "text stands loosely around it: some tags (CETR)"
    return "there is little text around it: many tags (CETR)"


def _change_of_tag_ratio(value: float, _: Context) -> str:
    if abs(value) < 0.02:
        return "text stands as close together after it as around it (CETR)"
    return f"text stands {'closer together' if value > 0 else 'more loosely'} after it than around it (CETR)"


def _text_surplus(value: float, _: Context) -> str:
    surplus = _counted(abs(value))
    if surplus == 0:
        return "there is as much text as markup around it (DANAg)"
    more, less = ("text", "markup") if value > 0 else ("markup", "text")
    return f"there is more {more} than {less} around it, by {_some(surplus, 'byte')} (DANAg)"


def _name_of(path: str, context: Context) -> str:
    """What to call a path. The "class path" goes by the plainer name where it leads to the same blocks."""
    same_blocks = context.others_on("tag path").sum() == context.others_on("class path").sum()
    return "tag path" if path == "tag path" or same_blocks else "path of tags and classes"


def _blocks_on(path: str) -> Phrase:
    def phrase(_: float, context: Context) -> str:
        others, name = context.others_on(path), _name_of(path, context)
        kept, dropped = int((others & context.keep).sum()), int((others & ~context.keep).sum())
        fates = [_some(count, f"{fate} block") for count, fate in ((kept, "kept"), (dropped, "dropped")) if count]
        return f"same {name} as {' and '.join(fates)}" if fates else f"no other block has its {name}"

    return phrase


def _unless_alone_on(path: str, phrase: Phrase, alone: Phrase) -> Phrase:
    """On a path of its own, the path has nothing to say that the block has not."""
    return lambda value, context: (phrase if context.others_on(path).any() else alone)(value, context)


def _share_on(path: str) -> Phrase:
    def phrase(value: float, context: Context) -> str:
        return f"the blocks on its {_name_of(path, context)} hold {share_in_words(value)} of the page's text"

    return _unless_alone_on(path, phrase, _share_of_text)


def _by_the_largest(path: str) -> Phrase:
    def phrase(value: float, context: Context) -> str:
        holder = "no" if value >= 0.995 else "another"
        more = "far more" if value < 0.35 else "more"
        return f"{holder} {_name_of(path, context)} holds {more} text than its own"

    return phrase


def _extended_ratio(value: float, _: Context) -> str:
    """The ratio grows with the length of the blocks, their punctuation and the spread of their lengths; some 20 is prose."""
    ratio = _unlogged(value)
    likeness = "nothing" if ratio < 1 else "a little" if ratio < 8 else "much"
    return f"the blocks on its path look {likeness} like prose, by length and punctuation (CEPR)"


def _spread(value: float, _: Context) -> str:
    spread = _counted(value)
    if spread == 0:
        return "the blocks on its path are all of one length"
    return f"the blocks on its path differ by some {_some(spread, 'byte')} in length"


_PAPERS: dict[str, Phrase] = {
    "text density": _rate("its element has {} bytes of text for each tag (CETD)"),
    "composite density 1 up": _rate("the element around it has a text density of {}, weighed by its links (CETD)"),
    "density sum 2 up": _density_sum("two"),
    "density sum 3 up": _density_sum("three"),
    "in the densest": _either(_IN_THE_DENSEST, "it lies outside of the densest part of the page (CETD)"),
    "densest above shared": _steps("level", _IN_THE_DENSEST, "it is reached only {} above the densest part of the page (CETD)"),
    "share of the densest": _share("the densest part of the page holds {} of its text (CETD)"),
    "tag ratio": _tag_ratio,
    "change of tag ratio": _change_of_tag_ratio,
    "text surplus": _text_surplus,
    "in the core area": _either(
        "it lies in the core of the page's text (DANAg)", "it lies outside of the core of the page's text (DANAg)"
    ),
    "blocks of tag path": _blocks_on("tag path"),
    "share of tag path": _share_on("tag path"),
    "tag path by the largest": _by_the_largest("tag path"),
    "blocks of class path": _blocks_on("class path"),
    "share of class path": _share_on("class path"),
    "class path by the largest": _by_the_largest("class path"),
    "extended ratio of class path": _unless_alone_on("class path", _extended_ratio, _blocks_on("class path")),
    "spread of class path": _unless_alone_on("class path", _spread, _blocks_on("class path")),
    "link share of class path": _unless_alone_on(
        "class path", _share("{} of the characters of the blocks on its path are links"), _link_share
    ),
    "markup density": _rate("its element has {} bytes of text for each character of markup (BlockExtractor)"),
}

PHRASES: dict[str, Phrase] = {**_BLOCK, **_AROUND, **_PAGE, **_PAPERS}
