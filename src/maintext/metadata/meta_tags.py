"""`<meta>`: Open Graph, Dublin Core, and the names that publishers and their tools use."""

from collections.abc import Iterable, Iterator

from maintext.metadata.record import DUBLIN_CORE, META, OPEN_GRAPH
from maintext.page import Attributes


def _ranked(names: str) -> dict[str, int]:
    """Names in the order in which they are believed."""
    return {name: rank for rank, name in enumerate(names.split())}


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

_OPEN_GRAPH = ("og:", "article:", "book:", "video:")
_DUBLIN_CORE = ("dc.", "dcterms.")
_MOST = 200  # different values of one name

Metas = dict[str, list[str]]


def read_metas(metas: Iterable[Attributes]) -> Metas:
    """Contents by name, in lower case. `dc:date` and `DC.date` are one name."""
    found: Metas = {}
    for each in metas:
        name = each.get("property") or each.get("name") or each.get("itemprop") or each.get("http-equiv")
        content = each.get("content")
        if not name or not content:
            continue
        name = name.strip().lower()
        if name[:2] == "dc":
            name = name.replace("dc:", "dc.").replace("dcterms:", "dcterms.")
        contents = found.setdefault(name, [])
        if len(contents) < _MOST:
            contents.append(content)
    return found


def contents(metas: Metas, names: dict[str, int]) -> Iterator[tuple[str, list[str]]]:
    """Of these names those that the page has, the ones that are believed most first, with their contents."""
    present = metas.keys() & names.keys()
    for name in sorted(present, key=names.__getitem__) if len(present) > 1 else present:
        yield name, metas[name]


def source_of(name: str) -> str:
    if name.startswith(_OPEN_GRAPH):
        return OPEN_GRAPH
    return DUBLIN_CORE if name.startswith(_DUBLIN_CORE) else META
