"""View: every part equals what a slow walk finds, on random pages, and means what it says on small ones."""

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings

from maintext import parse
from maintext.marks import BIT, MARKS, read_marks
from maintext.methods.cetd import DensitySum
from maintext.methods.fused.view import View, view_of
from tests.methods.fused.pages import markup, repetitive
from tests.methods.pages import row_of
from tests.walks import ancestors, subtree

relaxed = settings(max_examples=50, deadline=None)

views = (markup() | repetitive()).map(lambda html: view_of(parse(html))).filter(lambda view: len(view.blocks) > 0)


def view(html: str) -> View:
    return view_of(parse(html))


def same_groups(numbers: Sequence[int], keys: Sequence[Hashable]) -> bool:
    """Whether two blocks have the same number if and only if they have the same key; the numbers run from 0."""
    pairs = set(zip(numbers, keys, strict=True))
    return len(pairs) == len(set(numbers)) == len(set(keys)) and set(numbers) == set(range(len(set(numbers))))


def elements(view: View) -> list[int]:
    return [row for row in range(len(view.page)) if view.page.name(row) != "#text"]


def blocks_in(view: View, row: int) -> list[int]:
    """Numbers of the blocks that stand in an element."""
    return [number for number, owner in enumerate(view.blocks.owner.tolist()) if row in ancestors(view.page, owner)]


def text_in(view: View, row: int) -> float:
    return sum(float(view.blocks.size[number]) for number in blocks_in(view, row))


# -- blocks --------------------------------------------------------------------------------------------------------------


@relaxed
@given(views)
def test_blocks_are_numbered_and_have_the_tag_and_the_depth_of_their_owner(view: View) -> None:
    page, owners = view.page, view.blocks.owner.tolist()
    assert view.number.tolist() == list(range(len(owners)))
    assert [page.tag_names[tag] for tag in view.tag.tolist()] == [page.name(row) for row in owners]
    assert view.depth.tolist() == [len(ancestors(page, row)) - 1 for row in owners]


@relaxed
@given(views)
def test_the_total_is_the_size_of_all_blocks(view: View) -> None:
    assert view.total == sum(view.blocks.size.tolist()) > 0


def test_link_share_is_the_linked_part() -> None:
    found = view("<p>one <a>two</a></p><p>three</p><p><a>four</a></p>")
    assert found.link_share.tolist() == [0.5, 0, 1]


def test_prose_is_long_text_with_few_links_less_the_linked_part() -> None:
    def prose(plain: int, linked: int) -> float:
        return float(view(f"<p>{'x' * plain}<a>{'y' * linked}</a></p>").prose[0])

    assert prose(80, 0) == 0
    assert prose(81, 0) == 81
    assert prose(75, 25) == pytest.approx(75)
    assert prose(50, 50) == 0
    assert prose(51, 49) == pytest.approx(51)
    assert prose(10, 200) == 0


def test_prose_in_chinese_counts_by_weight_and_not_by_words() -> None:
    assert view(f"<p>{'湖' * 27}</p>").prose.tolist() == [81]
    assert view(f"<p>{'湖' * 26}</p>").prose.tolist() == [0]


def test_a_copy_is_a_block_with_the_same_text_wherever_it_stands() -> None:
    found = view("<p>one</p><p>two</p><div>one</div><p>One</p><ul><li>two<li>one</ul>")
    assert found.first_copy.tolist() == [0, 1, 0, 3, 1, 0]


def test_a_copy_may_have_other_runs() -> None:
    found = view("<p>one two<p>one <b>two</b><p>one<i> two</i><p>one<i>two</i><p>one tw<p>one &nbsp;<i> two</i>")
    assert found.first_copy.tolist() == [0, 0, 0, 0, 4, 0]


def test_texts_of_the_same_length_with_the_same_ends_are_no_copies() -> None:
    assert view("<p>abcd<p>axyd<p>abcd<p>axyd").first_copy.tolist() == [0, 1, 0, 1]


