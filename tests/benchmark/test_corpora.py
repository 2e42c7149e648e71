"""Corpora in every layout, written small; and what is wrong with some."""

import gzip
import io
import json
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import maintext
from maintext import MaintextError
from maintext.benchmark.corpora import Corpus, CorpusCheck, CorpusError, check, corpora_table, find_corpora, shared_pages
from maintext.benchmark.model import Sample

PAGE = "<html><body><nav>Home</nav><p>A river runs past the old mill.</p></body></html>"
GOLD = "A river runs past the old mill."


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def write_parquet(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def row(id: str, html: str | bytes = PAGE, gold: str | None = GOLD, **more: Any) -> dict[str, Any]:
    return {"id": id, "html": html.encode() if isinstance(html, str) else html, "gold": gold, **more}


def only(path: Path) -> Corpus:
    """The one corpus in a place, found without any problem."""
    (corpus,), problems = find_corpora([path])
    assert problems == []
    return corpus


def read(path: Path, layout: str) -> list[Sample]:
    corpus = only(path)
    samples = list(corpus.read())
    assert corpus.layout == layout
    assert len(corpus) == len(samples)
    assert all(sample.corpus == corpus.name for sample in samples)
    return samples


# -- layouts ---------------------------------------------------------------------------------------------------------------


def test_a_parquet_file_gives_all_fields(tmp_path: Path) -> None:
    full: dict[str, Any] = {
        "url": "https://example.org/",
        "page_type": "article",
        "title": "The mill",
        "author": "A. Miller",
        "date": "2024-02-29",
        "language": "en",
        "must_have": ["old mill"],
        "must_not_have": ["Home"],
    }
    file = write_parquet(tmp_path / "mills.parquet", [row("7", b"<p>caf\xe9", **full)])
    expected = {**full, "must_have": ("old mill",), "must_not_have": ("Home",)}
    assert read(file, "Parquet") == [Sample("mills", "7", b"<p>caf\xe9", GOLD, **expected)]


def test_a_parquet_file_needs_no_more_than_pages_and_goals(tmp_path: Path) -> None:
    file = write_parquet(tmp_path / "few.parquet", [{"html": "<meta charset=latin1>é", "must_have": ["é"]}, {"html": ""}])
    first, second = read(file, "Parquet")
    assert (first.id, second.id) == ("0", "1")
    assert maintext.extract(first.html) == "é"  # text has no encoding but ours, whatever it declares
    assert (first.gold, first.must_have, maintext.extract(second.html)) == ("", ("é",), "")


def test_a_row_without_a_page_is_a_problem_and_the_other_rows_go_on(tmp_path: Path) -> None:
    corpus = only(write_parquet(tmp_path / "a.parquet", [row("1"), {"id": "2", "html": None}, row("3")]))
    problems: list[CorpusError] = []
    assert [sample.id for sample in corpus.read(problems.append)] == ["1", "3"]
    assert [str(problem) for problem in problems] == [f"{tmp_path / 'a.parquet'}: row 1: html is null, not text or bytes"]
    with pytest.raises(CorpusError, match="row 1: html is null"):
        list(corpus.read())


def test_a_parquet_file_is_read_a_little_at_a_time(tmp_path: Path) -> None:
    corpus = only(write_parquet(tmp_path / "many.parquet", [row(str(number)) for number in range(200)]))
    samples = corpus.read()
    assert next(samples).id == "0"
    assert sum(1 for _ in samples) == 199


def test_cleaneval_loses_its_wrapper_and_its_marks(tmp_path: Path) -> None:
    wrapper = '<text id="http://example.org/a" title="5 > 4: naïve" encoding="iso-8859-1">\n'
    write(tmp_path / "cleaneval/html/12.html", f"{wrapper}{PAGE.replace('old', 'ölde')}\n</text>\n".encode("latin-1"))
    write(tmp_path / "cleaneval/cleaned/12-cleaned.txt", f"URL: http://example.org/b\n\n<h>Mill\n<p>{GOLD}\n<L> end")
    (sample,) = read(tmp_path / "cleaneval", "CleanEval")
    assert (sample.corpus, sample.id, sample.url) == ("cleaneval-html", "12", "http://example.org/b")
    assert sample.gold.split() == f"Mill {GOLD} end".split()
    assert sample.html.decode("utf-8-sig") == PAGE.replace("old", "ölde") + "\n"
    assert "ölde" in maintext.extract(sample.html, method="whole-text")


def test_cleaneval_pages_may_be_called_as_their_golds_are(tmp_path: Path) -> None:
    write(tmp_path / "set/original/1.txt", f'<text id="http://example.org/a" title="" encoding="utf-8">{PAGE}</text>')
    write(tmp_path / "set/gold/1.txt", f"<p>{GOLD}")
    (sample,) = read(tmp_path, "CleanEval")
    assert (sample.html.decode("utf-8-sig"), sample.gold, sample.url) == (PAGE, GOLD, "http://example.org/a")


def test_a_page_in_no_wrapper_is_left_as_it_is(tmp_path: Path) -> None:
    write(tmp_path / "input/a.html", "<p>é".encode("latin-1"))
    write(tmp_path / "GoldStandard/a.txt", "é")
    (sample,) = read(tmp_path, "CleanEval")
    assert (sample.html, sample.gold, sample.url) == (b"<p>\xe9", "é", None)


def test_languages_of_cleaneval_side_by_side_keep_their_own_golds(tmp_path: Path) -> None:
    for language, more in (("en", 2), ("zh", 1)):
        for number in range(2):
            write(tmp_path / f"ce/{language}_original/{number}.html", PAGE)
        for number in range(more):
            write(tmp_path / f"ce/{language}_cleaned/{number}-cleaned.txt", language)
    corpora, problems = find_corpora([tmp_path])
    assert problems == []
    assert {corpus.name: [sample.gold for sample in corpus.read()] for corpus in corpora} == {
        "ce-en_original": ["en", "en"],
        "ce-zh_original": ["zh"],
    }


def test_the_golds_of_another_corpus_are_not_borrowed(tmp_path: Path) -> None:
    write(tmp_path / "a/1.html", PAGE)
    write(tmp_path / "a/1.txt", GOLD)
    write(tmp_path / "b/1.html", PAGE)
    corpora, problems = find_corpora([tmp_path])
    assert [corpus.name for corpus in corpora] == ["a"]
    assert [str(problem) for problem in problems] == [f"{tmp_path / 'b'}: 1 pages, but no gold for any of them"]


def test_scrapinghubs_golds_stand_in_one_file(tmp_path: Path) -> None:
    golds = {"ab": {"articleBody": GOLD, "url": "https://example.org/"}, "cd": {"articleBody": "no page"}, "ef": None}
    write(tmp_path / "ground-truth.json", json.dumps(golds))
    for id in ("ab", "ef", "gh"):
        write(tmp_path / f"html/{id}.html.gz", PAGE)
    (sample,) = read(tmp_path, "Scrapinghub")
    assert sample == Sample(tmp_path.name, "ab", PAGE.encode(), GOLD, url="https://example.org/")


WCXB: dict[str, Any] = {
    "url": "https://example.org/",
    "_internal": {"page_type": {"primary": "forum", "tags": ["mills"]}},
    "ground_truth": {
        "title": "The mill",
        "author": None,
        "publish_date": "2025-01-15",
        "main_content": GOLD,
        "with": ["old mill", None],
        "without": None,
    },
}


@pytest.mark.parametrize("ending", [".html", ".html.gz"])
def test_wcxb_has_a_json_file_for_each_gold(tmp_path: Path, ending: str) -> None:
    write(tmp_path / f"wcxb/dev/html/0001{ending}", PAGE)
    write(tmp_path / "wcxb/dev/ground-truth/0001.json", json.dumps(WCXB))
    (sample,) = read(tmp_path, "WCXB")
    assert sample == Sample(
        *("wcxb-dev", "0001", PAGE.encode(), GOLD, "https://example.org/"),
        page_type="forum",
        title="The mill",
        date="2025-01-15",
        must_have=("old mill",),
    )


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ({"page_type": "product"}, "product"),
        ({"page_type": {"primary": "category"}}, "collection"),
        ({"_internal": {"page_type": "service"}}, "service"),
        ({"_internal": None, "page_type": 7}, None),
    ],
)
def test_wcxbs_page_type_is_found_in_any_of_its_places(tmp_path: Path, record: dict[str, Any], kind: str | None) -> None:
    write(tmp_path / "html/1.html", PAGE)
    write(tmp_path / "ground-truth/1.json", json.dumps(record | {"ground_truth": WCXB["ground_truth"]}))
    assert [sample.page_type for sample in read(tmp_path, "WCXB")] == [kind]


