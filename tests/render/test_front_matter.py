"""Front matter: YAML that is read back as the same strings."""

import json

import pytest

from maintext.render.markdown import front_matter


def test_facts_stand_between_lines_of_dashes() -> None:
    assert front_matter({"title": "Ice", "tags": ["a b", "c: d"], "words": 12, "paid": False}) == (
        '---\ntitle: Ice\ntags:\n  - a b\n  - "c: d"\nwords: 12\npaid: false\n---\n\n'
    )


def test_what_is_not_known_is_left_out() -> None:
    assert front_matter({"title": None, "author": "", "tags": []}) == front_matter({}) == ""


@pytest.mark.parametrize(
    "text",
    ["yes", "No", "null", "1", "1.5", "2024-01-01", "a: b", "a #b", "- a", "#a", "'a'", '"a"', "a\nb", "{a}", "[a]", "*a", "&a",
     "!a", "%a", "@a", "`a", "a:", " a", "a ", "", "a\\b", "\x07", "\u2028", "https://example.org/", "~", "=", "é: ü", "12:30",
     "0x1f"],
)  # fmt: skip
def test_what_yaml_would_read_as_something_else_is_quoted(text: str) -> None:
    line = front_matter({"x": [text]}).splitlines()[2]
    assert json.loads(line.removeprefix("  - ")) == text  # a JSON string is a YAML string


@pytest.mark.parametrize("text", ["Ice on the harbour", "é", "Ann Lee", "a.b/c", "日本"])
def test_plain_words_need_no_quotes(text: str) -> None:
    assert front_matter({"x": text}) == f"---\nx: {text}\n---\n\n"