@relaxed
@given(views)
def test_the_first_copy_is_the_first_block_with_the_same_text(view: View) -> None:
    texts = view.blocks.texts
    assert view.first_copy.tolist() == [texts.index(text) for text in texts]


def test_what_the_page_declares_is_read() -> None:
    assert view("<title>Ice</title><p>text").declared.titles == ("Ice", "")


# -- elements above the blocks ---------------------------------------------------------------------------------------------


@relaxed
@given(views)
def test_ancestors_are_the_owner_and_four_elements_above_it_and_end_at_body(view: View) -> None:
    assert len(view.ancestors) == 5
    for level, rows in enumerate(view.ancestors):
        walks = [ancestors(view.page, owner) for owner in view.blocks.owner.tolist()]
        assert rows.tolist() == [walk[min(level, len(walk) - 1)] for walk in walks]


@relaxed
@given(views)
def test_sums_below_an_element_equal_a_slow_sum(view: View) -> None:
    blocks, page = view.blocks, view.page
    markup = read_marks(page)[1]
    for row in elements(view):
        inside, below = blocks_in(view, row), subtree(page, row)
        assert view.size_below[row] == blocks.size[inside].sum()
        assert view.linked_below[row] == blocks.linked[inside].sum()
        assert view.blocks_below[row] == len(inside)
        assert view.elements_below[row] == sum(page.name(each) != "#text" for each in below)
        assert view.markup_below[row] == markup[below].sum()


@relaxed
@given(views)
def test_the_elements_that_hold_a_share_of_the_text(view: View) -> None:
    for share in (0.1, 0.3, 0.9):
        expected = [row for row in elements(view) if text_in(view, row) >= share * view.total]
        assert np.flatnonzero(view.holding(share)).tolist() == expected


@relaxed
@given(views)
def test_tenth_is_the_nearest_element_above_with_a_tenth_of_the_text(view: View) -> None:
    def nearest(owner: int) -> int:
        return next(row for row in ancestors(view.page, owner) if text_in(view, row) >= 0.1 * view.total)

    assert view.tenth.tolist() == [nearest(owner) for owner in view.blocks.owner.tolist()]


@relaxed
@given(views)
def test_section_is_the_child_of_the_deepest_element_with_most_of_the_text(view: View) -> None:
    page = view.page
    holding = [row for row in elements(view) if text_in(view, row) >= 0.9 * view.total]
    deepest = max(holding, key=lambda row: len(ancestors(page, row)))

    def section(owner: int) -> int:
        return next((row for row in ancestors(page, owner) if page.parent[row] == deepest), owner)

    assert view.section.tolist() == [section(owner) for owner in view.blocks.owner.tolist()]


def test_sections_of_a_page_are_its_parts() -> None:
    found = view(
        "<div id=all><nav><ul><li>Home<li>News</ul></nav><main><h1>Title</h1><div><p>one<p>two</div></main>loose"
        "<footer><p>end</footer></div>"
    )
    names = [found.page.name(row) for row in found.section.tolist()]
    assert names == ["nav", "nav", "main", "main", "main", "div", "footer"]


@relaxed
@given(views)
def test_inside_are_the_blocks_in_an_element(view: View) -> None:
    for row in elements(view):
        assert np.flatnonzero(view.inside(row)).tolist() == blocks_in(view, row)


@relaxed
@given(views)
def test_shared_depth_is_that_of_the_nearest_element_that_holds_both(view: View) -> None:
    page = view.page
    for row in elements(view):
        chain = set(ancestors(page, row))
        shared = [next(each for each in ancestors(page, owner) if each in chain) for owner in view.blocks.owner.tolist()]
        assert view.shared_depth(row).tolist() == [len(ancestors(page, each)) - 1 for each in shared]


# -- marks ---------------------------------------------------------------------------------------------------------------


