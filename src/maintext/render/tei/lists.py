"""Lists in TEI."""

from collections.abc import Callable, Mapping

from maintext.page import Page
from maintext.render.tei.holders import Holders, Inside
from maintext.render.tei.plan import LISTS
from maintext.render.tei.xml import attribute


class Lists:
    """A list of terms is a gloss, where each item has a label before it."""

    def __init__(self, out: list[str], holders: Holders, page: Page) -> None:
        self._out = out
        self._holders = holders
        self._page = page
        self.openers: Mapping[str, Callable[[int], None]] = {
            **dict.fromkeys(LISTS, self._open_list),
            **dict.fromkeys(("li", "dd"), self._open_item),
            "dt": self._open_label,
        }

    def _open_list(self, row: int) -> None:
        if not self._holders.can_open():
            return
        self._holders.settle()
        name = self._page.name(row)
        kind = "gloss" if name == "dl" else "numbered" if name == "ol" else "bulleted"
        attributes = ' type="gloss"' if name == "dl" else attribute("rend", kind)
        self._holders.open("list", Inside.ITEMS, row, attributes).is_gloss = name == "dl"

    def _open_item(self, row: int) -> None:
        if self._holders.belongs_to(Inside.ITEMS):
            self._holders.begin_item(self._holders.innermost)
            self._holders.open("item", Inside.TEXT_AND_PARAGRAPHS, row)

    def _open_label(self, row: int) -> None:
        if not self._holders.belongs_to(Inside.ITEMS):
            return
        items = self._holders.innermost
        if not items.is_gloss:
            self._holders.open("item", Inside.TEXT_AND_PARAGRAPHS, row)
            return
        if items.awaits_item:
            self._out.append("<item/>\n")
        self._holders.open("label", Inside.LINE, row)
        items.awaits_item = True
