"""What a page declares about itself out of sight: head and JSON-LD."""

import json

import pytest

from maintext import parse
from maintext.methods.fused.declared import KINDS, Declared, read_declared


def declared(head: str = "", *scripts: str) -> Declared:
    tags = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return read_declared(parse(f"<html><head>{head}</head><body><p>text</p>{tags}"))


# -- the head --------------------------------------------------------------------------------------------------------------


def test_the_title_is_that_of_the_head_and_that_for_sharing() -> None:
    found = declared("<title>Ice on\n the lake</title><meta property=og:title content='Ice!'>")
    assert found.titles == ("Ice on the lake", "Ice!")


def test_the_description_is_that_of_the_head_and_that_for_sharing() -> None:
    found = declared("<meta name=description content='It froze.'><meta property=og:description content='It did.'>")
    assert found.description.split() == ["It", "froze.", "It", "did."]


def test_title_and_description_are_kept_apart() -> None:
    found = declared("<title>Ice</title><meta name=description content=Cold>")
    assert (found.titles, found.description.strip(), found.body) == (("Ice", ""), "Cold", "")


def test_a_page_that_declares_nothing() -> None:
    found = declared()
    assert (found.titles, found.description.strip(), found.body, found.kinds) == (("", ""), "", "", frozenset())


# -- texts -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["articleBody", "description", "text"])
def test_texts_of_json_ld_are_found_by_their_key(key: str) -> None:
    assert declared("", json.dumps({"@type": "Article", key: "The lake froze."})).body == "The lake froze."


@pytest.mark.parametrize("key", ["headline", "name", "articleSection", "context", "text2", "mytext"])
def test_other_values_are_no_texts(key: str) -> None:
    assert declared("", json.dumps({key: "The lake froze."})).body == ""


def test_texts_of_nested_objects_and_of_several_scripts_are_all_found_in_order() -> None:
    thread = {"@graph": [{"text": "one"}, {"comment": [{"text": "two"}, {"description": "three"}]}]}
    assert declared("", json.dumps(thread, indent=2), '{"articleBody":"four"}').body == "one two three four"


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        (r'"a \"quoted\" word"', 'a "quoted" word'),
        (r'"back\\slash"', "back\\slash"),
        (r'"ends in a backslash \\"', "ends in a backslash \\"),
        (r'"two\nlines\tand\u00a0more"', "two lines and more"),
        (r'"caf\u00e9 \ud83e\uddca"', "café 🧊"),
        (r'"a\/b"', "a/b"),
        ('"湖面结冰。"', "湖面结冰。"),
        ('"a line\nbreak as it is"', "a line break as it is"),
        ('""', ""),
    ],
)
def test_escapes_are_read_and_white_space_is_collapsed(literal: str, text: str) -> None:
    assert declared("", f'{{"text": {literal}}}').body == text


def test_a_text_ends_at_its_own_quotation_mark() -> None:
    assert declared("", r'{"text": "one \" two", "name": "three", "text" : "four"}').body == 'one " two four'


def test_a_value_that_is_no_string_is_passed_over() -> None:
    assert declared("", '{"text": {"@value": "one"}, "description": ["two"], "articleBody": null}').body == ""


# -- kinds -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for kind, names in KINDS.items() for name in sorted(names)])
def test_types_of_json_ld_tell_the_kind(name: str, kind: str) -> None:
    assert kind in declared("", json.dumps({"@type": name})).kinds


def test_a_recipe_is_an_article_too_and_instructions_are_none() -> None:
    assert declared("", '{"@type":"Recipe"}').kinds == {"article", "recipe"}
    assert declared("", '{"@type":"HowTo"}').kinds == {"recipe"}


@pytest.mark.parametrize("script", ['{"@type" :\n "Product"}', '{"@type": ["Product", "Thing"]}', '{"@type":[ "Product"]}'])
def test_a_type_may_be_spaced_and_listed(script: str) -> None:
    assert declared("", script).kinds == {"product"}


def test_any_type_of_a_list_tells_the_kind() -> None:
    assert declared("", '{"@type": ["WebPage", "Article"]}').kinds == {"article"}


def test_a_page_may_declare_several_kinds() -> None:
    assert declared("", '{"@type":"NewsArticle"}', '[{"@type":"Offer"}]').kinds == {"article", "product"}


@pytest.mark.parametrize(
    "script",
    ['{"@type":"WebPage"}', '{"type":"Article"}', '{"@type":"Articles"}', '{"@type":"ARTICLE"}', '{"@type":"events"}', ""],
)
def test_other_types_tell_nothing(script: str) -> None:
    assert declared("", script).kinds == frozenset()


@pytest.mark.parametrize(
    ("type", "kinds"),
    [
        ("article", {"article"}),
        ("news", {"article"}),
        ("og:article", {"article"}),
        ("product", {"product"}),
        ("product.group", {"product"}),
        ("website", set()),
        ("articles", set()),
        ("", set()),
    ],
)
def test_the_type_for_sharing_tells_the_kind(type: str, kinds: set[str]) -> None:
    assert declared(f"<meta property=og:type content='{type}'>").kinds == kinds


def test_types_of_the_head_and_of_json_ld_are_all_told() -> None:
    assert declared("<meta property=og:type content=article>", '{"@type":"Product"}').kinds == {"article", "product"}


# -- broken ------------------------------------------------------------------------------------------------------------------


def test_what_can_be_read_of_broken_json_ld_is_read() -> None:
    found = declared("", '{"@type":"Article", "text":"one", "name":"x" "description":"two",,, }}', '{"text":"three"')
    assert (found.body, found.kinds) == ("one two three", frozenset({"article"}))


def test_a_text_that_is_cut_off_is_left_out() -> None:
    found = declared("", '{"@type":"Article","description":"whole","articleBody":"cut of')
    assert (found.body, found.kinds) == ("whole", frozenset({"article"}))


def test_a_text_with_a_broken_escape_is_left_out_and_the_others_are_kept() -> None:
    assert declared("", r'{"text":"bad \x escape","description":"good","articleBody":"bad \u12 escape"}').body.split() == ["good"]


def test_types_in_brackets_that_are_left_open_are_passed_over() -> None:
    assert declared("", '{"@type":["Article","@type":"Product"').kinds == {"product"}
    assert declared("", '{"@type":["Article"],"@type":["Recipe","@type":"Product"').kinds == {"article", "product"}


def test_a_page_of_brackets_left_open_is_read_in_one_go() -> None:
    assert declared("", '{"@type":[' * 200_000, '{"@type":"Product"').kinds == {"product"}


def test_half_a_surrogate_pair_breaks_nothing() -> None:
    assert declared("", r'{"text":"one \ud83e two"}').body == "one \ud83e two"


def test_a_very_long_text_is_read_whole() -> None:
    assert len(declared("", json.dumps({"articleBody": 'a "b" ' * 100_000})).body) == 6 * 100_000 - 1


def test_other_scripts_declare_nothing() -> None:
    page = parse('<script>var x = {"@type": "Article", "text": "one"}</script><p>text</p>')
    assert read_declared(page) == Declared(("", ""), " ", "", frozenset())
