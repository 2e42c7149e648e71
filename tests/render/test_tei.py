"""TEI: well-formed for any page, with the words of the text, and the structure that linguists ask for."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from lxml import etree

from maintext import extract, extract_page, parse
from maintext.render import EVERYTHING, FORMATS, Kept, RenderOptions
from maintext.render.text import render_text

from .pages import HOSTILE, random_html
from .test_cases import CASES, result

TEI = "{http://www.tei-c.org/ns/1.0}"
URL = "https://example.org/a/"


def document(xml: str) -> ElementTree.Element:
    assert etree.fromstring(xml.encode()) is not None  # whose limits are stricter
    return ElementTree.fromstring(xml)


def body(source: str, options: RenderOptions = EVERYTHING) -> str:
    """The body's content without line breaks between elements."""
    page = parse(source, url=URL)
    xml = FORMATS["xml"](Kept.of(page, page.is_text), options)
    document(xml)
    found = re.search(r"<body>\n(.*)</body>", xml, re.DOTALL)
    assert found is not None
    return found.group(1).replace(">\n", ">").replace("\n<", "<")


def words(xml: str) -> list[str]:
    """Of the body, without descriptions of images."""
    found = document(xml).find(f"{TEI}text/{TEI}body")
    assert found is not None
    for formula in found.iter(f"{TEI}formula"):
        formula.text = f"${formula.text}$"  # as in the text
    for parent in list(found.iter()):
        for child in [each for each in parent if each.tag == f"{TEI}figDesc"]:
            child.text = ""
    return "".join(found.itertext()).split()


# -- any page ------------------------------------------------------------------------------------------------------------


@given(random_html())
@settings(max_examples=300, deadline=None)
def test_a_random_page_is_well_formed_and_has_the_words_of_the_text(source: str) -> None:
    page = parse(source)
    for chosen in (page.is_text, page.is_text & (np.arange(len(page)) % 3 > 0)):
        assert words(FORMATS["xml"](Kept.of(page, chosen), EVERYTHING)) == render_text(page, chosen).split()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_well_formed(name: str) -> None:
    found = extract_page(HOSTILE[name], method="whole-text", url=URL)
    kept_words = re.sub("[\x00-\x08\x0e-\x1b\ufffe\uffff]", "", found.text).split()
    assert words(found.render("xml")) == kept_words


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_golden_pages_have_the_words_of_the_text(folder: Path) -> None:
    found = result(folder)
    assert words(found.render("xml")) == found.text.split()


def test_a_page_without_content_is_a_document_with_an_empty_paragraph() -> None:
    assert body("") == "<p/>"


def test_elements_nest_no_deeper_than_readers_of_xml_follow() -> None:
    xml = extract("<ul><li><blockquote><b><i>x" * 2000, method="whole-text", format="xml")
    assert words(xml) == ["x"] * 2000


def test_many_cells_and_endless_spans_are_no_trouble() -> None:
    xml = extract("<table><tr><td colspan=9007199254740991>a<td>b" + "<tr><td>c<td>d" * 20_000, method="whole-text", format="xml")
    assert 'cols="65534"' in xml
    assert len(words(xml)) == 40_002


# -- structure -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>one<p>two<br>three<div>four</div>", "<p>one</p><p>two<lb/>three</p><p>four</p>"),
        ("<p>a <b>b <i>c</i></b> d", '<p>a <hi rend="bold">b <hi rend="italic">c</hi></hi> d</p>'),
        ("<p>x<sup>2</sup> <s>y</s> <code>z <b>w</b></code>",
         '<p>x<hi rend="superscript">2</hi> <del>y</del> <code>z w</code></p>'),
        ("<p>see <a href=two>two</a>, <a href='javascript:x'>x</a>",
         '<p>see <ref target="https://example.org/a/two">two</ref>, x</p>'),
        ("<ul><li>a<li>b<ol><li>c</ol></ul>",
         '<list rend="bulleted"><item>a</item><item>b<list rend="numbered"><item>c</item></list></item></list>'),
        ("<ul><li><p>a<p>b</ul>", '<list rend="bulleted"><item><p>a</p><p>b</p></item></list>'),
        ("<ul>stray<li>a</ul>", '<list rend="bulleted"><item>stray</item><item>a</item></list>'),
        ("<ul><ul><li>a</ul></ul>", '<list rend="bulleted"><item><list rend="bulleted"><item>a</item></list></item></list>'),
        ("<li>a<li>b", "<p>a</p><p>b</p>"),
        ("<dl><dt>a<dd>b<dd>c<dt>d<dt>e</dl>",
         '<list type="gloss"><label>a</label><item>b</item><label/><item>c</item>'
         "<label>d</label><item/><label>e</label><item/></list>"),
        ("<blockquote>a<p>b</blockquote>c", "<quote><p>a</p><p>b</p></quote><p>c</p>"),
        ("<table><caption>t<tr><th>a<th>b<tr><td colspan=2>c</table>",
         '<table><head>t</head><row><cell role="label">a</cell><cell role="label">b</cell></row>'
         '<row><cell cols="2">c</cell></row></table>'),
        ("<table><tr><td><p>layout</table>", "<p>layout</p>"),
        ('<pre class="language-py">if a &lt; b:\n  c</pre>',
         '<ab type="code"><code xml:space="preserve" lang="py">if a &lt; b:\n  c</code></ab>'),
        ("<figure><img src=i.png alt='An  image'><figcaption>said <b>here</b></figcaption></figure><p>text text text text",
         '<figure><graphic url="https://example.org/a/i.png"/><figDesc>An image</figDesc>'
         '<head>said <hi rend="bold">here</hi></head></figure><p>text text text text</p>'),
        ("<p>so <math><mi>x</mi><mo>&lt;</mo><mn>2</mn></math>.", '<p>so <formula notation="TeX">x&lt;2</formula>.</p>'),
        ("<p>a <img src=i.png> b", '<p>a<figure><graphic url="https://example.org/a/i.png"/></figure> b</p>'),
    ],
)  # fmt: skip
def test_structure_is_kept(source: str, expected: str) -> None:
    assert body(source) == expected


