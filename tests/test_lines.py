import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import Page, parse
from maintext.lines import BREAKINGS, SourceLines, source_lines


def read(html: "str | Page", breaking: str = "source") -> SourceLines:
    return source_lines(html if isinstance(html, Page) else parse(html), breaking)


def places(html: "str | Page", breaking: str = "source") -> list[tuple[str, float]]:
    """Each text run with the mean number of the lines that its characters stand on."""
    lines = read(html, breaking)
    numbers = lines.to_rows(np.arange(len(lines), dtype=float))
    return [(lines.page.text(row), round(float(numbers[row]), 6)) for row in lines.page.text_rows.tolist()]


def counts(html: str, breaking: str = "source") -> list[tuple[int, int, int]]:
    """Characters of text, characters of tags and number of tags on each line."""
    lines = read(html, breaking)
    return list(zip(lines.text_chars.tolist(), lines.tag_chars.tolist(), lines.tags.tolist(), strict=True))


# -- what stands on a line -----------------------------------------------------------------------------------------------


def test_text_tags_and_their_characters() -> None:
    assert counts("<p>one two</p>\n<div id='a'>x</div><br>") == [(7, 7, 2), (1, 22, 3)]


def test_white_space_is_collapsed() -> None:
    assert counts("  <p> a \t\u00a0 b </p>  \n") == [(3, 7, 2)]


def test_white_space_between_tags_separates_words() -> None:
    assert counts("<b>a</b> <b>b</b>") == [(3, 14, 4)]
    assert counts("<b>a</b><b>b</b>") == [(2, 14, 4)]


def test_blank_lines_are_no_lines() -> None:
    assert counts("\n\n<p>a</p>\n \t \n\n<p>b</p>\n\n") == [(1, 7, 2), (1, 7, 2)]


def test_a_tag_over_several_lines_stands_on_one() -> None:
    html = "<p>one</p>\n<p\n class='a'\n id=b>two</p>\n<p>three</p>"
    assert counts(html) == [(3, 7, 2), (3, 24, 2), (5, 7, 2)]
    assert places(html) == [("one", 0), ("two", 1), ("three", 2)]


def test_head_scripts_styles_and_comments_are_taken_out() -> None:
    html = (
        "<!doctype html>\n<html>\n<head>\n<title>Title</title>\n<meta charset=utf-8>\n<style>p { }</style>\n</head>\n"
        "<body>\n<script>\nif (a < b) document.write('<p>lost</p>')\n</script>\n<!-- <p>lost</p> -->\n<p>a</p>\n"
        "<template><p>lost</p></template>\n<iframe><p>lost</p></iframe>\n</body>\n</html>"
    )
    assert counts(html) == [(0, 6, 1), (0, 6, 1), (1, 7, 2), (0, 7, 1), (0, 7, 1)]
    assert places(html) == [("a", 2)]


def test_a_page_without_a_head_tag_has_a_head_all_the_same() -> None:
    assert counts("<title>t</title>\n<link rel=x>\n<p>a</p>\n<link rel=y>") == [(1, 7, 2), (0, 12, 1)]


def test_a_comment_between_words_does_not_part_them() -> None:
    assert counts("<p>a<!-- x -->b</p>") == [(2, 7, 2)]


def test_a_page_without_anything_has_no_lines() -> None:
    for html in ("", " \n ", "<!-- x -->", "<script>x</script>"):
        assert len(read(html)) == 0


def test_lines_are_read_once_for_each_breaking() -> None:
    page = parse("<p>a</p>")
    assert source_lines(page, "long") is source_lines(page, "long")
    assert source_lines(page, "long") is not source_lines(page, "block")


def test_a_parsed_tree_has_the_lines_of_its_source() -> None:
    from selectolax.lexbor import LexborHTMLParser

    html = "<body><p>one</p>\n<p>two</p>\n<p>three</p></body>"
    assert places(parse(LexborHTMLParser(html))) == [("one", 0), ("two", 1), ("three", 2)]


# -- where lines break ---------------------------------------------------------------------------------------------------

ON_ONE_LINE = "a" * 60 + "<img src='12345678'>" + "b" * 100


