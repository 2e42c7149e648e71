"""Phrases: what a value of each feature says of a block, in words that a person understands."""

from maintext.methods.fused import wording as say
from maintext.methods.fused.wording import Context, Phrase

# -- the block -----------------------------------------------------------------------------------------------------------


def _size(value: float, _: Context) -> str:
    size = say.counted(value)
    length = "very short" if size < 25 else "short" if size <= 80 else "of middling length" if size < 250 else "long"
    return f"it is {length}: {say.some(size, 'byte')} of text"


def _in_title(value: float, _: Context) -> str:
    if value <= 0:
        return _NOT_THE_TITLE
    return "the page's title says the same" if value > 0.9 else f"{say.share_in_words(value)} of it stands in the page's title"


def _covers_title(value: float, _: Context) -> str:
    return f"{say.share_in_words(value)} of the page's title stands in it" if value > 0 else _NOT_THE_TITLE


_NOT_THE_TITLE = "it does not look like the page's title"


def _depth(value: float, _: Context) -> str:
    return f"it is nested {say.some(say.whole(10 * value), 'element')} deep"


def _repeats(value: float, context: Context) -> str:
    if value > 0.5:
        return "it repeats an earlier block"
    return "later blocks repeat it" if context.values["copies"] > 0 else _ONLY_COPY


_ONLY_COPY = "its text stands nowhere else on the page"
_link_share = say.share("{} of its characters are links")
_share_of_text = say.share("it holds {} of the page's text")

_BLOCK: dict[str, Phrase] = {
    "size": _size,
    "link share": _link_share,
    "links": say.count("none of its characters are links", "it has one link", "it has {} links"),
    "sentences": say.count("no sentence ends in it", "one sentence ends in it", "{} sentences end in it"),
    "pauses": say.count("it has no comma or colon", "it has one comma or colon", "it has {} commas or colons"),
    "capitals": say.share("{} of its characters are capitals"),
    "ends like a sentence": say.either("it ends like a sentence", "it does not end like a sentence"),
    "is p": say.either("it is a paragraph (p)", "it is not a paragraph (p)"),
    "is div": say.either("it stands directly in a div", "it does not stand directly in a div"),
    "is h1": say.either("it is a main heading (h1)", "it is not a main heading (h1)"),
    "is h2": say.either("it is a second-level heading (h2)", "it is not a second-level heading (h2)"),
    "in the title": _in_title,
    "covers the title": _covers_title,
    "in the description": say.share("{} of it stands in the page's description"),
    "in the declared text": say.share("{} of it stands in the text that the page declares (JSON-LD)"),
    "position in text": say.share("{} of the page's text comes before it"),
    "blocks before": say.count("it is the first block of the page", "one block comes before it", "{} blocks come before it"),
    "blocks after": say.count("it is the last block of the page", "one block comes after it", "{} blocks come after it"),
    "depth": _depth,
    "share of text": _share_of_text,
    "copies": say.count(_ONLY_COPY, "its text stands on the page once more", "its text stands on the page {} more times"),
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
        if say.counted(value) == 0:
            return _since_main_heading(context.values["since main heading"], context)
        return sentence.format(say.some(say.counted(value), "block"))

    return phrase


_FAR = 60  # blocks: the features take what is not there at all to be this far away, or farther


def _nearest(here: str, near: str, nowhere: str) -> Phrase:
    def phrase(value: float, _: Context) -> str:
        distance = say.counted(value)
        return here if distance == 0 else near.format(say.some(distance, "block")) if distance < _FAR else nowhere

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
    "share of text 1 up": say.share("the element around it holds {} of the page's text"),
    "blocks 4 up": say.steps("block", "the element four levels up holds no block", "the element four levels up holds {}"),
    "link share of third ancestor": say.share("{} of the characters in the large part of the page around it are links"),
    "mean block of section": say.rate("the blocks of its section have {} bytes of text on average"),
    "records alike": say.steps("similar item", "it stands in no list of similar items", "it stands in a list of {}"),
    "paragraph score 1 up": say.beside_the_best(
        "the element around it holds no paragraphs",
        "the element around it holds few paragraphs",
        "the element around it holds many paragraphs",
        "the element around it holds the most paragraphs",
    ),
    "in best paragraphs": say.either(_IN_BEST_PARAGRAPHS, "it stands outside of the element with the most paragraphs"),
    "best paragraphs above shared": say.steps(
        "level", _IN_BEST_PARAGRAPHS, "it is reached only {} above the element with the most paragraphs"
    ),
    "block above shared": say.steps(
        "level", "its own element holds the most paragraphs", "the element with the most paragraphs is reached only {} above it"
    ),
    "after best paragraphs": say.steps(
        "block",
        "it does not come after the element with the most paragraphs",
        "it comes {} after the element with the most paragraphs",
    ),
    "before main heading": _from_main_heading("it comes {} before the main heading"),
    "after main heading": _from_main_heading("it comes {} after the main heading"),
    "since main heading": _since_main_heading,
    "since last heading": _nearest("it is a heading", "it comes {} after the last heading", "no heading comes soon before it"),
    "on the path of prose": _of_prose(
        say.either("most long paragraphs stand on its path", "most long paragraphs stand on another path")
    ),
    "after the prose": _of_prose(
        say.steps("block", "it does not come after the run of long paragraphs", "it comes {} after the run of long paragraphs")
    ),
    "prose left": _of_prose(say.share("{} of the text in long paragraphs comes after it")),
    "since last paragraph": _of_prose(
        _nearest("it is a long paragraph", "it comes {} after the last long paragraph", "no long paragraph comes soon before it")
    ),
    "until next paragraph": _of_prose(
        _nearest("it is a long paragraph", "it comes {} before the next long paragraph", "no long paragraph comes soon after it")
    ),
}


