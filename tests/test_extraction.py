"""extract and extract_page: names and errors, what a result holds, and that no word gets lost between kept and dropped."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

import maintext
from maintext import (
    DEFAULT_METHOD,
    FORMATS,
    LABELS,
    METHODS,
    BadInput,
    BadParameter,
    Extraction,
    MaintextError,
    UnknownName,
    extract,
    extract_page,
    parse,
)
from maintext.methods.cetd import DensitySum
from maintext.methods.protocol import parameter, parameters
from maintext.page import BoolArray, FloatArray, Page

SOURCE = """<body>
<div id=nav><ul>
<li><a href=/>Home</a></li>
<li><a href=/news>News</a></li>
<li><a href=/about>Contact</a></li>
</ul></div>
<div id=main>
<h1>Walking to the island</h1>
<p>The harbour froze over in the second week of January, and by Friday the ferry had stopped.</p>
<p>People walked to the island instead, pulling sledges, and the <a href=/baker>baker</a> put up a table half way across.</p>
</div>
<div id=foot>Printed by <a href=/press>our press</a></div>
</body>"""


@dataclass(frozen=True)
class Shouting:
    """Keeps the runs that hold an exclamation mark."""

    paper: ClassVar[str] = "none"

    marks: int = parameter(1, "how many marks a shout has", at_least=1)

    def score(self, page: Page) -> FloatArray:
        return np.array([float(page.text(row).count("!")) for row in range(len(page))])

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        return page.around(page.is_text & (score >= self.marks))


@dataclass(frozen=True)
class Linked(DensitySum):
    """Derived from a method that the kernel knows, and reads what that does not: keeps what links to `/baker`."""

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        leads_there = [page.attributes(row).get("href") == "/baker" for row in range(len(page))]
        return page.around(page.is_text & page.inside(np.array(leads_there)))


# -- extract -------------------------------------------------------------------------------------------------------------


def test_a_method_of_ones_own_sees_all_attributes() -> None:
    assert extract(SOURCE, method=Linked()) == extract_page(SOURCE, method=Linked()).text == "baker"


def test_extract_gives_the_main_text() -> None:
    text = extract(SOURCE)
    assert "The harbour froze over" in text
    assert text.endswith("put up a table half way across.")
    assert "Contact" not in text
    assert "press" not in text


def test_the_title_can_be_asked_for() -> None:
    assert extract(SOURCE, include_title=True).startswith("Walking to the island\n\nThe harbour froze over")


def test_the_default_method_and_format_are_in_the_registries() -> None:
    assert DEFAULT_METHOD in METHODS
    assert extract(SOURCE) == extract(SOURCE, method=DEFAULT_METHOD, format="text")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("format", FORMATS)
def test_extract_writes_what_extract_page_found(method: str, format: str) -> None:
    assert extract(SOURCE, method=method, format=format) == extract_page(SOURCE, method=method).render(format)


def test_a_page_without_content_gives_nothing() -> None:
    assert extract("") == extract("<img>", format="html") == extract(b"") == ""


def test_bytes_are_decoded_with_the_charset_of_the_transport() -> None:
    assert extract("<p>Łódź".encode("cp1250"), charset="windows-1250") == "Łódź"


def test_the_address_makes_links_absolute() -> None:
    written = extract("<p>one <a href=two>two</a>", format="html", url="https://example.org/x/", method="whole-text")
    assert 'href="https://example.org/x/two"' in written


def test_a_parsed_page_is_accepted() -> None:
    page = parse(SOURCE)
    result = extract_page(page)
    assert result.page is page
    assert result.text == extract(page) == extract(SOURCE)


# -- names and errors ----------------------------------------------------------------------------------------------------


def message_of(error: "pytest.ExceptionInfo[MaintextError]") -> str:
    message = str(error.value)
    assert "\n" not in message
    return message


def test_an_unknown_method_is_an_error_that_lists_the_methods() -> None:
    with pytest.raises(UnknownName) as caught:
        extract(SOURCE, method="magic")
    message = message_of(caught)
    assert "method 'magic'" in message
    assert all(name in message for name in METHODS)


def test_an_unknown_format_is_an_error_that_lists_the_formats() -> None:
    with pytest.raises(UnknownName) as caught:
        extract(SOURCE, format="pdf")
    message = message_of(caught)
    assert "format 'pdf'" in message
    assert all(name in message for name in FORMATS)
    with pytest.raises(UnknownName) as caught:
        extract_page(SOURCE).render("pdf")
    assert message_of(caught) == message


@pytest.mark.parametrize("method", METHODS)
def test_an_unknown_parameter_is_an_error_that_lists_those_of_the_method(method: str) -> None:
    with pytest.raises(UnknownName) as caught:
        extract(SOURCE, method=method, parameters={"magic": 1})
    message = message_of(caught)
    assert "parameter 'magic'" in message
    assert method in message
    assert all(name in message for name in parameters(METHODS[method]) or ["none"])


@pytest.mark.parametrize(
    ("method", "settings", "hint"),
    [
        ("cectd-ds", {"threshold": "best"}, "threshold is one of path, body, not 'best'"),
        ("cectd-ds", {"threshold": None}, "threshold is one of path, body, not None"),
        ("cectd-ds", {"drop_hidden": "perhaps"}, "drop_hidden takes true or false, not 'perhaps'"),
        ("danag", {"gap": -1}, "gap is at least 0, not -1"),
        ("danag", {"gap": 1.5}, "gap takes a whole number, not 1.5"),
        ("danag", {"gap": True}, "gap takes a whole number, not True"),
        ("danag", {"gap": "many"}, "gap takes a whole number, not 'many'"),
        ("block-extractor", {"threshold": "nan"}, "threshold takes a number, not 'nan'"),
        ("block-extractor", {"threshold": float("inf")}, "threshold takes a number, not inf"),
        ("block-extractor", {"threshold": [1]}, "threshold takes a number, not [1]"),
        ("cepr-tpr", {"lambda": -0.5}, "lambda is at least 0, not -0.5"),
    ],
)
def test_a_value_that_a_parameter_cannot_take_is_an_error_that_says_what_it_takes(
    method: str, settings: dict[str, Any], hint: str
) -> None:
    with pytest.raises(BadParameter) as caught:
        extract(SOURCE, method=method, parameters=settings)
    assert message_of(caught) == hint


def test_a_number_too_large_to_count_with_is_an_error_too() -> None:
    with pytest.raises(BadParameter, match="threshold"):
        extract(SOURCE, method="block-extractor", parameters={"threshold": 10**400})


@pytest.mark.parametrize("wrong", [None, 3, b"cetd-ds", object()], ids=["None", "int", "bytes", "object"])
def test_what_is_neither_a_name_nor_a_method_is_an_error(wrong: Any) -> None:
    with pytest.raises(MaintextError) as caught:
        extract(SOURCE, method=wrong)
    message_of(caught)


def test_something_that_is_no_page_is_an_error() -> None:
    with pytest.raises(BadInput, match="cannot read a page from NoneType"):
        extract(None)


def test_errors_can_be_caught_as_what_they_are_in_python_too() -> None:
    assert issubclass(UnknownName, ValueError)
    assert issubclass(BadParameter, ValueError)
    assert issubclass(BadInput, TypeError)
    assert all(issubclass(each, MaintextError) for each in (UnknownName, BadParameter, BadInput, maintext.BadModel))


# -- methods and parameters ----------------------------------------------------------------------------------------------


def test_a_method_may_be_an_object() -> None:
    assert extract(SOURCE, method=METHODS["cetd-ds"]) == extract(SOURCE, method="cetd-ds")
    result = extract_page(SOURCE, method=DensitySum(threshold="body"))
    assert result.method == DensitySum(threshold="body")


def test_a_method_of_your_own_is_used_like_the_others() -> None:
    source = "<p>Ice!</p><p>calm</p><p>Run!!</p>"
    assert extract(source, method=Shouting()) == "Ice!\n\nRun!!"
    assert extract(source, method=Shouting(), parameters={"marks": "2"}) == "Run!!"
    with pytest.raises(UnknownName, match="'volume' of Shouting; there are: marks"):
        extract(source, method=Shouting(), parameters={"volume": 2})


def test_parameters_change_the_method_and_leave_the_registry_alone() -> None:
    before = METHODS["cectd-ds"]
    result = extract_page(SOURCE, method="cectd-ds", parameters={"threshold": "body", "drop_hidden": "yes"})
    assert result.method == DensitySum(threshold="body", drop_hidden=True)
    assert METHODS["cectd-ds"] is before
    assert before == DensitySum()


def test_a_parameter_named_like_a_word_of_python_is_given_by_its_own_name() -> None:
    result = extract_page(SOURCE, method="cepr-tpr", parameters={"lambda": "0"})
    assert result.text == extract(SOURCE, method="whole-text")


def test_the_registries_cannot_be_written_to() -> None:
    for registry in (METHODS, FORMATS):
        with pytest.raises(TypeError):
            registry["mine"] = None  # type: ignore[index]


# -- what a result holds -------------------------------------------------------------------------------------------------


def test_a_result_has_the_text_in_each_format() -> None:
    result = extract_page(SOURCE)
    assert result.text == result.render("text")
    assert result.markdown == result.render("markdown")
    assert result.html == result.render("html")
    assert result.html.startswith("<div><div>")


def test_dropped_is_what_was_left_out() -> None:
    assert extract_page(SOURCE, include_title=True).dropped.split() == "Home News Contact Printed by our press".split()


@pytest.mark.parametrize("method", METHODS)
def test_text_and_dropped_together_have_every_word(method: str) -> None:
    result = extract_page(SOURCE, method=method)
    assert Counter(result.text.split()) + Counter(result.dropped.split()) == Counter(extract(SOURCE, method="whole-text").split())


def test_warnings_are_those_of_the_page() -> None:
    assert extract_page(SOURCE).warnings == ()
    result = extract_page("<div>" * 5000 + "deep")
    assert result.warnings == result.page.warnings
    assert len(result.warnings) == 1


def test_without_drops_more_text_and_the_elements_that_held_nothing_else() -> None:
    result = extract_page(SOURCE, method="whole-text")
    page = result.page
    in_navigation = np.array([page.text(row) in ("Home", "News", "Contact") for row in range(len(page))])
    fewer = result.without(in_navigation)
    assert isinstance(fewer, Extraction)
    assert fewer.text == result.text.removeprefix("Home\nNews\nContact\n\n")
    assert fewer.dropped.split() == ["Home", "News", "Contact"]
    assert "<ul>" in result.html
    assert "<ul>" not in fewer.html
    assert np.array_equal(fewer.keep, page.around(fewer.keep & page.is_text))
    assert "Home" in result.text  # itself unchanged


def test_without_never_brings_text_back() -> None:
    result = extract_page(SOURCE)
    assert result.without(np.zeros(len(result.page), dtype=bool)).text == result.text
    assert result.without(np.ones(len(result.page), dtype=bool)).text == ""


def test_repr_says_how_much_was_kept_and_by_what() -> None:
    result = extract_page("<p>four</p>", method="whole-text")
    assert repr(result) == "<Extraction of 4 of 4 characters by WholeText>"


def test_every_public_name_exists() -> None:
    assert all(hasattr(maintext, name) for name in maintext.__all__)


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": []},
        {"url": 5},
        {"url": b"http://example.org"},
        {"charset": b"utf-8"},
        {"parameters": ["lines"]},
        {"method": type},
    ],
    ids=str,
)
def test_arguments_of_a_wrong_kind_are_errors_of_ours(wrong: dict[str, Any]) -> None:
    with pytest.raises(MaintextError) as caught:
        extract(b"<p>text</p>", **wrong)
    message_of(caught)


# -- the fused method's own ----------------------------------------------------------------------------------------------


FRONT_PAGE = "<body><div id=app></div><script type='application/ld+json'>%s</script></body>"
BODY = "The harbour froze over in the second week of January. " * 8


def test_labels_say_what_each_row_is() -> None:
    result = extract_page(SOURCE, include_title=True)
    names = {LABELS[label] for label in result.labels[result.page.is_text & result.keep]}
    assert names == {"main", "title"}
    assert {LABELS[label] for label in result.labels[result.page.is_text & ~result.keep]} == {"boilerplate"}


def test_other_methods_know_two_labels_and_no_confidence() -> None:
    result = extract_page(SOURCE, method="cectd-ds")
    assert {LABELS[label] for label in result.labels} == {"main", "boilerplate"}
    assert (result.confidence, result.page_type) == (None, None)


def test_a_page_without_text_has_no_confidence_at_all() -> None:
    result = extract_page("<div><img src=x></div>")
    assert (result.text, result.confidence, result.page_type) == ("", 0.0, None)


def test_an_article_is_trusted_more_than_a_list_of_links() -> None:
    links = "<ul>" + "".join(f"<li><a href=/{n}>link number {n}</a>" for n in range(30)) + "</ul>"
    article, bare = extract_page(SOURCE).confidence, extract_page(links).confidence
    assert article is not None
    assert bare is not None
    assert article > 0.8 > 0.2 > bare


def test_content_that_only_json_ld_has_is_found_and_marked() -> None:
    result = extract_page(FRONT_PAGE % json.dumps({"@type": "NewsArticle", "headline": "Ice", "articleBody": BODY}))
    assert result.text == f"Ice\n\n{BODY.strip()}"
    assert result.origin == "json-ld"
    assert "json-ld" in result.warnings[-1]
    assert result.confidence is None
    assert "JSON-LD" in result.explain(3)[0].text


def test_json_ld_is_not_looked_at_where_the_page_shows_its_content() -> None:
    shown = extract_page(FRONT_PAGE % json.dumps({"articleBody": "Something else entirely. " * 40}) + SOURCE + f"<p>{BODY}")
    assert shown.origin == "page"
    assert "Something else" not in shown.text


@pytest.mark.parametrize("script", ["{broken", "[" * 100_000, '"text"', '{"articleBody": 7}', '{"articleBody": "short"}', "null"])
def test_json_ld_without_content_changes_nothing(script: str) -> None:
    assert extract_page(FRONT_PAGE % script).text == ""


def test_scripts_in_json_ld_do_not_come_through() -> None:
    made = {"articleBody": f"<p>{BODY}</p><script>alert(1)</script><img src=x onerror=alert(1)>"}
    html = extract_page(FRONT_PAGE % json.dumps(made).replace("</", "<\\/")).html
    assert "harbour" in html
    assert "alert" not in html


def test_content_in_noscript_is_found_and_marked() -> None:
    paragraphs = "".join(f"<p>{word} {BODY}</p>" for word in ("First.", "Second.", "Third."))
    result = extract_page(f"<body><div id=app></div><noscript><div class=content>{paragraphs}</div></noscript></body>")
    assert "Second. The harbour" in result.text
    assert result.origin == "noscript"
    assert "noscript" in result.warnings[-1]


def test_a_decision_is_explained_in_words() -> None:
    result = extract_page(SOURCE)
    row = next(row for row in result.page.text_rows.tolist() if "Home" in result.page.text(row))
    reasons = result.explain(row, limit=3)
    assert 1 <= len(reasons) <= 3
    assert [abs(reason.effect) for reason in reasons] == sorted((abs(reason.effect) for reason in reasons), reverse=True)
    assert all(reason.text for reason in reasons)
    assert result.explain(0)  # an element stands for its first text
    with pytest.raises(BadParameter, match="rows 0 to"):
        result.explain(10_000)


def test_other_methods_explain_with_their_score() -> None:
    result = extract_page(SOURCE, method="cectd-ds")
    (reason,) = result.explain(int(result.page.text_rows[0]))
    assert reason.text.startswith("its score is")


def test_precision_keeps_less_than_recall() -> None:
    precise, full = extract_page(SOURCE, favor_precision=True), extract_page(SOURCE, favor_recall=True)
    assert not (precise.keep & ~full.keep).any()
    with pytest.raises(BadParameter, match="exclude each other"):
        extract(SOURCE, favor_precision=True, favor_recall=True)


def test_switches_of_fused_are_no_switches_of_other_methods() -> None:
    with pytest.raises(UnknownName, match="unknown parameter 'include_comments' of cetr"):
        extract(SOURCE, method="cetr", include_comments=True)
