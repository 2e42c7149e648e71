"""`<meta>`, `<link>` and the `html` element."""

import pytest

from tests.metadata.pages import head, json_ld, metadata, source


@pytest.mark.parametrize(
    ("tag", "from_where"),
    [
        ('<meta property="article:published_time" content="2024-03-01">', "open-graph"),
        ('<meta name="DC.date.issued" content="2024-03-01">', "dublin-core"),
        ('<meta name="dcterms:created" content="2024-03-01">', "dublin-core"),
        ('<meta name="citation_publication_date" content="2024/03/01">', "meta"),
        ('<meta itemprop="datePublished" content="20240301">', "meta"),
        ('<meta name="pubdate" content="March 1, 2024">', "meta"),
    ],
)
def test_dates_of_many_names(tag: str, from_where: str) -> None:
    assert metadata(head(tag)).date == "2024-03-01"
    assert source(head(tag), "date") == from_where


def test_several_authors_may_have_a_tag_each() -> None:
    tags = '<meta name="citation_author" content="Ada Lovelace"><meta name="citation_author" content="Charles Babbage">'
    assert metadata(head(tags)).authors == ("Ada Lovelace", "Charles Babbage")


def test_an_address_is_no_author() -> None:
    assert metadata(head('<meta property="article:author" content="https://www.facebook.com/cloud">')).authors == ()


def test_twitters_label_says_whether_its_data_is_an_author() -> None:
    labelled = '<meta name="twitter:label1" content="{}"><meta name="twitter:data1" content="{}">'
    assert metadata(head(labelled.format("Written by", "Ada Lovelace"))).authors == ("Ada Lovelace",)
    assert metadata(head(labelled.format("Verfasst von", "Ada Lovelace"))).authors == ("Ada Lovelace",)
    assert metadata(head(labelled.format("Est. reading time", "7 minutes"))).authors == ()


def test_json_ld_is_believed_before_meta_tags_except_for_the_date() -> None:
    script = json_ld('{"@type": "Article", "author": "Ada Lovelace", "datePublished": "2024-03-09"}')
    tags = '<meta name="author" content="webmaster team"><meta property="article:published_time" content="2024-03-01">'
    found = metadata(head(script + tags))
    assert found.authors == ("Ada Lovelace",)
    assert found.published == "2024-03-01"


def test_the_other_fields() -> None:
    tags = """
        <link rel="canonical" href="/fog"><link rel="license" href="https://creativecommons.org/licenses/by/4.0/">
        <meta property="og:type" content="video.movie"><meta property="og:image" content="fog.jpg">
        <meta name="description" content="What   to &amp;amp; call it"><meta name="keywords" content="fog, clouds;fog">
        <meta property="og:site_name" content="The Weekly Cloud">
    """
    found = metadata(head(tags, lang="en-GB"), url="https://cloud.example/weather/fog?x=1")
    assert found.canonical == "https://cloud.example/fog"
    assert found.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert found.kind == "VideoObject"
    assert found.image == "https://cloud.example/weather/fog.jpg"
    assert found.description == "What to & call it"
    assert found.tags == ("fog", "clouds")
    assert found.site_name == "The Weekly Cloud"
    assert found.language == "en-GB"
    assert source(head(tags), "canonical") == "link"


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:image/png;base64,AAAA", "", " ", "http://[::1", "x" * 5000])
def test_what_is_no_address_is_no_image(address: str) -> None:
    assert metadata(head(f'<meta property="og:image" content="{address}">'), url="https://cloud.example/").image is None


def test_the_language_may_stand_in_a_meta_tag() -> None:
    page = '<head><meta http-equiv="content-language" content="de"></head>'
    assert metadata(page).language == "de"
