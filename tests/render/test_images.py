"""Which file of an image is shown."""

import pytest

from maintext import extract
from maintext.render.images import largest


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


def test_each_image_of_a_picture_has_the_files_right_before_it() -> None:
    page = "<p>a <picture><source srcset=/1.jpg><img alt=b><source srcset=/2.jpg><img alt=c></picture> d</p>"
    text = extract(page, format="markdown", method="whole-text")
    assert "![b](/1.jpg)" in text
    assert "![c](/2.jpg)" in text


def test_thousands_of_images_and_files_in_one_picture() -> None:
    page = f"<p>a <picture>{'<source>' * 4000}{'<img>' * 4000}</picture> d</p>"
    assert extract(page, format="markdown", method="whole-text").split() == ["a", "d"]
