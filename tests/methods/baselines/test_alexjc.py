"""Alexjc: lines that are more text than markup."""

import pytest

from maintext import extract_page
from tests.methods.pages import kept, row_of

HTML = '<p>some text and more</p>\n<p class="menu"><a href="/a">one</a></p>\n<p>1234567</p>'


def test_density_is_text_over_text_and_tags() -> None:
    found = extract_page(HTML, method="alexjc")
    assert found.score[row_of(found.page, text="some")] == pytest.approx(18 / 25)
    assert found.score[row_of(found.page, text="one")] == pytest.approx(3 / len('<p class="menu"><a href="/a">one</a></p>'))
    assert found.score[row_of(found.page, text="123")] == 0.5


def test_lines_that_reach_the_threshold_are_kept() -> None:
    assert kept(HTML, "alexjc") == ["some text and more", "1234567"]
    assert kept(HTML, "alexjc", threshold=0.6) == ["some text and more"]
    assert kept(HTML, "alexjc", threshold=0) == ["some text and more", "one", "1234567"]


def test_lines_may_be_those_of_the_source() -> None:
    one_line = HTML.replace("\n", "")
    assert kept(one_line, "alexjc", lines="source") == []
    assert kept(one_line, "alexjc", lines="block") == ["some text and more", "1234567"]
