"""Histories of markets, as the engine takes them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .engine import Doubles, data_file
from .errors import ArenaError

#: Bars before the first scored one, where the history is longer.
_WARMUP_BARS = {"hourly": 720, "daily": 30}


@dataclass(frozen=True)
class Dataset:
    """The history of a market."""

    header: Mapping[str, Any]
    #: All columns, one after the other; the first has milliseconds since 1970.
    columns: Doubles

    def by_name(self) -> dict[str, np.ndarray]:
        """Return the columns by name: views without copies, but of the timestamps."""
        names = self.header["columns"]
        columns = dict(zip(names, self.columns.reshape(len(names), -1), strict=True))
        timestamps = columns["timestamp"].astype("int64").astype("datetime64[ms]")
        return {**columns, "timestamp": timestamps}


def official(folder: str = "") -> Iterator[Dataset]:
    """Read the official datasets, or those of a folder beside them."""
    manifest = json.loads(data_file(f"{folder}manifest.json").read_text())
    for entry in _entries(manifest):
        content = data_file(folder + entry["packed"]["file"]).read_bytes()
        start = content.index(b"\n") + 1
        names = json.loads(content[:start])["columns"]
        yield _dataset(entry, names, np.frombuffer(content, dtype="<f8", offset=start))


@cache
def real() -> tuple[Dataset, ...]:
    """Read the real maturities that evaluations run on, which are no markets of their own."""
    found = official("real/")
    return tuple(Dataset({**data.header, "served": False}, data.columns) for data in found)


def read_market(manifest: str | Path | Mapping[str, Any], file: Path) -> Dataset:
    """Read an imported market."""
    content = manifest if isinstance(manifest, Mapping) else json.loads(Path(manifest).read_text())
    for entry in _entries(content):
        if entry["file"] == file.name:
            names, columns = _read_csv(file)
            return _dataset(entry, names, columns)
    raise ArenaError("DATASET_INVALID", f"the manifest has no dataset {file.name}")


def _entries(manifest: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    markets = {market["marketId"]: market for market in manifest["markets"]}
    for dataset in manifest["datasets"]:
        yield {**markets[dataset["marketId"]], **dataset}


def _dataset(entry: Mapping[str, Any], names: list[str], columns: Doubles) -> Dataset:
    bars = len(columns) // len(names)
    if bars != entry["bars"]:
        detail = f"{entry['file']} has {bars} bars, the manifest says {entry['bars']}"
        raise ArenaError("DATASET_INVALID", detail)
    warmup = _WARMUP_BARS[entry["timeframe"]]
    header = {
        "marketId": entry["marketId"],
        "marketKey": entry["marketKey"],
        "asset": entry.get("asset"),
        "marketName": entry["name"],
        "timeframe": entry["timeframe"],
        "expiry": entry["expiry"],
        "scalarRoot": entry["scalarRoot"],
        "farExpiry": entry.get("farExpiry"),
        "provenance": entry["provenance"],
        "absent": entry.get("absent", []),
        "estimated": entry.get("estimated", []),
        "pyIndex": entry.get("pyIndex"),
        "sha256": entry["sha256"],
        "tradeStartIndex": warmup if bars > warmup else 0,
        "columns": names,
    }
    return Dataset(header, columns)


def _read_csv(file: Path) -> tuple[list[str], Doubles]:
    try:
        with file.open(newline="") as lines:
            names, *rows = csv.reader(lines)
        times = np.array([row[0].removesuffix("Z") for row in rows], dtype="datetime64[ms]")
        values = np.array([[float(field) for field in row[1:]] for row in rows])
    except (ValueError, IndexError) as error:
        raise ArenaError("DATASET_INVALID", f"Cannot read {file.name}: {error}") from error
    return names, np.concatenate([times.astype("int64").astype("f8"), values.T.ravel()])
