"""`<meta>`: Open Graph, Dublin Core, and the names that publishers and their tools use."""

from maintext.document import Document
from maintext.metadata.record import DUBLIN_CORE, META, OPEN_GRAPH

_OPEN_GRAPH = ("og:", "article:", "book:", "video:")
_DUBLIN_CORE = ("dc.", "dcterms.")


Names = tuple[str, ...]  # of one field, those that are believed most first


def _with_colon(name: str) -> str:
    return name.replace(".", ":", 1) if name.startswith(_DUBLIN_CORE) else name


TITLES = tuple("og:title dc.title dcterms.title citation_title parsely-title sailthru.title twitter:title headline title".split())
AUTHORS = tuple(
    """
author article:author citation_author dc.creator dcterms.creator dc.contributor.author article:author_name og:author
parsely-author sailthru.author byl byline book:author cxenseparse:author creator authors article.author
article_author shareaholic:article_author_name
""".split()
)
PUBLISHED = tuple(
    """
article:published_time article:published datepublished og:published_time og:article:published_time publication_date
citation_publication_date citation_date citation_online_date dc.date.issued dc.date.created dcterms.issued dcterms.created
dcterms.date dc.date parsely-pub-date sailthru.date pubdate publishdate publish-date publish_date published_date published-date
article:publication_date date_published datecreated date.created date.issued originalpublicationdate
article_date_original cxenseparse:recs:publishtime ptime displaydate pdate rnews:datepublished
shareaholic:article_published_time video:release_date og:release_date release_date created date dc.created
published w-published-date content-date publicationdate
""".split()
)
MODIFIED = tuple(
    """
article:modified_time og:updated_time article:modified datemodified date_modified dcterms.modified dc.date.modified
dc.modified last-modified lastmod last_modified modified_time lastmodified updated_time revised updated
""".split()
)
SITES = tuple(
    """og:site_name application-name apple-mobile-web-app-title dc.publisher dcterms.publisher citation_journal_title
cxenseparse:sitename al:ios:app_name""".split()
)
DESCRIPTIONS = tuple("og:description description twitter:description dc.description dcterms.description".split())
LANGUAGES = tuple("og:locale content-language dc.language dcterms.language language".split())
ADDRESSES = tuple("og:url twitter:url".split())
IMAGES = tuple("og:image og:image:secure_url og:image:url twitter:image twitter:image:src image thumbnail".split())
TAGS = tuple("article:tag keywords news_keywords dc.subject dcterms.subject parsely-tags sailthru.tags article:section".split())
LICENCES = tuple("dc.rights.license dcterms.license dc.license license licence rights-standard".split())

KINDS = ("og:type",)
FIRST_PUBLISHED = ("article:published_time",)  # of PUBLISHED
OWN_SITE = ("og:site_name",)  # of SITES
LABELS = tuple("twitter:label1 twitter:data1 twitter:label2 twitter:data2".split())

_ALL = (
    *(TITLES, AUTHORS, PUBLISHED, MODIFIED, SITES, DESCRIPTIONS, LANGUAGES, ADDRESSES, IMAGES, TAGS, LICENCES, KINDS, LABELS),
)
# All ways of writing a name: `dc:date` and `DC.date` are one.
_SPELLINGS = {spelling: name for names in _ALL for name in names for spelling in (name, _with_colon(name))}
_MOST = 200  # values of one name


class Metas:
    """The contents of the `meta` elements of a page that any field asks for."""

    def __init__(self, document: Document) -> None:
        self.contents = document.metas(_SPELLINGS, _MOST)  # by name

    def present(self, names: Names) -> list[str]:
        """Of these names those that the page has, the ones that are believed most first."""
        contents = self.contents
        return [name for name in names if name in contents]

    def first(self, name: str) -> str:
        """The first content of that name; `""` if there is none."""
        return self.contents.get(name, ("",))[0]


def source_of(name: str) -> str:
    if name.startswith(_OPEN_GRAPH):
        return OPEN_GRAPH
    return DUBLIN_CORE if name.startswith(_DUBLIN_CORE) else META
