"""Corpora as files, as `maintext bench` finds them."""

from pathlib import Path

import pyarrow
import pyarrow.parquet


def write_columns(path: Path, **columns: object) -> None:
    """A corpus in a Parquet file, in a folder that may be new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
