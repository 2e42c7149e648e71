"""Which file of an image is shown."""

import numpy as np
import pytest

from maintext import extract
from maintext.parse import parse
from maintext.render.images import largest
from maintext.render.markdown import render_markdown


@pytest.mark.parametrize(
    ("srcset", "address"),
    [
        ("a.jpg", "a.jpg"),
        ("a.jpg 1x, b.jpg 2x", "b.jpg"),
        ("a.jpg 640w,b.jpg 320w", "a.jpg"),
        ("a.jpg,b.jpg 2x", "a.jpg,b.jpg"),  # an address goes on to the next white space
        ("a.jpg, b.jpg", "a.jpg"),
        ("a.jpg 2x 100h, b.jpg 3x", "a.jpg"),
        ("a.jpg huge, b.jpg 2x", "b.jpg"),
        (",,, a.jpg 1.5x ,, b.jpg", "a.jpg"),
        (" , ", ""),
        ("", ""),
        ("," * 40_000, ""),
        (" " * 40_000 + "a.jpg 2x", "a.jpg"),
    ],
)
def test_the_largest_file_of_a_set(srcset: str, address: str) -> None:
    assert largest(srcset) == address


IMAGES = pytest.mark.parametrize(("start", "end"), [("<img", ""), ("<amp-img", "</amp-img>")], ids=["img", "amp-img"])


@IMAGES
def test_each_image_of_a_picture_has_the_files_right_before_it(start: str, end: str) -> None:
    first, second = f"{start} alt=b>{end}", f"{start} alt=c>{end}"
    page = f"<p>a <picture><source srcset=/1.jpg>{first}<source srcset=/2.jpg>{second}</picture> d</p>"
    text = extract(page, format="markdown", method="whole-text")
    assert "![b](/1.jpg)" in text
    assert "![c](/2.jpg)" in text


@IMAGES
def test_thousands_of_images_and_files_in_one_picture(start: str, end: str) -> None:
    page = f"<p>a <picture>{'<source>' * 4000}{f'{start}>{end}' * 4000}</picture> d</p>"
    assert extract(page, format="markdown", method="whole-text").split() == ["a", "d"]


def test_thousands_of_images_in_a_link_that_is_too_long_for_a_file() -> None:
    page = f"<p>a <a href='/{'x' * 150_000}.jpg'>{'<img>' * 4000}</a> d</p>"
    assert extract(page, format="markdown", method="whole-text", url="https://example.org/").split() == ["a", "d"]


def test_hundreds_of_images_one_inside_the_other_around_one_caption() -> None:
    inner = f"{'<div><img src=/a.jpg>' * 900}<p class='{'x ' * 75_000}'>dropped</p>{'</div>' * 900}"
    page = parse(f"<div>{inner}<p>The harbour froze over.</p></div>")
    kept = page.is_text & np.array([page.text(row).startswith("The harbour") for row in range(len(page))])
    assert render_markdown(page, page.around(kept)).strip() == "The harbour froze over."


def test_a_figure_that_is_never_closed_does_not_take_the_rest_of_the_page_along() -> None:
    words = "The harbour froze over in one night, and stayed so until April. " * 40
    page = parse(f"<figure><img src=/boats.jpg><p>{words}</p><footer><img src=/logo.png></footer><p>dropped</p>")
    kept = page.is_text & np.array([page.text(row).startswith("The harbour") for row in range(len(page))])
    assert render_markdown(page, page.around(kept)).count("![") == 1