@relaxed
@given(views)
def test_path_marks_are_those_of_all_elements_around_the_runs_of_a_block(view: View) -> None:
    page, marks = view.page, view.marks.tolist()
    rows = [view.blocks.rows[view.blocks.of_run == number].tolist() for number in range(len(view.blocks))]
    found = view.is_below(MARKS)
    for number, mark in enumerate(MARKS):
        expected = [any(marks[above] & BIT[mark] for row in runs for above in ancestors(page, row)) for runs in rows]
        assert found[number].tolist() == expected
        assert view.shares(found)[number] == pytest.approx(view.blocks.size[np.array(expected)].sum() / view.total)


def test_the_last_mark_is_read_as_well_as_the_first() -> None:
    found = view("<nav><p>one</p></nav><p itemprop=articleBody>two</p><p>three</p>")
    assert (MARKS[0], MARKS[-1]) == ("nav", "body property")
    assert found.is_below([MARKS[0], MARKS[-1]]).tolist() == [[True, False, False], [False, True, False]]
    assert found.mark_shares[[0, -1]].tolist() == [pytest.approx(3 / 11), pytest.approx(3 / 11)]


def test_a_block_has_the_marks_of_all_its_runs() -> None:
    found = view("<p>one <label>two</label> three</p><p>four</p>")
    assert found.is_below(["label"]).tolist() == [[True, False]]


# -- what belongs together -------------------------------------------------------------------------------------------------


@relaxed
@given(views)
def test_blocks_share_a_path_if_and_only_if_tags_and_marks_above_them_agree(view: View) -> None:
    page, marks = view.page, view.marks.tolist()
    walks = [ancestors(page, owner) for owner in view.blocks.owner.tolist()]
    assert same_groups(view.tag_path.tolist(), [tuple(page.name(row) for row in walk) for walk in walks])
    assert same_groups(view.class_path.tolist(), [tuple((page.name(row), marks[row]) for row in walk) for walk in walks])


def test_marks_at_different_depths_make_different_paths() -> None:
    found = view("<main><div class=profile><section>A</section></div><section class=profile><div>B</div></section></main>")
    assert found.class_path[0] != found.class_path[1]


@relaxed
@given(views)
def test_alike_are_the_siblings_with_the_same_tag_and_marks(view: View) -> None:
    page = view.page
    keys = list(zip(page.parent.tolist(), page.tag.tolist(), view.marks.tolist(), strict=True))
    count = Counter(keys)
    assert view.alike.tolist() == [count[key] for key in keys]


@relaxed
@given(views)
def test_records_equal_a_slow_search(view: View) -> None:
    """From the parent of the owner upwards, four levels; the owner itself only if there is none."""
    page = view.page
    records, kinds, series = [], [], []
    for owner in view.blocks.owner.tolist():
        walk = ancestors(page, owner)
        above = [row for row in (*walk[1:5], owner) if view.alike[row] >= 3 and len(blocks_in(view, row)) >= 2]
        items = [row for row in walk[:2] if page.name(row) == "li" and view.alike[row] >= 3]
        of_records, of_series = (
            (int(page.parent[rows[0]]), page.name(rows[0]), int(view.marks[rows[0]])) if rows else None
            for rows in (above, above or items)
        )
        records.append(above[0] if above else 0)
        kinds.append(of_records)
        series.append(of_series)
    assert view.record.tolist() == records
    assert [kind == -1 for kind in view.record_kind.tolist()] == [kind is None for kind in kinds]
    assert same_groups(view.groups[1].tolist(), kinds)
    assert [kind == -1 for kind in view.series.tolist()] == [kind is None for kind in series]
    assert same_groups(view.field.tolist(), list(zip(series, view.class_path.tolist(), strict=True)))


CARDS = "<section>" + "".join(
    f"<div class=card><h2>Title {number}</h2><p>Text {number}</p></div>" for number in range(4)
)  # left open


def test_cards_are_records_with_fields() -> None:
    found = view(f"<h1>All cards</h1>{CARDS}</section><p>End</p>")
    rows = [row_of(found.page, name="div", number=number) for number in range(4)]
    assert found.record.tolist() == [0, *np.repeat(rows, 2).tolist(), 0]
    assert (found.record_kind >= 0).tolist() == [False, *[True] * 8, False]
    assert len(set(found.record_kind[1:9].tolist())) == 1
    titles, texts = set(found.field[1:9:2].tolist()), set(found.field[2:9:2].tolist())
    assert len(titles) == len(texts) == 1
    assert titles != texts


