"""What recurs on other pages of a site."""

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import maintext
from maintext import BadInput, BadModel, BadParameter, SiteModel, extract_site, parse
from maintext.methods import METHODS

WORDS = "river meadow bridge winter harbour kettle morning letter window garden apple silver".split()
NOTICE = "The harbour office is open on Mondays, and the ferry runs every hour from six until nine in the evening."


def page(number: int, *, notice: str = NOTICE, article: str | None = None) -> str:
    text = article or " ".join(WORDS[(number * 5 + i * (number + 3)) % len(WORDS)] for i in range(40)) + f" {number}."
    return f"""<body><div id="nav"><a href="/">Home</a> <a href="/all">All letters</a></div>
    <div id="text"><h1>Letter {number}</h1><p>{text}</p></div>
    <div id="notice"><p>{notice}</p></div></body>"""


def test_a_block_on_two_other_pages_is_redundant_and_the_article_is_not() -> None:
    pages = [parse(page(number)) for number in range(3)]
    model = SiteModel.learn(pages)
    for table in pages:
        shared = [table.text(row) for row in np.flatnonzero(model.redundant(table) & table.is_text).tolist()]
        assert shared == ["Home", "All letters", NOTICE]


def test_a_block_on_one_other_page_is_not_redundant_by_default() -> None:
    pages = [parse(page(number)) for number in range(2)]
    assert not SiteModel.learn(pages).redundant(pages[0]).any()
    assert SiteModel.learn(pages, min_pages=1).redundant(pages[0]).any()


def test_two_copies_of_an_article_do_not_delete_each_other() -> None:
    article = "One article that the site has published twice, under two addresses. " * 8
    found = extract_site([page(1, article=article), page(2, article=article), page(3), page(4)])
    assert article.strip() in found[0].text
    assert article.strip() in found[1].text


def test_a_page_learned_before_is_not_another_page_of_itself() -> None:
    table = parse(page(1))
    model = SiteModel.learn([table, table, parse(page(1))], min_pages=1)
    assert len(model) == 1
    assert not model.redundant(table).any()


def test_a_page_that_was_not_learned_is_judged_by_those_that_were() -> None:
    model = SiteModel.learn([page(1), page(2)])
    fresh = parse(page(3))
    assert NOTICE in [fresh.text(row) for row in np.flatnonzero(model.redundant(fresh) & fresh.is_text).tolist()]


def list_of(items: list[str]) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def test_a_block_that_differs_a_little_is_redundant_within_the_distance() -> None:
    links = [f"Entry number {number} of the index" for number in range(10)]
    pages = [parse(f"<body><div>{list_of([*links, f'Visitor {n}'])}</div><p>Text of page {n}</p></body>") for n in range(3)]
    shared = SiteModel.learn(pages, max_distance=0.2).redundant(pages[0])
    assert shared[pages[0].text_rows[:11]].all()
    assert not shared[pages[0].text_rows[11:]].any()
    assert not SiteModel.learn(pages, max_distance=0).redundant(pages[0]).any()


def test_a_block_on_another_path_is_another_block() -> None:
    pages = [parse(f"<body>{'<div>' * n}<p>Text that is the same everywhere</p>{'</div>' * n}</body>") for n in range(1, 4)]
    assert not SiteModel.learn(pages).redundant(pages[0]).any()


@pytest.mark.parametrize("method", METHODS)
def test_every_method_works_with_a_site(method: str) -> None:
    found = extract_site([page(number) for number in range(4)], method=method)
    assert len(found) == 4
    assert all(NOTICE not in each.text for each in found)


def test_a_model_saves_to_one_file_and_loads_again(tmp_path: Path) -> None:
    pages = [parse(page(number)) for number in range(4)]
    model = SiteModel.learn(pages, min_pages=3, max_distance=0.1)
    model.save(tmp_path / "site.npz")
    loaded = SiteModel.load(tmp_path / "site.npz")
    assert list(tmp_path.iterdir()) == [tmp_path / "site.npz"]
    assert (loaded.min_pages, loaded.max_distance, len(loaded)) == (3, 0.1, 4)
    fresh = parse(page(9))
    assert model.redundant(fresh).any()
    for table in [*pages, fresh]:
        assert np.array_equal(model.redundant(table), loaded.redundant(table))


def test_an_empty_model_finds_nothing_redundant_and_can_be_saved(tmp_path: Path) -> None:
    model = SiteModel.learn([])
    model.save(tmp_path / "empty.npz")
    assert not SiteModel.load(tmp_path / "empty.npz").redundant(parse(page(1))).any()


@pytest.mark.parametrize("content", [b"", b"no model", b"PK\x03\x04 cut off"])
def test_a_file_that_is_no_model_is_an_error_that_names_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(BadModel, match=r"broken\.npz"):
        SiteModel.load(path)


def test_a_numpy_archive_of_something_else_is_no_model(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", weights=np.zeros(3))
    with pytest.raises(BadModel, match="not a site model"):
        SiteModel.load(tmp_path / "other.npz")


def test_a_missing_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="no such file"):
        SiteModel.load(tmp_path / "nothing.npz")


def test_a_model_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "site.npz"
    SiteModel.learn([page(1)]).save(path)
    with np.load(path) as archive:
        arrays = dict(archive)
    np.savez(path, **{**arrays, "format": np.array(99)})
    with pytest.raises(BadModel, match="format 99"):
        SiteModel.load(path)


@pytest.mark.parametrize("settings", [{"min_pages": 0}, {"max_distance": -0.1}, {"max_distance": 1.0}])
def test_impossible_settings_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(BadParameter):
        SiteModel.learn([], **settings)  # type: ignore[arg-type]


def test_empty_pages_have_nothing_to_share() -> None:
    assert [found.text for found in extract_site(["", "", ""])] == ["", "", ""]


def test_the_site_of_the_examples_shares_its_boilerplate() -> None:
    folder = Path(__file__).parent.parent / "examples" / "site"
    for found in maintext.extract_site([path.read_bytes() for path in sorted(folder.glob("*.html"))]):
        assert "weekly letter" not in found.text
        assert "harbour office" not in found.text
        assert len(found.text.split()) > 40


def test_the_blocks_of_a_long_page_itself_do_not_hide_those_of_other_pages() -> None:
    links = [f"Entry number {number} of the index" for number in range(10)]

    def long_page(number: int) -> str:
        own = "".join(f"<div><div>{list_of([f'{number} {n} {i}' for i in range(11)])}</div></div>" for n in range(100))
        return f"<body>{own}<div><div>{list_of([*links, f'Visitor {number}'])}</div></div></body>"

    pages = [parse(long_page(number)) for number in range(3)]
    shared = SiteModel.learn(pages).redundant(pages[0])
    assert shared[pages[0].text_rows[-11:]].all()
    assert not shared[pages[0].text_rows[:-11]].any()


def test_one_page_is_not_a_list_of_pages() -> None:
    for learn in (SiteModel.learn, extract_site):
        with pytest.raises(BadInput, match="a list of pages"):
            learn("<p>one page</p>")
    with pytest.raises(BadInput, match="a parsed page"):
        SiteModel.learn([]).redundant("<p>one page</p>")  # type: ignore[arg-type]


def test_a_damaged_model_is_an_error_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "site.npz"
    SiteModel.learn([page(number) for number in range(3)]).save(path)
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with suppress(BadModel):
            SiteModel.load(path)
