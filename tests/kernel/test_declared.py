"""What a page declares out of sight: the kernel finds what Python's regular expressions find."""

from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import parse
from maintext.methods.fused.compiled import said, said_by
from maintext.methods.fused.declared import read_declared
from tests.kernel.tables import kernel, needs_kernel

pytestmark = needs_kernel

PIECES = [
    *('"@type":"', '@type":"Article"', '"@type":["'),
    *('"@type"', '"@type":"Article"', '"@type" : [', '"Product", "Offer"', "]", '"Recipe"', "@type", ":", " : ", '"', "'", ","),
    *('"text"', '"text":"', '"articleBody" :\n"', '"description":"', '"textual":"', '"text":\u00a0"', '"text":1', "{", "}"),
    *(
        "\\",
        "\\\\",
        '\\"',
        "\\/",
        "\\n",
        "\\t",
        "\\x",
        "\\u0041",
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\ude00",
        "\\u00a0",
        "\\u12",
        "\\uzzzz",
    ),
    *("one", " two  ", "\n", "\t", "\u2028", "中文", "\U0001f600", "é", "\x1f", "\x00"),
]
scripts = st.lists(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), max_size=3)


def assert_alike(source: str) -> None:
    page = parse(source)
    assert said_by(kernel(), page) == said(read_declared(page))


@settings(max_examples=400, deadline=None)
@given(in_head=scripts, in_body=scripts, type=st.sampled_from(("", "article", "product")))
def test_json_ld_is_searched_alike(in_head: list[str], in_body: list[str], type: str) -> None:
    head, body = (
        "".join(f"<script type='application/ld+json'>{text}</script>" for text in texts) for texts in (in_head, in_body)
    )
    assert_alike(f"<head><meta property=og:type content='{type}'>{head}</head><body>text{body}")


@settings(max_examples=100, deadline=None)
@given(
    title=st.text(),
    contents=st.lists(st.text(), min_size=4, max_size=4),
    type=st.lists(st.sampled_from(("article", "product", "News", ".", ":", " ", "é")), max_size=4).map("".join) | st.text(),
)
def test_what_the_head_says_is_found_alike(title: str, contents: list[str], type: str) -> None:
    names = ("name=Description", "property=' og:title '", "property=og:description", "itemprop=description", "property=og:type")
    contents = [*contents, type]
    metas = "".join(f'<meta {name} content="{escape(content)}">' for name, content in zip(names, contents, strict=True))
    assert_alike(f"<head><title>{escape(title)}</title>{metas}</head><body>text")


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Article", "text": "one\\u00a0two\\n three", "description": "é \\ud83d\\ude00"}',
        '{"@type": ["Thing", "Product"], "text": "it ends too so',
        '{"text": "no \\q escape", "articleBody": "a \\ud800 half"}',
        '"@type": "NotAnArticle"',
        '{"text": "\\',
        '"@type":',
        '"@type":""@type":"Article]"',
        '"@type"@type":"Article"',
        '"@type":["Article","@type":"Product"',
        "",
    ],
)
def test_whole_and_broken_scripts_are_read_alike(script: str) -> None:
    assert_alike(f"<head><script type='Application/LD+JSON; charset=utf-8'>{script}</script></head><p>text")
