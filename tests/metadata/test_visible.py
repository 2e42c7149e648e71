"""What the visible page tells: dates and bylines without any structured data."""

import pytest

from tests.metadata.pages import article, head, json_ld, metadata, source


@pytest.mark.parametrize(
    ("byline", "from_where"),
    [
        ('<time datetime="2023-05-17T10:00">Wednesday</time>', "time"),
        ("<time>17 May 2023</time>", "time"),
        (
            '<span itemprop="datePublished" content="x"><time itemprop="datePublished" datetime="2023-05-17"></time></span>',
            "microdata",
        ),
        ('<meta itemprop="datePublished" content="2023-05-17">', "microdata"),
        ('<div class="post-date">May 17, 2023</div>', "byline"),
        ('<p class="entry-meta">Posted on <b>17 May 2023</b></p>', "byline"),
        ("<p>Published: 17 May 2023</p>", "text"),
        ('<p class="date"><span>17</span> <span>May 2023</span></p>', "byline"),
    ],
)
def test_a_date_in_the_byline(byline: str, from_where: str) -> None:
    assert metadata(article(byline)).date == "2023-05-17"
    assert source(article(byline), "date") == from_where


def test_the_date_of_publication_is_preferred_to_that_of_a_change() -> None:
    assert metadata(article("<p>Updated: 20 May 2023</p><p>Published: 17 May 2023</p>")).date == "2023-05-17"


@pytest.mark.parametrize(
    "elsewhere",
    [
        '<div class="comments"><p class="date">20 May 2023</p></div>',
        '<aside><p class="date">20 May 2023</p></aside>',
        '<div class="related-posts"><time datetime="2023-05-20"></time></div>',
        "<p>© 20 May 2023</p>",
    ],
)
def test_the_dates_of_other_things_are_not_the_pages(elsewhere: str) -> None:
    assert metadata(article(f'{elsewhere}<p class="date">17 May 2023</p>')).date == "2023-05-17"
    assert metadata(article(f'<p class="date">17 May 2023</p>{elsewhere}')).date == "2023-05-17"


def test_a_date_beside_the_heading_is_believed_before_json_ld() -> None:
    script = json_ld('{"@type": "Article", "headline": "Seven kinds of fog", "datePublished": "2023-11-30"}')
    assert metadata(article(script + '<p class="date">17 May 2023</p>')).date == "2023-05-17"
    assert metadata(article(script + "<p>Updated 17 May 2023</p>")).date == "2023-11-30"


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ('<p class="byline">By Ada Lovelace</p>', ("Ada Lovelace",)),
        ('<p class="byline">By <a href="/authors/ada">Ada Lovelace</a> and <a href="/x">Charles Babbage</a></p>', 2),
        ('<p>By <a href="/somebody">Ada Lovelace</a></p>', ("Ada Lovelace",)),
        ('<a rel="author" href="/ada">Ada Lovelace</a>', ("Ada Lovelace",)),
        ('<span itemprop="author" itemscope><span itemprop="name">Ada Lovelace</span></span>', ("Ada Lovelace",)),
        ('<span property="schema:author">Ada Lovelace</span>', ("Ada Lovelace",)),
        ('<span class="post-author vcard">Posted by <span>Ada Lovelace</span> on 3 May</span>', ("Ada Lovelace",)),
        ('<div class="author">By<span>Ada Lovelace</span><time>17 May 2023</time></div>', ("Ada Lovelace",)),
        (
            '<div class="author-box"><img alt="x"><b>Ada Lovelace</b><p>Ada writes of fog, and has for years.</p></div>',
            ("Ada Lovelace",),
        ),
        ('<p class="byline">By Ada Lovelace. Reviewed by <a>Charles Babbage</a></p>', ("Ada Lovelace",)),
        ('<p class="byline">17 May 2023 · Ada Lovelace</p>', ("Ada Lovelace",)),
        ('<p class="meta">Von Anna Müller</p>', ("Anna Müller",)),
        ("<p>Text: Anna Müller</p>", ("Anna Müller",)),
        ("<p>Par Marie Curie, journaliste</p>", ("Marie Curie",)),
        ('<span class="username">fog_fan7</span>', ("fog_fan7",)),
        ("<p>By the time the fog lifts, the day is over.</p>", ()),
        ('<div class="comments"><span class="author">A Reader</span></div>', ()),
        ('<p class="byline">By admin</p>', ()),
    ],
)
def test_bylines(byline: str, names: tuple[str, ...] | int) -> None:
    expected = ("Ada Lovelace", "Charles Babbage") if isinstance(names, int) else names
    assert metadata(article(byline)).authors == expected


def test_where_a_byline_was_found() -> None:
    assert source(article('<a rel="author" href="/ada">Ada Lovelace</a>'), "authors") == "rel"
    assert source(article('<span itemprop="author">Ada Lovelace</span>'), "authors") == "microdata"
    assert source(article("<p>By Ada Lovelace</p>"), "authors") == "byline"


def test_the_site_is_the_author_only_where_nobody_else_is() -> None:
    site = '<meta property="og:site_name" content="The Weekly Cloud"><meta name="author" content="The Weekly Cloud">'
    assert metadata(site + article('<p class="byline">By Ada Lovelace</p>')).authors == ("Ada Lovelace",)
    assert metadata(head(site)).authors == ("The Weekly Cloud",)


def test_a_byline_at_the_end_of_the_article_stands_beside_the_date() -> None:
    long = "<p>Fog is a cloud.</p>" * 200
    page = article(
        long + '<div class="post-footer">Posted by <span class="fn">Ada</span> on <span class="date">17 May 2023</span></div>'
    )
    found = metadata(page)
    assert found.date == "2023-05-17"
    assert found.authors == ("Ada",)


def test_what_holds_the_heading_is_the_article_whatever_it_is_called() -> None:
    page = (
        '<body><div class="sidebar-layout"><h1>Fog</h1><p class="byline">By Ada Lovelace</p><p class="date">17 May 2023</p></div>'
    )
    found = metadata(page)
    assert found.authors == ("Ada Lovelace",)
    assert found.date == "2023-05-17"
