"""Pages as examples: sites stay together, columns fit each other, and pages that teach nothing are left out."""

from dataclasses import fields, replace

import numpy as np
import pytest

from maintext.benchmark.model import Sample
from maintext.labels import LABELS
from maintext.methods.fused.features import FEATURES
from training import cropping, dataset
from training.dataset import FOLDS, Example, example, examples, fold_of, forms, site_of, small
from training.grafting import Part, parts_of

PROSE = "The lake froze in the first week of December and by Christmas it bore the weight of a cart."
HTML = (
    "<title>Ice</title><nav><ul><li><a href=/>Home page</a></ul></nav>"
    f"<div><h1>Ice on the lake</h1><p>{PROSE}</p><p>湖面结冰。</p></div>"
)

LONG_GOLD = "\n".join(f"{PROSE} That was year {number}." for number in range(8))
LONG = (
    "<nav><ul><li><a href=/>Home and more of it</a></ul></nav><div>"
    + "".join(f"<p>{line}</p>" for line in LONG_GOLD.splitlines())
    + "</div><div><p>Imprint, contact and terms of use</p></div>"
)


def sample(number: int = 0, *, url: str | None = None, html: str = HTML, gold: str = PROSE, **known: object) -> Sample:
    return Sample("corpus", f"page-{number}", html.encode(), gold, url, **known)  # type: ignore[arg-type]


# -- sites and folds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://example.org/a/b?c=d", "example.org"),
        ("https://www.example.org/", "example.org"),
        ("http://WWW.Example.ORG:8080/a", "example.org"),
        ("https://user:secret@example.org/", "example.org"),
        ("//example.org/a", "example.org"),
        ("https://news.example.org/", "news.example.org"),
        ("https://www2.example.org/", "www2.example.org"),
    ],
)
def test_the_site_is_the_host_without_www(url: str, site: str) -> None:
    assert site_of(sample(url=url)) == site


@pytest.mark.parametrize("url", [None, "", "page.html", "file:///tmp/page.html", "http://www./"])
def test_a_page_without_an_address_is_a_site_of_its_own(url: str | None) -> None:
    assert site_of(sample(3, url=url)) == "corpus/page-3"


def test_a_page_with_a_broken_address_is_a_site_of_its_own() -> None:
    assert site_of(sample(3, url="http://[::1/a")) == "corpus/page-3"


def test_all_pages_of_a_site_are_in_the_same_fold_whatever_their_corpus() -> None:
    one = Sample("one", "1", b"", url="https://www.example.org/a")
    other = Sample("other", "2", b"", url="http://example.org/b")
    assert fold_of(site_of(one)) == fold_of(site_of(other))


def test_folds_are_the_same_in_every_process_and_version() -> None:
    """A hash that changes would put pages that a model has seen among those it is judged by."""
    assert [fold_of(site) for site in ("example.org", "example.com", "corpus/page-1", "例え.jp")] == [0, 1, 3, 4]


def test_sites_spread_over_all_folds_evenly() -> None:
    counts = np.bincount([fold_of(f"site-{number}.org") for number in range(2000)], minlength=FOLDS)
    assert len(counts) == FOLDS == 5
    assert counts.min() > 330


# -- examples --------------------------------------------------------------------------------------------------------------------


def test_an_example_has_an_entry_for_each_block_in_every_column() -> None:
    found = example(sample(url="https://www.example.org/a", page_type="article", title="Ice on the lake"))
    assert found is not None
    assert (found.corpus, found.id, found.site, found.page_type) == ("corpus", "page-0", "example.org", "article")
    assert len(found) == 4
    assert found.features.shape == (4, len(FEATURES))
    assert found.groups.shape == (3, 4)
    assert found.content.tolist() == [0, 0, 1, 0]
    assert found.known.tolist() == [True] * 4
    assert [LABELS[kind] for kind in found.kind.tolist()] == ["boilerplate", "title", "main", "boilerplate"]
    assert found.words.tolist() == [2, 4, 19, 4]
    assert found.has_gold


def test_an_example_with_snippets_alone_says_so() -> None:
    found = example(sample(gold="", must_have=("first week",), must_not_have=("home",)))
    assert found is not None
    assert not found.has_gold
    assert found.known.tolist() == [True, False, True, False]
    assert found.content.tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("page", [sample(html="<img src=a.png>"), sample(html=""), sample(gold=""), sample(gold=" \n ")])
def test_a_page_that_teaches_nothing_is_no_example(page: Sample) -> None:
    assert example(page) is None


@pytest.mark.parametrize(("page_type", "is_one"), [("article", False), (None, False), ("forum", True)])
def test_an_article_whose_gold_is_cut_short_is_no_example(page_type: str | None, is_one: bool) -> None:
    page = sample(html=f"<p>{PROSE}</p>" + f"<p>More: {PROSE[::-1]}</p>" * 2, page_type=page_type)
    assert (example(page) is not None) == is_one


def test_more_than_half_of_a_block_makes_it_content() -> None:
    html = "<p>one two three four five</p><p>six seven eight nine</p>"
    found = example(sample(html=html, gold="one two three six seven"))
    assert found is not None
    assert found.content.tolist() == [1, 0]