def test_dragnets_comments_are_not_main_content(tmp_path: Path) -> None:
    write(tmp_path / "HTML/5.html", PAGE)
    write(tmp_path / "Corrected/5.html.corrected.txt", f"{GOLD}\n\n!@#$%^&*()  COMMENTS\n\nGreat mill!\n")
    (sample,) = read(tmp_path, "dragnet")
    assert (sample.id, sample.gold.strip()) == ("5", GOLD)


def test_dragnets_golds_may_be_in_utf_16_and_one_folder_further_down(tmp_path: Path) -> None:
    write(tmp_path / "HTML/5.html", PAGE)
    write(tmp_path / "corrected/Corrected/5.html.corrected.txt", "Café".encode("utf-16"))
    assert [sample.gold for sample in read(tmp_path, "dragnet")] == ["Café"]


def test_the_gold_of_l3s_is_what_its_spans_call_headline_full_text_and_supplemental(tmp_path: Path) -> None:
    annotated = """<html><head><title>Mills</title></head><body><span class="x-nc-sel0">Home</span>
    <h1><span class="x-nc-sel1">The mill</span></h1>
    <div class="x-nc-sel2">A river<span class="x-nc-sel4"> (see also)</span> runs. <i class="x-nc-invisible">unseen</i></div>
    <p class="caption"><SPAN class="x-nc-sel3">A photograph</SPAN></p><p><span class="x-nc-sel5">Great!</span> loose</p>"""
    write(tmp_path / "original/u-1.html.gz", PAGE)
    write(tmp_path / "annotated/u-1.html.gz", annotated)
    (sample,) = read(tmp_path, "L3S-GN1")
    assert (sample.id, sample.html) == ("u-1", PAGE.encode())
    assert sample.gold.split() == "The mill A river runs. A photograph".split()


