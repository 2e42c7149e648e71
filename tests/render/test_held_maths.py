"""TeX behind the symbols of a formula whose MathML has lost its tags."""

import pytest

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
    ],
)
def test_the_tex_of_a_formula_whose_tags_were_lost(text: str, tex: str) -> None:
    assert tex_behind_symbols(text) == tex


def test_a_long_formula_takes_no_longer_than_its_words() -> None:
    assert tex_behind_symbols("x " * 100_000) == " ".join(["x"] * 50_000)
