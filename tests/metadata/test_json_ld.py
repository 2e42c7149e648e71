"""JSON-LD: the page's own node, and what is wrong with scripts."""

import json

import pytest

from tests.metadata.pages import CRAWLED, head, json_ld, metadata, source

ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "Seven kinds of fog",
    "author": {"@type": "Person", "name": "Ada Lovelace"},
    "datePublished": "2024-03-01",
    "publisher": {"@type": "Organization", "name": "The Weekly Cloud"},
    "image": {"@type": "ImageObject", "url": "/fog.jpg"},
    "keywords": ["fog", "weather, clouds"],
    "license": "https://creativecommons.org/licenses/by/4.0/",
    "description": "What to call it.",
}


def test_an_article_gives_its_fields() -> None:
    found = metadata(head(json_ld(json.dumps(ARTICLE))), url="https://cloud.example/fog")
    assert found.title == "Seven kinds of fog"
    assert found.authors == ("Ada Lovelace",)
    assert found.published == "2024-03-01"
    assert found.site_name == "The Weekly Cloud"
    assert found.image == "https://cloud.example/fog.jpg"
    assert found.tags == ("fog", "weather", "clouds")
    assert found.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert found.description == "What to call it."
    assert found.kind == "NewsArticle"
    assert {entry["source"] for name, entry in found.to_dict().items() if name != "language"} == {"json-ld"}


def test_a_graph_is_searched_for_the_page_itself() -> None:
    graph = [
        {"@type": "Organization", "@id": "#org", "name": "The Weekly Cloud"},
        {"@type": "WebSite", "name": "The Weekly Cloud", "datePublished": "2001-01-01"},
        {"@type": "BreadcrumbList", "name": "Home"},
        {"@type": "WebPage", "name": "Fog", "datePublished": "2024-01-01"},
        {"@type": ["Article", "BlogPosting"], "headline": "Fog", "datePublished": "2024-02-02", "author": {"@id": "#ada"}},
        {"@type": "Person", "@id": "#ada", "name": "Ada Lovelace"},
    ]
    found = metadata(head(json_ld(json.dumps({"@context": "https://schema.org", "@graph": graph}))))
    assert found.published == "2024-02-02"
    assert found.authors == ("Ada Lovelace",)
    assert found.kind == "Article"


def test_of_several_articles_the_one_with_the_pages_address_is_its_own() -> None:
    articles = [
        {"@type": "Article", "headline": name, "url": f"https://cloud.example/{name}", "datePublished": f"2024-01-0{number}"}
        for number, name in enumerate(("rain", "fog", "snow"), 1)
    ]
    page = head(json_ld(json.dumps(articles)))
    assert metadata(page, url="http://www.cloud.example/fog/?from=home").published == "2024-01-02"
    assert metadata(page, url="https://cloud.example/").published is None  # a list of other pages


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Ada Lovelace", ("Ada Lovelace",)),
        ({"@type": "Person", "name": "Ada Lovelace"}, ("Ada Lovelace",)),
        ([{"name": "Ada Lovelace"}, {"name": "Charles Babbage"}, "Ada Lovelace"], ("Ada Lovelace", "Charles Babbage")),
        ({"name": ["Ada Lovelace", "The Countess"]}, ("Ada Lovelace",)),
        ({"@type": "Person", "name": {"@value": "Ada"}}, ()),
        (7, ()),
        (None, ()),
        ([], ()),
        ([[["Ada"]]], ()),
    ],
)
def test_authors_come_in_many_shapes(author: object, names: tuple[str, ...]) -> None:
    assert metadata(head(json_ld(json.dumps(ARTICLE | {"author": author})))).authors == names


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Article", "headline": "Fog", "datePublished": "2024-03-01",}',
        '<!-- {"@type": "Article", "headline": "Fog", "datePublished": "2024-03-01"} -->',
        '/* ours */ {"@type": "Article", "headline": "Fog", "datePublished": "2024-03-01"};',
        '//<![CDATA[\n{"@type": "Article", "headline": "Fog", "datePublished": "2024-03-01"}\n//]]>',
        '{"@type": "Article", "headline": "Fog\nand mist", "datePublished": "2024-03-01"}',
        '{"@type": "Article", "headline": "Fog \\& mist", "datePublished": "2024-03-01"}',
        '{"@type": "WebSite"} {"@type": "Article", "headline": "Fog", "datePublished": "2024-03-01"}',
        "{&quot;@type&quot;: &quot;Article&quot;, &quot;datePublished&quot;: &quot;2024-03-01&quot;}",
    ],
)
def test_the_usual_mistakes_are_mended(script: str) -> None:
    assert metadata(head(json_ld(script))).published == "2024-03-01"


def test_a_broken_script_does_not_hide_the_others() -> None:
    page = head(json_ld('{"@type": "Article", "datePublished": ', json.dumps(ARTICLE)) + '<meta name="author" content="Nobody">')
    assert metadata(page).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "script",
    [
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"@graph": ' * 5_000 + "{}" + "}" * 5_000,
        "{" + '"a": {' * 20_000 + "}" * 20_001,
        '"text"',
        "null",
        "17",
        "[1, null, [], {}]",
        '{"@type": 3, "headline": 4, "datePublished": {}, "author": [[]], "keywords": 5, "image": [[1]], "@id": []}',
        '{"@type": "Article", "headline": "' + "x" * 100_000 + '", "datePublished": "' + "1" * 100_000 + '"}',
        '{"@type": "Article", "datePublished": 1e400, "dateModified": -1, "dateCreated": true}',
        '{"@type": "Article", "headline": "\\ud800", "author": "\\u0000"}',
    ],
)
def test_hostile_scripts_are_left_out(script: str) -> None:
    found = metadata(head("<title>Fog</title>" + json_ld(script)))
    assert found.title == "Fog"
    assert found.published is None
    assert found.authors == ()


def test_an_organisation_is_the_author_only_where_nobody_else_is() -> None:
    script = json_ld('{"@type": "Article", "headline": "Fog", "author": {"@type": "Organization", "name": "Institute of Fog"}}')
    named = f'<head>{script}</head><body><h1>Fog</h1><p class="byline">By Ada Lovelace</p></body>'
    assert metadata(named).authors == ("Ada Lovelace",)
    assert metadata(head(script)).authors == ("Institute of Fog",)


def test_numbers_are_seconds_since_1970() -> None:
    assert metadata(head(json_ld('{"@type": "Article", "datePublished": 1709280000}'))).published == "2024-03-01T08:00:00Z"
    assert metadata(head(json_ld('{"@type": "Article", "datePublished": "1709280000000"}'))).published == "2024-03-01T08:00:00Z"


def test_scripts_in_the_body_count() -> None:
    page = f"<body><div>{json_ld(json.dumps(ARTICLE))}</div>"
    assert source(page, "authors") == "json-ld"
    assert metadata(page, crawled=CRAWLED.replace(year=2023)).published is None
