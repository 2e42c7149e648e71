"""BTE: the stretch with the most words in it and the most tags outside of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import extract_page
from maintext.methods.baselines.bte import best_stretch
from tests.methods.pages import kept, row_of, words


def balance(is_word: list[bool], first: int, last: int) -> int:
    """T: tags outside, words inside."""
    return is_word[:first].count(False) + is_word[first:last].count(True) + is_word[last:].count(False)


@given(is_word=st.lists(st.booleans(), max_size=40))
def test_no_other_stretch_is_better(is_word: list[bool]) -> None:
    first, last = best_stretch(np.array(is_word, dtype=bool))
    found = balance(is_word, first, last)
    size = len(is_word)
    assert found == max(balance(is_word, i, j) for i in range(size + 1) for j in range(i, size + 1))


@given(is_word=st.lists(st.booleans(), max_size=40))
def test_of_equal_stretches_the_first_and_shortest_is_taken(is_word: list[bool]) -> None:
    first, last = best_stretch(np.array(is_word, dtype=bool))
    size = len(is_word)
    best = balance(is_word, first, last)
    equals = [
        (j, -i) for i in range(size + 1) for j in range(i, size + 1) if balance(is_word, i, j) == best and (i < j or not last)
    ]
    assert (last, -first) == min(equals)


def test_the_worked_example() -> None:
    # t w t t w w w t w w t t w t: words less tags are largest for "w w w t w w", 5 - 1
    is_word = np.array([letter == "w" for letter in "twttwwwtwwttwt"])
    assert best_stretch(is_word) == (4, 10)


def test_short_links_before_and_after_the_text_are_left_out() -> None:
    html = "<ul><li><a>Home</a></li><li><a>News</a></li></ul>" + f"<p>{words(9)}</p><p>{words(8)}</p>" + "<div><a>about</a></div>"
    assert kept(html, "bte") == [words(9), words(8)]


def test_links_inside_the_text_are_kept_with_it() -> None:
    assert kept(f"<p>{words(9)}</p><a>x</a><p>{words(9)}</p>", "bte") == [words(9), "x", words(9)]


def test_the_score_is_the_best_balance_around_a_run() -> None:
    found = extract_page("<p><a>Home</a></p><p>one two three four</p>", method="bte")
    # "Home" alone has 1; from "Home" to "four" it is 5 words less 3 tags. The second paragraph has 4.
    assert found.score[row_of(found.page, text="Home")] == 2
    assert found.score[row_of(found.page, text="one")] == 4


def test_chinese_characters_are_words() -> None:
    assert kept("<ul><li><a>首页</a></li></ul><p>一月的第二个星期</p><p>港口结冰了</p><b>x</b>", "bte") == [
        "一月的第二个星期",
        "港口结冰了",
    ]


def test_one_word_is_a_stretch() -> None:
    assert kept("<p><b>a</b></p>", "bte") == ["a"]


@pytest.mark.parametrize("is_word", [[], [False], [False] * 5])
def test_without_words_there_is_no_stretch(is_word: list[bool]) -> None:
    assert best_stretch(np.array(is_word, dtype=bool)) == (0, 0)
