"""LQF: elements whose text is mostly linked are taken out."""

import pytest

from maintext import extract_page
from tests.methods.pages import kept, row_of

HTML = '<div id="nav"><p>Go: <a>one two</a></p><p>here</p></div><div id="text"><p>read <a>this</a> text</p></div>'


def test_the_quota_of_an_element_is_its_share_of_linked_text() -> None:
    found = extract_page(HTML, method="lqf")
    score, page = found.score, found.page
    assert score[row_of(page, name="div", id="nav")] == pytest.approx(1 - 7 / 14)
    assert score[row_of(page, name="p")] == pytest.approx(1 - 7 / 10)
    assert score[row_of(page, name="div", id="text")] == pytest.approx(1 - 4 / 12)


def test_a_run_is_judged_by_the_worst_element_around_it() -> None:
    found = extract_page(HTML, method="lqf")
    assert found.score[row_of(found.page, text="Go:")] == pytest.approx(0.3)
    assert found.score[row_of(found.page, text="here")] == pytest.approx(0.5)


def test_link_lists_are_taken_out_whole_and_links_in_text_stay() -> None:
    assert kept(HTML, "lqf") == ["here", "read", "this", "text"]


@pytest.mark.parametrize(
    ("threshold", "texts"),
    [(0.3, []), (0.4, ["read", "this", "text"]), (0.7, ["Go:", "one two", "here", "read", "this", "text"])],
)
def test_the_threshold_is_what_may_be_linked(threshold: float, texts: list[str]) -> None:
    assert kept(HTML, "lqf", threshold=threshold) == texts


def test_body_itself_is_no_link_list() -> None:
    assert kept("<a>one two three</a> four", "lqf") == ["one two three", "four"]


def test_a_list_within_a_list_is_found_at_any_depth() -> None:
    nested = "<div>" * 100 + "<ul><li><a>one</a></li></ul>" + "</div>" * 100
    assert kept(f"<p>some text and more</p>{nested}", "lqf") == ["some text and more"]
