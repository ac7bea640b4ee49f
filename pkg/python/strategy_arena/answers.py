"""Answers as objects: the JSON of the API, reachable in the names of Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas
    import polars

    from .engine import Doubles


class Answer(Mapping[str, Any]):
    """JSON of the API: ``answer["capitalScore"]`` and ``answer.capital_score`` are the same."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        #: The whole answer, as every host takes it.
        self.data = data

    def __getitem__(self, name: str) -> Any:
        return _answer(self.data[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getattr__(self, name: str) -> Any:
        camel = re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
        if name.startswith("_") or camel not in self.data:
            raise AttributeError(f"{type(self).__name__} has no {name}")
        return self[camel]

    def __dir__(self) -> list[str]:
        snake = [re.sub(r"([A-Z])", lambda found: f"_{found[1].lower()}", name) for name in self]
        return [*super().__dir__(), *snake]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.data!r})"


def _answer(value: Any) -> Any:
    return Answer(value) if isinstance(value, dict) else value


def _column(values: list[Any]) -> np.ndarray:
    """Texts, such as the reasons of skips, stay objects."""
    is_text = any(isinstance(value, str) for value in values)
    return np.array(values, dtype=object if is_text else float)


class Run(Answer):
    """A simulation."""

    def __init__(self, data: Mapping[str, Any], source: Any) -> None:
        super().__init__(data)
        self._source = source

    @property
    def result_hash(self) -> str:
        """Hash of everything in the run: equal on every host."""
        return self.data["evidence"]["resultHash"]

    def evaluate(self) -> Evaluation:
        """Score the run, and compare it with the passive lines on fresh paths."""
        return self._source.evaluate(self)

    def trades(self) -> pandas.DataFrame:
        """Return fills, skipped trades with their reasons, and redemptions, as a frame."""
        import pandas

        events = self._source.trades(self.data["candidate"])
        frame = pandas.DataFrame(events)
        if "timestamp" in frame:
            frame["timestamp"] = pandas.to_datetime(frame["timestamp"])
        return frame

    def columns(self, component: int | None = None) -> dict[str, np.ndarray]:
        """Return a value per bar: of the portfolio, or of the ledger of a component."""
        full = self._source.full(self.data["candidate"])
        series = full["portfolio"] if component is None else full["ledgers"][component]
        times = np.array([text.removesuffix("Z") for text in full["timestamp"]], "datetime64[ms]")
        return {"timestamp": times, **{name: _column(values) for name, values in series.items()}}

    def to_pandas(self, component: int | None = None) -> pandas.DataFrame:
        """Return the columns as a frame, by timestamp."""
        import pandas

        columns = self.columns(component)
        index = pandas.DatetimeIndex(columns.pop("timestamp"), name="timestamp", tz="UTC")
        return pandas.DataFrame(columns, index=index)

    to_frame = to_pandas

    def to_polars(self, component: int | None = None) -> polars.DataFrame:
        """Return the columns as a frame."""
        import polars

        return polars.DataFrame(self.columns(component))

    def daily_returns(self) -> pandas.Series:
        """Return the growth of each scored UTC day, less 1, by day, as quantstats takes it."""
        import pandas

        def day(times: Any) -> Any:
            # A bar that closes at midnight ends the day before.
            return (times - pandas.Timedelta(1, "ms")).normalize().tz_localize(None)

        equity = self.to_pandas()["equity"]
        closes = equity.groupby(day(equity.index)).last().rename("return")
        before = closes.shift(fill_value=float(self.data["candidate"]["capital"]))
        start = self.data["resolvedScoringProfile"]["scoreStartTimestamp"]
        return (closes / before - 1)[day(pandas.Timestamp(start)) :]

    def plot(self, **options: Any) -> Any:
        """Draw equity by time with matplotlib, with the options of pandas; returns the axes."""
        return self.to_pandas()["equity"].plot(**{"ylabel": "equity", **options})

    def _repr_html_(self) -> str:
        metrics = self.data["metrics"]
        return _table([(name, metrics[name]) for name in metrics])


class Evaluation(Answer):
    """A scored simulation with its verdict."""

    @property
    def eligible(self) -> bool:
        """Whether all gates passed."""
        return self.data["eligibility"]["eligible"]

    @property
    def gates(self) -> list[Mapping[str, Any]]:
        """All gates, with value, threshold and margin."""
        return self.data["eligibility"]["gates"]

    @property
    def capital_score(self) -> float | None:
        """The CapitalScore."""
        return self.data["capitalScore"]["capitalScore"]

    def _repr_html_(self) -> str:
        verdict = self.data["verdict"]
        real = self.data.get("real")
        failed = ", ".join(gate["gate"] for gate in self.gates if not gate["passed"])
        return _table(
            [
                ("eligible", self.eligible),
                ("failed gates", failed or "none"),
                ("edge on fresh paths, per year", verdict["edge"]),
                ("p, adjusted for tries", verdict["pAdjusted"]),
                ("edge on real maturities, per year", real and real["edge"]),
                ("score, on this path only", self.data["score"]),
                ("CapitalScore", self.capital_score),
            ]
        )


class Entered(Answer):
    """An accepted entry of a season: ``entry``, and its ``receipt``."""

    @property
    def number(self) -> int:
        """Number of the entry in its season."""
        return self.data["entry"]["number"]


class Board(Answer):
    """Rows of a practice board: public data, to which everybody may have tuned."""

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a frame."""
        import pandas

        return pandas.DataFrame(self.data["rows"])


class Sweep(Mapping[str, "Doubles"]):
    """Columns of many candidates, each with a value per candidate."""

    def __init__(self, columns: Mapping[str, Doubles], statuses: list[str]) -> None:
        self._columns = columns
        #: Names of the values of ``status``; 0 is a candidate that ran.
        self.statuses = statuses

    def __getitem__(self, name: str) -> Doubles:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def to_pandas(self) -> pandas.DataFrame:
        """Return a row per candidate."""
        import pandas

        return pandas.DataFrame(dict(self._columns))

    def to_polars(self) -> polars.DataFrame:
        """Return a row per candidate."""
        import polars

        return polars.DataFrame(dict(self._columns))

    def __repr__(self) -> str:
        count = len(next(iter(self._columns.values())))
        return f"Sweep({count} candidates, {', '.join(self._columns)})"


def _table(rows: list[tuple[str, Any]]) -> str:
    cells = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th><td>{escape(_shown(value))}</td></tr>"
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
