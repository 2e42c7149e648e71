"""Whatever a page holds, it has a record, and its dates are dates."""

import json
import re
import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import BadInput, read_metadata
from tests.metadata.pages import CRAWLED, article, head, json_ld, metadata

ISO = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)?)?")

words = st.sampled_from(
    [
        "",
        "By",
        "Ada Lovelace",
        "17 May 2023",
        "31.12.2099",
        "2024-06-30T23:59:59Z",
        "2023",
        "©",
        "|",
        "Updated",
        "von",
        "fog",
        "\0",
        "é",
    ]
)
tags = st.sampled_from(["h1", "h2", "p", "div", "span", "a", "time", "aside", "article", "meta", "title", "footer", "x-byline"])
attributes = st.dictionaries(
    st.sampled_from(["class", "id", "rel", "itemprop", "property", "datetime", "content", "href", "name", "hidden"]),
    st.sampled_from(
        ["author", "byline", "date", "datePublished", "2023-05-17", "9999-99-99", "/author/x", "og:title", "comments", ""]
    ),
    max_size=3,
)


@st.composite
def fragments(draw: st.DrawFn) -> str:
    parts = []
    for _ in range(draw(st.integers(0, 12))):
        tag, inside = draw(tags), draw(words)
        written = "".join(f' {name}="{value}"' for name, value in draw(attributes).items())
        parts.append(f"<{tag}{written}>{inside}" + draw(st.sampled_from(["", f"</{tag}>"])))
    return "".join(parts)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "@type",
                    "@graph",
                    "@id",
                    "headline",
                    "name",
                    "author",
                    "datePublished",
                    "dateModified",
                    "url",
                    "image",
                    "keywords",
                ]
            ),
            inner | st.sampled_from(["Article", "WebPage", "Person", "Organization"]),
            max_size=5,
        )
    ),
    max_leaves=15,
)


def is_sound(html: str, url: str | None = None) -> None:
    found = metadata(html, url=url)
    json.dumps(found.to_dict())
    for moment in (found.published, found.modified):
        if moment is not None:
            assert ISO.fullmatch(moment)
            assert date.fromisoformat(moment[:10]) <= CRAWLED
    assert all(author.strip() for author in found.authors)
    assert found.title is None or found.title.strip()


@given(fragments())
def test_any_markup_has_a_sound_record(html: str) -> None:
    is_sound(html, "https://cloud.example/2023/05/17/fog")


@given(values)
def test_any_json_ld_has_a_sound_record(value: object) -> None:
    is_sound(head(json_ld(json.dumps(value).replace("</", "<\\/"))))


@given(st.text(max_size=300))
@settings(max_examples=200)
def test_any_text_as_page_script_and_address_has_a_sound_record(text: str) -> None:
    is_sound(text)
    is_sound(head(json_ld(text)), text)


@pytest.mark.parametrize(
    "html",
    [
        article("<div class=author>" * 2000 + "Ada"),
        article('<time datetime="2023-05-17">x</time>' * 20_000),
        article("<p>2023</p>" * 20_000),
        article("<p>1.1.2023 - " + "2023 " * 20_000 + "</p>"),
        article('<p class="author">' + "By " * 20_000 + "</p>"),
        article('<p class="author">' + ":," * 50_000 + "</p>"),
        article('<p class="author">' + "- " * 50_000 + "</p>"),
        article('<p class="author">' + "review abyx " * 20_000 + "</p>"),
        head(f'<meta name="author" content="{"a@" * 200}">' * 2_000),
        head(
            '<script type="application/ld+json">[{"@type":"Article","author":['
            + '{"@id":"x"},' * 20_000
            + '{}]},{"@id":"x",'
            + ",".join(f'"k{number}":1' for number in range(20_000))
            + "}]</script>"
        ),
        article("", title="Fog | " * 20_000),
        "<h1>" * 3000 + "Fog",
        head('<meta name="author" content="' + "Ada Lovelace and " * 20_000 + '">'),
        head('<meta property="og:title" content="x">' * 50_000),
        head('<meta name="keywords" content="' + "a," * 100_000 + '">'),
    ],
)
def test_long_pages_are_read_in_time_that_grows_with_their_length(html: str) -> None:
    began = time.process_time()
    is_sound(html)
    assert time.process_time() - began < 5  # seconds, parsing included; anything quadratic takes minutes


def test_what_is_no_page_is_an_error_that_says_how_to_make_one() -> None:
    with pytest.raises(BadInput, match=r"give a Page, as maintext\.parse\(html\) makes one, not str"):
        read_metadata("<p>text")  # type: ignore[arg-type]