@pytest.mark.parametrize("breaking", ["paper", "all"])
def test_a_page_on_one_line_is_cut_every_65_characters_but_not_in_tags(breaking: str) -> None:
    assert counts(ON_ONE_LINE, breaking) == [(60, 20, 1), (65, 0, 0), (35, 0, 0)]


@pytest.mark.parametrize("breaking", ["source", "mean", "long"])
def test_a_page_on_one_short_line_is_left_as_it_is(breaking: str) -> None:
    assert counts(ON_ONE_LINE, breaking) == [(160, 20, 1)]


def test_line_feeds_at_the_ends_leave_a_page_on_one_line() -> None:
    assert len(read(f"\n\n{ON_ONE_LINE}\n\n", "paper")) == 3
    assert len(read(f"{ON_ONE_LINE}\n<p>", "paper")) == 2


@pytest.mark.parametrize(
    ("breaking", "lengths"),
    [
        ("source", [600, 10, 130]),
        ("paper", [600, 10, 130]),
        ("mean", [600, 10, 130]),
        ("long", [65] * 9 + [15, 10, 130]),
        ("all", [65] * 9 + [15, 10, 65, 65]),
    ],
)
def test_which_lines_are_cut(breaking: str, lengths: list[int]) -> None:
    html = "\n".join(letter * length for letter, length in zip("abc", (600, 10, 130), strict=True))
    assert read(html, breaking).text_chars.tolist() == lengths


def test_every_line_is_cut_where_the_mean_line_is_long() -> None:
    html = "a" * 1200 + "\n\n" + "b" * 70
    assert read(html, "mean").text_chars.tolist() == [65] * 18 + [30, 65, 5]
    assert read("a" * 900 + "\n" + "b" * 100, "mean").text_chars.tolist() == [900, 100]


def test_a_line_of_500_characters_is_not_long() -> None:
    assert len(read("a" * 500, "long")) == 1
    assert len(read("a" * 501, "long")) == 8


def test_a_long_tag_is_never_cut() -> None:
    tag = f'<a href="{"x" * 700}">'
    assert counts(f"{tag}link</a>", "long") == [(0, len(tag), 1), (4, 4, 1)]


def test_lines_break_at_block_level_tags_and_br() -> None:
    html = "<div>one\ntwo <b>three</b><p>four</p>five<br>six</div>seven"
    assert counts(html, "block") == [(13, 12, 3), (4, 7, 2), (4, 0, 0), (3, 10, 2), (5, 0, 0)]


def test_block_lines_do_not_depend_on_line_feeds() -> None:
    html = "<div>one <b>two</b><p>three</p>four<br>five</div>"
    assert counts(html.replace(" ", "\n"), "block") == counts(html, "block")


@given(
    parts=st.lists(
        st.sampled_from(
            ["word ", "\n", "<b>", "</b>", "<p>", "</p>", "<a href='x > y\n'>", "</a>", "&amp;", "x" * 80, "<!-- c -->"]
        ),
        max_size=60,
    ),
    breaking=st.sampled_from(BREAKINGS),
)
@settings(deadline=None)
def test_breaking_moves_text_and_tags_but_loses_none(parts: list[str], breaking: str) -> None:
    page = parse("<body>" + "".join(parts))
    whole, lines = source_lines(page, "source"), source_lines(page, breaking)
    assert lines.tags.sum() == whole.tags.sum()
    assert lines.tag_chars.sum() == whole.tag_chars.sum()
    every = np.ones(len(lines), dtype=bool)
    np.testing.assert_array_equal(lines.keep(every), page.around(page.is_text))
    assert not lines.keep(~every).any()


# -- back to rows --------------------------------------------------------------------------------------------------------


def test_a_run_is_kept_if_half_of_its_characters_are() -> None:
    lines = read("<p>aaaa\nbb\nbb</p>\n<p>c</p>")
    page = lines.page

    def kept(*numbers: int) -> list[str]:
        chosen = np.isin(np.arange(len(lines)), numbers)
        keep = lines.keep(chosen)
        return [page.text(row) for row in page.text_rows.tolist() if keep[row]]

    assert kept(0) == kept(1, 2) == ["aaaa bb bb"]
    assert kept(1) == []
    assert kept(1, 3) == ["c"]


