"""Folders of pages."""

from pathlib import Path

import pytest

from tests.cli.running import PAGE


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "deeper").mkdir(parents=True)
    (folder / "one.html").write_text(PAGE)
    (folder / "deeper" / "two.HTM").write_text(PAGE.replace("mill", "forge"))
    (folder / "notes.txt").write_text("not a page")
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    notice = "<div><p>The office is open on Mondays and Thursdays from nine until noon, except in August.</p></div>"
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("mill", "forge", "barn"):
        (folder / f"{name}.html").write_text(PAGE.replace("mill", name) + notice)
    return folder
