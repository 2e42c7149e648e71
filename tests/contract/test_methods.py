"""What every method promises, checked for each entry of METHODS on ordinary, empty and hostile pages.

Each page is first read in another process, with a deadline, so that a page that hangs is a failed test and not a hung run. That
process's answers are then compared with this one's.
"""

import dataclasses
import inspect
import json
import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import numpy as np
import pytest

from maintext import FORMATS, METHODS, Page, extract_page, parse
from maintext.methods.protocol import Method, parameters

DEADLINE_S = 240  # for what takes seconds: a guard against hanging, not a measure of speed

PARAGRAPH = (
    "The harbour froze over in the second week of January, and by Friday the ferry had stopped. People walked to the island "
    "instead, pulling sledges, and the baker put up a table half way across: tea, rolls, and a lantern for the way home."
)
ARTICLE = f"""<!doctype html>
<html lang="en"><head><title>Ice</title><style>p {{ margin: 0 }}</style></head>
<body>
<div id="nav"><ul>
<li><a href="/">Home</a></li>
<li><a href="/news">News</a></li>
<li><a href="/about">About us</a></li>
</ul></div>
<div id="article">
<h1>Walking to the island</h1>
<p>{PARAGRAPH}</p>
<p>It lasted for <b>nine</b> days. {PARAGRAPH} <a href="/map">See the map.</a></p>
<pre>Mon  -12
Tue  -14</pre>
<p>{PARAGRAPH}</p>
</div>
<div id="foot">Printed by <a href="/press">the press</a></div>
<script>track("page");</script>
</body></html>
"""
CELLS = "<tr>" + "<td>cell</td>" * 50 + "</tr>"

LIGHT: Mapping[str, str] = {
    "article": ARTICLE,
    "empty": "",
    "white space only": " \n\t\r\n ",
    "no body tags": "<h1>Ice</h1><p>It froze over. <a href=x>More</a>",
    "no tags at all": "The harbour froze over, and the ferry stopped.",
    "no text": "<div><img src=x.png><br><p></p><table><tr><td></table></div>",
    "only links": "<ul>" + "".join(f"<li><a href=/{n}>link number {n}</a>" for n in range(30)) + "</ul>",
    "frameset": "<html><frameset cols=2><frame src=a.html><frame src=b.html></frameset></html>",
    "script only": "<script>document.write('<p>written</p>')</script>",
    "unclosed comment": f"<p>{PARAGRAPH}</p><!-- the rest <p>is gone</p>",
    "unclosed script": f"<p>{PARAGRAPH}</p><script>if (a < b) x = '<p>is gone</p>'",
    "unclosed quote": f'<p>{PARAGRAPH}</p><a href="/rest>the rest <p>is gone</p>',
    "NUL bytes": f"\0<p>fro\0zen {PARAGRAPH}</p>\0<p>\0</p>",
    "lone surrogates": f"<p>\ud800 {PARAGRAPH} \udfff</p><a href='\udc00'>x\ud83d</a>",
    "100,000 nested elements": "<div>" * 100_000 + "deep words" + "</div>" * 100_000 + "<p>words after</p>",
    "3,000 nested divs": "<div>" * 3000 + "deep words" + "</div>" * 3000,
    "lots of attributes": (
        f"<div {' '.join(f'data-a{n}=v{n}' for n in range(5000))}>{PARAGRAPH}</div>"
        + '<p class="a b" id=c title="1 > 0" data-x style="color: red">short</p>' * 500
    ),
    "Chinese": "<h1>冰面上的路</h1>"
    + "<p>一月的第二个星期，港口结冰了，渡轮停了。人们拉着雪橇走到岛上去。</p>" * 5
    + "<a href=x>更多</a>",
    "Arabic": (
        "<div dir=rtl><h1>الطريق إلى الجزيرة</h1><p>تجمّد الميناء، وتوقّفت العبّارة، فمشى الناس إلى الجزيرة.</p>"
        "<a href=x>المزيد</a></div>"
    ),
    "Hebrew": ("<div dir=rtl><h1>הדרך אל האי</h1><p>הנמל קפא, המעבורת עצרה, ואנשים הלכו ברגל אל האי.</p><a href=x>עוד</a></div>"),
    "custom elements": f"<my-app><x-card><x-title>Ice</x-title><x-body>{PARAGRAPH}</x-body></x-card><a href=x>more</a></my-app>",
    "preformatted": f"<p>{PARAGRAPH}</p><pre>def f():\n    return <b>1</b>\n\n\nf()</pre><a href=x>source</a>",
}
# Large ones are read once, in the other process, by one method of each module: variants of a paper share their code.
HEAVY: Mapping[str, str] = {
    "one line of 2 MB": "<p>" + f"{PARAGRAPH} <b>and</b> " * 8500 + "</p><a href=x>more</a>",
    "100,000 unclosed p": "<p>some words " * 100_000,
    "5,000 different fonts": "".join(f"<p><font size={n}>word {n} " for n in range(5000)),
    "50,000 table cells": "<table>" + CELLS * 1000 + "</table>",
}
PAGES = {**LIGHT, **HEAVY}


