"""Edit distances: between sequences and between trees.

Both are exact. The maintained libraries for sequences are compiled ones that nothing else here needs, and those for trees have
seen no release in years.
"""

from collections.abc import Sequence


def edit_distance(a: str, b: str) -> int:
    """Levenshtein's distance, column by column in the bits of two integers (Myers 1999, Hyyrö 2003)."""
    if not a or not b:
        return len(a) + len(b)
    places: dict[str, int] = {}
    for place, letter in enumerate(a):
        places[letter] = places.get(letter, 0) | 1 << place
    full, last = (1 << len(a)) - 1, 1 << (len(a) - 1)
    up, down, distance = full, 0, len(a)
    for letter in b:
        match = places.get(letter, 0)
        diagonal = (((match & up) + up) ^ up) | match | down
        right_up, right_down = down | ~(diagonal | up) & full, up & diagonal
        distance += bool(right_up & last) - bool(right_down & last)
        right_up = right_up << 1 & full | 1
        right_down = right_down << 1 & full
        up, down = right_down | ~(diagonal | right_up) & full, right_up & diagonal
    return distance


def sequence_distance(a: Sequence[int], b: Sequence[int]) -> int:
    """Levenshtein's distance between two sequences of numbers."""
    letters: dict[int, str] = {}
    written = ["".join([letters.setdefault(item, chr(len(letters))) for item in items]) for items in (a, b)]
    return edit_distance(*written)


def tree_edit_distance(depths_a: Sequence[int], labels_a: Sequence[int], depths_b: Sequence[int], labels_b: Sequence[int]) -> int:
    """The fewest nodes to insert, delete or rename that turn one ordered tree into the other.

    Tai's distance (1979), by the algorithm of Zhang and Shasha (1989). A tree is the depths and labels of its nodes in document
    order, the root first. Takes time of about the product of the sizes times that of the depths.
    """
    if not labels_a or not labels_b:
        return len(labels_a) + len(labels_b)
    one, other = _Postorder(depths_a, labels_a), _Postorder(depths_b, labels_b)
    between_trees = [[0] * len(labels_b) for _ in labels_a]
    for root_a in one.key_roots:
        for root_b in other.key_roots:
            _forest_distances(one, other, root_a, root_b, between_trees)
    return between_trees[-1][-1]


class _Postorder:
    """A tree with every node after its descendants."""

    def __init__(self, depths: Sequence[int], labels: Sequence[int]) -> None:
        self.labels: list[int] = []
        self.leftmost: list[int] = []  # the leaf that a node's subtree begins with
        open_nodes: list[tuple[int, int, int]] = []  # depth, label, leftmost leaf
        for depth, label in zip((*depths, -1), (*labels, 0), strict=True):
            while open_nodes and open_nodes[-1][0] >= depth:
                _, ended, leaf = open_nodes.pop()
                self.labels.append(ended)
                self.leftmost.append(leaf)
            open_nodes.append((depth, label, len(self.labels)))
        # Of the nodes that begin with the same leaf, the highest.
        self.key_roots = sorted({leaf: node for node, leaf in enumerate(self.leftmost)}.values())


def _forest_distances(a: _Postorder, b: _Postorder, root_a: int, root_b: int, between_trees: list[list[int]]) -> None:
    """Fill in the distances between all subtrees below two key roots that begin with their leftmost leaves."""
    first_a, first_b = a.leftmost[root_a], b.leftmost[root_b]
    above = list(range(root_b - first_b + 2))
    table = [above]
    for i in range(first_a, root_a + 1):
        row = [above[0] + 1]
        whole_a = a.leftmost[i] == first_a
        before_a = table[a.leftmost[i] - first_a]
        distances, label = between_trees[i], a.labels[i]
        for place, j in enumerate(range(first_b, root_b + 1)):
            leaf_b = b.leftmost[j]
            best = min(above[place + 1], row[place]) + 1
            if whole_a and leaf_b == first_b:
                best = min(best, above[place] + (label != b.labels[j]))
                distances[j] = best
            else:
                best = min(best, before_a[leaf_b - first_b] + distances[j])
            row.append(best)
        table.append(row)
        above = row
