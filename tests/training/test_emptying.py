"""Pages without their content: what is left is what stood around it, or there is no such page."""

from maintext import parse
from maintext.benchmark.model import Sample
from maintext.methods.fused.scant import LITTLE
from training.dataset import forms
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


def test_one_form_of_a_page_has_no_content_and_no_type() -> None:
    page, *others = forms(sample(f"{AROUND}<article><p>{PROSE}</p></article>"))
    assert page.content.any()
    [without] = [each for each in others if not each.content.any()]
    assert without.is_rewritten
    assert without.has_gold
    assert (without.page_type, len(without)) == (None, len(page) - 1)