def methods_on(page_name: str) -> list[str]:
    one_of_each_module = {type(method).__module__: name for name, method in METHODS.items()}
    return list(METHODS if page_name in LIGHT else one_of_each_module.values())


BLANK = {"empty", "white space only", "no text", "frameset", "script only"}


@dataclass(frozen=True)
class Outcome:
    """What a method did to a page, small enough to hand from one process to another."""

    rows: int
    score_shape: tuple[int, ...]
    score_type: str
    score_is_finite: bool
    keep_shape: tuple[int, ...]
    keep_type: str
    elements_agree_with_text: bool
    page_is_untouched: bool
    words: int
    digest: str


def outcome(page: Page, method: Method) -> Outcome:
    before = columns(page)
    result = extract_page(page, method=method, parameters={})
    score, keep = result.score, result.keep
    return Outcome(
        rows=len(page),
        score_shape=score.shape,
        score_type=str(score.dtype),
        score_is_finite=bool(np.isfinite(score).all()),
        keep_shape=keep.shape,
        keep_type=str(keep.dtype),
        elements_agree_with_text=bool(np.array_equal(keep, page.around(keep & page.is_text))),
        page_is_untouched=before == columns(page),
        words=len(result.text.split()),
        digest=digest(score.tobytes(), keep.tobytes(), result.text.encode()),
    )