@pytest.mark.parametrize("workers", [1, 2])
def test_examples_come_in_the_order_of_the_samples_without_those_that_teach_nothing(workers: int) -> None:
    samples = [sample(0), sample(1, gold=""), sample(2, html=f"<p>{PROSE}</p>"), sample(3)]
    found = [each for each in examples(samples, workers) if not each.is_rewritten]
    assert [each.id for each in found] == ["page-0", "page-2", "page-3"]
    alone = example(samples[2])
    assert alone is not None
    for field in fields(Example):
        np.testing.assert_array_equal(getattr(found[1], field.name), getattr(alone, field.name), err_msg=field.name)


def test_examples_get_parts_of_each_other_whatever_the_number_of_workers() -> None:
    samples = [
        sample(number, url=f"https://site-{number}.org/", html=LONG.replace("Home", f"Home {number}"), gold=LONG_GOLD)
        for number in range(12)
    ]
    alone, together = examples(samples, 1), examples(samples, 2)
    words = {each.id: each.words.sum() for each in alone if not each.is_rewritten}
    assert any(each.words.sum() > words[each.id] for each in alone if each.is_rewritten)
    assert len(alone) == len(together)
    for one, other in zip(alone, together, strict=True):
        for field in fields(Example):
            np.testing.assert_array_equal(getattr(one, field.name), getattr(other, field.name), err_msg=field.name)


def test_a_page_comes_with_its_older_forms_which_have_the_same_labels() -> None:
    page, *others = forms(sample(html=HTML.replace("<nav>", "<nav class=menu>"), url="https://example.org/"))
    assert not page.is_rewritten
    assert all(each.is_rewritten for each in others)
    older = others[:2]
    for each in older:
        assert (each.corpus, each.id, each.site) == (page.corpus, page.id, page.site)
        assert (each.words @ each.content) == (page.words @ page.content)
        assert each.words.sum() == page.words.sum()
    in_nav = FEATURES.index("in nav")
    assert page.features[:, in_nav].any()
    assert not any(each.features[:, in_nav].any() for each in older)


def test_a_page_that_teaches_nothing_has_no_other_forms() -> None:
    assert forms(sample(gold="")) == []


def test_parts_of_other_pages_come_in_as_boilerplate() -> None:
    donors = [[Part(f"<p>Foreign words that stand nowhere else, number {number}.</p>", 0.5) for number in range(4)]]
    page, *others = forms(sample(html=LONG, gold=LONG_GOLD), donors)
    grafted = [each for each in others if each.words.sum() > page.words.sum()]
    assert grafted
    for each in grafted:
        assert each.words @ each.content == page.words @ page.content


def test_pages_get_parts_of_other_sites_in_the_same_fold_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is judged by a fold must not have seen anything of its pages; its own site's parts teach a page nothing."""
    given: dict[str, list[str]] = {}

    def changed(page: Sample, donors: list[list[Part]]) -> list[str]:
        given[page.id] = [part.html for parts in donors for part in parts]
        return []

    monkeypatch.setattr(dataset, "changed", changed)
    samples = [
        sample(number, url=f"https://site-{number // 2}.org/", html=LONG.replace("Home", f"Home {number}"), gold=LONG_GOLD)
        for number in range(24)
    ]
    dataset._keep_donors([(site_of(each), parts_of(each)) for each in samples])
    for each in samples:
        dataset._forms(each, site_of(each))
    fold = {each.id: fold_of(site_of(each)) for each in samples}
    site = {each.id: site_of(each) for each in samples}
    for each in samples:
        allowed = [other.id for other in samples if fold[other.id] == fold[each.id] and site[other.id] != site[each.id]]
        expected = [part.html for other in samples if other.id in allowed for part in parts_of(other)]
        assert given[each.id] == expected
    assert any(given.values())


def test_what_repeats_content_that_was_taken_out_is_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gold still has its words, and the teaser is all on the page that is left to align with them."""
    told = "Nobody had crossed on foot before that winter, and nobody has since."
    teaser = "<ul><li><a href=/b>Nobody had crossed on foot before</a></ul>"
    page = sample(html=f"{LONG}<p>{told}</p>{teaser}", gold=f"{LONG_GOLD}\n{told}")
    left = f"{LONG}{teaser}"
    monkeypatch.setattr(dataset, "changed", lambda sample, donors: [left])
    aligned = example(replace(page, html=left.encode()))
    whole, *_, changed = forms(page)
    assert aligned is not None
    assert aligned.content[-1] == 1
    assert (whole.content[-1], changed.content[-1]) == (0, 0)
    assert changed.kind[-1] == LABELS.index("boilerplate")
    assert changed.content.sum() == whole.content.sum() - 1


def test_a_form_without_any_content_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "changed", lambda sample, donors: ["<nav><a href=/>Home and more of it</a></nav>"])
    assert len(forms(sample(html=LONG, gold=LONG_GOLD))) == 3
    assert len(forms(sample(html=LONG, gold="", must_have=("Home",)))) == 4  # its gold is not known


def test_the_gold_of_a_cropped_page_is_what_is_left_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cropping, "_BLOCKS", (3,))
    page = small(sample(html=LONG, gold=LONG_GOLD))
    assert page is not None
    assert len(page.gold.splitlines()) == 3
    assert page.gold in LONG_GOLD
    made = example(page)
    assert made is not None
    assert made.content.sum() == 3
    assert small(sample(html="<p>x</p>", gold="")) is None
    assert small(sample(html="", gold=LONG_GOLD)) is None
