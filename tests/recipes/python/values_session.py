"""Which values the Python package takes, refuses and copies. Prints one JSON value.

python3 values_session.py
"""

import copy
import inspect
import json
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from strategy_arena import Arena, ArenaError, Client
from strategy_arena.engine import Engine

RSI: dict[str, Any] = {"market": "susde", "timeframe": "daily", "strategy": "yield-rsi"}
WHOLE = {"marketId": 1, "components": [{"strategyId": "yield-rsi"}]}
GRID = {
    "base": WHOLE,
    "axes": [
        {"path": f"/components/0/strategyParams/{name}", "min": low, "max": high, "steps": 32}
        for name, low, high in [("overbought", 55, 85), ("oversold", 15, 45)]
    ],
}


def refusal(call: Callable[[], Any]) -> list[str] | str:
    """Return code and path of a refusal; the name of any other error."""
    try:
        call()
    except ArenaError as error:
        # A process pool passes errors on as pickles.
        error = pickle.loads(pickle.dumps(error))
        return [error.code, *(field["path"] for field in error.field_errors)]
    except Exception as error:
        return type(error).__name__
    return "none"


def score(run: Any) -> float:
    """Evaluate a run in another process."""
    return run.evaluate().score


def scores(_: int) -> list[float]:
    """Sweep in another process, with the threads of its own arena."""
    return arena.run_plan(GRID, workers=2)["score"].tolist()


opened: list[Engine] = []
make = Engine.__init__


def count(engine: Engine) -> None:
    """Count the engines that are opened."""
    opened.append(engine)
    make(engine)


Engine.__init__ = count  # type: ignore[method-assign]
arena = Arena()

if __name__ == "__main__":
    period, far = np.array([3, 40], dtype="int32")
    sweep: dict[str, Any] = {**RSI, "axes": {"period": [3, 4]}}
    wrong = {
        "market": lambda: arena.simulate(market="sUSDe", strategy="yield-rsi"),
        "marketType": lambda: arena.simulate(market=[1], strategy="yield-rsi"),
        "nan": lambda: arena.simulate(**RSI, oversold=float("nan")),
        "numpyNan": lambda: arena.simulate(**RSI, oversold=np.float32("inf")),
        "decimalNan": lambda: arena.simulate(**RSI, oversold=Decimal("nan")),
        "timedelta": lambda: arena.simulate(**RSI, period=timedelta(days=3)),
        "datetime64": lambda: arena.simulate(**RSI, period=np.timedelta64(3, "D")),
        "bytes": lambda: arena.simulate(**RSI, field=b"logYield"),
        "capital": lambda: arena.simulate(**RSI, capital=float("nan")),
        "capitalType": lambda: arena.simulate(**RSI, capital=timedelta(3)),
        "components": lambda: arena.simulate(components=5),
        "huge": lambda: arena.simulate(**RSI, oversold=Fraction(10**400, 3)),
        "name": lambda: arena.simulate({"marketId": 1, "components": [{3j: "yield-rsi"}]}),
        "evaluate": lambda: arena.evaluate({"evidence": float("nan")}),
        "columns": lambda: arena.columns("sUSDe"),
        "timeframe": lambda: arena.columns("susde", "weekly"),
        "axis": lambda: arena.sweep(**RSI, axes={"period": (1, 2, 3, 4)}),
        "axisText": lambda: arena.sweep(**RSI, axes={"field": "logYield"}),
        "axisNumber": lambda: arena.sweep(**RSI, axes={"period": 5}),
        "axisNan": lambda: arena.sweep(**RSI, axes={"period": [3, float("nan")]}),
        "workers": lambda: arena.sweep(**sweep, workers=-1),
        "seed": lambda: arena.sweep(**sweep, method="random", count=2, seed=float("nan")),
        "start": lambda: arena.plan(GRID, 1_000, 25),
        "plan": lambda: arena.plan({**GRID, "method": "guess"}, 0, 1),
        "client": lambda: Client("http://127.0.0.1:1", "key").simulate(WHOLE | {"capital": {1}}),
    }
    expected = arena.simulate(**RSI, period=3, capital="2500.5")
    taken = {
        "numpyMarket": arena.simulate(**RSI | {"market": np.int64(1)}, period=3, capital=2500.5),
        "int32": arena.simulate(**RSI, period=period, capital=np.float64(2500.5)),
        "decimal": arena.simulate(**RSI, period=Decimal(3), capital=Decimal("2500.5")),
        "fraction": arena.simulate(**RSI, period=Fraction(3), capital=Fraction(5001, 2)),
        "answer": arena.simulate(expected.candidate),
    }
    count_before = len(opened)
    for _ in range(2):
        arena.sweep(**RSI, axes={"period": range(3, 31), "overbought": range(55, 85)}, workers=1)
        [found] = [arena.run_plan(GRID, workers=1)]
    count_alone = len(opened) - count_before
    parts = [arena.plan(GRID, start, 512) for start in (0, 512)]
    described = arena.describe(GRID, [1])
    for _ in range(8):
        arena.run_plan(GRID, workers=2)
    count_threads = len(opened) - count_before
    # A fork has the arena, and none of its threads.
    with multiprocessing.get_context("fork").Pool(1) as forks:
        [forked] = forks.map(scores, [0])
    runs = [expected, taken["decimal"]]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        evaluated = list(pool.map(score, runs))
    copies = [copy.deepcopy(expected), pickle.loads(pickle.dumps(expected)), copy.copy(expected)]
    found_again = pickle.loads(pickle.dumps(found))
    print(
        json.dumps(
            {
                "wrong": {name: refusal(call) for name, call in wrong.items()},
                "different": [
                    name for name, run in taken.items() if run.result_hash != expected.result_hash
                ],
                "columns": [described["count"], described["columns"] == list(parts[0])],
                "candidate": described["candidates"][0]["components"][0]["strategyId"],
                "sameParts": [each for part in parts for each in part["score"]]
                == found["score"].tolist()
                == forked
                == found_again["score"].tolist(),
                "empty": len(arena.plan(GRID, 1_024, 0)["score"]),
                "enginesAlone": count_alone,
                "enginesOfThreads": count_threads <= multiprocessing.cpu_count(),
                "copies": [
                    copied.evaluate().score == expected.evaluate().score for copied in copies
                ],
                "evaluated": evaluated == [run.evaluate().score for run in runs],
                "evaluation": pickle.loads(pickle.dumps(expected.evaluate())).score
                == expected.evaluate().score,
                "names": [
                    name
                    for method in (Arena.simulate, Arena.check, Arena.sweep, Client.simulate)
                    for name in ("market", "timeframe", "capital", "strategy", "components")
                    if name not in inspect.signature(method).parameters
                ],
            }
        )
    )
