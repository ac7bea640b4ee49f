"""The engine with the official markets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .answers import Evaluation, Run, Sweep
from .candidate import Candidate, candidate_of, market_id, shows_keywords
from .datasets import Dataset, read_market
from .engine import Doubles, Engine, to_json
from .engines import cores, engines_with, official_engines
from .errors import wrong_field
from .plan import Axis, plan_of, whole_number
from .search import TOP, SearchReport, search

if TYPE_CHECKING:
    from .candidate import Keywords, Unpack

#: Fewest candidates that are worth a thread of their own.
_RANGE = 256


class Arena:
    """The engine of the arena in this process: the same bytes as the service, without tries.

    Arenas and their runs can be copied and pickled. A copy has the markets of the original.
    """

    def __init__(self) -> None:
        self._added: tuple[Dataset, ...] = ()
        self._engines = official_engines()
        self._runs = 0

    def __getstate__(self) -> dict[str, Any]:
        return {"added": self._added, "runs": self._runs}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._use(state["added"])
        self._runs = state["runs"]

    @property
    def markets(self) -> dict[str, int]:
        """Ids of the markets by their keys."""
        headers = [data.header for data in self._engines.datasets]
        return {header["marketKey"]: header["marketId"] for header in headers}

    @property
    def strategies(self) -> list[dict[str, Any]]:
        """All strategies with their parameters and ranges."""
        return self._engine.ask_static("strategyCatalogue")["strategies"]

    def add_market(self, manifest: str | Path | Mapping[str, Any], file: str | Path) -> None:
        """Add an imported market, as ``datasets:import`` writes it.

        Args:
            manifest: its ``manifest.json``, or the content.
            file: a CSV file that the manifest names.
        """
        self._use((*self._added, read_market(manifest, Path(file))))

    @shows_keywords
    def check(
        self, candidate: Candidate | None = None, /, **keywords: Unpack[Keywords]
    ) -> dict[str, Any]:
        """Return a candidate with every default filled in, its hash and its price."""
        return self._engine.ask("check", to_json(self._candidate(candidate, keywords)))

    @shows_keywords
    def simulate(self, candidate: Candidate | None = None, /, **keywords: Unpack[Keywords]) -> Run:
        """Run a candidate: a whole one, or keywords such as ``strategy="yield-rsi"``."""
        return Run(self._simulate(self._candidate(candidate, keywords), "summary"), self)

    def evaluate(self, simulation: Run | Mapping[str, Any]) -> Evaluation:
        """Score a simulation of any host; nothing is counted here, so each is a first try."""
        data = simulation.data if isinstance(simulation, Run) else simulation
        answer = self._engine.ask("evaluate", b"{}", to_json(data), None)
        return Evaluation(answer)

    def trades(self, candidate: Candidate) -> list[dict[str, Any]]:
        """Return the fills, skipped trades and redemptions of a candidate."""
        return self._simulate(candidate, "trades")["events"]

    def full(self, candidate: Candidate) -> dict[str, Any]:
        """Return a run with all its ledgers and series."""
        return self._simulate(candidate, "full")

    def columns(self, market: int | str, timeframe: str = "hourly") -> dict[str, np.ndarray]:
        """Return the columns of a market; ``timestamp`` is in UTC."""
        wanted = market_id(self.markets, market)
        for data in reversed(self._engines.datasets):
            if (data.header["marketId"], data.header["timeframe"]) == (wanted, timeframe):
                return data.by_name()
        have = [
            f"{data.header['marketKey']} {data.header['timeframe']}"
            for data in self._engines.datasets
        ]
        raise wrong_field(
            "Cannot read columns",
            "/marketId",
            "not_allowed",
            f'has no "{timeframe}" dataset for {market}, must be one of {", ".join(have)}',
        )

    @shows_keywords
    def sweep(
        self,
        candidate: Candidate | None = None,
        /,
        *,
        axes: Mapping[str, Axis],
        method: str = "grid",
        count: int | None = None,
        seed: int = 0,
        workers: int | None = None,
        **keywords: Unpack[Keywords],
    ) -> Sweep:
        """Run the variants of a candidate, on all cores.

        Args:
            candidate: the base, or keywords.
            axes: by name of a parameter, or by JSON Pointer: a list, a range, ``(min, max)`` or
                ``(min, max, steps)``.
            method: ``grid``, ``random`` or ``sobol``.
            count: candidates of ``random`` and ``sobol``.
            seed: of their draws.
            workers: threads, at most one per core; the result does not depend on it.
            keywords: of the base, as for ``simulate``.
        """
        base = self._candidate(candidate, keywords)
        plan = plan_of(base, axes, method=method, count=count, seed=seed)
        return self.run_plan(plan, workers=workers, names=list(axes))

    def run_plan(
        self,
        plan: Mapping[str, Any],
        *,
        workers: int | None = None,
        names: Sequence[str] = (),
    ) -> Sweep:
        """Run all candidates of a plan (``engine-rs/RULES.md`` 7).

        Args:
            plan: base, axes, method, seed and count.
            workers: threads, at most one per core; the result does not depend on it.
            names: of the first columns, which are the axes; by default their JSON Pointers.
        """
        described = self.describe(plan)
        total = described["count"]
        most = cores() if workers is None else whole_number("workers", workers, 1)
        threads = min(most, cores(), max(1, total // _RANGE))
        size = -(-total // threads)

        def run(start: int) -> Doubles:
            return self._rows(plan, start, min(size, total - start))

        columns = np.concatenate(self._engines.map(run, range(0, total, size)), axis=1)
        labels = [*names, *described["columns"][len(names) :]]
        return Sweep(dict(zip(labels, columns, strict=True)), described["statuses"])

    def search(
        self,
        plan: Mapping[str, Any],
        client: Any = None,
        *,
        folder: str | Path | None = None,
        points: str | Path | None = None,
        top: int = TOP,
        progress: bool | None = None,
    ) -> SearchReport:
        """Search a plan, and return the report of the command and the service, byte for byte.

        Args:
            plan: base, axes, method, aim, constraints, windows, as the service takes it.
            client: None for the cores of this machine, an executor, a client of Dask, or ``"ray"``.
            folder: of finished parts, from which the same call resumes.
            points: folder, or address such as ``s3://``, for all points as Parquet (pyarrow).
            top: number of the best in the report.
            progress: whether to show a bar of tqdm; by default in a terminal and a notebook.
        """
        return search(self, plan, client, folder=folder, points=points, top=top, progress=progress)

    def describe(self, plan: Mapping[str, Any], numbers: Sequence[int] = ()) -> dict[str, Any]:
        """Return what a plan would run: its ``count`` of candidates and the names of ``columns``.

        Args:
            plan: base, axes, method, seed and count.
            numbers: of candidates to return as ``candidates``, the first is 0.
        """
        return self._engine.ask("describePlan", to_json({"plan": plan, "numbers": numbers}))

    def plan(self, plan: Mapping[str, Any], start: int, count: int) -> Sweep:
        """Run some candidates of a plan, from the number ``start`` on. For Ray, Dask or Spark."""
        described = self.describe(plan)
        first = whole_number("start", start, 0, described["count"])
        most = whole_number("count", count, 0, described["count"] - first)
        columns = self._rows(plan, first, most) if most > 0 else np.empty((0, 0))
        rows = columns.reshape(len(described["columns"]), most)
        return Sweep(dict(zip(described["columns"], rows, strict=True)), described["statuses"])

    def _rows(self, plan: Mapping[str, Any], start: int, count: int) -> Doubles:
        request = to_json({"plan": plan, "from": start, "count": count})
        return self._engine.doubles_of("planColumns", request).reshape(-1, count)

    @property
    def _engine(self) -> Engine:
        return self._engines.own

    def _use(self, added: tuple[Dataset, ...]) -> None:
        """Take these markets beside the official ones."""
        self._added = added
        self._engines = engines_with(added)

    def _candidate(
        self, candidate: Candidate | None, keywords: Mapping[str, Any]
    ) -> dict[str, Any]:
        return candidate_of(self.markets, candidate, **keywords)

    def _simulate(self, candidate: Candidate, view: str) -> dict[str, Any]:
        self._runs += 1
        head = f'{{"view":"{view}","simulationId":"local-{self._runs}","candidate":'
        # Written apart, so that paths of wrong values begin at the candidate, as the engine's do.
        return self._engine.ask("simulate", head.encode() + to_json(candidate) + b"}")
