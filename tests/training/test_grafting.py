"""Pages with parts taken out and put in: what is content on them stays known."""

from random import Random

import pytest

from maintext import parse
from maintext.benchmark.model import Sample
from maintext.depth import MAX_DEPTH
from training import grafting
from training.grafting import Part, changed, parts_of

PARAGRAPHS = [
    f"Paragraph {number} tells what happened on the lake in the winter of {1900 + number}, when it froze for many weeks."
    for number in range(12)
]
GOLD = "\n".join(PARAGRAPHS)
HTML = (
    "<header><a href=/>The name of the site</a></header>"
    "<nav><ul><li><a href=/a>Somewhere else</a><li><a href=/b>Another place</a></ul></nav>"
    f"<article>{''.join(f'<p>{text}</p>' for text in PARAGRAPHS)}<aside><p>Read this instead</p></aside></article>"
    "<footer><div><p>Imprint and contact</p></div></footer>"
)
DONORS = [[Part(f"<div><p>Foreign {page}/{number}</p></div>", number / 10) for number in range(10)] for page in range(5)]


def sample(html: str = HTML, gold: str = GOLD, id: str = "page", **known: object) -> Sample:
    return Sample("corpus", id, html.encode(), gold, None, **known)  # type: ignore[arg-type]


# -- parts -----------------------------------------------------------------------------------------------------------------------


def test_parts_are_the_outermost_elements_without_content() -> None:
    found = sorted(part.html[:8] for part in parts_of(sample()))
    assert found == ["<aside><", "<footer>", "<header>", "<nav><ul"]


def test_a_part_knows_where_it_stood() -> None:
    place = {part.html[:7]: part.place for part in parts_of(sample())}
    assert place["<header"] == 0
    assert 0 < place["<nav><u"] < 0.1
    assert 0.9 < place["<aside>"] < place["<footer"] < 1


def test_a_part_comes_without_what_nobody_sees() -> None:
    html = HTML.replace("<footer>", "<footer><script>let a = '<b>'</script><style>p {}</style><!-- footer -->")
    (footer,) = (part.html for part in parts_of(sample(html=html)) if "Imprint" in part.html)
    assert not any(unseen in footer for unseen in ("script", "style", "<!--"))


@pytest.mark.parametrize(
    "page",
    [sample(gold=""), sample(html=""), sample(html="<frameset></frameset>"), sample(html=f"<p>{PARAGRAPHS[0]}")],
    ids=["no gold", "empty", "frames", "content alone"],
)
def test_there_are_pages_without_parts(page: Sample) -> None:
    assert parts_of(page) == []


def test_nothing_is_taken_from_a_page_whose_gold_is_cut_short() -> None:
    """What follows the gold may be content."""
    cut = sample(gold="\n".join(PARAGRAPHS[:3]))
    assert parts_of(cut) == []
    assert parts_of(sample(gold="\n".join(PARAGRAPHS[:3]), page_type="forum")) != []


def test_an_element_that_holds_most_of_the_page_is_no_part() -> None:
    assert parts_of(sample(html=f"<div><p>{'Something else. ' * 99}</p></div><p>{PARAGRAPHS[0]}</p>")) == []


# -- changed pages ------------------------------------------------------------------------------------------------------------


def test_a_page_is_changed_the_same_every_time_and_another_one_otherwise() -> None:
    assert changed(sample(), DONORS) == changed(sample(), DONORS)
    assert changed(sample(), DONORS) != changed(sample(id="other"), DONORS)


def test_without_donors_parts_are_only_taken_out() -> None:
    before = _texts(HTML)
    for number in range(20):
        forms = changed(sample(id=str(number)), [])
        assert forms
        for html in forms:
            left = _texts(html)
            assert len(left) < len(before)
            assert left == [text for text in before if text in left]


def _texts(html: str) -> list[str]:
    page = parse(html)
    return [page.text(row) for row in page.text_rows.tolist()]


def test_parts_come_to_stand_about_where_they_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grafting, "_TAKEN_OUT", (0.0,))
    first, last = [[Part("<p>At the start</p>", 0.0)]], [[Part("<p>At the end</p>", 1.0)]]
    (at_start,) = changed(sample(), first)[:1]
    (at_end,) = changed(sample(), last)[:1]
    assert at_start.index("At the start") < at_start.index(PARAGRAPHS[2])
    assert at_end.index("At the end") > at_end.index(PARAGRAPHS[-3])


def test_no_marker_is_left_on_a_page() -> None:
    for number in range(20):
        for html in changed(sample(id=str(number)), DONORS):
            assert "\ue000" not in html
            assert "\ue001" not in html


def test_some_of_the_page_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grafting, "_TAKEN_OUT", (1.0,))
    for number in range(20):
        for html in changed(sample(id=str(number)), []):
            assert 2 <= sum(text in html for text in PARAGRAPHS) < len(PARAGRAPHS)


def test_a_page_that_nests_too_deep_is_flattened_first() -> None:
    """The parser takes time that grows with the square of the depth."""
    html = "<div>" * 3000 + "some words" + "</div>" * 3000 + HTML
    opened = grafting.opened_page(html)
    assert opened is not None
    assert opened.page.depth.max() <= MAX_DEPTH + 1  # the text in the innermost element
    assert len(parts_of(sample(html=html))) >= 4
    assert changed(sample(html=html), DONORS)


@pytest.mark.parametrize("html", ["", "<img src=a.png>", "x", "<frameset></frameset>"])
def test_a_page_with_nothing_to_change_has_no_other_form(html: str) -> None:
    assert changed(sample(html=html), []) == []


def test_elements_to_take_out_do_not_stand_in_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is gone already cannot be taken out again."""
    monkeypatch.setattr(grafting, "_TAKEN_OUT", (1.0,))
    html = "<div>" * 30 + "some words in it" + "</div>" * 30 + f"<p>{GOLD}</p>"
    opened = grafting.opened_page(html)
    assert opened is not None
    for seed in range(10):
        rows = grafting._rows_to_take_out(opened, Random(seed))
        assert len(rows) == 1
    assert all("some words in it" not in each for each in changed(sample(html=html), []))
