"""R2L and DANA: characters of a script against those that tags are written in."""

import pytest

from maintext import extract_page, parse
from maintext.methods.baselines.r2l import arabic_chars, surplus
from maintext.methods.baselines.tokens import block_lines
from tests.methods.pages import kept, row_of, words

SENTENCE = "تجمد الميناء وتوقفت العبارة فمشى الناس إلى الجزيرة"
MENU = '<ul><li><a href="/somewhere/else">المزيد</a></li><li><a href="/somewhere">أخبار</a></li></ul>'
PAGE = f"{MENU * 10}<p>{SENTENCE}</p><p>{SENTENCE} <b>2024</b> <i>and English</i></p>{MENU * 10}"


def test_the_surplus_of_a_line_is_its_arabic_characters_less_the_others() -> None:
    page = parse("<p>شمس ab<b>1</b></p>")
    line = block_lines(page).of_start[row_of(page, text="شمس")]
    assert arabic_chars(page).sum() == 3
    assert surplus(page, arabic_chars(page))[line] == 3 - len("<p>ab<b>1</b></p>")


def test_r2l_keeps_the_arabic_runs_of_the_area_and_loses_the_others() -> None:
    assert kept(PAGE, "r2l") == [SENTENCE, SENTENCE]


def test_dana_keeps_all_text_of_the_area() -> None:
    assert kept(PAGE, "dana") == [SENTENCE, SENTENCE, "2024", "and English"]


def test_dana_reads_any_script_beyond_ascii_and_r2l_only_arabic() -> None:
    chinese = f'<a href="/home">首页</a><p>{"一月的第二个星期港口结冰了" * 5}</p>'
    assert kept(chinese, "dana") == ["首页", "一月的第二个星期港口结冰了" * 5]
    assert kept(chinese, "r2l") == []


@pytest.mark.parametrize("method", ["r2l", "dana"])
def test_a_page_in_english_is_empty(method: str) -> None:
    assert kept(f"<p>{words(200)}</p>", method) == []


@pytest.mark.parametrize("method", ["r2l", "dana"])
def test_the_gap_is_how_many_lines_may_lie_between(method: str) -> None:
    far = f"<p>{SENTENCE * 2}</p>{'<p>english words here</p>' * 10}<p>{SENTENCE}</p>"
    near = kept(far, method, gap=20)
    assert {SENTENCE * 2, SENTENCE} <= set(near)
    assert SENTENCE not in kept(far, method, gap=3)


@pytest.mark.parametrize("method", ["r2l", "dana"])
def test_the_core_is_where_most_of_the_script_is(method: str) -> None:
    html = f"<p>{SENTENCE}</p>{'<p>english words here</p>' * 30}<p>{SENTENCE * 2}</p>"
    assert kept(html, method)[-1] == SENTENCE * 2
    assert SENTENCE not in kept(html, method)


def test_dana_sums_over_three_lines() -> None:
    found = extract_page("<p>ششششش</p><p>شش</p><p>ش</p>", method="dana")
    own = [5 - 7, 2 - 7, 1 - 7]
    assert found.score[row_of(found.page, text="شششش")] == own[0] + own[1]
    assert found.score[row_of(found.page, text="شش", number=1)] == sum(own)
