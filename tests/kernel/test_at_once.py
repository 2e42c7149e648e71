"""Text in one call of the kernel is that of the single steps, to the letter, and what it leaves to them is not lost."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import BadInput, Page, extract, extract_many, extract_page, extraction
from maintext.at_once import text_at_once
from maintext.methods.fused import Decision, Fused, compiled, fused, scant
from maintext.parse import reading
from tests.kernel.tables import ODD_PAGES, PAGES, kernel, needs_kernel
from tests.kernel.test_text import SPECIAL
from tests.render.pages import random_html

pytestmark = [needs_kernel, pytest.mark.usefixtures("small_pages_too")]

PROSE = "Some words that say what this page is about, and that go on for a while, so that nobody takes them for a menu. " * 4
METHODS = (Fused(), Fused(favor_precision=True), Fused(favor_recall=True), Fused(include_title=True, include_comments=True))


def at_once(source: str | bytes, method: Fused = METHODS[0]) -> str | Page | None:
    return text_at_once(source, method, charset=None, url=None, at_least=0)


@pytest.fixture(autouse=True)
def _of_pages_that_show_little_too() -> Iterator[None]:
    with patch.object(extraction, "_NEXT_TO_NOTHING", 0):
        yield


def assert_same(source: str | bytes) -> None:
    for method in METHODS:
        assert extract(source, method=method) == extract_page(source, method=method).text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_text_of_the_pages_in_the_repository_is_the_same(path: Path) -> None:
    assert_same(path.read_bytes())
    assert_same(path.read_text(encoding="utf-8", errors="surrogateescape"))


@pytest.mark.parametrize("name", ODD_PAGES)
def test_text_of_odd_pages_is_the_same(name: str) -> None:
    assert_same(ODD_PAGES[name])


@pytest.mark.parametrize("charset", [None, "utf-8", "windows-1251", "no-such-encoding"])
@pytest.mark.parametrize(
    "source",
    [
        f"<p>Kürzer: {PROSE}".encode(),
        b"\xef\xbb\xbf<meta charset=koi8-r>" + f"<p>Kürzer: {PROSE}".encode(),
        f"<meta charset=windows-1251><p>Это {PROSE}".encode("cp1251"),
        f"<meta charset=utf-8><p>Это {PROSE}".encode("cp1251"),
        f"<p>Это {PROSE}".encode("utf-16"),
        f"<p>Это {PROSE}".encode()[:-1] + b"\xff",
    ],
)
def test_text_of_bytes_in_any_encoding_is_the_same(source: bytes, charset: str | None) -> None:
    assert extract(source, charset=charset) == extract_page(source, charset=charset).text


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=30), st.binary(max_size=4), st.text(max_size=30))
def test_utf_8_is_told_as_by_python(before: str, between: bytes, after: str) -> None:
    data = before.encode("utf-8", "surrogatepass") + between + after.encode("utf-8", "ignore")
    assert kernel().is_utf8(data) is _is_utf8(data)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def test_what_is_no_web_page_is_told() -> None:
    with pytest.raises(BadInput, match="PDF"):
        extract(b"%PDF-1.7 and so on")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["", "<title>A title</title><meta property=og:type content=article>"]), random_html())
def test_text_of_any_page_is_the_same(head: str, source: str) -> None:
    assert_same(head + source)


@pytest.mark.parametrize("special", SPECIAL)
def test_text_of_pages_with_anything_to_leave_out_is_the_same(special: str) -> None:
    assert_same(f"<main><p>{PROSE}</p>{special}<p>{PROSE}</main>")


@pytest.mark.parametrize("source", [f"<p>{PROSE}", f"<h1>Title</h1><p>{PROSE}<pre>\n code </pre><p>{PROSE}".encode()])
def test_ordinary_pages_become_text_in_one_call(source: str | bytes) -> None:
    assert isinstance(at_once(source), str)


LEFT_TO_PYTHON = {
    "formulas": f"<p>{PROSE}<math><mi>x</mi></math>",
    "formulas in scripts": f"<p>{PROSE}<script type=math/tex>x^2</script>",
    "a footnote": f"<p>{PROSE}<sup><a href=#n>1</a></sup><p id=n>{PROSE}",
    "a copy button": f"<p>{PROSE}<pre>how = to(do, it)  # in one line<button class=copy>Copy</button></pre><p>And so on.",
}


@pytest.mark.parametrize("name", LEFT_TO_PYTHON)
def test_special_pages_are_left_to_the_single_steps(name: str) -> None:
    assert isinstance(at_once(LEFT_TO_PYTHON[name]), Page)
    assert_same(LEFT_TO_PYTHON[name])


def test_what_was_found_out_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page = at_once(LEFT_TO_PYTHON["a footnote"])
    assert isinstance(page, Page)
    monkeypatch.setattr(compiled, "_said_by", None)
    monkeypatch.setattr(fused, "judge", None)
    assert extract(page).startswith("Some words")


def test_a_page_that_shows_next_to_nothing_is_looked_at_again() -> None:
    page = text_at_once(f"<p>{PROSE}", METHODS[0], charset=None, url=None, at_least=10_000)
    assert isinstance(page, Page)
    hidden = f'<script type=\'application/ld+json\'>{{"@type": "Article", "articleBody": "{PROSE}"}}</script><p>Soon.'
    with patch.object(extraction, "_NEXT_TO_NOTHING", 250):
        assert extract(hidden).startswith("Some words")


def test_pages_with_next_to_no_text_are_a_case_of_their_own() -> None:
    source = f"<p>{PROSE[:300]}<ul><li>and<li>a short<li>list here<li>of things</ul>"
    with patch.object(scant, "LITTLE", 800):
        assert isinstance(at_once(source), Page)
        assert "of things" in extract(source)
        assert_same(source)


TABLE = f"<p>{PROSE}<table><tr><th>Who<th>What<tr><td>one<td>two<tr><td>three<td>four</table><p>{PROSE}And so on."


def test_tables_are_left_out_on_request() -> None:
    assert isinstance(at_once(TABLE), str)
    assert "three" in extract(TABLE)
    without = extract_page(TABLE).render("text", include_tables=False)
    assert "three" not in without
    assert extract(TABLE, include_tables=False) == without
    assert [outcome.content for outcome in extract_many([TABLE], include_tables=False)] == [without]


@pytest.mark.parametrize("before", ["", "<math><mi>x</mi></math>"], ids=["read by the kernel", "left to the parser"])
def test_the_page_s_address_is_known(before: str) -> None:
    address = "https://example.org/page"
    note = f"<p id=n1>A note that says a little more. <a href={address}#r1>Back</a>"
    source = f"{before}<p>{PROSE}<sup><a id=r1 href={address}#n1>1</a></sup><p>And so on.{note}"
    assert extract(source, url=address) == extract_page(source, url=address).text
    assert "Back" in extract(source)
    assert "Back" not in extract(source, url=address)


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_other_kinds_of_bytes_are_read_too(kind: Callable[[bytes], object]) -> None:
    assert extract(kind(f"<p>{PROSE}".encode())) == PROSE.strip()


def test_deep_pages_are_told_of() -> None:
    deep = "<div>" * 4000 + f"<p>{PROSE}"
    assert isinstance(at_once(deep), Page)
    (outcome,) = extract_many([deep])
    assert "deep" in outcome.warnings[0]
    assert outcome.content == extract(deep) == extract_page(deep).text


def test_without_the_kernel_there_is_nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.at_once.reading", lambda: (None, "not compiled"))
    assert at_once(f"<p>{PROSE}") is None
    monkeypatch.setattr("maintext.at_once.reading", lambda: (SimpleNamespace(reads_html=False), ""))
    assert at_once(f"<p>{PROSE}") is None
    assert extract(f"<p>{PROSE}") == PROSE.strip()


def test_a_method_derived_from_ours_decides_itself() -> None:
    class Nothing(Fused):
        def decide(self, page: Page) -> Decision:
            return super().decide(page)._replace(keep=page.is_text & False)

    assert extract(f"<p>{PROSE}", method=Nothing()) == ""


def test_threads_do_not_disturb_each_other() -> None:
    sources = [path.read_bytes() for path in PAGES] * 4
    expected = [extract(source) for source in sources]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(extract, sources)) == expected


@pytest.mark.parametrize("arguments", [(), (None, "x", True, (), ()), (None, "x", True, (3000, 512), ("no", "order"))])
def test_wrong_arguments_are_refused(arguments: tuple[object, ...]) -> None:
    reader, _ = reading()
    assert reader is not None
    given = (reader.vocabulary, *arguments[1:]) if arguments else ()
    with pytest.raises(TypeError):
        reader.module.main_text(*given)
