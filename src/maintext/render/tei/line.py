"""A line of a TEI document: text, in a paragraph or bare, with the elements around its words."""

from typing import NamedTuple

from maintext.render.tei.xml import attribute

_RENDERED = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em", "cite", "var", "dfn"), "italic"),
    "u": "underline",
    "mark": "highlight",
    "sup": "superscript",
    "sub": "subscript",
}
_DELETED = ("del", "s", "strike")
_CODE = ("code", "kbd", "samp", "tt")

MARKED = (*_RENDERED, *_DELETED, *_CODE)  # names of the page's elements that say what their words are


class _Mark(NamedTuple):
    """An element around text in a line."""

    name: str
    attributes: str
    end: int

    @property
    def is_like(self) -> tuple[str, str]:
        return self.name, self.attributes


class Line:
    """The line that is being written, if any. Marks begin and end with its text, wherever they do so on the page."""

    def __init__(self, out: list[str]) -> None:
        self._out = out
        self._marks: list[_Mark] = []  # that the walk is inside of
        self._written: list[_Mark] = []  # that are open in the document
        self.in_paragraph = False
        self.is_fresh = True  # nothing was written in the line

    # -- text ----------------------------------------------------------------------------------------------------------

    def begin_paragraph(self) -> None:
        self.end()
        self._out.append("<p>")
        self.in_paragraph = True

    def write(self, written: str, space: str) -> None:
        """Text inside the marks around it; the space is for a line that has some already."""
        wanted = self._marks_now()
        shared = 0
        while shared < min(len(wanted), len(self._written)) and wanted[shared] == self._written[shared]:
            shared += 1
        self._close_marks(shared)
        self._out.append("" if self.is_fresh else space)
        for mark in wanted[shared:]:
            self._out.append(f"<{mark.name}{mark.attributes}>")
            self._written.append(mark)
        self._out.append(written)
        self.is_fresh = False

    def write_apart(self, written: str) -> None:
        """Something that no mark may stand around."""
        self._close_marks(0)
        self._out.append(written)

    def end(self) -> None:
        """End a paragraph or bare text before another block; a line break keeps the words of bare text apart from it."""
        is_bare = not self.is_fresh and not self.in_paragraph
        self.end_paragraph()
        if is_bare:
            self._out.append("\n")

    def end_paragraph(self) -> None:
        self._close_marks(0)
        if self.in_paragraph:
            self._out.append("</p>\n")
        self.in_paragraph = False
        self.is_fresh = True

    # -- marks ---------------------------------------------------------------------------------------------------------

    def enter_mark(self, name: str, end: int) -> None:
        """An element of the page, one of `MARKED`, up to this row."""
        if name in _RENDERED:
            self._enter(_Mark("hi", attribute("rend", _RENDERED[name]), end))
        else:
            self._enter(_Mark("code" if name in _CODE else "del", "", end))

    def enter_link(self, address: str, end: int) -> None:
        if all(mark.name != "ref" for mark in self._marks):
            self._enter(_Mark("ref", attribute("target", address), end))

    def leave_marks(self, row: int) -> None:
        """Those that end before this row."""
        while self._marks and self._marks[-1].end <= row:
            self._marks.pop()

    def _enter(self, mark: _Mark) -> None:
        if all(mark.is_like != other.is_like for other in self._marks):  # so that there are few of them, however deep they nest
            self._marks.append(mark)

    def _marks_now(self) -> list[_Mark]:
        """Those around the text, each kind once; `code` holds text alone."""
        if len(self._marks) < 2:  # as for most text
            return self._marks[:]
        found: dict[tuple[str, str], _Mark] = {}
        for mark in self._marks:
            found.setdefault(mark.is_like, mark)
            if mark.name == "code":
                break
        return list(found.values())

    def _close_marks(self, depth: int) -> None:
        while len(self._written) > depth:
            self._out.append(f"</{self._written.pop().name}>")
