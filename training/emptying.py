"""Pages without their content, so that the net knows one that has none: of a page of menus, teasers and footers the likeliest
part is no content either."""

from collections.abc import Set

import numpy as np

from maintext.benchmark.model import Sample
from maintext.decode import decode
from maintext.methods.fused.scant import LITTLE
from maintext.methods.fused.view import view_of
from training.grafting import opened_page

EDITION = 1  # goes up when pages are emptied otherwise: models fitted to older editions are not taken for new


def emptied(sample: Sample, contents: Set[str]) -> str | None:
    """The page without the elements that its content, blocks with these texts, stands in. None where that is the whole page, and
    where next to no text would be left: small pages are a case of their own."""
    opened = opened_page(decode(sample.html))
    if opened is None:
        return None
    page, view = opened.page, view_of(opened.page)
    is_content = np.array([text in contents for text in view.blocks.texts])
    gone = np.zeros(len(page), dtype=bool)
    for row in sorted(set(view.blocks.owner[is_content].tolist())):
        node = opened.nodes[row]
        if row == 0 or node is None:
            return None
        if not gone[row]:
            gone[row : page.end[row]] = True
            node.decompose()
    is_left = gone.any() and int(page.chars @ ~gone) > LITTLE
    return opened.tree.html if is_left else None