def test_headings_begin_divisions_and_end_those_of_their_level() -> None:
    assert body("<p>0<h1>a</h1><p>1<h2>b</h2><p>2<h2>c</h2><p>3<h1>d</h1>") == (
        '<p>0</p><div type="section"><head rend="h1">a</head><p>1</p><div type="section"><head rend="h2">b</head><p>2</p></div>'
        '<div type="section"><head rend="h2">c</head><p>3</p></div></div><div type="section"><head rend="h1">d</head></div>'
    )


def test_a_heading_inside_of_a_quote_begins_no_division() -> None:
    assert body("<blockquote><h2>a</h2>b</blockquote>") == '<quote><ab type="head" rend="h2">a</ab><p>b</p></quote>'


def test_a_link_around_blocks_is_written_in_each() -> None:
    assert body("<a href=x><p>a</p><p>b</p></a>") == (
        '<p><ref target="https://example.org/a/x">a</ref></p><p><ref target="https://example.org/a/x">b</ref></p>'
    )


def test_what_is_switched_off_is_left_out() -> None:
    source = "<p>one <a href=/x>two</a> <img src=/i.png></p><table><tr><th>a<th>b<tr><td>c<td>d</table>"
    without = RenderOptions(include_links=False, include_images=False, include_tables=False)
    assert body(source, without) == "<p>one two</p>"


# -- header --------------------------------------------------------------------------------------------------------------

PAGE = """<html lang=en-GB><title>Ice &amp; snow</title><meta property="og:site_name" content="The Quay">
<meta name=author content="Ann Lee, Bo Li"><meta property="article:published_time" content="2024-02-03T10:00:00Z">
<meta name=keywords content="ice, snow"><meta name=description content="How it froze &amp;amp; held.">
<link rel=license href="https://example.org/licence"><h1>Ice &amp; snow</h1><p>It froze."""


def test_the_header_has_the_metadata() -> None:
    root = document(extract(PAGE, method="whole-text", format="xml", url="https://example.org/ice"))
    header = f"{TEI}teiHeader/{TEI}fileDesc/"
    assert root.findtext(f"{header}{TEI}titleStmt/{TEI}title") == "Ice & snow"
    assert [each.text for each in root.findall(f"{header}{TEI}titleStmt/{TEI}author")] == ["Ann Lee", "Bo Li"]
    published = root.find(f"{header}{TEI}publicationStmt/{TEI}date")
    licence = root.find(f"{header}{TEI}publicationStmt/{TEI}availability/{TEI}licence")
    source = root.find(f"{header}{TEI}sourceDesc/{TEI}bibl/{TEI}ptr")
    assert published is not None
    assert licence is not None
    assert source is not None
    assert published.attrib == {"type": "published", "when": "2024-02-03T10:00:00Z"}
    assert licence.get("target") == "https://example.org/licence"
    assert source.get("target") == "https://example.org/ice"
    assert root.findtext(f"{header}{TEI}publicationStmt/{TEI}publisher") == "The Quay"
    profile = f"{TEI}teiHeader/{TEI}profileDesc/"
    assert root.findtext(f"{profile}{TEI}abstract/{TEI}p") == "How it froze & held."
    assert [each.text for each in root.iter(f"{TEI}term")] == ["ice", "snow"]
    text = root.find(f"{TEI}text")
    assert text is not None
    assert text.get("{http://www.w3.org/XML/1998/namespace}lang") == "en-GB"


@pytest.mark.parametrize("language", ["e\x01n", "<b>", "english please", "-", "x"])
def test_a_language_that_is_none_is_left_out(language: str) -> None:
    xml = extract(f'<html lang="{language}"><p>one', method="whole-text", format="xml")
    assert "xml:lang" not in xml
    document(xml)
