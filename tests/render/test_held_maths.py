"""Formulas in elements and images: TeX behind the symbols of a formula whose MathML has lost its tags, and what is none."""

import pytest

from maintext import extract
from maintext.render.held_maths import tex_behind_symbols


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("x 1 x_1", "x_1"),
        ("f ( x ) f(x)", "f(x)"),
        ("x + y x + y", "x + y"),
        ("− 1 - 1", "- 1"),
        ("sin x \\sin x", "\\sin x"),
        ("α + β \\alpha+\\beta", "\\alpha+\\beta"),
        ("( x ) \\left ( x \\right )", "\\left ( x \\right )"),
        ("∑ i = 1 n x i \\sum_{i=1}^n x_i", "\\sum_{i=1}^n x_i"),
        (
            "{ a b \\left\\{\\begin{matrix} a \\\\ b\\end{matrix}\\right.",
            "\\left\\{\\begin{matrix} a \\\\ b\\end{matrix}\\right.",
        ),
        ("y^2", "y^2"),
        ("x", "x"),
        ("+ =", "="),
        ("", ""),
        ("y = x i 2 y = x^2_i", ""),  # what stands before the first sign of TeX belongs to it
        ("a m o d b a \\bmod b", ""),
        ("words that are no formula at all", ""),
    ],
)
def test_the_tex_of_a_formula_whose_tags_were_lost(text: str, tex: str) -> None:
    assert tex_behind_symbols(text) == tex


def test_a_long_formula_takes_no_longer_than_its_words() -> None:
    assert tex_behind_symbols("x " * 100_000) == " ".join(["x"] * 50_000)


def markdown(body: str) -> str:
    return extract(f"<article><p>Before it.</p>{body}<p>Behind it.</p></article>", format="markdown", method="whole-text")


@pytest.mark.parametrize(
    "body",
    [
        '<p class="math">12</p><i class="x-math"></i>',
        '<div class="formula" data-latex="x"><p>A section of prose.</p><p>And another one that is just as long.</p></div>',
        '<p><img src=/a.png alt="Screenshot of \\section{Introduction} in the editor"></p>',
        '<p><img src=/a.png alt="$20 or 15 is what 10$"></p>',
        '<div class="post category-math"><p><img src=/a.png alt="Screenshot A_1 of it"></p></div>',
    ],
)
def test_what_only_looks_like_a_formula_is_none(body: str) -> None:
    assert "$$" not in markdown(body)
    assert "$S" not in markdown(body)
    assert ("![" in markdown(body)) == ("<img" in body)


@pytest.mark.parametrize(
    "body",
    [
        '<p><img src=/a.png alt="\\(<img src=x onerror=alert(1)>\\)"></p>',
        '<p><span class="katex" data-latex="x$ <img src=x onerror=alert(1)> $y">x</span></p>',
        '<p><math alttext="x<script>alert(1)</script>"><mi>x</mi></math></p>',
    ],
)
def test_a_formula_holds_no_tag_and_does_not_end_early(body: str) -> None:
    written = markdown(body)
    assert "<img" not in written
    assert "<script" not in written
    assert written.replace("$$", "$").count("$") == 2


def test_formulas_in_formulas_and_long_names_take_no_longer_than_the_page() -> None:
    nested = '<span class=katex><span class="katex-mathml">' * 200 + "x " * 50_000
    named = f'<div class="{"math " * 30_000}">' + "<img alt=x_1 src=/a.jpg>" * 1500 + "</div>"
    begun = '<span class=katex><span class="katex-mathml">' + "\\begin{" * 20_000
    equations = f'<img src=/a.jpg alt="${"a=" * 100_000}">'
    for body in (nested, named, begun, equations):
        assert "Behind it." in markdown(body)
