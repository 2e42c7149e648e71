"""`read_metadata`: all sources of a page, asked in the order of trust."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache
from time import time
from typing import Any

from maintext.errors import BadInput
from maintext.metadata import meta_tags
from maintext.metadata.addresses import absolute, date_in_address, host_names, is_home
from maintext.metadata.bylines import authors_in, bylines
from maintext.metadata.dates import Calendar
from maintext.metadata.json_ld import first_text, own_nodes, read_graph, texts, types_of
from maintext.metadata.look import Look, lower_heading, main_headings
from maintext.metadata.meta_tags import Metas, Names, source_of
from maintext.metadata.names import MOST_AUTHORS, author_names, begins_with_by, merged, names_organisation, without
from maintext.metadata.record import HEADING, HTML, JSON_LD, LINK, META, URL, Field, Fields, Metadata, Text, Texts
from maintext.metadata.rows import rows_of_page
from maintext.metadata.shown_dates import shown_date
from maintext.metadata.strings import LONGEST, cleaned, comparable
from maintext.metadata.titles import Claims, choose_title
from maintext.page import Page
from maintext.properties import cached_property

_LONGEST_DESCRIPTION = 5000  # characters
_LONGEST_KIND = 60
_LONGEST_LANGUAGE = 35  # characters of the longest code that the standard foresees
_MOST_TAGS = 50
_SURE = 5.0  # the score of a visible date that is believed more than JSON-LD, which templates often fill with another day
_SITES = frozenset({"WebSite"})
_SITES_AND_OWNERS = _SITES | {"Organization", "NewsMediaOrganization", "LocalBusiness", "Corporation"}

_SCHEMA_TYPES = {
    "article": "Article",
    "video": "VideoObject",
    "book": "Book",
    "profile": "ProfilePage",
    "product": "Product",
    "website": "WebSite",
}


def read_metadata(page: Page, *, crawled: date | None = None) -> Metadata:
    """What the page says about itself. `crawled` is the day on which it was fetched: no date is later (default: today).

    Any page has a record, if only an empty one; nothing that stands on a page makes this fail. Raises `BadInput` for what is no
    `Page`.
    """
    if not isinstance(page, Page):
        raise BadInput(f"give a Page, as maintext.parse(html) makes one, not {type(page).__name__}")
    day = crawled.date() if isinstance(crawled, datetime) else crawled
    return _Reader(page, day or _today(int(time()) // 900)).metadata()


@lru_cache(maxsize=1)
def _today(_quarter_of_an_hour: int) -> date:
    """No day of any time zone ends at another time; to ask each time would cost as much as to read a field."""
    return date.today()


class _Reader:
    """One reading of a page. What nearly all pages need is read at once, in the order in which one builds on the other; what only
    some need is kept when it was first asked for. All other fields are read once anyway."""

    def __init__(self, page: Page, today: date) -> None:
        self.page = page
        self.said = page.document.said()
        self.metas = Metas(page.document)
        self.base = absolute(self.said.base, page.url) or page.url if self.said.base else page.url
        self.language = self._language()
        self.canonical = self._canonical()
        self.graph = read_graph(page.document.json_ld())
        self.nodes = own_nodes(self.graph, (page.url, self.canonical.value if self.canonical else None))
        self.calendar = Calendar(today, self.language.value if self.language else "", page.url)
        self.rows = rows_of_page(page)
        self.headings = main_headings(self.rows)
        self.title = self._title()

    def metadata(self) -> Metadata:
        published, date_row = self._published()
        modified = self._modified()
        return Metadata(
            Fields(
                title=self.title,
                authors=self._authors(date_row, dated=published is not None or modified is not None),
                published=published,
                modified=modified,
                site_name=self._site_name(),
                description=self._description(),
                language=self.language,
                canonical=self.canonical,
                image=self._image(),
                tags=self._tags(),
                licence=self._licence(),
                kind=self._kind(),
            )
        )

    # -- sources -------------------------------------------------------------------------------------------------------

    @cached_property
    def look(self) -> Look:
        return Look(self.page, self.rows, self._heading_row())

    def _heading_row(self) -> int:
        """Of the heading that is the title, or else of the first one; -1 without any."""
        title = self.title.value if self.title else ""
        wanted = comparable(title)
        for row, text in self.headings.items():
            if text == title or comparable(text) == wanted:
                return row
        lower = lower_heading(self.rows, wanted)
        return next(iter(self.headings), -1) if lower is None else lower

    def from_nodes(self, *keys: str) -> Iterator[Any]:
        """The values of the page's own nodes, the best node first."""
        for node in self.nodes:
            for key in keys:
                if node.get(key):
                    yield self.graph.resolved(node[key])

    def node_text(self, key: str, longest: int = LONGEST) -> str:
        """The first text under that key of the page's own nodes."""
        for node in self.nodes:
            if node.get(key):
                text = cleaned(first_text(self.graph.resolved(node[key])), longest)
                if text:
                    return text
        return ""

    def node_date(self, *keys: str) -> Text | None:
        for value in self.from_nodes(*keys):
            day = self.calendar.read(value)
            if day:
                return Field(day, JSON_LD)
        return None

    def from_metas(self, names: Names, read: Callable[[str], str | None]) -> Text | None:
        contents = self.metas.contents
        for name in names:
            for content in contents.get(name, ()):
                value = read(content)
                if value:
                    return Field(value, source_of(name))
        return None

    # -- fields --------------------------------------------------------------------------------------------------------

    def _title(self) -> Text | None:
        meta = self.from_metas(meta_tags.TITLES, cleaned)
        document, json_ld, home = cleaned(self.page.document.title()), self.node_text("headline"), is_home(self.page.url)
        heading = next(iter(self.headings.values()), "")
        if heading and heading in (document, meta and meta.value, json_ld) and not (home and document):
            return Field(heading, HEADING)  # half of all pages, and no words to compare
        return choose_title(
            Claims(
                headings=tuple(self.headings.values()),
                document=document,
                meta=meta.value if meta else "",
                meta_source=meta.source if meta else META,
                json_ld=json_ld,
                sites=self.site_names,
                address=self.page.url,
                is_home=home,
            )
        )

    @cached_property
    def site_names(self) -> frozenset[str]:
        """All names of the site, as `comparable` writes them."""
        names = [content for name in self.metas.present(meta_tags.SITES) for content in self.metas.contents[name]]
        names += [first_text(node.get("name")) for node in self.graph.of_type(_SITES_AND_OWNERS)]
        names += [first_text(value) for value in self.from_nodes("publisher")]
        return frozenset(filter(None, map(comparable, (*map(cleaned, dict.fromkeys(names)), *host_names(self.page.url)))))

    def _site_name(self) -> Text | None:
        found = self.from_metas(meta_tags.OWN_SITE, cleaned)
        if found:
            return found
        nodes = [first_text(node.get("name")) for node in self.graph.of_type(_SITES)]
        nodes += [first_text(value) for value in self.from_nodes("publisher")]
        name = next((cleaned(name) for name in nodes if cleaned(name)), None)
        return Field(name, JSON_LD) if name else self.from_metas(meta_tags.SITES, cleaned)

    def _published(self) -> tuple[Text | None, int | None]:
        """The date and, where it was read from the visible page, its row.

        A day in the path of the address is the one that the site itself counts by; elsewhere it may be off by a time zone or by a
        revision.
        """
        said = self._said_published()
        day = date_in_address(self.page.url, self.calendar, of_page=said is not None)
        if day and not (said and said.value.startswith(day)):
            return Field(day, URL), None
        if said and said.source != JSON_LD:
            return said, None
        shown = shown_date(self.look, self.calendar, at_least=_SURE) if said else shown_date(self.look, self.calendar)
        if said and (shown is None or shown.changed or said.value.startswith(shown.field.value[:10])):
            return said, None
        return (shown.field, shown.row) if shown else (None, None)

    def _said_published(self) -> Text | None:
        """Open Graph before JSON-LD: where they differ, templates fill the latter with the day of a revision."""
        return (
            self.from_metas(meta_tags.FIRST_PUBLISHED, self.calendar.read)
            or self.node_date("datePublished", "dateCreated", "uploadDate")
            or self.from_metas(meta_tags.PUBLISHED, self.calendar.read)
        )

    def _modified(self) -> Text | None:
        return self.node_date("dateModified") or self.from_metas(meta_tags.MODIFIED, self.calendar.read)

    def _authors(self, date_row: int | None, *, dated: bool) -> Texts | None:
        """A person, if the page names one anywhere; the site or an organisation where it calls nobody else its author."""
        said = self._said_authors(people_only=True)
        if said:
            return said
        shown = bylines(self.look, date_row=date_row, dated=dated)
        found = authors_in(shown, self.site_names) if shown else None
        return found or self._said_authors(people_only=False) or authors_in(shown, frozenset())

    def _said_authors(self, *, people_only: bool) -> Texts | None:
        """`people_only`: neither the site nor an organisation."""
        for value in self.from_nodes("author", "creator"):
            people = [self.graph.resolved(person) for person in (value[:MOST_AUTHORS] if isinstance(value, list) else [value])]
            people = [person for person in people if not (people_only and _is_organisation(person))]
            names = merged(author_names(first_text(person, ("name",))) for person in people)
            if names and people_only:
                names = without(names, self.site_names)
            if names:
                return Field(tuple(names), JSON_LD)
        for name in self.metas.present(meta_tags.AUTHORS):
            names = merged(map(author_names, self.metas.contents[name][:MOST_AUTHORS]))
            if names and people_only:
                names = without(names, self.site_names)
            if names and not (people_only and all(map(names_organisation, names))):
                return Field(tuple(names), source_of(name))
        return self._twitter_author(people_only=people_only)

    def _twitter_author(self, *, people_only: bool) -> Texts | None:
        """`twitter:label1` says what `twitter:data1` is: "Written by", or the minutes that reading takes."""
        for number in "12" if self.metas.present(meta_tags.LABELS) else "":
            label, data = self.metas.first(f"twitter:label{number}"), self.metas.first(f"twitter:data{number}")
            if not label or not begins_with_by(f"{cleaned(label)}: "):
                continue
            names = without(author_names(data), self.site_names if people_only else frozenset())
            if names:
                return Field(tuple(names), META)
        return None

    def _description(self) -> Text | None:
        found = self.from_metas(meta_tags.DESCRIPTIONS, lambda text: cleaned(text, _LONGEST_DESCRIPTION))
        return found or _known(self.node_text("description", _LONGEST_DESCRIPTION), JSON_LD)

    def _language(self) -> Text | None:
        code = cleaned(self.said.language, _LONGEST_LANGUAGE)
        return Field(code, HTML) if code else self.from_metas(meta_tags.LANGUAGES, lambda text: cleaned(text, _LONGEST_LANGUAGE))

    def _canonical(self) -> Text | None:
        for rel, href in self.said.links:
            if "canonical" in rel.lower() and (found := absolute(href, self.base)):
                return Field(found, LINK)
        return self.from_metas(meta_tags.ADDRESSES, self._address)

    def _address(self, text: str) -> str | None:
        return absolute(text, self.base)

    def _image(self) -> Text | None:
        found = self.from_metas(meta_tags.IMAGES, self._address)
        if found:
            return found
        for value in self.from_nodes("image", "thumbnailUrl"):
            address = absolute(first_text(value, ("url", "contentUrl", "@id")), self.base)
            if address:
                return Field(address, JSON_LD)
        return None

    def _tags(self) -> Texts | None:
        found = _words([text for value in self.from_nodes("keywords") for text in texts(value)])
        if found:
            return Field(found, JSON_LD)
        for name in self.metas.present(meta_tags.TAGS):
            words = _words(self.metas.contents[name])
            if words:
                return Field(words, source_of(name))
        return None

    def _licence(self) -> Text | None:
        for rel, href in self.said.links:
            if "license" in rel.lower().split() and (found := absolute(href, self.base)):
                return Field(found, LINK)
        return _known(self.node_text("license"), JSON_LD) or self.from_metas(meta_tags.LICENCES, cleaned)

    def _kind(self) -> Text | None:
        kind = next((cleaned(types[0], _LONGEST_KIND) for node in self.nodes if (types := types_of(node))), "")
        return _known(kind, JSON_LD) or self.from_metas(meta_tags.KINDS, _schema_type)


def _known(value: str, source: str) -> Text | None:
    return Field(value, source) if value else None


def _schema_type(open_graph: str) -> str | None:
    """What schema.org calls a type of Open Graph: `video.movie` is a `VideoObject`."""
    return _SCHEMA_TYPES.get(open_graph.strip().lower().partition(".")[0])


def _is_organisation(author: Any) -> bool:
    return isinstance(author, dict) and any(each.endswith("Organization") for each in types_of(author))


def _words(contents: Sequence[str]) -> tuple[str, ...]:
    """Keywords, apart at commas, each once."""
    found = dict.fromkeys(cleaned(word, 200) for content in contents for word in content.replace(";", ",").split(","))
    return tuple(word for word in found if word)[:_MOST_TAGS]
