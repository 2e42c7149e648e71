"""JSON: one valid record on one line, with the score and the decision for every text run."""

import json

import pytest

from maintext import METHODS, extract_page
from maintext.parse import parse

SOURCE = """<div><a href=/>Home</a> <a href=/news>News</a></div>
<div><h1>Ice</h1><p>The harbour froze over, and the ferry stopped; people walked to the island instead.</p>
<p>It lasted for <b>nine</b> days, and "nobody" fell in: \u2028 日本語 \\ end.</p><pre>a\n  b</pre></div>"""


def test_it_is_one_record_on_one_line() -> None:
    written = extract_page(SOURCE).render("json")
    assert "\n" not in written
    assert list(json.loads(written)) == ["url", "text", "warnings", "runs"]


@pytest.mark.parametrize("method", METHODS)
def test_every_text_run_is_there_with_its_score_and_decision(method: str) -> None:
    result = extract_page(SOURCE, method=method)
    runs = json.loads(result.render("json"))["runs"]
    page = result.page
    assert [run["row"] for run in runs] == page.text_rows.tolist()
    assert [run["text"] for run in runs] == [page.text(row) for row in page.text_rows]
    assert [run["keep"] for run in runs] == result.keep[page.text_rows].tolist()
    assert [run["score"] for run in runs] == pytest.approx(result.score[page.text_rows].tolist(), abs=1e-6)


def test_the_path_names_the_elements_around_a_run() -> None:
    runs = json.loads(extract_page("<ul><li>one <b>two</b></ul>").render("json"))["runs"]
    assert [(run["text"], run["path"]) for run in runs] == [("one", "body.ul.li"), ("two", "body.ul.li.b")]


def test_text_address_and_warnings_are_those_of_the_result() -> None:
    result = extract_page("<div>" * 5000 + "one", url="https://example.org/")
    record = json.loads(result.render("json"))
    assert record["text"] == result.text == "one"
    assert record["url"] == "https://example.org/"
    assert record["warnings"] == list(result.warnings)
    assert len(record["warnings"]) == 1


def test_an_empty_page_is_a_record_too() -> None:
    record = json.loads(extract_page("").render("json"))
    assert record == {"url": None, "text": "", "warnings": [], "runs": []}


def test_characters_of_any_kind_survive() -> None:
    source = '<p>"quoted" \\ \x08 \u2028 😀 \ud800</p>'
    runs = json.loads(extract_page(source).render("json"))["runs"]
    page = parse(source)
    assert [run["text"] for run in runs] == [page.text(row) for row in page.text_rows]
    assert "😀" in runs[0]["text"]
