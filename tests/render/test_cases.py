"""Structures one by one: `cases/<behaviour>/` holds a page and what each format makes of it.

All text is kept except what stands in an element with a `data-drop` attribute. `python -m tests.render.test_cases` writes what
the formats make of the pages now: read the difference before you commit it.
"""

import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from maintext import Extraction, extract_page
from maintext.page import BoolArray, Page

CASES = sorted(folder for folder in (Path(__file__).parent / "cases").iterdir() if folder.is_dir())
ENDINGS = {"markdown": "md", "text": "txt", "html": "html", "json": "json"}
URL = "https://example.org/docs/page.html"


def result(folder: Path) -> Extraction:
    html = (folder / "input.html").read_text(encoding="utf-8")
    found = extract_page(html, method="whole-text", url=URL, crawled=date(2026, 1, 1))
    return found.without(dropped(found.page))


def written(folder: Path, format: str) -> str:
    found = result(folder).render(format)
    return (json.dumps(json.loads(found), indent=1, ensure_ascii=False) if format == "json" else found) + "\n"


def dropped(page: Page) -> BoolArray:
    return page.inside(np.array(["data-drop" in page.attributes(row) for row in range(len(page))]))


def expected(folder: Path, format: str) -> Path:
    return folder / f"expected.{ENDINGS[format]}"


@pytest.mark.parametrize("format", ENDINGS)
@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_the_page_is_written_as_expected(folder: Path, format: str) -> None:
    assert written(folder, format) == expected(folder, format).read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in CASES:
        for name in ENDINGS:
            expected(each, name).write_text(written(each, name), encoding="utf-8")
