"""What the machines of a search do."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .engine import to_json, trial_of
from .engines import official_engines
from .points import write_points
from .sentences import real_sentence, what_if_sentence

if TYPE_CHECKING:
    from .arena import Arena

#: Capital of the lines of a verdict.
_LINE_CAPITAL = 100_000.0
_BARS_PER_DAY = {"hourly": 24, "daily": 1}
#: Figures that only an evaluation has.
EVALUATED = (
    "edge pAdjusted capitalScore compoundAnnualReturn sharpe sortino calmar annualizedVolatility "
    "valueAtRisk maxDrawdownDays exposure hitRate bestDay worstDay"
).split()


def summarise(arena: Arena, points: tuple[Any, ...] | None, request: bytes) -> bytes:
    """Run a range; return its packed summary."""
    count, width = 0, 0
    if points is not None:
        count, width = json.loads(request)["count"], len(points[2])
    columns = np.zeros(count * width)
    packed = arena._engine.summarise(request, b"", columns)
    if not packed:
        raise RuntimeError("the engine refused a range of the plan")
    if points is not None:
        write_points(points, json.loads(request)["first"], columns.reshape(width, count))
    return packed


def merge(*packed: bytes) -> bytes:
    """Merge packed summaries; any order and any tree gives the same bytes."""
    merged = b""
    for each in packed:
        engine = official_engines().own
        found = engine.static_bytes("mergeSummaries", merged, each)
        if not found and merged + each:
            raise RuntimeError("these are not summaries of one plan")
        merged = found
    return merged


def only(part: bytes) -> bytes:
    """Merge what has no other part."""
    return part


def evaluate(
    arena: Arena, trials: Mapping[str, Mapping[str, Any]], candidates: Sequence[Any]
) -> bytes:
    """Evaluate candidates among the trials of a search, each on its market."""
    found = []
    for candidate in candidates:
        order = {"candidate": candidate, "view": "summary", "simulationId": "search"}
        simulation = arena._engine.bytes_of("simulate", to_json(order))
        trial = trial_of(simulation)
        counts = trials[trial["datasetHash"]]
        variance = counts["sharpeVariance"]
        numbers = [
            counts["count"],
            1,
            counts["sharpeCount"],
            np.nan if variance is None else variance,
        ]
        payload = simulation[len(b'{"ok":') : simulation.rindex(b',"trial":')]
        answer = arena._engine.evaluate_among(payload, np.array(numbers, dtype=float))
        found.append({"trial": trial, "evaluation": _in_short(arena, answer, counts)})
    return to_json(found)


def _in_short(arena: Arena, answer: Mapping[str, Any], counts: Mapping[str, Any]) -> dict[str, Any]:
    verdict, gates = answer["verdict"], answer["eligibility"]["gates"]
    known = {
        **answer["diagnostics"],
        "edge": verdict["edge"],
        "pAdjusted": verdict["pAdjusted"],
        "capitalScore": answer["capitalScore"]["capitalScore"],
    }
    figures = {name: known.get(name) for name in EVALUATED}
    error = verdict["edgeStandardError"]
    required = None
    if error is not None:
        required = arena._engine.required_edge(error, counts["sharpeCount"], verdict["paths"])
    return {
        "eligible": answer["eligibility"]["eligible"],
        "failed": [gate["gate"] for gate in gates if not gate["passed"]],
        "method": verdict["method"],
        "trials": verdict["trials"]["count"],
        "figures": {
            name: value if isinstance(value, int | float) and not isinstance(value, bool) else None
            for name, value in figures.items()
        },
        "deflatedSharpe": answer["luck"]["deflatedSharpe"],
        "requiredEdge": required,
        "real": real_sentence(answer),
        "whatIf": what_if_sentence(answer["whatIf"]),
    }


def on_paths(arena: Arena, paths: tuple[int, int], candidates: Sequence[Any]) -> bytes:
    """Return the utilities of candidates on some paths of their verdicts."""
    seeds = arena._engine.sister_seeds()[paths[0] : paths[1]]
    rows = np.empty((len(candidates), len(seeds)))
    for market in {each["marketId"] for each in candidates}:
        here = [at for at, each in enumerate(candidates) if each["marketId"] == market]
        bars = _BARS_PER_DAY[candidates[here[0]].get("timeframe", "hourly")]
        runs = to_json([candidates[at] for at in here])
        inputs = (market, bars, _LINE_CAPITAL, runs, seeds)
        found = arena._engine.doubles_of("pathUtilities", *inputs).reshape(-1, len(seeds))
        rows[here] = found[:-2]
    return rows.astype("<f8").tobytes()
