"""Small pages out of large ones: a few blocks of content in a row, with a little around them or nothing."""

import pytest

from maintext import parse
from maintext.benchmark.model import Sample
from maintext.methods.fused.view import view_of
from training import cropping
from training.cropping import cropped

PARAGRAPHS = [f"Paragraph {number} tells what happened on the lake in the winter of {1900 + number}." for number in range(30)]
MENUS = ["The name of the site", "Somewhere else", "Another place", "Read this instead", "Imprint and contact"]
HTML = (
    "<title>Ice</title>"
    f"<header><a href=/>{MENUS[0]}</a></header><nav><ul><li><a href=/a>{MENUS[1]}</a><li><a href=/b>{MENUS[2]}</a></ul></nav>"
    f"<article class=story>{''.join(f'<p>{text}</p>' for text in PARAGRAPHS)}<aside><p>{MENUS[3]}</p></aside></article>"
    f"<footer><div><p>{MENUS[4]}</p></div></footer>"
)
CONTENTS = frozenset(PARAGRAPHS)


def sample(id: str = "page", html: str = HTML, gold: str = "\n".join(PARAGRAPHS)) -> Sample:
    return Sample("corpus", id, html.encode(), gold, None)


def texts(html: str) -> list[str]:
    page = parse(html)
    return [page.text(row) for row in page.text_rows.tolist()]


def many() -> list[str]:
    return [html for number in range(80) if (html := cropped(sample(str(number)), CONTENTS))]


def test_a_page_is_cropped_the_same_every_time_and_another_one_otherwise() -> None:
    assert cropped(sample(), CONTENTS) == cropped(sample(), CONTENTS)
    assert cropped(sample(), CONTENTS) != cropped(sample("other"), CONTENTS)


def test_some_blocks_of_content_in_a_row_are_left() -> None:
    for html in many():
        left = [text for text in texts(html) if text in CONTENTS]
        first = PARAGRAPHS.index(left[0])
        assert left == PARAGRAPHS[first : first + len(left)]
        assert len(left) in cropping._BLOCKS


def test_some_have_a_little_around_them_and_some_nothing() -> None:
    around = [[text for text in texts(html) if text not in CONTENTS] for html in many()]
    assert [] in around
    assert {text for found in around for text in found} == set(MENUS)


def test_surroundings_are_left_whole() -> None:
    for html in many():
        left = texts(html)
        assert (MENUS[1] in left) == (MENUS[2] in left)


def test_some_have_a_head_and_class_names_and_some_have_not() -> None:
    forms = many()
    for sign in ("<title>", "story", "<article"):
        assert 0 < sum(sign in html for html in forms) < len(forms)


def test_of_a_small_page_all_content_may_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cropping, "_SURROUNDINGS", (0,))
    html = f"<nav>{MENUS[1]}</nav><p>{PARAGRAPHS[0]}</p><p>{PARAGRAPHS[1]}</p>"
    made = cropped(sample(html=html), CONTENTS)
    assert made is not None
    assert texts(made) == PARAGRAPHS[:2]


def test_paragraphs_that_are_lines_of_one_element_are_cropped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cropping, "_SURROUNDINGS", (0,))
    html = f"<div>{'<br><br>'.join(PARAGRAPHS)}</div>"
    for number in range(20):
        made = cropped(sample(str(number), html=html), CONTENTS)
        assert made is not None
        left = [text for text in view_of(parse(made)).blocks.texts if text]
        first = PARAGRAPHS.index(left[0])
        assert left == PARAGRAPHS[first : first + len(left)]
        assert len(left) in cropping._BLOCKS


def test_text_beside_content_in_one_element_brings_no_content_along() -> None:
    html = f"<div>Share this page{''.join(f'<p>{text}</p>' for text in PARAGRAPHS)}</div>"
    found = [texts(made) for number in range(40) if (made := cropped(sample(str(number), html=html), CONTENTS))]
    assert any("Share this page" in left for left in found)
    for left in found:
        assert sum(text in CONTENTS for text in left) in cropping._BLOCKS


@pytest.mark.parametrize(
    "page",
    [sample(html=""), sample(html="<frameset></frameset>"), sample(html="<p>nothing of it</p>")],
    ids=["empty", "frames", "no content"],
)
def test_there_are_pages_that_cannot_be_cropped(page: Sample) -> None:
    assert cropped(page, CONTENTS) is None
