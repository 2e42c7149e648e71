"""What can be switched off, in every format and by every way in."""

import json
from datetime import date, datetime
from typing import Any

import pytest

from maintext import FORMATS, BadParameter, extract, extract_page
from maintext.parse import parse
from maintext.render import EVERYTHING, Kept

SOURCE = """<title>Ice</title><p>Some text with <a href=/far>a link</a> and <img src=/ice.png> an image.</p>
<table><tr><th>day<th>depth<tr><td>Monday<td>12</table><table><tr><td><p>layout</p></table>"""
URL = "https://example.org/"
WHOLE: dict[str, Any] = {"method": "whole-text", "url": URL}
WITH_LINKS = ("markdown", "html", "json", "xml")
WITH_IMAGES = ("markdown", "json", "xml")


@pytest.mark.parametrize("format", FORMATS)
def test_everything_is_written_unless_it_is_switched_off(format: str) -> None:
    written = extract(SOURCE, format=format, **WHOLE)
    assert ("https://example.org/far" in written) == (format in WITH_LINKS)
    if format in WITH_IMAGES:
        assert "https://example.org/ice.png" in written
    assert "Monday" in written


@pytest.mark.parametrize("format", FORMATS)
def test_without_links_their_text_stays(format: str) -> None:
    written = extract(SOURCE, format=format, include_links=False, **WHOLE)
    assert "/far" not in written
    assert "a link" in written


@pytest.mark.parametrize("format", FORMATS)
def test_without_images_there_are_none(format: str) -> None:
    assert "ice.png" not in extract(SOURCE, format=format, include_images=False, **WHOLE)


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "json"])
def test_without_tables_those_of_data_are_left_out_and_layout_stays(format: str) -> None:
    written = extract(SOURCE, format=format, include_tables=False, **WHOLE)
    assert "Monday" not in written
    assert "depth" not in written
    assert "layout" in written


def test_a_record_without_tables_has_them_among_what_is_not_kept() -> None:
    record = json.loads(extract(SOURCE, format="json", include_tables=False, **WHOLE))
    assert "Monday" not in record["text"] + record["markdown"]
    assert {block["text"]: block["keep"] for block in record["blocks"]}["Monday"] is False


def test_front_matter_is_for_markdown_alone() -> None:
    written = extract(SOURCE, format="markdown", front_matter=True, **WHOLE)
    assert written.startswith('---\nurl: "https://example.org/"\ntitle: Ice\n---\n\nSome text')
    for format in ("text", "html", "json", "xml"):
        assert extract(SOURCE, format=format, front_matter=True, **WHOLE) == extract(SOURCE, format=format, **WHOLE)


def test_front_matter_has_one_date() -> None:
    source = '<meta property="article:published_time" content="2024-02-03"><p>text'
    written = extract(source, format="markdown", front_matter=True, method="whole-text")
    assert written == '---\ndate: "2024-02-03"\n---\n\ntext'


@pytest.mark.parametrize("format", FORMATS)
def test_a_result_takes_the_same_options(format: str) -> None:
    options: dict[str, Any] = {"include_links": False, "include_images": False, "include_tables": False, "front_matter": True}
    assert extract_page(SOURCE, **WHOLE).render(format, **options) == extract(SOURCE, format=format, **options, **WHOLE)


def test_an_option_that_is_none_is_an_error_that_lists_them() -> None:
    with pytest.raises(
        BadParameter, match="'include_ads'; there are include_links, include_images, include_tables, front_matter"
    ):
        extract_page(SOURCE).render("text", include_ads=False)
    wrong: Any = "no"
    with pytest.raises(BadParameter, match="include_links is True or False, not 'no'"):
        extract(SOURCE, include_links=wrong)


def test_text_needs_neither_metadata_nor_labels() -> None:
    def fail() -> Any:
        raise AssertionError("asked for")

    page = parse(SOURCE)
    kept = Kept(page, page.around(page.is_text), page.chars.astype(float), read_metadata=fail, judge=fail)
    for format in ("text", "markdown", "html"):
        assert FORMATS[format](kept, EVERYTHING)
    for format in ("json", "xml"):
        with pytest.raises(AssertionError, match="asked for"):
            FORMATS[format](kept, EVERYTHING)


@pytest.mark.parametrize("crawled", [date(2020, 1, 1), datetime(2020, 1, 1, 12)])
def test_no_date_is_later_than_the_day_of_the_crawl(crawled: date) -> None:
    source = '<meta property="article:published_time" content="2024-02-03"><p>text'
    assert "2024-02-03" in extract(source, format="json", **WHOLE)
    assert "date" not in json.loads(extract(source, format="json", crawled=crawled, **WHOLE))["metadata"]
    wrong: Any = "2020-01-01"
    with pytest.raises(BadParameter, match="crawled is a date, not str"):
        extract(source, crawled=wrong)
