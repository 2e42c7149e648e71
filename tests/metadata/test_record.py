"""The record: plain values, and the full one with sources."""

import json

import maintext
from maintext.metadata import Field, Metadata
from maintext.metadata.record import Fields
from tests.metadata.pages import CRAWLED, article, head, json_ld, metadata


def test_an_empty_page_has_an_empty_record() -> None:
    found = metadata("")
    assert found == Metadata()
    assert found.to_dict() == {}
    assert (found.title, found.authors, found.author, found.published, found.date, found.tags) == (None, (), None, None, None, ())


def test_each_known_field_has_a_value_and_a_source() -> None:
    page = head(
        '<title>Fog</title><meta name="author" content="Ada Lovelace"><meta property="og:site_name" content="The Weekly Cloud">'
        + json_ld('{"@type": "NewsArticle", "datePublished": "2024-03-01T08:00:00Z", "dateModified": "2024-03-02"}')
    )
    record = metadata(page, url="https://cloud.example/fog").to_dict()
    assert record["title"] == {"value": "Fog", "source": "title"}
    assert record["authors"] == {"value": ["Ada Lovelace"], "source": "meta"}
    assert record["date"] == record["published"] == {"value": "2024-03-01T08:00:00Z", "source": "json-ld"}
    assert record["modified"] == {"value": "2024-03-02", "source": "json-ld"}
    assert record["site_name"] == {"value": "The Weekly Cloud", "source": "open-graph"}
    assert record["language"] == {"value": "en", "source": "html"}
    assert record["kind"] == {"value": "NewsArticle", "source": "json-ld"}
    assert json.loads(json.dumps(record)) == record


def test_the_date_is_that_of_the_last_change_where_no_other_is_known() -> None:
    found = metadata(head('<meta property="article:modified_time" content="2024-03-02T10:00:00+01:00">'))
    assert found.published is None
    assert found.modified == "2024-03-02T10:00:00+01:00"
    assert found.date == "2024-03-02"
    assert found.to_dict()["date"]["source"] == "open-graph"


def test_all_authors_fit_into_one_string() -> None:
    assert Metadata(Fields(authors=Field(("Ada Lovelace", "Charles Babbage"), "meta"))).author == "Ada Lovelace; Charles Babbage"


def test_an_extraction_has_the_metadata_of_its_page() -> None:
    found = maintext.extract_page(article('<p class="byline">By Ada Lovelace</p>'))
    assert found.metadata.title == "Seven kinds of fog"
    assert found.metadata.authors == ("Ada Lovelace",)
    assert found.metadata is found.metadata


def test_without_a_day_of_the_crawl_it_is_today() -> None:
    page = head('<meta property="article:published_time" content="2999-01-01">')
    assert maintext.read_metadata(maintext.parse(page)).published is None
    assert maintext.read_metadata(maintext.parse(page), crawled=CRAWLED.replace(year=3000)).published == "2999-01-01"
