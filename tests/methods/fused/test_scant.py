"""Pages with next to no text: everything is content that is no link and not marked as something else."""

import pytest

import maintext
from maintext import parse
from maintext.methods.fused import Fused
from maintext.methods.fused.scant import has_little_text, plain_blocks
from maintext.methods.fused.view import view_of

PROSE = "The lake froze in the first week of December, and by Christmas it bore the weight of a horse and cart. "
BREAD = "<p>Bread needs flour, water, salt and time.</p><ul><li>500 g flour<li>350 g water<li>10 g salt</ul>"


@pytest.mark.parametrize(
    "html",
    [
        f"<h1>Baking bread</h1>{BREAD}",
        "<p>These are the prices.</p><table><tr><th>Item<th>Price<tr><td>Adult<td>12<tr><td>Child<td>6</table>",
        "<p>He said what he always said.</p><blockquote>It will rain before noon.</blockquote>",
        "<p>Run this:</p><pre>pip install maintext</pre><p>Then import it.</p>",
        "<ul><li>apples<li>pears<li>plums</ul>",
        "<h1>Title</h1><p>Body text.</p>",
        "<p>第一章</p><ul><li>面粉<li>水<li>盐</ul>",
        "<form><p>A page that is all form</p><p>and nothing else</p></form>",
    ],
)
def test_small_pages_are_kept_whole(html: str) -> None:
    result = maintext.extract_page(html)
    assert result.dropped == ""
    assert result.text


SOMETHING_ELSE = (
    "<nav>The way <a href=/>home</a></nav>",
    "<footer>Imprint and contact</footer>",
    "<div class=cookie-notice>We use cookies</div>",
    "<div hidden>Out of sight</div>",
)


@pytest.mark.parametrize("part", [*SOMETHING_ELSE, "<p><a href=/>Read this instead</a></p>"])
def test_what_is_linked_or_marked_is_left_to_the_net(part: str) -> None:
    assert plain_blocks(view_of(parse(f"<p>{PROSE}</p><p>And so on.</p>{part}"))).tolist() == [True, True, False]


@pytest.mark.parametrize("part", SOMETHING_ELSE)
def test_what_is_marked_as_something_else_is_dropped(part: str) -> None:
    assert maintext.extract(f"<p>{PROSE}</p><p>And so on.</p>{part}").split("\n\n") == [PROSE.strip(), "And so on."]


def test_a_mark_around_most_of_the_text_says_nothing() -> None:
    inside = "<div class=has-sidebar><p>One line</p><p>and another</p></div>"
    assert plain_blocks(view_of(parse(inside))).tolist() == [True, True]
    assert plain_blocks(view_of(parse(f"{inside}<p>end</p>"))).tolist() == [True, True, True]
    assert plain_blocks(view_of(parse(f"{inside}<p>A third and longer line</p>"))).tolist() == [False, False, True]


@pytest.mark.parametrize(
    "part",
    ["<p hidden>two</p>", "<p><span hidden>two</span></p>", "<p><b style='display: none'>t</b> <i aria-hidden=true>wo</i></p>"],
)
def test_a_block_is_not_plain_if_all_of_its_text_is_hidden(part: str) -> None:
    assert plain_blocks(view_of(parse(f"<p>One <span hidden>and more</span></p>{part}"))).tolist() == [True, False]


def test_a_small_page_that_a_script_will_show_is_kept_whole() -> None:
    assert maintext.extract_page(f"<body style='display:none'>{BREAD}").dropped == ""


def test_of_copies_on_a_small_page_the_first_is_kept() -> None:
    assert maintext.extract(f"<div class=desktop><p>{PROSE}</p></div><div class=mobile><p>{PROSE}</p></div>").count("lake") == 1


def test_what_json_ld_holds_is_found_behind_a_small_shell() -> None:
    """What is kept besides, since there is next to no text, does not make the shell a page that shows its content."""
    cells = "".join(f"<tr><td>Index {number}<td>38,{number}11<td>+0.{number}%" for number in range(6))
    legal = "<div>© 2024 The Daily Example Ltd. All rights reserved. Registered in England, no 12345.</div>"
    shell = f"<p>{PROSE}</p><div><div>Edition: UK</div><div>Text size</div></div><table>{cells}</table>{legal}"
    declared = f'<script type="application/ld+json">{{"@type": "Article", "articleBody": "{PROSE * 9}"}}</script>'
    assert len(maintext.extract(shell)) > 250
    assert maintext.extract_page(shell).origin == "page"
    assert maintext.extract_page(shell + declared).origin == "json-ld"


def test_little_text_is_counted_in_bytes_however_the_page_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for character in ("x", "é", "面"):
        most = 800 // len(character.encode())
        small, large = (f"<p>{character * count}" for count in (most, most + 1))
        for pure in ("0", "1"):
            monkeypatch.setenv("MAINTEXT_PURE", pure)
            assert has_little_text(parse(small))
            assert not has_little_text(parse(large))


def test_who_favours_precision_gets_what_is_certain_alone() -> None:
    assert "flour, water" in maintext.extract(BREAD, favor_precision=True)
    assert "350 g" not in maintext.extract(BREAD, favor_precision=True)


def test_a_larger_page_is_left_to_the_net() -> None:
    page = parse(f"<p>{PROSE * 12}</p><p>{PROSE}</p>")
    method = Fused()
    score = method.score(page)
    score[:] = [1.0 if row == 2 else 0.0 for row in range(len(page))]
    assert method.keep(page, score)[page.text_rows].tolist() == [True, False]


def test_the_reason_is_told() -> None:
    result = maintext.extract_page(BREAD)
    row = next(row for row in result.page.text_rows.tolist() if "350 g" in result.page.text(row))
    assert result.score[row] < 0.5
    assert "next to no text" in result.explain(row)[0].text
    assert len(result.explain(row, limit=1)) == 1
