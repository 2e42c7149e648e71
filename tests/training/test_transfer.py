"""Corpora left out one after the other: which are, and what is told of them."""

from pathlib import Path

import pytest

from maintext.benchmark.model import Sample
from training.evaluate import Line
from training.transfer import judged_unseen, selections, transfer_table, without

GOLD = "\n".join(f"The lake froze in the first week of December of 18{year}, and it bore a cart." for year in range(70, 79))
PAGE = f"<nav>{'<a href=/>Home</a> <a href=/b>Skates for sale</a>' * 9}</nav><h1>The lake</h1><p>{GOLD.replace(chr(10), '<p>')}"
MODEL = Path(__file__).parents[2] / "src/maintext/methods/fused/model.npz"


def sample(corpus: str, number: int, gold: str = GOLD, url: str | None = None) -> Sample:
    return Sample(corpus=corpus, id=str(number), url=url, html=PAGE.encode(), gold=gold)


def test_each_corpus_is_left_out_once_and_those_that_are_alike_together() -> None:
    corpora = ["wcxb-dev", "threads-dev", "wcxb-dev", "zh-dev", "own"]
    assert selections(corpora) == [{"wcxb-dev"}, {"threads-dev", "zh-dev"}, {"own"}]


def test_neither_pages_nor_sites_of_what_is_left_out_are_seen() -> None:
    shared, own = "https://www.lake.org/a", "https://skate.org/"
    samples = [
        sample("one", 1, url=shared),
        sample("two", 2, url="https://lake.org/b"),
        sample("two", 3, url=own),
        sample("one", 4),
    ]
    assert [each.id for each in without(samples, frozenset({"one"}))] == ["3"]


def test_pages_of_what_was_left_out_are_judged_in_both_forms_and_no_others() -> None:
    samples = [sample("one", 1), sample("two", 1), sample("one", 2), sample("one", 3, gold=" ")]
    [(as_it_is, as_it_was)] = judged_unseen(samples, frozenset({"one"}), MODEL, workers=1)
    assert (as_it_is.name, as_it_is.pages) == (as_it_was.name, as_it_was.pages) == ("one", 2)
    assert as_it_is.mean > 0.8


def test_the_table_has_a_line_for_each_corpus_and_the_means() -> None:
    pairs = [
        (Line("one", 1200, 0.8, 0.7, 0.9), Line("one", 1200, 0.5, 0.4, 0.6)),
        (Line("two", 3, 0.9, 0.8, 1.0), Line("two", 3, 0.7, 0.6, 0.8)),
    ]
    lines = transfer_table(pairs).splitlines()
    assert lines[2] == "| one | 1,200 | 0.8000 (0.7000 to 0.9000) | 0.5000 (0.4000 to 0.6000) |"
    assert lines[-1] == "| mean | | 0.8500 | 0.6000 |"


@pytest.mark.parametrize("name", ["fit", "card", "ablate", "transfer"])
def test_every_command_of_the_training_says_what_it_does(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    from training.__main__ import _parser

    with pytest.raises(SystemExit):
        _parser().parse_args([name, "--help"])
    assert "--corpora" in capsys.readouterr().out