def columns(page: Page) -> dict[str, str]:
    """Everything that a page is made of, as digests."""
    found = {}
    for each in dataclasses.fields(page):
        if each.name not in ("document", "_derived"):
            value = getattr(page, each.name)
            found[each.name] = digest(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
    return found


def digest(*parts: bytes) -> str:
    summed = blake2b()
    for part in parts:
        summed.update(part)
    return summed.hexdigest()


def outcomes_of(name: str) -> dict[str, Outcome]:
    """The outcomes of the methods; this is what the other process runs."""
    page = parse(PAGES[name])
    return {method: outcome(page, METHODS[method]) for method in methods_on(name)}


@cache
def parsed(name: str) -> Page:
    return parse(PAGES[name])


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[dict[str, "Future[dict[str, Outcome]]"]]:
    """The outcomes in processes that share nothing with this one."""
    pool = ProcessPoolExecutor(max_workers=2, mp_context=multiprocessing.get_context("spawn"))
    futures = {name: pool.submit(outcomes_of, name) for name in (*HEAVY, *LIGHT)}
    yield futures
    if not all(future.done() for future in futures.values()):  # one hangs, and would be waited for
        for process in getattr(pool, "_processes", {}).values():
            process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


@pytest.fixture
def there(elsewhere: dict[str, "Future[dict[str, Outcome]]"], page_name: str) -> dict[str, Outcome]:
    try:
        return elsewhere[page_name].result(timeout=DEADLINE_S)
    except FutureTimeoutError:
        pytest.fail(f"{page_name!r} was not read within {DEADLINE_S} s")


every_method = pytest.mark.parametrize("method_name", METHODS)
every_published_method = pytest.mark.parametrize(
    "method_name", [name for name in METHODS if ".baselines" not in type(METHODS[name]).__module__]
)
every_method_on_every_page = pytest.mark.parametrize(
    ("page_name", "method_name"), [(page, method) for page in PAGES for method in methods_on(page)]
)
every_light_page = pytest.mark.parametrize("page_name", LIGHT)


# -- on every page -------------------------------------------------------------------------------------------------------


@every_method_on_every_page
def test_one_finite_score_and_one_decision_for_each_row(there: dict[str, Outcome], method_name: str) -> None:
    found = there[method_name]
    assert found.score_shape == found.keep_shape == (found.rows,)
    assert (found.score_type, found.keep_type) == ("float64", "bool")
    assert found.score_is_finite


@every_method_on_every_page
def test_an_element_is_kept_if_and_only_if_some_text_below_it_is(there: dict[str, Outcome], method_name: str) -> None:
    assert there[method_name].elements_agree_with_text


@every_method_on_every_page
def test_the_page_is_left_as_it_was(there: dict[str, Outcome], method_name: str) -> None:
    assert there[method_name].page_is_untouched


@every_method
@every_light_page
def test_the_same_page_gives_the_same_result_twice_and_in_another_process(
    there: dict[str, Outcome], method_name: str, page_name: str
) -> None:
    method = METHODS[method_name]
    assert outcome(parsed(page_name), method) == there[method_name]
    assert outcome(parse(PAGES[page_name]), method) == there[method_name]


@every_method
@every_light_page
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_can_be_written(there: dict[str, Outcome], method_name: str, page_name: str, format: str) -> None:
    assert there  # finished within the deadline
    result = extract_page(parsed(page_name), method=method_name)
    written = result.render(format)
    assert isinstance(written, str)
    if format == "json":
        assert json.loads(written)["text"] == result.text
    elif format == "xml":
        assert written.startswith("<TEI")  # a document, if an empty one
    else:
        assert bool(written) == bool(result.keep.any())


@pytest.mark.parametrize("page_name", sorted(HEAVY.keys() - {"5,000 different fonts"}))  # of that one the text alone, elsewhere
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_can_be_written_of_a_large_page(there: dict[str, Outcome], page_name: str, format: str) -> None:
    assert there
    assert extract_page(parsed(page_name), method="whole-text").render(format)


# -- on particular pages -------------------------------------------------------------------------------------------------


@every_method
@pytest.mark.parametrize("page_name", sorted(BLANK))
def test_a_page_without_text_gives_nothing(there: dict[str, Outcome], method_name: str, page_name: str) -> None:
    assert there
    result = extract_page(parsed(page_name), method=method_name)
    assert not result.keep.any()
    assert (result.text, result.html, result.dropped) == ("", "", "")


@every_published_method
def test_text_without_any_tag_is_kept_whole(method_name: str) -> None:
    source = PAGES["no tags at all"]
    assert extract_page(source, method=method_name).text == source


@every_published_method
def test_the_text_of_an_article_is_kept_and_its_script_is_not(method_name: str) -> None:
    text = extract_page(ARTICLE, method=method_name).text
    assert text.count(PARAGRAPH) == (2 if method_name == "fused" else 3)  # which keeps one of two equal paragraphs
    assert "track" not in text


@every_method
@pytest.mark.parametrize("page_name", ["unclosed comment", "unclosed script", "unclosed quote"])
def test_what_an_unclosed_construct_swallows_never_shows(method_name: str, page_name: str) -> None:
    result = extract_page(parsed(page_name), method=method_name)
    assert "gone" not in result.text + result.dropped


@every_method
def test_all_text_of_a_page_that_nests_too_deep_is_there_and_a_warning_says_so(method_name: str) -> None:
    result = extract_page(parsed("100,000 nested elements"), method=method_name)
    assert sorted((result.text + " " + result.dropped).split()) == ["after", "deep", "words", "words"]
    assert len(result.warnings) == 1
    assert "nested deeper" in result.warnings[0]


@pytest.mark.parametrize(
    ("page_name", "words"),
    [("100,000 unclosed p", 200_000), ("5,000 different fonts", 10_000), ("50,000 table cells", 50_000)],
)
def test_no_word_of_a_large_page_is_lost(there: dict[str, Outcome], words: int) -> None:
    assert there["whole-text"].words == words


# -- the page ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page_name", ["article", "empty", "preformatted", "custom elements"])
def test_no_column_can_be_written_to(page_name: str) -> None:
    page = parse(PAGES[page_name])
    derived = [name for name, _ in inspect.getmembers(type(page)) if not name.startswith("_")]
    arrays = {name: getattr(page, name) for name in (*derived, *(each.name for each in dataclasses.fields(page)))}
    arrays = {name: value for name, value in arrays.items() if isinstance(value, np.ndarray)}
    assert {"tag", "parent", "start", "chars", "spaced", "end", "depth", "path", "block", "in_link", "hidden"} <= set(arrays)
    for name, array in arrays.items():
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(page, name, array)


# -- the method ----------------------------------------------------------------------------------------------------------


@every_method
def test_a_method_is_a_frozen_dataclass_with_a_docstring_and_its_paper(method_name: str) -> None:
    method = METHODS[method_name]
    assert isinstance(method, Method)
    assert dataclasses.is_dataclass(method)
    with pytest.raises(dataclasses.FrozenInstanceError):
        method.paper = ""
    assert type(method).__doc__
    assert not str(type(method).__doc__).startswith(type(method).__name__ + "(")  # what dataclass writes by itself
    assert getattr(inspect.getmodule(type(method)), "__doc__", None)
    assert method.paper
    assert "\n" not in method.paper


@every_method
def test_every_parameter_has_a_default_and_says_what_it_means(method_name: str) -> None:
    for name, each in parameters(METHODS[method_name]).items():
        assert each.default is not dataclasses.MISSING, name
        assert each.metadata["help"].strip(), name
        choices = each.metadata["choices"]
        assert not choices or each.default in choices, name
        assert not choices or isinstance(each.default, str), name


@every_method
def test_empty_parameters_are_the_published_ones(method_name: str) -> None:
    plain = extract_page(ARTICLE, method=method_name)
    empty = extract_page(ARTICLE, method=method_name, parameters={})
    assert plain.method == empty.method == METHODS[method_name]
    assert np.array_equal(plain.score, empty.score)
    assert np.array_equal(plain.keep, empty.keep)


@every_method
def test_what_was_read_before_makes_no_difference(method_name: str) -> None:
    alone = extract_page(ARTICLE, method=method_name).text
    for other in ("only links", "Chinese", "empty", "preformatted"):
        extract_page(PAGES[other], method=method_name)
    assert extract_page(ARTICLE, method=method_name).text == alone