def test_what_stands_above_a_kept_run_is_kept() -> None:
    lines = read("<div><p>a</p></div>\n<div>b</div>")
    assert lines.keep(np.array([True, False])).tolist() == [True, True, True, True, False, False]


def test_values_of_lines_become_means_over_the_characters_of_runs() -> None:
    lines = read("<p>aaa\nb</p>\n<p>c</p>")
    np.testing.assert_allclose(lines.to_rows(np.array([8.0, 4.0, 5.0])), [0, 0, 7, 0, 5])


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one</p>\n<!-- lost\n<p>two</p>\n", [("one", 0)]),
        ("<p>one</p>\n<script>lost\n<p>two</p>\n", [("one", 0)]),
        ("<p>one</p>\n<style>lost\n<p>two</p>\n", [("one", 0)]),
        ("<p>one</p>\n<p id='x>lost\n<p>two</p>\n", [("one", 0)]),
        ('<p>one</p>\n<p id="x>lost\n<p>two</p>\n', [("one", 0)]),
        ("<p>one</p>\n<p lost", [("one", 0)]),
    ],
    ids=["comment", "script", "style", "single quote", "double quote", "tag"],
)
def test_what_is_left_open_runs_to_the_end(html: str, expected: list[tuple[str, float]]) -> None:
    assert places(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a > b</p>\n<p title='x > y'>c</p>\n<p>d</p>", [("a > b", 0), ("c", 1), ("d", 2)]),
        ("<p>1 < 2</p>\n<p>x<3 y</p>\n<p>z</p>", [("1 < 2", 0), ("x<3 y", 1), ("z", 2)]),
        ("<p>a <\n b</p>\n<p>c</p>", [("a < b", 0.333333), ("c", 2)]),
        ("<p>a</p>\n</>\n</ x>\n<![CDATA[ y ]]>\n<? z ?>\n<p>b</p>", [("a", 0), ("b", 1)]),
        ("<P>a</P>\n<SCRIPT>lost</Script>\n<p>b</p>", [("a", 0), ("b", 1)]),
        ("<p>a</p>\n<scripts>b</scripts>\n<p>c</p>", [("a", 0), ("b", 1), ("c", 2)]),
        ("<p>a</p>\n<script>'</scripts>' lost</script >\n<p>b</p>", [("a", 0), ("b", 1)]),
        ("<p>a</p>\n<!-- x --!>\n<p>b</p>\n<!-- y -->", [("a", 0), ("b", 1)]),
        ("<p>a</p>\n<!-- x > y\n<p>lost</p> -->\n<p>b</p>", [("a", 0), ("b", 1)]),
        ("<p>a</p>\n<noscript>\nb</noscript>\n<p>c</p>", [("a", 0), ("b", 2), ("c", 3)]),
        ("<p>a</p>\n<p id=x/>b</p>\n<br/>c", [("a", 0), ("b", 1), ("c", 2)]),
    ],
)
def test_odd_markup_leads_back_to_the_right_lines(html: str, expected: list[tuple[str, float]]) -> None:
    assert places(html) == expected


@pytest.mark.parametrize("opening", ["<!-->", "<!--->"])
def test_a_comment_that_ends_where_it_begins(opening: str) -> None:
    assert places(f"<p>a</p>\n{opening}\n<p>b</p>\n<p>c</p> <!-- x -->") == [("a", 0), ("b", 1), ("c", 2)]


