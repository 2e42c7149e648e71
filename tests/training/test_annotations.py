"""Golds of our own: places in a page become the texts that stand there, and another page is never taken for the marked one."""

import json
from pathlib import Path

import pytest

from maintext import MaintextError, parse
from maintext.benchmark.model import Sample
from maintext.labels import PAGE_TYPES
from training.annotations import ANNOTATIONS, checksum, text_at, with_own_gold

HTML = (
    "<nav><a href=/>Home</a></nav><h1>Ice on the lake</h1>"
    "<p>It f<b>ro</b>ze in\n December.</p><p>湖面结冰。</p><footer>Imprint</footer>"
)
TITLE, PROSE = (4, 16), (16, 39)  # `Home` comes first; white space does not count


def page(html: str = HTML, gold: str = "", title: str | None = None, page_type: str | None = None) -> Sample:
    return Sample("corpus", "page", html.encode(), gold, "https://example.org/", title=title, page_type=page_type)


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """A file that knows the page."""
    found = {
        "corpus": "corpus",
        "id": "page",
        "type": "service",
        "main": [PROSE],
        "title": [TITLE],
        "check": checksum(parse(HTML)),
    }
    path = tmp_path / "annotations.jsonl"
    path.write_text(json.dumps(found) + "\n", encoding="utf-8")
    return path


def test_a_marked_page_gets_its_gold_title_and_type(marked: Path) -> None:
    [found] = with_own_gold([page()], marked)
    assert found.gold == "It froze in December.\n\n湖面结冰。"
    assert (found.title, found.page_type) == ("Ice on the lake", "service")


def test_what_the_corpus_says_itself_is_left_as_it_is(marked: Path) -> None:
    with_gold, with_title = page(gold="Its own."), page(title="Its title", page_type="article")
    assert with_own_gold([with_gold], marked) == [with_gold]
    [found] = with_own_gold([with_title], marked)
    assert (found.title, found.page_type) == ("Its title", "article")


def test_other_pages_are_left_as_they_are(marked: Path) -> None:
    other = Sample("corpus", "other", HTML.encode(), "", None)
    of_other_corpus = Sample("other", "page", HTML.encode(), "", None)
    assert with_own_gold([other, of_other_corpus], marked) == [other, of_other_corpus]


def test_a_page_that_has_changed_is_an_error_that_names_it(marked: Path) -> None:
    with pytest.raises(MaintextError, match="the page page of corpus is not the one"):
        with_own_gold([page(HTML.replace("December", "January"))], marked)


def test_white_space_and_markup_do_not_move_the_places() -> None:
    loose = parse(HTML.replace("><", ">\n  <").replace("f<b>ro</b>ze", "froze"))
    assert checksum(loose) == checksum(parse(HTML))
    assert text_at(loose, (PROSE,)) == text_at(parse(HTML), (PROSE,)) == "It froze in December.\n\n湖面结冰。"


@pytest.mark.parametrize("main", [[], [[4, 4]], [[9, 4]], [[4, 9], [8, 12]], [[-1, 4]]])
def test_places_that_cannot_be_are_an_error(marked: Path, main: list[list[int]]) -> None:
    line = json.loads(marked.read_text(encoding="utf-8"))
    marked.write_text(json.dumps(line | {"main": main}), encoding="utf-8")
    with pytest.raises(MaintextError, match="out of order"):
        with_own_gold([page()], marked)


def test_a_page_with_two_lines_is_an_error(marked: Path) -> None:
    marked.write_text(2 * marked.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(MaintextError, match="page of corpus has two lines"):
        with_own_gold([page()], marked)


def test_the_file_that_ships_is_well_formed_and_holds_no_text() -> None:
    lines = [json.loads(line) for line in ANNOTATIONS.read_text(encoding="utf-8").splitlines()]
    assert len({(each["corpus"], each["id"]) for each in lines}) == len(lines) > 400
    for each in lines:
        assert set(each) == {"corpus", "id", "type", "main", "title", "check"}
        assert each["type"] in PAGE_TYPES
        for spans in (each["main"], each["title"]):
            places = [place for span in spans for place in span]
            assert places == sorted(places)
            assert all(start < stop for start, stop in spans)
        assert each["main"]
