import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import extract_page, parse
from maintext.lines import SourceLines, source_lines
from maintext.methods.danag import Danag, surplus
from tests.methods.pages import ARTICLE, EMPTY, assert_gives_nothing, kept, row_of, words

EXAMPLE = f"""\
<html><body>
<div class="nav"><a href="/a">A</a></div>
<p>{"w" * 60}</p>
<p>{"v" * 50}</p>
<div class="footer">x</div>
</body></html>"""

TAGS = "<i></i><i></i><i></i><i></i>"  # 28 characters of tags on a line without text


def apart(gap: int) -> str:
    """Two regions with that many lines between them; the line next to a text belongs to the text's region."""
    core, other = "c" * 200, "o" * 100
    return f"<p>{core}</p>\n" + f"{TAGS}\n" * (gap + 2) + f"<p>{other}</p>\n" + f"{TAGS}\n"


def lines_of(text: "list[int]", tags: "list[int]") -> SourceLines:
    nothing = np.zeros(0, dtype=np.int64)
    return SourceLines(np.array(text), np.array(tags), np.array(tags), parse(""), nothing, nothing, nothing)


def test_text_tags_and_difference_of_each_line() -> None:
    lines = source_lines(parse(EXAMPLE), "source")
    assert lines.text_chars.tolist() == [0, 1, 60, 50, 1, 0]
    assert lines.tag_chars.tolist() == [12, 40, 7, 7, 26, 14]
    assert surplus(lines).tolist() == [-51, 2, 57, 71, 4, -39]


def test_lines_around_the_text_are_kept() -> None:
    assert kept(EXAMPLE, "danag", lines="source") == ["A", "w" * 60, "v" * 50, "x"]
    lines = source_lines(parse(EXAMPLE), "source")
    assert Danag()._area(surplus(lines), lines) == (1, 5)  # the second to the fifth


def test_the_score_of_a_run_is_the_difference_around_its_line() -> None:
    found = extract_page(EXAMPLE, method="danag", parameters={"lines": "source"})
    assert found.score[row_of(found.page, text="w")] == 57
    assert found.score[row_of(found.page, text="x")] == 4
    assert not found.score[~found.page.is_text].any()


def test_lines_break_at_block_level_tags() -> None:
    assert kept(ARTICLE, "danag") == ["Title", "a" * 120, "b" * 80, "link", "ok"]
    assert kept(ARTICLE.replace("><", ">\n\n<"), "danag") == ["Title", "a" * 120, "b" * 80, "link", "ok"]


def test_source_lines_as_written_judge_a_page_on_one_line_as_a_whole() -> None:
    assert kept(ARTICLE, "danag", lines="source") == kept(ARTICLE, "whole-text")


def test_a_gap_of_twenty_lines_joins_two_regions() -> None:
    assert kept(apart(20), "danag", lines="source") == ["c" * 200, "o" * 100]
    assert kept(apart(21), "danag", lines="source") == ["c" * 200]


@pytest.mark.parametrize("gap", [0, 1, 7, 40])
def test_the_gap_is_a_parameter(gap: int) -> None:
    assert kept(apart(gap), "danag", lines="source", gap=gap) == ["c" * 200, "o" * 100]
    assert kept(apart(gap + 1), "danag", lines="source", gap=gap) == ["c" * 200]


def test_text_in_a_gap_belongs_to_the_area() -> None:
    page = apart(10).replace(TAGS, "<i></i><i></i><i></i><i>g</i>", 3)
    assert kept(page, "danag", lines="source") == ["c" * 200, "g", "g", "g", "o" * 100]


def test_of_equal_regions_the_first_is_the_core() -> None:
    assert kept(apart(30).replace("o" * 100, "o" * 200), "danag", lines="source") == ["c" * 200]


def test_the_core_has_the_most_text_not_the_largest_difference() -> None:
    many_tags = "<p>" + "<b>bold text</b>" * 30 + "</p>"
    page = f"<p>{'s' * 200}</p>\n" + f"{TAGS}\n" * 40 + f"{many_tags}\n"
    assert kept(page, "danag", lines="source") == ["bold text"] * 30


@given(
    text=st.lists(st.sampled_from([0, 0, 0, 5, 20, 200]), min_size=1, max_size=40),
    tags=st.lists(st.sampled_from([0, 10, 30, 90]), min_size=40, max_size=40),
    gap=st.integers(0, 4),
)
def test_the_area_grows_from_the_core_region_by_region(text: list[int], tags: list[int], gap: int) -> None:
    lines = lines_of(text, tags[: len(text)])
    diff = surplus(lines)
    regions: list[list[int]] = []
    for line in np.flatnonzero(diff > 0).tolist():
        if regions and regions[-1][-1] == line - 1:
            regions[-1].append(line)
        else:
            regions.append([line])
    if not regions:
        assert Danag(gap=gap)._area(diff, lines) == (0, 0)
        return
    sizes = [sum(text[line] for line in region) for region in regions]
    first = last = sizes.index(max(sizes))
    while first > 0 and regions[first][0] - regions[first - 1][-1] - 1 <= gap:
        first -= 1
    while last < len(regions) - 1 and regions[last + 1][0] - regions[last][-1] - 1 <= gap:
        last += 1
    assert Danag(gap=gap)._area(diff, lines) == (regions[first][0], regions[last][-1] + 1)


# -- edges ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", EMPTY.values(), ids=EMPTY.keys())
def test_a_page_without_text_gives_nothing(page: str) -> None:
    assert_gives_nothing(page, "danag")


def test_text_without_tags_is_kept() -> None:
    assert kept("just some words", "danag") == ["just some words"]


def test_where_tags_outweigh_text_nothing_is_kept() -> None:
    assert kept("<p>a</p>", "danag") == []
    assert kept("<ul><li><a href=/a>one</a></li><li><a href=/b>two</a></li></ul>", "danag") == []


def test_what_stands_in_an_unclosed_comment_or_script_does_not_leak() -> None:
    for open_end in ("<!-- lost words <p>more</p>", "<script>lost words <p>more</p>"):
        assert kept(f"<p>{words(30)}</p>\n{open_end}\nlost", "danag") == [words(30)]


def test_deep_nesting_is_no_trouble() -> None:
    text = words(2000)
    assert kept("<div>" * 3000 + text + "</div>" * 3000, "danag") == [text]