def test_a_quotation_mark_inside_an_unquoted_value_opens_nothing() -> None:
    html = '<p>a</p>\n<a href=/search?q="b>b</a>\n<p>c</p>\n<p id="d">d</p>'
    assert places(html) == [("a", 0), ("b", 1), ("c", 2), ("d", 3)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a &lt;b&gt; &amp;</p>\n<p>c</p>", [("a <b> &", 0), ("c", 1)]),
        ("<p>&eacute;t&eacute;&nbsp;2</p>\n<p>c</p>", [("été 2", 0), ("c", 1)]),
        ("<p>&copy &notit; &#65;&#x42;&#67d</p>\n<p>c</p>", [("© ¬it; ABCd", 0), ("c", 1)]),
        ("<p>&nosuch; & &; &#; x</p>\n<p>c</p>", [("&nosuch; & &; &#; x", 0), ("c", 1)]),
        ("<p>&#150; &#0;</p>\n<p>c</p>", [("– \ufffd", 0), ("c", 1)]),
        ("<p>&nbsp;</p>\n<p>&nbsp;&nbsp;a</p>\n<p>c</p>", [("a", 1), ("c", 2)]),
    ],
)
def test_entities_are_decoded(html: str, expected: list[tuple[str, float]]) -> None:
    assert places(html) == expected


def test_entities_count_as_the_characters_that_they_stand_for() -> None:
    assert counts("<p>&lt;b&gt;</p>\n<p>&nbsp;&eacute;&nbsp;</p>") == [(3, 7, 2), (1, 7, 2)]


def test_a_line_feed_written_as_an_entity_breaks_no_line() -> None:
    assert counts("<p>a&#10;b</p>") == [(3, 7, 2)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_ends_of_every_system(line_end: str) -> None:
    html = line_end.join(["<p>one</p>", "<p>two", "three</p>", "", "<p>four</p>"])
    assert counts(html) == [(3, 7, 2), (3, 3, 1), (5, 4, 1), (4, 7, 2)]
    assert places(html) == [("one", 0), ("two three", 1.625), ("four", 3)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_a_line_end_is_no_part_of_the_line(line_end: str) -> None:
    assert len(read("a" * 500 + line_end + "b", "long")) == 2


def test_text_that_the_parser_moves_out_of_a_table() -> None:
    html = "<p>before</p>\n<table>\nmoved\n<tr><td>cell</td></tr>\n</table>\n<p>after</p>"
    assert places(html) == [("before", 0), ("moved", 2), ("cell", 3), ("after", 5)]


@pytest.mark.parametrize("moved", ["moved", "moved text of some length, with a few more words in it"])
def test_text_that_the_parser_moves_to_the_front_of_a_table(moved: str) -> None:
    cells = "<tr><td>first cell</td></tr>\n<tr><td>second cell</td></tr>\n"
    html = f"<p>before</p>\n<table>\n{cells}{moved}\n</table>\n<p>after</p>\n<p>end</p>"
    found = dict(places(html))
    assert list(found) == ["before", moved, "first cell", "second cell", "after", "end"]
    assert found[moved] == 4
    assert found["first cell"] == 2
    assert found["second cell"] == 3
    assert found["after"] == 6
    assert found["end"] == 7


def test_runs_after_text_that_only_the_parser_sees_stay_in_step() -> None:
    html = "<p>a</p>\n<textarea>\n<b>bold</b>\n</textarea>\n<p>the end of it</p>\n<p>c</p>"
    assert places(html)[-2:] == [("the end of it", 4), ("c", 5)]


def test_null_characters_and_lone_surrogates_are_no_trouble() -> None:
    assert places("<p>x\0y</p>\n<p>\ud800z</p>\n<p>words</p>")[-1] == ("words", 2)


@given(st.text(alphabet="<>!-/=\"' &;#ab\n\rp", max_size=80))
@settings(deadline=None, max_examples=300)
def test_any_text_has_lines_and_every_run_a_place_on_them(html: str) -> None:
    page = parse(html)
    for breaking in BREAKINGS:
        lines = source_lines(page, breaking)
        assert (lines.text_chars + lines.tag_chars > 0).all()
        values = lines.to_rows(np.ones(len(lines)))
        assert ((values >= 0) & (values <= 1 + 1e-9)).all()


@pytest.mark.parametrize("part", ["<a b='", '<a b="', "<a b=", "<!", "<!--", "<", "</", "<script>", "&", "&#", "<a =", "='"])
def test_a_page_of_unclosed_markup_is_read_in_linear_time(part: str) -> None:
    """Quadratic time would take minutes here."""
    assert len(read("<p>x</p>" + part * 300_000)) == 1
