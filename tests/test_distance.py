"""Edit distances against their definitions."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from maintext.distance import edit_distance, sequence_distance, tree_edit_distance

Tree = tuple[int, tuple["Tree", ...]]

TREES: st.SearchStrategy[Tree] = st.recursive(
    st.integers(0, 2).map(lambda label: (label, ())),
    lambda children: st.tuples(st.integers(0, 2), st.lists(children, max_size=3).map(tuple)),
    max_leaves=6,
)


def flat(tree: Tree, depth: int = 0) -> list[tuple[int, int]]:
    """Depth and label of each node in document order."""
    label, children = tree
    return [(depth, label), *(node for child in children for node in flat(child, depth + 1))]


def columns(tree: Tree) -> tuple[list[int], list[int]]:
    nodes = flat(tree)
    return [depth for depth, _ in nodes], [label for _, label in nodes]


@cache
def by_definition(one: tuple[Tree, ...], other: tuple[Tree, ...]) -> int:
    """Tai's distance between two forests: what becomes of the two last trees' roots."""
    if not one or not other:
        return sum(len(flat(tree)) for tree in one + other)
    (label, children), (other_label, other_children) = one[-1], other[-1]
    return min(
        by_definition(one[:-1] + children, other) + 1,
        by_definition(one, other[:-1] + other_children) + 1,
        by_definition(one[:-1], other[:-1]) + by_definition(children, other_children) + (label != other_label),
    )


@given(TREES, TREES)
def test_tree_distance_is_the_fewest_edits(one: Tree, other: Tree) -> None:
    assert tree_edit_distance(*columns(one), *columns(other)) == by_definition((one,), (other,))


@given(TREES, TREES)
def test_the_nodes_in_document_order_are_never_further_apart_than_the_trees(one: Tree, other: Tree) -> None:
    assert sequence_distance(columns(one)[1], columns(other)[1]) <= tree_edit_distance(*columns(one), *columns(other))


@given(TREES)
def test_a_tree_is_no_distance_from_itself(tree: Tree) -> None:
    assert tree_edit_distance(*columns(tree), *columns(tree)) == 0


def test_a_tree_is_its_size_away_from_nothing() -> None:
    assert tree_edit_distance([0, 1, 1], [1, 2, 3], [], []) == 3


@cache
def levenshtein(a: str, b: str) -> int:
    if not a or not b:
        return len(a) + len(b)
    return min(levenshtein(a[1:], b) + 1, levenshtein(a, b[1:]) + 1, levenshtein(a[1:], b[1:]) + (a[0] != b[0]))


@given(st.text("abc", max_size=9), st.text("abc", max_size=9))
def test_edit_distance_is_levenshteins(a: str, b: str) -> None:
    assert edit_distance(a, b) == levenshtein(a, b)


def test_edit_distance_of_long_texts_is_exact() -> None:
    assert edit_distance("ab" * 500, "ba" * 500) == 2
