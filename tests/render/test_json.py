"""JSON: one valid record on one line, with the score, the label and the decision for every block of text."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

import maintext
from maintext import LABELS, METHODS, PAGE_TYPES, Extraction, extract, extract_page, parse, record_schema
from maintext.metadata import record as metadata_record
from maintext.render import EVERYTHING, Kept, RenderOptions
from maintext.render.json_record import VERSION, record_of
from maintext.render.kept import Judgement

from .pages import HOSTILE, random_html
from .test_cases import CASES, result

SOURCE = """<title>Ice | The Quay</title><meta name=author content="By Ann Lee">
<div><a href=/>Home</a> <a href=/news>News</a></div>
<div><h1>Ice</h1><p>The harbour froze over, and the <a href=ferry>old <b>ferry</b></a> stopped; people walked to the island.</p>
<p>It lasted for <b>nine</b> days, and "nobody" fell in: \u2028 日本語 \\ 😀 end.<img src=ice.jpg alt="The  ice"></p>
<pre>a\n  b</pre>
<table><tr><th>day<th>cm<tr><td>one<td>12</table></div>"""
URL = "https://example.org/a/"
VALIDATOR = Draft202012Validator(record_schema())


def record(found: Extraction, **options: bool) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(found.render("json", **options))
    return written


def check(written: dict[str, Any]) -> None:
    """That the schema describes it, that its offsets are exact, and that its blocks are all of the text."""
    assert [error.message for error in VALIDATOR.iter_errors(written)] == []
    text, end = written["text"], 0
    for block in written["blocks"]:
        if block["keep"]:
            assert text[block["start"] : block["end"]] == block["text"]
            assert text[end : block["start"]].strip() == ""
            end = block["end"]
    assert text[end:] == ""
    for link in written["links"]:
        assert text[link["start"] : link["end"]] == link["text"]


def test_it_is_one_record_on_one_line_with_what_the_schema_asks_for() -> None:
    written = extract_page(SOURCE).render("json")
    assert "\n" not in written
    assert list(json.loads(written)) == record_schema()["required"]
    assert json.loads(written)["version"] == VERSION == record_schema()["properties"]["version"]["const"]


def test_the_schema_is_a_schema_and_knows_all_labels_types_and_sources() -> None:
    schema = record_schema()
    Draft202012Validator.check_schema(schema)
    assert schema["$defs"]["block"]["properties"]["label"]["enum"] == list(LABELS)
    assert schema["properties"]["page_type"]["enum"] == [*PAGE_TYPES, None]
    sources = {value for name, value in vars(metadata_record).items() if name.isupper()}
    assert set(schema["$defs"]["source"]["enum"]) == sources
    assert schema == json.loads((Path(maintext.__file__).parent / "render" / "record.schema.json").read_text(encoding="utf-8"))


def test_the_schema_refuses_what_is_no_record() -> None:
    written = record(extract_page(SOURCE, method="whole-text"))
    for change in ({"version": "0.9"}, {"text": None}, {"extra": 1}, {"confidence": 2}):
        assert list(VALIDATOR.iter_errors({**written, **change}))
    written["blocks"][0]["start"] = None
    assert list(VALIDATOR.iter_errors(written))


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_records_of_golden_pages_are_valid(folder: Path) -> None:
    check(record(result(folder)))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", HOSTILE)
def test_records_of_hostile_pages_are_valid(name: str, method: str) -> None:
    check(record(extract_page(HOSTILE[name], method=method, url=URL)))


@given(random_html())
@settings(max_examples=150, deadline=None)
def test_records_of_random_pages_are_valid_whatever_is_kept(source: str) -> None:
    page = parse(source)
    chosen = page.is_text & (np.arange(len(page)) % 3 > 0)
    check(json.loads(json.dumps(record_of(Kept.of(page, chosen), EVERYTHING))))


@pytest.mark.parametrize("method", METHODS)
def test_blocks_have_every_word_of_the_page_once(method: str) -> None:
    blocks = record(extract_page(SOURCE, method=method))["blocks"]
    assert " ".join(block["text"] for block in blocks).split() == extract(SOURCE, method="whole-text").split()


def test_a_block_is_the_text_of_one_element_with_one_decision() -> None:
    found = extract_page("<ul><li>one <b>two</b><ul><li>three</ul>four<li>five", method="whole-text")
    page = found.page
    fewer = found.without(np.array([page.text(row) == "two" for row in range(len(page))]))
    blocks = record(fewer)["blocks"]
    assert [(block["text"], block["path"], block["keep"], block["label"]) for block in blocks] == [
        ("one", "body.ul.li", True, "main"),
        ("two", "body.ul.li", False, "boilerplate"),
        ("three", "body.ul.li.ul.li", True, "main"),
        ("four", "body.ul.li", True, "main"),
        ("five", "body.ul.li", True, "main"),
    ]


def test_the_score_of_a_block_is_the_mean_over_its_characters() -> None:
    [block] = record(extract_page("<p>four<b>to</b>", method="whole-text"))["blocks"]
    assert block["score"] == pytest.approx((4 * 4 + 2 * 2) / 6, abs=1e-6)


def test_the_path_of_what_nests_too_deep_has_its_last_names() -> None:
    blocks = record(extract_page("<div>" * 200 + "<p>deep", method="whole-text"))["blocks"]
    assert blocks[0]["path"] == ".".join(["div"] * 63 + ["p"])


def test_text_markdown_metadata_and_what_was_decided_are_those_of_the_result() -> None:
    found = extract_page(SOURCE, url=URL)
    written = record(found)
    assert (written["text"], written["markdown"]) == (found.text, found.markdown)
    assert (written["url"], written["method"], written["origin"]) == (URL, "fused", "page")
    assert written["page_type"] == found.page_type
    assert written["confidence"] == pytest.approx(found.confidence, abs=1e-6)
    assert written["metadata"] == found.metadata.to_dict()
    assert written["metadata"]["authors"] == {"value": ["Ann Lee"], "source": "meta"}


def test_what_other_methods_do_not_say_is_null() -> None:
    written = record(extract_page(SOURCE, method="cectd-ds"))
    assert (written["page_type"], written["confidence"], written["method"]) == (None, None, "cectd-ds")


def test_links_and_images_are_those_of_the_content() -> None:
    found = extract_page(SOURCE, method="whole-text", url=URL)
    written = record(found)
    assert [(link["text"], link["url"]) for link in written["links"]] == [
        ("Home", "https://example.org/"),
        ("News", "https://example.org/news"),
        ("old ferry", "https://example.org/a/ferry"),
    ]
    assert written["images"] == [{"url": "https://example.org/a/ice.jpg", "alt": "The ice"}]
    page = found.page
    fewer = found.without(np.array([page.text(row) in ("Home", "News") for row in range(len(page))]))
    assert [link["text"] for link in record(fewer)["links"]] == ["old ferry"]


def test_what_is_switched_off_is_left_out() -> None:
    found = extract_page(SOURCE, method="whole-text")
    written = record(found, include_links=False, include_images=False, include_tables=False)
    check(written)
    assert written["links"] == written["images"] == []
    assert "](" not in written["markdown"]
    assert "cm" not in written["text"]
    assert [block["keep"] for block in written["blocks"] if block["text"] == "cm"] == [False]


def test_comments_have_a_label_of_their_own() -> None:
    page = parse("<p>one</p><p>two</p>")
    labels = np.where(page.is_text, LABELS.index("comments"), 0)
    kept = Kept(
        page,
        np.zeros(len(page), dtype=bool),
        np.zeros(len(page)),
        judge=lambda: Judgement(labels),
    )
    blocks = record_of(kept, RenderOptions())["blocks"]
    assert [(block["text"], block["label"], block["keep"]) for block in blocks] == [
        ("one", "comments", False),
        ("two", "comments", False),
    ]


def test_warnings_are_those_of_the_result() -> None:
    found = extract_page("<div>" * 5000 + "one", method="whole-text")
    assert record(found)["warnings"] == list(found.warnings)
    assert len(found.warnings) == 1


def test_content_from_json_ld_keeps_the_metadata_of_the_page() -> None:
    body = "The harbour froze over, and people walked to the island. " * 10
    script = json.dumps({"@type": "Article", "articleBody": body})
    found = extract_page(f'<title>Ice on the harbour</title><script type="application/ld+json">{script}</script><p>Loading</p>')
    written = record(found)
    check(written)
    assert written["origin"] == "json-ld"
    assert written["metadata"]["title"]["value"] == "Ice on the harbour"
    assert written["text"].startswith("The harbour froze over")


def test_an_empty_page_is_a_record_too() -> None:
    written = record(extract_page(""))
    check(written)
    assert (written["text"], written["markdown"], written["blocks"]) == ("", "", [])


def test_characters_of_any_kind_survive() -> None:
    source = '<p>"quoted" \\ \x08 \u2028 😀 \ud800</p>'
    page = parse(source)
    [block] = record(extract_page(source, method="whole-text"))["blocks"]
    assert block["text"] == page.text(int(page.text_rows[0]))
    assert "😀" in block["text"]
