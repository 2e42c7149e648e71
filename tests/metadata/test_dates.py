"""Dates in many languages, orders and shapes."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metadata.addresses import date_in_address
from maintext.metadata.dates import Calendar
from tests.metadata.pages import CRAWLED, article, head, metadata

CALENDAR = Calendar(CRAWLED, "de")


@pytest.mark.parametrize(
    "text",
    [
        "May 17, 2023",
        "Wednesday, May 17th, 2023 at 10:00",
        "17 May 2023",
        "17. Mai 2023",
        "17 mai 2023",
        "17 de mayo de 2023",
        "17 maggio 2023",
        "17 de maio de 2023",
        "17 mei 2023",
        "17 maja 2023",
        "17 мая 2023",
        "17 Mayıs 2023",
        "17. května 2023",
        "17 maj 2023",
        "17. mai 2023",
        "2023年5月17日",
        "2023 年 5 月 17 日",
        "2023년 5월 17일",
        "2023. május 17.",
        "17 травня 2023",
        "17 Μαΐου 2023",
        "17.05.2023",
        "17.5.23",
        "17/05/2023",
        "17-05-2023",
        "2023/05/17",
        "2023-5-17",
        "17-May-2023",
    ],
)
def test_one_day_in_many_languages(text: str) -> None:
    assert CALENDAR.find(text) == "2023-05-17"


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("1er février", 2),
        ("1 août", 8),
        ("1. März", 3),
        ("1 sierpnia", 8),
        ("1 декабря", 12),
        ("1. července", 7),
        ("1. června", 6),
        ("1 Ağustos", 8),
        ("1 marraskuuta", 11),
        ("1 Sept.", 9),
        ("1 janv.", 1),
        ("1 listopada", 11),
        ("1 ottobre", 10),
    ],
)
def test_months_that_are_easily_taken_for_others(name: str, month: int) -> None:
    assert CALENDAR.find(f"{name} 2022") == f"2022-{month:02}-01"


@pytest.mark.parametrize(
    ("language", "address", "day"),
    [
        ("en", "https://cloud.example.com/", "2023-05-06"),
        ("en-US", "https://cloud.example.uk/", "2023-05-06"),
        ("en-GB", "https://cloud.example.com/", "2023-06-05"),
        ("en", "https://cloud.example.co.uk/", "2023-06-05"),
        ("de", "https://cloud.example.com/", "2023-06-05"),
        ("pt-BR", None, "2023-06-05"),
        ("", "https://cloud.example.fr/", "2023-06-05"),
        ("", None, "2023-05-06"),
    ],
)
def test_the_order_of_day_and_month_is_that_of_the_pages_readers(language: str, address: str | None, day: str) -> None:
    assert Calendar(CRAWLED, language, address).find("05/06/2023") == day


def test_the_other_order_where_the_usual_one_gives_no_date() -> None:
    assert CALENDAR.find("05/17/2023") == "2023-05-17"
    assert Calendar(date(2023, 6, 1), "de").find("01/12/2023") == "2023-01-12"  # the first of December has not come yet


@pytest.mark.parametrize(
    ("value", "iso"),
    [
        ("2023-05-17T10:20:30+02:00", "2023-05-17T10:20:30+02:00"),
        ("2023-05-17T10:20:30.123Z", "2023-05-17T10:20:30Z"),
        ("2023-05-17 10:20", "2023-05-17T10:20:00"),
        ("2023-05-17T10:20:30-0500", "2023-05-17T10:20:30-05:00"),
        ("2023-05-17T99:99", "2023-05-17"),
        ("20230517", "2023-05-17"),
        ("20230517T102030", "2023-05-17"),
        ("Wed, 17 May 2023 10:20:30 GMT", "2023-05-17"),
        (1684318830, "2023-05-17T10:20:30Z"),
        ("2023-02-30", None),
        ("0001-01-01T00:00:00", None),
        ("1970-01-01", None),
        ("2024-07-01", None),
        ("yesterday", None),
        ("", None),
        (None, None),
        (True, None),
        (float("nan"), None),
        (float("inf"), None),
        (-5, None),
        (["2023-05-17"], None),
    ],
)
def test_values_of_attributes(value: object, iso: str | None) -> None:
    assert CALENDAR.read(value) == iso


@given(
    st.dates(date(1991, 1, 1), date(2040, 1, 1)), st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y", "%Y/%m/%d"])
)
def test_any_day_up_to_the_crawl_is_read_and_none_after_it(day: date, pattern: str) -> None:
    assert CALENDAR.find(day.strftime(pattern)) == (day.isoformat() if day <= CRAWLED else None)


@given(st.text(max_size=200) | st.from_regex(r"[0-9./ -]{4,14}|[0-9]{1,2}[. ]+[a-zA-Z]{3,9}[ .,]+[0-9]{2,4}"))
def test_whatever_is_read_is_a_day_before_the_crawl(text: str) -> None:
    for found in (CALENDAR.find(text), CALENDAR.read(text)):
        if found is not None:
            assert date.fromisoformat(found[:10]) <= CRAWLED


@pytest.mark.parametrize(
    ("address", "day"),
    [
        ("https://cloud.example/2023/05/17/fog/", "2023-05-17"),
        ("https://cloud.example/2023/5/7/fog", "2023-05-07"),
        ("https://cloud.example/news/2023-05-17-fog.html", "2023-05-17"),
        ("https://cloud.example/fog_20230517.html", "2023-05-17"),
        ("https://cloud.example/2023/05/fog", None),
        ("https://cloud.example/id-20239999", None),
        ("https://cloud.example/2023-4-4-2023-5-0-what-is-new", None),
        ("https://cloud.example/2031/05/17/fog/", None),
        (None, None),
    ],
)
def test_days_in_addresses(address: str | None, day: str | None) -> None:
    assert date_in_address(address, CALENDAR) == day


def test_the_address_decides_where_it_and_the_page_disagree() -> None:
    page = head('<meta property="article:published_time" content="2023-05-18T01:00:00Z">')
    assert metadata(page, url="https://cloud.example/2023/05/17/fog").published == "2023-05-17"
    assert metadata(page, url="https://cloud.example/2023/05/18/fog").published == "2023-05-18T01:00:00Z"


def test_a_day_inside_of_a_name_in_the_address_decides_only_where_the_page_says_nothing() -> None:
    page = head('<meta property="article:published_time" content="2023-05-18">')
    for place in ("seven-kinds-of-fog-20230517-p5e.html", "fog_2023-05-17.html", "fog?day=20230517"):
        assert metadata(page, url=f"https://cloud.example/{place}").published == "2023-05-18"
        assert metadata(head(""), url=f"https://cloud.example/{place}").published == "2023-05-17"
    assert metadata(page, url="https://cloud.example/2023-05-17-fog.html").published == "2023-05-17"


def test_dates_after_the_crawl_are_passed_over_for_others() -> None:
    tomorrow = (CRAWLED + timedelta(days=1)).isoformat()
    page = article(f'<time datetime="{tomorrow}"></time><span class="date">17 May 2023</span>')
    assert metadata(page).published == "2023-05-17"
