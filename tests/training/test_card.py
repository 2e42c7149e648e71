"""The model card: what it says follows from what was measured."""

from collections.abc import Sequence
from pathlib import Path

from training.card import Results, _own_golds, _told_apart
from training.evaluate import Judged


def results(whole: Sequence[float] = (), emptied: Sequence[float] = (), held_out: Sequence[Judged] = ()) -> Results:
    return Results(
        version="1",
        command="",
        model=Path(),
        held_out=held_out,
        points={},
        peer="trafilatura",
        peer_scores={},
        reporting=[],
        in_other_forms=[],
        confidence=[],
        confidence_whole=whole,
        confidence_emptied=emptied,
    )


def test_pages_with_and_without_content_are_compared_in_pairs() -> None:
    told = " ".join(_told_apart(results([0.9, 0.95, 0.3], [0.1, 0.91])).split())
    assert "Half of 2 such pages have a confidence below 0.51, and 50% one above 0.9" in told
    assert "half of the 3 pages as they are have one above 0.90" in told
    assert "in 67% of all pairs" in told


def test_nothing_is_said_of_pages_without_content_where_there_are_none() -> None:
    assert _told_apart(results([0.9], [])) == ""


def test_golds_of_our_own_are_told_where_they_were_used() -> None:
    marked, other = (
        Judged("snippets-dev", "1", 0, "article", {"f1": 0.9}),
        Judged("snippets-dev", "2", 0, None, {"must_have": 1.0}),
    )
    assert "marked the content of 1 of its pages" in " ".join(_own_golds(results(held_out=[marked, other])).split())
    assert _own_golds(results(held_out=[other, Judged("own", "1", 0, None, {"f1": 0.5})])) == ""