# -- the page ------------------------------------------------------------------------------------------------------------

_PAGE: dict[str, Phrase] = {
    "page blocks": say.steps("block", "the page has no block", "the page has {}"),
    "page link share": say.share("{} of the page's characters are links"),
    "page declares article": say.either("the page declares itself an article", "the page does not declare itself an article"),
    "page declares product": say.either("the page declares itself a product", "the page does not declare itself a product"),
    "page main": say.share("{} of the page's text stands inside a main element"),
    "page reply word": say.share("{} of the page's text stands below a class or id that speaks of replies or threads"),
}


# -- the five papers -----------------------------------------------------------------------------------------------------

_IN_THE_DENSEST = "it lies in the densest part of the page (CETD)"


def _density_sum(levels: str) -> Phrase:
    element = f"the element {levels} levels up"
    return say.beside_the_best(
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
    surplus = say.counted(abs(value))
    if surplus == 0:
        return "there is as much text as markup around it (DANAg)"
    more, less = ("text", "markup") if value > 0 else ("markup", "text")
    return f"there is more {more} than {less} around it, by {say.some(surplus, 'byte')} (DANAg)"


def _name_of(path: str, context: Context) -> str:
    """What to call a path. The "class path" goes by the plainer name where it leads to the same blocks."""
    same_blocks = context.others_on("tag path").sum() == context.others_on("class path").sum()
    return "tag path" if path == "tag path" or same_blocks else "path of tags and classes"


def _blocks_on(path: str) -> Phrase:
    def phrase(_: float, context: Context) -> str:
        others, name = context.others_on(path), _name_of(path, context)
        kept, dropped = int((others & context.keep).sum()), int((others & ~context.keep).sum())
        fates = [say.some(count, f"{fate} block") for count, fate in ((kept, "kept"), (dropped, "dropped")) if count]
        return f"same {name} as {' and '.join(fates)}" if fates else f"no other block has its {name}"

    return phrase


def _unless_alone_on(path: str, phrase: Phrase, alone: Phrase) -> Phrase:
    """On a path of its own, the path has nothing to say that the block has not."""
    return lambda value, context: (phrase if context.others_on(path).any() else alone)(value, context)


def _share_on(path: str) -> Phrase:
    def phrase(value: float, context: Context) -> str:
        return f"the blocks on its {_name_of(path, context)} hold {say.share_in_words(value)} of the page's text"

    return _unless_alone_on(path, phrase, _share_of_text)


def _by_the_largest(path: str) -> Phrase:
    def phrase(value: float, context: Context) -> str:
        holder = "no" if value >= 0.995 else "another"
        more = "far more" if value < 0.35 else "more"
        return f"{holder} {_name_of(path, context)} holds {more} text than its own"

    return phrase


def _extended_ratio(value: float, _: Context) -> str:
    """The ratio grows with the length of the blocks, their punctuation and the spread of their lengths; some 20 is prose."""
    ratio = say.unlogged(value)
    likeness = "nothing" if ratio < 1 else "a little" if ratio < 8 else "much"
    return f"the blocks on its path look {likeness} like prose, by length and punctuation (CEPR)"


def _spread(value: float, _: Context) -> str:
    spread = say.counted(value)
    if spread == 0:
        return "the blocks on its path are all of one length"
    return f"the blocks on its path differ by some {say.some(spread, 'byte')} in length"


_PAPERS: dict[str, Phrase] = {
    "text density": say.rate("its element has {} bytes of text for each tag (CETD)"),
    "composite density 1 up": say.rate("the element around it has a text density of {}, weighed by its links (CETD)"),
    "density sum 2 up": _density_sum("two"),
    "density sum 3 up": _density_sum("three"),
    "in the densest": say.either(_IN_THE_DENSEST, "it lies outside of the densest part of the page (CETD)"),
    "densest above shared": say.steps(
        "level", _IN_THE_DENSEST, "it is reached only {} above the densest part of the page (CETD)"
    ),
    "share of the densest": say.share("the densest part of the page holds {} of its text (CETD)"),
    "tag ratio": _tag_ratio,
    "change of tag ratio": _change_of_tag_ratio,
    "text surplus": _text_surplus,
    "in the core area": say.either(
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
        "class path", say.share("{} of the characters of the blocks on its path are links"), _link_share
    ),
    "markup density": say.rate("its element has {} bytes of text for each character of markup (BlockExtractor)"),
}

PHRASES: dict[str, Phrase] = {**_BLOCK, **_AROUND, **_PAGE, **_PAPERS}


def features_by_text(context: Context) -> dict[str, list[str]]:
    features: dict[str, list[str]] = {}
    for name, value in context.values.items():
        features.setdefault(PHRASES[name](value, context), []).append(name)
    return features
