"""Kept rows as one JSON record, with every text run of the page, its score and the decision on it."""

import json

from maintext.page import BoolArray, FloatArray, Page
from maintext.render.text import render_text


def render_json(page: Page, score: FloatArray, keep: BoolArray) -> str:
    """A JSON object on one line: `url`, `text`, `warnings`, and `runs` in document order."""
    first_of_path = dict(zip(page.path[page.text_rows].tolist(), page.parent[page.text_rows].tolist(), strict=True))
    paths = {path: page.tag_path(row) for path, row in first_of_path.items()}
    record = {
        "url": page.url,
        "text": render_text(page, keep),
        "warnings": list(page.warnings),
        "runs": [
            {
                "row": row,
                "path": paths[int(page.path[row])],
                "text": page.text(row),
                "score": round(float(score[row]), 6),
                "keep": bool(keep[row]),
            }
            for row in page.text_rows.tolist()
        ],
    }
    return json.dumps(record, ensure_ascii=False)
