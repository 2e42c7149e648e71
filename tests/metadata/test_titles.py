"""Titles: agreement of sources, names of sites."""

import pytest

from tests.metadata.pages import json_ld, metadata, source


def page(title: str = "", *headings: str, meta: str = "", body: str = "") -> str:
    graph = f'<meta property="og:title" content="{meta}">' if meta else ""
    shown = "".join(f"<h1>{heading}</h1>" for heading in headings)
    return f"<html lang=en><head><title>{title}</title>{graph}</head><body>{shown}{body}<p>Text.</p></body></html>"


@pytest.mark.parametrize(
    ("html", "title"),
    [
        (page("Seven kinds of fog | The Weekly Cloud", "Seven kinds of fog"), "Seven kinds of fog"),
        (page("The Weekly Cloud: Seven kinds of fog", "Seven kinds of fog"), "Seven kinds of fog"),
        (page("Fog - Weather - The Weekly Cloud", "The Weekly Cloud", "Fog"), "Fog"),
        (page("Seven kinds of fog — The Cloud", "Welcome!", "Seven kinds of “fog”"), "Seven kinds of “fog”"),
        (page("Seven kinds of fog - The Cloud", "The Cloud"), "Seven kinds of fog"),
        (page("Seven kinds of fog | The Cloud"), "Seven kinds of fog"),
        (page("", "Seven kinds of fog"), "Seven kinds of fog"),
        (page("七种雾-云周刊"), "七种雾"),
        (page("Fog – a guide | The Cloud", meta="Fog – a guide"), "Fog – a guide"),
        (page("Fog", "Subscribe!"), "Fog"),
        (page("Seven kinds of fog", "Seven <span>kinds</span><br>of&shy; fog ¶"), "Seven kinds of fog"),
        (page("", meta="Seven kinds of fog"), "Seven kinds of fog"),
        (page(), None),
    ],
)
def test_titles(html: str, title: str | None) -> None:
    assert metadata(html, url="https://cloud.example/weather/seven-kinds-of-fog").title == title


def test_the_sites_name_is_cut_where_the_page_tells_it() -> None:
    site = '<meta property="og:site_name" content="Cloud: Weekly">'
    html = f"<head><title>Fog: the facts - Cloud: Weekly</title>{site}</head>"
    assert metadata(html).title == "Fog: the facts"


def test_the_words_of_the_address_decide_between_heading_and_title() -> None:
    html = page("How to name seven kinds of fog", "Naming all kinds of weather phenomena at home")
    assert metadata(html, url="https://cloud.example/how-to-name-seven-kinds-of-fog").title == "How to name seven kinds of fog"
    assert metadata(html, url="https://cloud.example/7").title == "Naming all kinds of weather phenomena at home"


def test_the_first_page_of_a_site_keeps_its_title() -> None:
    html = page("The Weekly Cloud | All about weather", "Look up!")
    assert metadata(html, url="https://cloud.example/").title == "The Weekly Cloud | All about weather"


def test_where_a_title_was_found() -> None:
    assert source(page("Fog | Cloud", "Fog"), "title") == "heading"
    assert source(page("Fog | Cloud"), "title") == "title"
    assert source(page("", meta="Fog"), "title") == "open-graph"
    assert source('<meta name="dc.title" content="Fog">', "title") == "dublin-core"
    assert source(json_ld('{"@type": "Article", "headline": "Fog"}'), "title") == "json-ld"


def test_a_logo_at_the_beginning_of_title_is_no_title() -> None:
    tags = '<title>The Weekly Cloud: Seven kinds of fog</title><meta property="og:title" content="Seven kinds of fog">'
    page = f"<head>{tags}</head><body><h1>The Weekly Cloud</h1><h1>Radiation</h1><p>Text.</p></body>"
    assert metadata(page, url="https://cloud.example/2023/seven-kinds-of-fog.html").title == "Seven kinds of fog"


def test_a_heading_stays_the_title_where_another_source_has_only_the_sites_name() -> None:
    tags = '<title>Seven kinds of fog | Cloudlet</title><meta property="og:title" content="Cloudlet">'
    page = f"<head>{tags}</head><body><h1>Seven kinds of fog</h1><p>Text.</p></body>"
    assert metadata(page, url="https://cloud.example/seven-kinds-of-fog").title == "Seven kinds of fog"


def test_a_heading_with_the_words_of_the_host_is_the_sites_name() -> None:
    page = "<title>Kinds of fog / Discussion / Weekly Cloud Forums</title><h1>Weekly Cloud</h1><p>Text."
    assert metadata(page, url="https://bbs.weeklycloud.org/topic?id=7").title == "Kinds of fog"


def test_a_number_is_no_title_where_a_heading_has_words() -> None:
    assert metadata("<body><h1>94</h1><h1>Seven kinds of fog</h1><p>Text.").title == "Seven kinds of fog"
    assert metadata("<body><h1>1984</h1><p>Text.").title == "1984"


def test_a_heading_that_names_the_site_is_better_than_no_title() -> None:
    html = "<h1>The Weekly Cloud</h1><p>Text."
    assert metadata(html, url="https://www.theweeklycloud.com/a").title == "The Weekly Cloud"
