"""Pages without their content: menus, teasers and footers alone, which no confidence should be placed in.

Nets that had learned that nothing of such a page is content knew them far better, but on other pages they were worse (two
folds of five: on `wcxb-dev` by 0.008, on its listings by 0.05): what is a teaser beside an article is content on a page of
teasers. So they teach the confidence alone."""

from collections.abc import Set

import numpy as np

from maintext import parse
from maintext.benchmark.model import Sample
from maintext.decode import decode
from maintext.methods.fused.scant import has_little_text
from maintext.methods.fused.view import view_of
from training.grafting import opened_page

_DECLARING = "script, meta"  # elements that may tell of the content: a page without content does not


def emptied(sample: Sample, contents: Set[str]) -> str | None:
    """The page without the elements that its content, blocks with these texts, stands in. None where that is the whole page, and
    where next to no text would be left: small pages are a case of their own."""
    opened = opened_page(decode(sample.html))
    if opened is None:
        return None
    page, view = opened.page, view_of(opened.page)
    is_content = np.array([text in contents for text in view.blocks.texts], dtype=bool)
    gone = np.zeros(len(page), dtype=bool)
    for row in sorted(set(view.blocks.owner[is_content].tolist())):
        node = opened.nodes[row]
        if row == 0 or node is None:
            return None
        if not gone[row]:
            gone[row : page.end[row]] = True
            node.decompose()
    for declaring in opened.tree.css(_DECLARING):
        declaring.decompose()
    left = opened.tree.html or ""
    return left if gone.any() and not has_little_text(parse(left)) else None