def test_two_of_a_kind_are_no_records_and_three_are() -> None:
    card = "<div class=card><h2>Title</h2><p>Text</p></div>"
    assert not view(card * 2).record.any()
    assert view(card * 3).record.all()


def test_a_record_holds_more_than_one_block() -> None:
    assert not view("<ul><li>one<li>two<li>three<li>four</ul>").record.any()
    assert view("<table>" + "<tr><td>one<td>two" * 3 + "</table>").record.all()


def test_siblings_with_other_marks_are_other_records() -> None:
    card, advert = "<div class=card><h2>a</h2><p>b</p></div>", "<div class=ads><h2>a</h2><p>b</p></div>"
    found = view((card + advert) * 3)
    assert found.record.all()
    assert len(set(found.record_kind.tolist())) == 2
    assert not view(card * 2 + advert * 2).record.any()


def test_records_of_two_lists_are_of_two_kinds() -> None:
    found = view(f"{CARDS}</section>{CARDS}</section>")
    assert len(set(found.record_kind.tolist())) == 2
    assert len(set(found.field.tolist())) == 4


def test_the_nearest_of_nested_records_counts() -> None:
    rows = "<tr><td>one<td>two" * 3
    found = view(f"<div><h2>Title</h2><table>{rows}</table></div>" * 3)
    assert {found.page.name(row) for row in found.record.tolist()} == {"div", "tr"}
    assert (found.record[found.tag == found.page.tag[row_of(found.page, name="td")]] > 0).all()
    assert [found.page.name(row) for row in found.record.tolist()][:3] == ["div", "tr", "tr"]


@relaxed
@given(views)
def test_groups_are_numbered_without_gaps_as_the_net_needs_them(view: View) -> None:
    assert len(view.groups) == 3
    for group in view.groups:
        assert group.shape == (len(view.blocks),)
        assert sorted(set(group.tolist())) == list(range(int(group.max()) + 1))
    assert same_groups(view.groups[0].tolist(), view.class_path.tolist())
    assert same_groups(view.groups[2].tolist(), view.tenth.tolist())


# -- CETD ------------------------------------------------------------------------------------------------------------------


@relaxed
@given(views)
def test_densities_are_those_of_cetd_and_their_sum_is_over_child_elements(view: View) -> None:
    page = view.page
    density = DensitySum().score(page)
    np.testing.assert_array_equal(view.composite_density, density)
    children = [[row for row in elements(view) if page.parent[row] == above] for above in range(len(page))]
    np.testing.assert_allclose(view.density_sum, [sum(density[row] for row in rows) for rows in children])


def test_a_page_without_text_has_a_view_without_blocks() -> None:
    assert len(view("").blocks) == 0


def test_the_items_of_a_list_are_a_series() -> None:
    found = view("<p>Before</p><ul><li>one<li>two<li>three</ul><ol><li>four<li>five</ol><ul><li>six<li>seven<li>eight</ul>")
    before, *items = found.series.tolist()
    assert before == -1
    assert len(set(items[:3])) == 1
    assert items[3:5] == [-1, -1]  # two are too few
    assert len(set(items[5:])) == 1
    assert items[0] != items[5]
    assert len(set(found.field[1:4].tolist())) == 1
    assert found.field[1] != found.field[6]


def test_the_only_paragraphs_of_items_are_a_series() -> None:
    found = view("<p>Before</p><ul><li><p>one</p><li><p>two</p><li>three</ul>")
    assert found.series[0] == -1
    assert len(set(found.series[1:].tolist())) == 1
    assert found.field[1] == found.field[2] != found.field[3]  # which stands on another path


def test_an_item_of_several_blocks_is_a_record() -> None:
    found = view("<ul>" + "<li><h3>Title</h3><p>Text</p>" * 3 + "</ul>")
    assert found.series.tolist() == found.record_kind.tolist()
