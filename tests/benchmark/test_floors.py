"""No method falls below its floor on the golden pages; and what the command does about floors."""

from pathlib import Path

import pytest

from maintext import METHODS, BadInput, extract
from maintext.benchmark import floors
from maintext.benchmark.command import main
from maintext.benchmark.floors import FELL, GONE, HELD, NEW, ROSE, Figures, Floors
from maintext.benchmark.metrics import tokens
from maintext.benchmark.model import Sample

TESTS = Path(__file__).parents[1]
PAGES = floors.read_pages(TESTS / "pages")
FLOORS = floors.read_floors(TESTS / "floors.json")


@pytest.fixture(scope="module")
def figures() -> Figures:
    return floors.measured(PAGES)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_holds_its_floor(method: str, figures: Figures) -> None:
    assert method in FLOORS, "no floor yet: maintext bench floors --update"
    (judgement,) = floors.judge({method: figures[method]}, {method: FLOORS[method]})
    assert judgement.fine, f"{judgement.figures} is below {judgement.floor}"


def test_every_floor_belongs_to_a_method() -> None:
    assert set(FLOORS) == set(METHODS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_the_gold_of_a_page_is_on_the_page_and_is_not_all_of_it(page: Sample) -> None:
    shown, gold = tokens(extract(page.html, method="whole-text")), tokens(page.gold)
    assert not set(gold) - set(shown)
    assert len(gold) < 0.95 * len(shown)


# -- rules -----------------------------------------------------------------------------------------------------------------

FLOOR: Floors = {"m": {"f1": 0.8, "lcs_f1": 0.7}}


@pytest.mark.parametrize(
    ("f1", "lcs_f1", "verdict"),
    [(0.8, 0.7, HELD), (0.7999, 0.7, HELD), (0.7998, 0.7, FELL), (0.9, 0.6, FELL), (0.8, 0.71, ROSE)],
)
def test_a_method_falls_by_more_than_the_last_digit_of_one_of_its_scores(f1: float, lcs_f1: float, verdict: str) -> None:
    assert [each.verdict for each in floors.judge({"m": {"f1": f1, "lcs_f1": lcs_f1}}, FLOOR)] == [verdict]


def test_the_last_digit_is_no_binary_fraction() -> None:
    assert floors.TOLERANCE < 0.1 - 0.0999
    (judgement,) = floors.judge({"m": {"f1": 0.0999, "lcs_f1": 0.7}}, {"m": {"f1": 0.1, "lcs_f1": 0.7}})
    assert judgement.verdict == HELD


def test_methods_without_floor_and_floors_without_method_are_not_fine() -> None:
    judgements = floors.judge({"n": {"f1": 1, "lcs_f1": 1}}, FLOOR)
    assert [(each.method, each.verdict, each.fine) for each in judgements] == [("n", NEW, False), ("m", GONE, False)]


def test_an_update_raises_and_adds_and_does_not_lower() -> None:
    now = {"m": {"f1": 0.9, "lcs_f1": 0.6}, "n": {"f1": 0.5, "lcs_f1": 0.4}}
    assert floors.updated(now, FLOOR) == {"m": {"f1": 0.9, "lcs_f1": 0.7}, "n": {"f1": 0.5, "lcs_f1": 0.4}}


def test_a_floor_sinks_for_a_reason_that_stays_beside_it() -> None:
    now = {"m": {"f1": 0.9, "lcs_f1": 0.6}}
    lowered = floors.updated(now, FLOOR, reason="faster")
    assert lowered == {"m": {"f1": 0.9, "lcs_f1": 0.6, "lowered": "faster"}}
    assert floors.updated({"m": {"f1": 0.9, "lcs_f1": 0.65}}, lowered)["m"] == {"f1": 0.9, "lcs_f1": 0.65, "lowered": "faster"}


def test_a_method_that_is_gone_keeps_its_floor_until_there_is_a_reason() -> None:
    assert floors.updated({}, FLOOR) == FLOOR
    assert floors.updated({}, FLOOR, reason="renamed") == {}


# -- the command -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one golden page, in which there is one method; its figures are what the test sets."""
    page = tmp_path / "tests" / "pages" / "case"
    page.mkdir(parents=True)
    (page / "page.html").write_text("<p>one two")
    (page / "gold.txt").write_text("one two")
    monkeypatch.chdir(tmp_path)
    set_figures(monkeypatch, 0.8)
    return tmp_path / "tests" / "floors.json"


def set_figures(monkeypatch: pytest.MonkeyPatch, f1: float) -> None:
    monkeypatch.setattr(floors, "measured", lambda pages: {"m": {"f1": f1, "lcs_f1": 0.7}})


def test_floors_are_made_held_and_defended(
    golden: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert main(["floors"]) == 1
    assert "NEW" in capsys.readouterr().out
    assert main(["floors", "--update"]) == 0
    assert main(["floors"]) == 0
    before = golden.read_text()

    set_figures(monkeypatch, 0.75)
    assert main(["floors"]) == 1
    assert "0.7500  0.8000" in capsys.readouterr().out
    assert main(["floors", "--update"]) == 1
    assert "not lowered without --allow-lower REASON: m" in caplog.text
    assert golden.read_text() == before

    assert main(["floors", "--update", "--allow-lower", "a harder page"]) == 0
    assert golden.read_text() == '{\n  "m": {"f1": 0.75, "lcs_f1": 0.7, "lowered": "a harder page"}\n}\n'
    assert main(["floors"]) == 0
    assert "lowered: a harder page" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--allow-lower", "why"], ["--update", "--allow-lower", " "]])
def test_lowering_needs_update_and_a_reason(golden: Path, arguments: list[str]) -> None:
    assert main(["floors", *arguments]) == 2
    assert not golden.exists()


def test_a_folder_without_golden_pages_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["floors"]) == 2
    assert "no golden pages in tests" in caplog.text


@pytest.mark.parametrize("content", ["", "[]", '{"m": {"f1": 0.5}}', '{"m": {"f1": "high", "lcs_f1": 1}}', '{"m": 3}'])
def test_a_file_that_holds_no_floors_is_an_error_in_words(tmp_path: Path, content: str) -> None:
    path = tmp_path / "floors.json"
    path.write_text(content)
    with pytest.raises(BadInput, match="is no file of floors"):
        floors.read_floors(path)


def test_a_page_without_gold_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "page.html").touch()
    with pytest.raises(BadInput, match=r"golden page .*case"):
        floors.read_pages(tmp_path)


def test_floors_that_cannot_be_written_are_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot write .*floors\.json"):
        floors.write_floors(tmp_path / "nowhere" / "floors.json", FLOOR)
