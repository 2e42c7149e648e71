"""Pages without their content: what is left is what stood around it, or there is no such page."""

from maintext import parse
from maintext.benchmark.model import Sample
from maintext.methods.fused.scant import LITTLE
from training.dataset import without_content
from training.emptying import emptied

PROSE = "The lake froze in the first week of December and by Christmas it bore the weight of a cart."
MENU = "".join(f"<li><a href=/{number}>Part {number} of the harbour and its boats</a></li>" for number in range(LITTLE // 20))
AROUND = f"<nav><ul>{MENU}</ul></nav>"


def sample(html: str, gold: str = PROSE) -> Sample:
    return Sample("corpus", "page", html.encode(), gold, None, page_type="article")


def test_the_content_is_gone_and_everything_else_is_left() -> None:
    html = f"{AROUND}<div><h1>Ice on the lake</h1><p>{PROSE}</p></div><footer>Imprint</footer>"
    left = emptied(sample(html), {PROSE, "Ice on the lake"})
    assert left is not None
    assert parse(left).characters == parse(f"{AROUND}<footer>Imprint</footer>").characters


def test_a_page_is_not_emptied_where_its_content_stands_right_in_the_body() -> None:
    assert emptied(sample(f"{AROUND}{PROSE}"), {PROSE}) is None


def test_a_page_is_not_emptied_where_next_to_no_text_would_be_left() -> None:
    assert emptied(sample(f"<nav><a href=/>Home</a></nav><p>{PROSE}</p>"), {PROSE}) is None
    assert emptied(sample(""), set()) is None


def test_a_page_without_content_cannot_lose_it() -> None:
    assert emptied(sample(AROUND), {PROSE}) is None


def test_content_inside_of_content_is_gone_with_it() -> None:
    left = emptied(sample(f"{AROUND}<div>{PROSE}<p>And more.</p></div>"), {PROSE, "And more."})
    assert left is not None
    assert parse(left).characters == parse(AROUND).characters


def test_the_head_no_longer_tells_of_the_content() -> None:
    head = f"<meta name=description content='{PROSE}'><script type=application/ld+json>{{}}</script>"
    left = emptied(sample(f"<head>{head}</head>{AROUND}<div><p>{PROSE}</p></div>"), {PROSE})
    assert left is not None
    assert "lake" not in left
    assert "script" not in left


def test_a_page_is_emptied_by_its_gold_and_has_none_then() -> None:
    found = without_content(sample(f"{AROUND}<article><p>{PROSE}</p></article>"))
    assert found is not None
    assert (found.gold, "lake" in found.html.decode()) == ("", False)
    assert without_content(sample(AROUND, gold="")) is None
