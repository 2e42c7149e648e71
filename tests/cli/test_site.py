"""`maintext site`, and `maintext extract --site`: pages without what their site has everywhere."""

from pathlib import Path

import pytest

from tests.cli.running import Run


def test_the_pages_of_a_site_lose_what_they_share(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    together = Run(capsys, "extract", "--site", site, "-m", "whole-text")
    assert together.code == 0
    assert "office" not in together.out
    assert all(f"The {name} stands" in together.out for name in ("mill", "forge", "barn"))


def test_a_page_loses_what_other_pages_of_its_site_have(site: Path, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "one.html").write_text((site / "mill.html").read_text().replace("mill", "lock"))
    assert "office" in Run(capsys, "extract", pages / "one.html").out
    run = Run(capsys, "extract", pages / "one.html", "--site", site)
    assert "office" not in run.out
    assert "The lock stands" in run.out


def test_a_site_that_is_not_there_is_a_failure(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages / "one.html", "--site", "nowhere")
    assert run.code == 1
    assert "The mill" in run.out


def test_the_charset_holds_for_the_pages_that_are_learned_too(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in site.iterdir():
        path.write_bytes(path.read_text().replace("Mondays", "понедельник").encode("koi8-r"))
    run = Run(capsys, "extract", "--site", site, "-m", "whole-text", "--charset", "koi8-r")
    assert "понедельник" not in run.out
    assert all(f"The {name} stands" in run.out for name in ("mill", "forge", "barn"))


def test_a_model_needs_pages_and_stands_alone(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Run(capsys, "site", site, "-o", tmp_path / "model")
    assert "name the pages" in Run(capsys, "extract", "--site", tmp_path / "model").err
    assert "stands alone" in Run(capsys, "extract", site / "mill.html", "--site", tmp_path / "model", site).err
    assert Run(capsys, "extract", site / "mill.html", "--site", tmp_path / "model").code == 0


def test_a_saved_model_serves_as_well_as_the_pages(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = Run(capsys, "site", site, "-o", tmp_path / "site.npz")
    assert saved.code == 0
    assert "3 pages learned" in saved.err
    fresh = tmp_path / "fresh.html"
    fresh.write_text((site / "mill.html").read_text().replace("mill", "lock"))
    with_pages = Run(capsys, "extract", fresh, "--site", site)
    with_model = Run(capsys, "extract", fresh, "--site", tmp_path / "site.npz")
    assert with_pages.out == with_model.out
    assert "office" not in with_model.out


def test_a_site_of_too_few_pages_is_told(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nothing can recur" in Run(capsys, "extract", site / "mill.html", "--site", site / "mill.html").err


def test_pages_to_extract_stand_before_the_site(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", "--site", site, site / "mill.html")
    assert (run.code, run.out) == (2, "")
    assert "mill.html is a page, and --site takes folders of them: name the pages to extract before --site" in run.err


def test_a_broken_page_of_a_site_does_not_stop_the_others(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "image.html").write_bytes(b"\x89PNG")
    run = Run(capsys, "site", site, "-o", tmp_path / "site.npz")
    assert run.code == 1
    assert "3 pages learned" in run.err


def test_a_model_that_is_none_is_wrong_usage(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.npz").write_text("no model")
    run = Run(capsys, "extract", pages / "one.html", "--site", tmp_path / "bad.npz")
    assert run.code == 2
    assert "bad.npz: not a site model" in run.err


def test_a_model_that_cannot_be_written_is_an_error(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "site", site, "-o", tmp_path / "nowhere" / "site.npz")
    assert run.code == 1
    assert "nowhere" in run.err