def test_a_plain_folder_has_a_text_beside_each_page(tmp_path: Path) -> None:
    write(tmp_path / "mine/b.htm", PAGE)
    write(tmp_path / "mine/b.txt", GOLD)
    write(tmp_path / "mine/a.html", PAGE)
    write(tmp_path / "mine/a.txt.gz", "gold of a")
    write(tmp_path / "mine/without-gold.html", PAGE)
    assert [(sample.id, sample.gold) for sample in read(tmp_path, "plain")] == [("a", "gold of a"), ("b", GOLD)]


# -- finding ---------------------------------------------------------------------------------------------------------------


def test_a_folder_may_hold_several_corpora(tmp_path: Path) -> None:
    write_parquet(tmp_path / "one.parquet", [row("1")])
    write(tmp_path / "README.md", "not a corpus")
    write(tmp_path / "two/1.html", PAGE)
    write(tmp_path / "two/1.txt", GOLD)
    write_parquet(tmp_path / "two/three.parquet", [row("1")])
    corpora, problems = find_corpora([str(tmp_path), tmp_path / "one.parquet"])
    assert [(corpus.name, corpus.layout) for corpus in corpora] == [("one", "Parquet"), ("two", "plain"), ("three", "Parquet")]
    assert problems == []


def test_corpora_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    for name in ("a/news.parquet", "b/news.parquet", "c/other.parquet", "d/test.parquet"):
        write_parquet(tmp_path / name, [row("1")])
    assert [corpus.name for corpus in find_corpora([tmp_path])[0]] == ["a-news", "b-news", "other", "d-test"]


