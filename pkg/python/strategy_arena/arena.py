"""The engine with the official markets."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from .answers import Evaluation, Run, Sweep
from .candidate import Candidate, candidate_of
from .datasets import Dataset, official, read_market
from .engine import Doubles, Engine, to_json
from .plan import Axis, plan_of

_BARS_PER_DAY = {"hourly": 24, "daily": 1}
#: Fewest candidates that are worth a thread of their own.
_RANGE = 256


class Arena:
    """The engine of the arena in this process: the same bytes as the service, without tries."""

    def __init__(self) -> None:
        self._datasets: list[Dataset] = list(official())
        self._threads = threading.local()
        self._runs = 0

    @property
    def markets(self) -> dict[str, int]:
        """Ids of the markets by their keys."""
        return {data.header["marketKey"]: data.header["marketId"] for data in self._datasets}

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
        self._datasets.append(read_market(manifest, Path(file)))
        self._threads = threading.local()

    def check(self, candidate: Candidate | None = None, /, **keywords: Any) -> dict[str, Any]:
        """Return a candidate with every default filled in, its hash and its price."""
        return self._engine.ask("check", to_json(self._candidate(candidate, keywords)))

    def simulate(self, candidate: Candidate | None = None, /, **keywords: Any) -> Run:
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
        wanted = self.markets.get(market, market) if isinstance(market, str) else market
        for data in reversed(self._datasets):
            if (data.header["marketId"], data.header["timeframe"]) == (wanted, timeframe):
                return data.by_name()
        raise ValueError(f"there is no {timeframe} dataset of market {market}")

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
        **keywords: Any,
    ) -> Sweep:
        """Run the variants of a candidate, on all cores.

        Args:
            candidate: the base, or keywords.
            axes: by name of a parameter, or by JSON Pointer: a list, a range, ``(min, max)`` or
                ``(min, max, steps)``.
            method: ``grid``, ``random`` or ``sobol``.
            count: candidates of ``random`` and ``sobol``.
            seed: of their draws.
            workers: threads; the result does not depend on it.
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
            workers: threads; the result does not depend on it.
            names: of the first columns, which are the axes; by default their JSON Pointers.
        """
        described = self._engine.ask("describePlan", to_json({"plan": plan, "numbers": []}))
        total = described["count"]
        threads = min(workers or os.cpu_count() or 1, max(1, total // _RANGE))
        size = -(-total // threads)
        starts = range(0, total, size)
        with ThreadPoolExecutor(threads) as pool:
            parts = list(
                pool.map(lambda start: self.plan(plan, start, min(size, total - start)), starts)
            )
        columns = np.concatenate(parts, axis=1)
        labels = [*names, *described["columns"][len(names) :]]
        return Sweep(dict(zip(labels, columns, strict=True)), described["statuses"])

    def plan(self, plan: Mapping[str, Any], start: int, count: int) -> Doubles:
        """Run candidates of a plan by number: a row per column. For Ray, Dask or Spark."""
        request = to_json({"plan": plan, "from": start, "count": count})
        found = self._engine.doubles_of("planColumns", request)
        return found.reshape(-1, count) if len(found) > 0 else found.reshape(0, count)

    @property
    def _engine(self) -> Engine:
        """The engine of this thread, with all markets."""
        engine = getattr(self._threads, "engine", None)
        if engine is None:
            engine = Engine()
            for data in self._datasets:
                engine.ask("addDataset", to_json(data.header), data.columns)
            self._threads.engine = engine
        return engine

    def _candidate(
        self, candidate: Candidate | None, keywords: Mapping[str, Any]
    ) -> dict[str, Any]:
        return candidate_of(self.markets, candidate, **keywords)

    def _simulate(self, candidate: Candidate, view: str) -> dict[str, Any]:
        self._runs += 1
        request = {"view": view, "simulationId": f"local-{self._runs}", "candidate": candidate}
        return self._engine.ask("simulate", to_json(request))
