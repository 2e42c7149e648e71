"""`<meta>`: Open Graph, Dublin Core, and the names that publishers and their tools use."""

from dataclasses import dataclass

from maintext.document import Document
from maintext.metadata.record import DUBLIN_CORE, META, OPEN_GRAPH

_OPEN_GRAPH = ("og:", "article:", "book:", "video:")
_DUBLIN_CORE = ("dc.", "dcterms.")


@dataclass(frozen=True, eq=False)
class Names:
    """The names of one field."""

    rank: dict[str, int]  # the lower, the more a name is believed


def _with_colon(name: str) -> str:
    return name.replace(".", ":", 1) if name.startswith(_DUBLIN_CORE) else name


def _ranked(names: str) -> Names:
    """Names in the order in which they are believed."""
    return Names({name: rank for rank, name in enumerate(names.split())})


TITLES = _ranked("og:title dc.title dcterms.title citation_title parsely-title sailthru.title twitter:title headline title")
AUTHORS = _ranked("""
author article:author citation_author dc.creator dcterms.creator dc.contributor.author article:author_name og:author
parsely-author sailthru.author byl byline book:author cxenseparse:author creator authors article.author
article_author shareaholic:article_author_name
""")
PUBLISHED = _ranked("""
article:published_time article:published datepublished og:published_time og:article:published_time publication_date
citation_publication_date citation_date citation_online_date dc.date.issued dc.date.created dcterms.issued dcterms.created
dcterms.date dc.date parsely-pub-date sailthru.date pubdate publishdate publish-date publish_date published_date published-date
article:publication_date date_published datecreated date.created date.issued originalpublicationdate
article_date_original cxenseparse:recs:publishtime ptime displaydate pdate rnews:datepublished
shareaholic:article_published_time video:release_date og:release_date release_date created date dc.created
published w-published-date content-date publicationdate
""")
MODIFIED = _ranked("""
article:modified_time og:updated_time article:modified datemodified date_modified dcterms.modified dc.date.modified
dc.modified last-modified lastmod last_modified modified_time lastmodified updated_time revised updated
""")
SITES = _ranked("""og:site_name application-name apple-mobile-web-app-title dc.publisher dcterms.publisher citation_journal_title
cxenseparse:sitename al:ios:app_name""")
DESCRIPTIONS = _ranked("og:description description twitter:description dc.description dcterms.description")
LANGUAGES = _ranked("og:locale content-language dc.language dcterms.language language")
ADDRESSES = _ranked("og:url twitter:url")
IMAGES = _ranked("og:image og:image:secure_url og:image:url twitter:image twitter:image:src image thumbnail")
TAGS = _ranked("article:tag keywords news_keywords dc.subject dcterms.subject parsely-tags sailthru.tags article:section")
LICENCES = _ranked("dc.rights.license dcterms.license dc.license license licence rights-standard")

KINDS = _ranked("og:type")
FIRST_PUBLISHED = _ranked("article:published_time")
OWN_SITE = _ranked("og:site_name")
LABELS = _ranked("twitter:label1 twitter:data1 twitter:label2 twitter:data2")

_ALL = (
    *(TITLES, AUTHORS, PUBLISHED, FIRST_PUBLISHED, MODIFIED, SITES, OWN_SITE, DESCRIPTIONS, LANGUAGES, ADDRESSES, IMAGES, TAGS),
    *(LICENCES, KINDS, LABELS),
)
_FIELDS = {name: tuple(names for names in _ALL if name in names.rank) for each in _ALL for name in each.rank}
# All ways of writing a name: `dc:date` and `DC.date` are one.
_SPELLINGS = {spelling: name for name in _FIELDS for spelling in (name, _with_colon(name))}

_MOST = 200  # different values of one name
_NONE: list[str] = []


@dataclass
class Metas:
    """The contents of the `meta` elements of a page that any field asks for."""

    contents: dict[str, list[str]]  # by name
    _present: dict[Names, list[str]]  # which of its names the page has

    def present(self, names: Names) -> list[str]:
        """Of these names those that the page has, the ones that are believed most first."""
        found = self._present.get(names, _NONE)
        return sorted(found, key=names.rank.__getitem__) if len(found) > 1 else found

    def first(self, name: str) -> str:
        """The first content of that name; `""` if there is none."""
        return self.contents.get(name, ("",))[0]


def read_metas(document: Document) -> Metas:
    """Contents by name, in lower case."""
    contents: dict[str, list[str]] = {}
    present: dict[Names, list[str]] = {}
    for name, content in document.metas(_SPELLINGS):
        if name in contents:
            if len(contents[name]) < _MOST:
                contents[name].append(content)
        else:
            contents[name] = [content]
            for field in _FIELDS[name]:
                present.setdefault(field, []).append(name)
    return Metas(contents, present)


def source_of(name: str) -> str:
    if name.startswith(_OPEN_GRAPH):
        return OPEN_GRAPH
    return DUBLIN_CORE if name.startswith(_DUBLIN_CORE) else META