def test_even_a_file_beside_a_folder_of_its_name_gets_a_name_of_its_own(tmp_path: Path) -> None:
    write_parquet(tmp_path / "news.parquet", [row("1")])
    write(tmp_path / "news/1.html", PAGE)
    write(tmp_path / "news/1.txt", GOLD)
    names = [corpus.name for corpus in find_corpora([tmp_path])[0]]
    assert len(set(names)) == 2


def test_the_folder_that_one_is_in_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "ce/html/1.html", PAGE)
    write(tmp_path / "ce/txt/1.txt", GOLD)
    monkeypatch.chdir(tmp_path / "ce/html")
    assert only(Path()).name == "ce-html"


def test_a_corpus_can_be_sent_to_another_process(tmp_path: Path) -> None:
    corpus = only(write_parquet(tmp_path / "one.parquet", [row("1")]))
    assert pickle.loads(pickle.dumps(corpus)) == corpus
    assert str(pickle.loads(pickle.dumps(CorpusError(tmp_path, "gone")))) == f"{tmp_path}: gone"


# -- bad input -------------------------------------------------------------------------------------------------------------


def empty_folder(folder: Path) -> Path:
    folder.joinpath("empty").mkdir()
    return folder / "empty"


def empty_parquet(folder: Path) -> Path:
    pq.write_table(pa.table({"html": pa.array([], pa.string()), "gold": pa.array([], pa.string())}), folder / "a.parquet")
    return folder / "a.parquet"


