"""`maintext explain`."""

from pathlib import Path

import pytest

from tests.cli.running import ARTICLE, Run


def row_in(line: str) -> int:
    return int(line.split()[0])


def test_every_text_run_is_listed_with_the_decision_on_it(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "explain", pages / "one.html")
    assert (run.code, run.err) == (0, "")
    about_page, home, about, heading, article = run.out.splitlines()
    assert about_page.startswith("page type ")
    assert home.endswith("  Home")
    assert about.endswith("  About")
    assert "+" not in home + about
    assert " title " in heading
    assert " + main " in article
    assert article.endswith(ARTICLE[:80])
    assert row_in(home) < row_in(about) < row_in(heading) < row_in(article)


def test_what_decides_regardless_of_the_score_has_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "small.html"
    page.write_text("<p>The lake froze in December and bore a horse.</p><ul><li>one<li>two</ul>")
    _, first, second, *_ = Run(capsys, "explain", page, "--row", 5).out.splitlines()
    assert first.split(maxsplit=2)[:2] == ["the", "page"]
    assert second.split()[0][0] in "+-"


def test_a_row_is_given_its_reasons(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = Run(capsys, "explain", pages / "one.html").out.splitlines()
    decision, *reasons = Run(capsys, "explain", pages / "one.html", "--row", row_in(listed[-1])).out.splitlines()
    assert decision.startswith(f"row {row_in(listed[-1])}, body.div.p")
    assert ": kept, score " in decision
    assert reasons
    assert all(float(reason.split()[0]) for reason in reasons)


def test_an_element_without_text_of_its_own_has_no_reasons(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "empty.html").write_text("<p></p><p>Word")
    assert "no text here that was decided on" in Run(capsys, "explain", pages / "empty.html", "--row", 1).out


def test_method_and_parameters_reach_the_explanation(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strict = Run(capsys, "explain", pages / "one.html", "-m", "block-extractor", "--set", "threshold=1000")
    assert strict.code == 0
    assert "+" not in strict.out


def test_what_cannot_be_read_is_told_once(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "paper.pdf").write_bytes(b"%PDF-1.7")
    for name, why in (("nowhere.html", "no such file or folder"), ("paper.pdf", "not a web page but a PDF document")):
        run = Run(capsys, "explain", pages / name)
        assert (run.code, run.out) == (1, "")
        assert run.err == f"maintext: error: {pages / name}: {why}\n"


def test_the_reasons_for_an_element_are_those_for_its_first_text(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    element, text, *reasons = Run(capsys, "explain", pages / "one.html", "--row", 0).out.splitlines()
    assert element.startswith("row 0, body: kept")
    assert "#text: " in text
    row = text.split()[1].rstrip(",")
    assert Run(capsys, "explain", pages / "one.html", "--row", row).out.splitlines() == [text, *reasons]


def test_what_is_not_one_page_is_wrong_usage(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "explain", pages)
    assert (run.code, run.out) == (2, "")
    assert "is not one page" in run.err
    assert "the page has rows 0 to" in Run(capsys, "explain", pages / "one.html", "--row", 999).err
