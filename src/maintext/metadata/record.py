"""`Metadata`: the record of a page, every field with its source."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar

Value = TypeVar("Value", str, tuple[str, ...])

# Where a field may come from, the ones that are trusted most first.
JSON_LD = "json-ld"
OPEN_GRAPH = "open-graph"
DUBLIN_CORE = "dublin-core"
META = "meta"
MICRODATA = "microdata"
LINK = "link"  # a `link` element of the head
HTML = "html"  # an attribute of the `html` element
TITLE = "title"  # the `title` element
HEADING = "heading"
TIME = "time"  # a `time` element
REL = "rel"  # `rel="author"` and its like on a visible link
BYLINE = "byline"  # a class or an id, such as `byline` or `post-date`
TEXT = "text"  # visible text alone
URL = "url"


@dataclass(frozen=True)
class Field(Generic[Value]):
    """A value and where it was found: one of the names above."""

    value: Value
    source: str


Text = Field[str]
Texts = Field[tuple[str, ...]]


@dataclass(frozen=True)
class Fields:
    """The fields that are known, `None` for the others."""

    title: Text | None = None
    authors: Texts | None = None
    published: Text | None = None  # ISO 8601: a date, or a date and time where the page says so
    modified: Text | None = None
    site_name: Text | None = None
    description: Text | None = None
    language: Text | None = None  # as the page writes it: `de`, `en-GB`
    canonical: Text | None = None
    image: Text | None = None
    tags: Texts | None = None
    licence: Text | None = None
    kind: Text | None = None  # schema.org type, such as `NewsArticle`

    @property
    def date(self) -> Text | None:
        """When the page was published; where that is unknown, when it was last changed."""
        return self.published or self.modified


@dataclass(frozen=True)
class Metadata:
    """What is known about a page. The properties give plain values, `fields` the sources too."""

    fields: Fields = field(default_factory=Fields)

    @property
    def title(self) -> str | None:
        return _value(self.fields.title)

    @property
    def authors(self) -> tuple[str, ...]:
        return self.fields.authors.value if self.fields.authors else ()

    @property
    def author(self) -> str | None:
        """All authors in one string."""
        return "; ".join(self.authors) or None

    @property
    def published(self) -> str | None:
        return _value(self.fields.published)

    @property
    def modified(self) -> str | None:
        return _value(self.fields.modified)

    @property
    def date(self) -> str | None:
        """The day (`2023-05-17`) of publication; where that is unknown, of the last change."""
        found = self.fields.date
        return found.value[:10] if found else None

    @property
    def site_name(self) -> str | None:
        return _value(self.fields.site_name)

    @property
    def description(self) -> str | None:
        return _value(self.fields.description)

    @property
    def language(self) -> str | None:
        return _value(self.fields.language)

    @property
    def canonical(self) -> str | None:
        return _value(self.fields.canonical)

    @property
    def image(self) -> str | None:
        return _value(self.fields.image)

    @property
    def tags(self) -> tuple[str, ...]:
        return self.fields.tags.value if self.fields.tags else ()

    @property
    def licence(self) -> str | None:
        return _value(self.fields.licence)

    @property
    def kind(self) -> str | None:
        return _value(self.fields.kind)

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """The full record: `{"date": {"value": "2023-05-17", "source": "json-ld"}, …}`, known fields only.

        `date` is what most readers want: the date of publication or, where that is unknown, of the last change.
        """
        known: Mapping[str, Text | Texts | None] = {each.name: getattr(self.fields, each.name) for each in fields(Fields)}
        return {name: _plain(found) for name, found in {**known, "date": self.fields.date}.items() if found is not None}


def _value(found: Text | None) -> str | None:
    return found.value if found else None


def _plain(found: Text | Texts) -> dict[str, Any]:
    value = found.value
    return {"value": value if isinstance(value, str) else list(value), "source": found.source}
