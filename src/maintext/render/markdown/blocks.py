"""Blocks one below the other, inside quotes, list items and footnotes, each of which has a prefix on every line."""

from dataclasses import dataclass, field

# Readers of Markdown follow about a hundred levels at most, and each costs its width on every line. What nests deeper is written
# as if at this level.
MAX_NESTING = 32
_LARGEST_NUMBER = 999_999_999  # that CommonMark takes for an item's
_OTHER_SIGN = {"-": "*", "*": "-", ".": ")", ")": "."}


@dataclass(slots=True)
class Container:
    """What puts a prefix before its lines: `first` once, then `rest`."""

    first: str
    rest: str
    is_item: bool = False
    follows_item: bool = False  # an item of the same list ends where this one begins
    is_begun: bool = False


@dataclass(slots=True, eq=False)
class ItemList:
    """A list: what its items are marked with, and where its last one ended."""

    sign: str  # the bullet, or what follows the number
    is_ordered: bool
    inside: Container | None  # what it stands in
    indent: str = "  "  # of what belongs to its last item
    ended_at: int = -1  # how many blocks were written when its last item ended


@dataclass(slots=True)
class BlockWriter:
    """Collects lines. Containers are opened and closed around the blocks that are added."""

    lines: list[str] = field(default_factory=list)
    blocks: int = 0  # written so far
    _containers: list[Container] = field(default_factory=list)
    _common: int = 0  # how many containers around the last block are still open
    _last_quotes: int = 0  # how deep the innermost container around the last block stands that is no item
    _last_is_text: bool = False  # the last block was a line of text, which an item may follow at once
    _last_is_rule: bool = False
    _last_list: ItemList | None = None

    # -- containers ----------------------------------------------------------------------------------------------------

    def open_quote(self) -> None:
        self._containers.append(Container("> ", "> "))

    def open_footnote(self, label: str) -> None:
        self._containers.append(Container(f"[^{label}]: ", "    "))

    def begin_list(self, is_ordered: bool) -> ItemList:
        """A list. One right after another of its kind has another sign, else they would be read as one."""
        inside, last = self._innermost, self._last_list
        sign = "." if is_ordered else "-"
        if last and last.is_ordered == is_ordered and last.inside is inside and last.ended_at == self.blocks:
            sign = _OTHER_SIGN[last.sign]
        return ItemList(sign, is_ordered, inside)

    def open_item(self, items: ItemList, number: int) -> None:
        number = min(max(number, 0), _LARGEST_NUMBER)
        first = f"{number}{items.sign} " if items.is_ordered else f"{items.sign} "
        items.indent = " " * len(first)
        self._containers.append(Container(first, items.indent, is_item=True, follows_item=items.ended_at == self.blocks))

    def close_item(self, items: ItemList) -> None:
        if self._containers[-1].is_begun:  # else nothing was written in it
            items.ended_at = self.blocks
            self._last_list = items
        self.close()

    def open_below_item(self, items: ItemList) -> None:
        """What stands in a list beside its items belongs to the last of them."""
        self._containers.append(Container("", items.indent, is_item=True, is_begun=True))

    def close(self) -> None:
        self._containers.pop()
        self._common = min(self._common, len(self._containers))

    @property
    def _innermost(self) -> Container | None:
        return self._containers[-1] if self._containers else None

    @property
    def begins_container(self) -> bool:
        """Whether the next block is the first of a quote, an item or a footnote."""
        return bool(self._containers) and not self._containers[-1].is_begun

    # -- blocks --------------------------------------------------------------------------------------------------------

    def add(self, lines: list[str], *, is_text: bool = False) -> None:
        """Write a block below the others."""
        if not self._containers and not self._common:  # as most blocks stand
            self.lines += ["", *lines] if self.lines else lines
            self._remember(is_text)
            return
        shown = self._shown(len(self._containers))
        if self.lines and not self._follows_at_once(shown):
            self.lines.append("".join([container.rest for container in self._shown(self._common)]).rstrip())
        first = "".join([container.rest if container.is_begun else container.first for container in shown])
        rest = "".join([container.rest for container in shown])
        self.lines.append(first + lines[0])
        self.lines += [rest + line if line else rest.rstrip() for line in lines[1:]]
        self._remember(is_text)

    def add_rule(self) -> None:
        """A rule, unless there is one right above."""
        if not self._last_is_rule:
            self.add(["---"])
            self._last_is_rule = True

    def _shown(self, depth: int) -> list[Container]:
        """The containers whose prefixes are written: the outer ones, and the innermost of those that nest too deep."""
        if depth <= MAX_NESTING:
            return self._containers[:depth]
        return [*self._containers[: MAX_NESTING - 1], self._containers[depth - 1]]

    def _follows_at_once(self, shown: list[Container]) -> bool:
        """An item follows the one before, or the text of the item that its list is in, without an empty line."""
        begins = next((depth for depth, container in enumerate(shown) if not container.is_begun), None)
        if begins is None or not self._last_is_text or self._last_quotes > self._common:
            return False
        item = shown[begins]
        ends_text = not item.first[0].isdigit() or item.first.startswith("1.") or item.first.startswith("1)")
        is_in_item = begins > 0 and shown[begins - 1].is_item and self._common >= begins - (not shown[begins - 1].first)
        return item.is_item and (item.follows_item or (is_in_item and ends_text))

    def _remember(self, is_text: bool) -> None:
        for container in reversed(self._containers):  # those further out have begun as well
            if container.is_begun:
                break
            container.is_begun = True
        self.blocks += 1
        self._common = len(self._containers)
        self._last_is_text = is_text
        self._last_is_rule = False
        self._last_quotes = max((depth for depth, each in enumerate(self._containers, 1) if not each.is_item), default=0)
