"""Points of a search as Parquet files."""

from __future__ import annotations

import os
from typing import Any

from .engine import Doubles


def write_points(where: tuple[Any, ...], first: int, columns: Doubles) -> None:
    """Write the points of a range as a file of a folder, or of a store such as ``s3://``."""
    import pyarrow
    from pyarrow import fs, parquet

    place, stage, names, statuses, drawn = where
    count = columns.shape[1]
    members: dict[str, Any] = {
        "stage": pyarrow.array([stage] * count),
        "number": pyarrow.array(range(first, first + count), pyarrow.int64()),
    }
    for at, (name, column) in enumerate(zip(names, columns, strict=True)):
        values = drawn["axes"][at].get("values", []) if at < len(drawn["axes"]) else []
        if name == "status":
            members[name] = pyarrow.array([statuses[int(code)] for code in column])
        elif any(isinstance(value, str) for value in values):
            members[_short(name, names)] = pyarrow.array([str(values[int(at)]) for at in column])
        else:
            members[_short(name, names)] = pyarrow.array(column)
    system, folder = (
        fs.FileSystem.from_uri(place) if "://" in place else (fs.LocalFileSystem(), place)
    )
    system.create_dir(folder, recursive=True)
    file = f"{folder}/{stage}-{first:013}.parquet"
    part = f"{folder}/.{stage}-{first:013}.{os.getpid()}"
    parquet.write_table(pyarrow.table(members), part, filesystem=system)
    system.move(part, file)


def _short(name: str, names: list[str]) -> str:
    """Return the last part of a path, unless another axis has it too."""
    short = name.rpartition("/")[2]
    return short if sum(other.rpartition("/")[2] == short for other in names) == 1 else name