BROKEN: dict[str, tuple[Callable[[Path], Path], str]] = {
    "missing": (lambda folder: folder / "nowhere", "no such file or folder"),
    "empty folder": (empty_folder, "no corpus here"),
    "another file": (lambda folder: write(folder / "notes.md", "words"), "no corpus here"),
    "not Parquet": (lambda folder: write(folder / "a.parquet", b"PAR1 this is not"), "not a Parquet file that can be read"),
    "no pages": (lambda folder: write_parquet(folder / "a.parquet", [{"text": "x"}]), "no column html; there are: text"),
    "numbers for pages": (
        lambda folder: write_parquet(folder / "a.parquet", [{"html": 7, "gold": GOLD}]),
        "row 0: html is int, not text or bytes",
    ),
    "nulls for pages": (
        lambda folder: write_parquet(folder / "a.parquet", [{"html": None, "gold": GOLD}]),
        "row 0: html is null, not text or bytes",
    ),
    "no rows": (empty_parquet, "a.parquet: no pages"),
    "no gold column": (lambda folder: write_parquet(folder / "a.parquet", [{"html": "x"}]), "no page has gold or snippets"),
    "empty golds": (lambda folder: write_parquet(folder / "a.parquet", [row("1", gold=" ")]), "no page has gold or snippets"),
    "pages only": (lambda folder: write(folder / "a/1.html", PAGE).parent, "1 pages, but no gold for any of them"),
    "bad JSON": (lambda folder: write(folder / "a/ground-truth.json", "{").parent, "not JSON"),
    "wrong JSON": (lambda folder: write(folder / "a/ground-truth.json", "[1]").parent, "a JSON object was expected, not list"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_no_corpus_is_a_problem_in_one_line_and_the_rest_goes_on(tmp_path: Path, case: str) -> None:
    make, words = BROKEN[case]
    good = write_parquet(tmp_path / "good" / "good.parquet", [row("1")])
    bad = make(tmp_path)
    corpora, problems = find_corpora([bad, good])
    assert [corpus.name for corpus in corpora] == ["good"]
    (problem,) = map(str, problems)
    assert words in problem
    assert problem.startswith(str(bad))
    assert "\n" not in problem


def damaged(tmp_path: Path) -> Path:
    """A corpus of which the second page cannot be unpacked, and the third gold cannot be understood."""
    for number in range(4):
        write(tmp_path / f"html/{number}.html.gz", PAGE)
        write(tmp_path / f"ground-truth/{number}.json", json.dumps(WCXB))
    packed = tmp_path / "html/1.html.gz"
    packed.write_bytes(packed.read_bytes()[:-12])
    write(tmp_path / "ground-truth/2.json", '{"url": "https://example.org/"}')
    return tmp_path


def test_a_page_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    samples = only(damaged(tmp_path)).read()
    assert next(samples).id == "0"
    with pytest.raises(CorpusError, match=r"1\.html\.gz: cannot be unpacked"):
        next(samples)


def test_whoever_takes_the_errors_gets_the_rest(tmp_path: Path) -> None:
    problems: list[CorpusError] = []
    assert [sample.id for sample in only(damaged(tmp_path)).read(problems.append)] == ["0", "3"]
    assert [str(problem).rpartition(": ")[2] for problem in problems][1] == "no ground_truth in it"


def test_where_no_page_can_be_read_the_reason_is_given(tmp_path: Path) -> None:
    write(tmp_path / "html/1.html", PAGE)
    write(tmp_path / "ground-truth/1.json", "{}")
    corpora, problems = find_corpora([tmp_path])
    assert corpora == []
    assert [str(problem) for problem in problems] == [f"{tmp_path / 'ground-truth' / '1.json'}: no ground_truth in it"]


def test_a_file_that_may_not_be_read_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "1.html", PAGE)
    write(tmp_path / "1.txt", GOLD)

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert [str(problem) for problem in find_corpora([tmp_path])[1]] == [f"{tmp_path / '1.html'}: Permission denied"]


def test_a_folder_that_may_not_be_listed_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert [str(problem) for problem in find_corpora([tmp_path])[1]] == [f"{tmp_path}: Permission denied"]


def test_a_parquet_file_that_breaks_in_the_middle_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    pages = [row(str(number), html=bytes(range(256)) * 40) for number in range(64)]
    pq.write_table(pa.Table.from_pylist(pages), file, row_group_size=32, compression="zstd", use_dictionary=False)
    corpus = only(file)
    column = pq.ParquetFile(file).metadata.row_group(1).column(1)
    data = bytearray(file.read_bytes())
    data[column.data_page_offset : column.data_page_offset + 200] = bytes(200)
    file.write_bytes(data)
    with pytest.raises(CorpusError, match=r"a\.parquet: broken"):
        list(corpus.read())
    problems: list[CorpusError] = []
    assert len(list(corpus.read(problems.append))) == 32
    assert len(problems) == 1


def test_without_pyarrow_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write_parquet(tmp_path / "a.parquet", [row("1")])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MaintextError, match=r"pip install 'maintext\[bench\]'"):
        find_corpora([file])


# -- checking --------------------------------------------------------------------------------------------------------------


def defective(folder: Path) -> Corpus:
    return only(
        write_parquet(
            folder / "defective.parquet",
            [
                row("fine"),
                row("no gold", "<p>Only snippets", "", must_have=["snippets"]),
                row("foreign", "<p>Another page about bridges", GOLD),
                row(
                    "one word off",
                    "<p>One two three four five six seven eight nine TEN",
                    "one two three four five six seven eight",
                ),
                row("again", f"<div>{PAGE}</div>"),
                row("shows nothing", "<script>1</script>", " \n"),
                row("shows nothing either", "<script>2</script>", ""),
            ],
        )
    )


def test_a_check_counts_the_defects_of_a_corpus(tmp_path: Path) -> None:
    found = check(defective(tmp_path))
    assert (found.pages, found.blank_gold, found.problems) == (7, 3, ())
    assert found.foreign_gold == ("foreign",)
    assert found.duplicates == ("again",)
    assert found.repeated_ids == ()


