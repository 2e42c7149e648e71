"""A corpus as one Parquet file."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from maintext import MaintextError
from maintext.benchmark.corpus_files import CorpusError, OnProblem, attempted, in_utf8, stop, string, strings
from maintext.benchmark.model import Sample

_WORDS = ("url", "page_type", "title", "author", "date", "language")
_COLUMNS = ("id", "html", "gold", "must_have", "must_not_have", *_WORDS)
_BATCH = 32  # rows that are held at a time: pages are large


@dataclass(frozen=True)
class ParquetFile:
    """One file with a row for each page, and the fields of `Sample` as columns. `html` is the one that must be there."""

    name: str = "Parquet"

    def count(self, path: Path) -> int:
        if path.suffix.lower() != ".parquet" or not path.is_file():
            return 0
        table = self._open(path)
        columns = table.schema_arrow.names
        if "html" not in columns:
            raise CorpusError(path, f"no column html; there are: {', '.join(columns)}")
        if not table.metadata.num_rows:
            raise CorpusError(path, "no pages")
        return int(table.metadata.num_rows)

    def read(self, path: Path, corpus: str, on_problem: OnProblem = stop) -> Iterator[Sample]:
        for number, row in enumerate(self._rows(path, on_problem)):
            yield from attempted(partial(_row_sample, path, corpus, number, row), on_problem)

    @staticmethod
    def _open(path: Path) -> Any:
        pyarrow, parquet = _pyarrow()
        try:
            return parquet.ParquetFile(path)
        except UnicodeEncodeError as error:
            raise CorpusError(path, "its name is not UTF-8, and pyarrow opens no such file") from error
        except (pyarrow.ArrowException, OSError) as error:
            raise CorpusError(path, f"not a Parquet file that can be read ({error})") from error

    def _rows(self, path: Path, on_problem: OnProblem) -> Iterator[dict[str, Any]]:
        pyarrow, _ = _pyarrow()
        try:
            table = self._open(path)
            for batch in table.iter_batches(_BATCH, columns=[name for name in _COLUMNS if name in table.schema_arrow.names]):
                yield from batch.to_pylist()
        except CorpusError as problem:
            on_problem(problem)
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
            on_problem(CorpusError(path, f"broken ({error})"))


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MaintextError("Parquet files need pyarrow: pip install 'maintext[bench]'") from error
    return pyarrow, pyarrow.parquet


def _row_sample(path: Path, corpus: str, number: int, row: dict[str, Any]) -> Sample:
    html, id = row.get("html"), row.get("id")
    if not isinstance(html, (str, bytes)):
        kind = "null" if html is None else type(html).__name__
        raise CorpusError(path, f"row {number}: html is {kind}, not text or bytes")
    return Sample(
        corpus,
        id=str(number if id is None else id),
        html=in_utf8(html) if isinstance(html, str) else html,
        gold=string(row.get("gold")) or "",
        must_have=strings(row.get("must_have")),
        must_not_have=strings(row.get("must_not_have")),
        **{name: string(row.get(name)) for name in _WORDS},
    )