def test_ids_that_stand_for_several_pages_are_reported(tmp_path: Path) -> None:
    corpus = only(write_parquet(tmp_path / "a.parquet", [row("1"), row("2"), row("1", "<p>Other"), row("1", "<p>Third")]))
    assert check(corpus).repeated_ids == ("1",)
    assert corpora_table([corpus]).splitlines()[1].split()[-2:] == ["1", "-"]


def test_names_that_are_not_utf_8_can_be_printed(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/pl\xff"))
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system has no such names")
    for name, content in ((b"p\xfe.html", PAGE), (b"p\xfe.txt", GOLD)):
        write(folder / os.fsdecode(name), content)
    corpus = only(folder)
    assert (corpus.name, [sample.id for sample in corpus.read()]) == ("pl\ufffd", ["p\ufffd"])
    file = folder / os.fsdecode(b"p\xff.parquet")
    write_parquet(tmp_path / "a.parquet", [row("1")]).rename(file)
    (problem,) = find_corpora([file])[1]
    assert str(problem) == f"{tmp_path / 'pl'}\ufffd/p\ufffd.parquet: its name is not UTF-8, and pyarrow opens no such file"
    assert str(CorpusError(folder, "gone")) == f"{tmp_path / 'pl'}\ufffd: gone"


def test_a_gold_word_that_stands_on_the_page_once_too_few_is_missing(tmp_path: Path) -> None:
    corpus = only(write_parquet(tmp_path / "a.parquet", [row("1", "<p>so good", "so so good"), row("2", "<p>so good", "good")]))
    assert check(corpus).foreign_gold == ("1",)


def test_a_check_goes_on_past_a_page_that_cannot_be_read(tmp_path: Path) -> None:
    found = check(only(damaged(tmp_path)))
    assert (found.pages, len(found.problems)) == (2, 2)


def test_pages_in_two_corpora_are_found_whatever_their_markup(tmp_path: Path) -> None:
    train = only(write_parquet(tmp_path / "a" / "a.parquet", [row("1"), row("2", "<p>Other"), row("3", "")]))
    test = only(write_parquet(tmp_path / "b" / "b.parquet", [row("x", "<i>Third"), row("y", PAGE.replace("p>", "div>"))]))
    assert shared_pages([train, test]) == {("a", "b"): [("1", "y")]}
    assert shared_pages([check(train), test]) == {("a", "b"): [("1", "y")]}
    assert shared_pages([train]) == {}


# -- showing ---------------------------------------------------------------------------------------------------------------


def test_the_table_shows_corpora_defects_shared_pages_and_problems(tmp_path: Path) -> None:
    other = only(write_parquet(tmp_path / "b" / "other.parquet", [row("1", "<p>New"), row("2")]))
    table = corpora_table([defective(tmp_path), other], find_corpora([tmp_path / "gone"])[1])
    assert (
        table
        == f"""\
corpus     layout   pages  blank gold  gold not on page  duplicates  repeated ids  unreadable
defective  Parquet      7           3                 1           1             -           -
other      Parquet      2           -                 1           -             -           -

the same page in two corpora:
  defective and other: 1

problems:
  {tmp_path / "gone"}: no such file or folder"""
    )


def test_unreadable_pages_are_counted_and_named(tmp_path: Path) -> None:
    table = corpora_table([only(damaged(tmp_path))])
    assert table.splitlines()[1].split()[-6:] == ["2", "-", "-", "1", "-", "2"]
    assert "ground-truth/2.json: no ground_truth in it" in table.replace("\\", "/")


def test_a_table_of_nothing_says_so() -> None:
    assert corpora_table([]) == "no corpora"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_shown_where_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = defective(tmp_path)
    screen, file = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    table = corpora_table([corpus])
    assert "defective" in screen.getvalue()
    monkeypatch.setattr(sys, "stderr", file)
    assert corpora_table([corpus]) == table
    assert file.getvalue() == ""


def test_without_tqdm_there_is_no_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert "defective" in corpora_table([defective(tmp_path)])
    assert screen.getvalue() == ""


def test_a_check_without_pages_is_possible() -> None:
    assert shared_pages([CorpusCheck("none"), CorpusCheck("other")]) == {}
