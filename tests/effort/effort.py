"""The cost of calls of the engine, in instructions that an interpreter counts.

Prints one JSON value; its members are what `effort_test.ts` reads.

python3 effort.py
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import wasmtime
from strategy_arena import datasets, engine

#: Number of parts of the smaller body; the larger one has twice as many.
COUNT = 2_000
ORDER = b'{"componentsMax":16,"componentUnits":10}'
#: More than any call takes.
FUEL = 1 << 50

Call = Callable[[bytes], tuple[int, bytes]]
HOSTILE = json.loads((Path(__file__).parent / "hostile.json").read_text())


def _counting() -> None:
    """Let every engine of this process count its instructions."""
    config = wasmtime.Config()
    config.consume_fuel = True
    counting = wasmtime.Engine(config)
    wasm = engine.data_file("arena_engine_bg.wasm").read_bytes()
    engine._compiled = (counting, wasmtime.Module(counting, wasm), engine.program(counting))
    store = wasmtime.Store

    def fuelled(of: wasmtime.Engine) -> wasmtime.Store:
        made = store(of)
        made.set_fuel(FUEL)
        return made

    wasmtime.Store = fuelled


class Host(engine.Engine):
    """An engine with markets, and what its calls cost."""

    def __init__(self, timeframe: str) -> None:
        super().__init__()
        self.bars = 0
        for data in datasets.official():
            if data.header["timeframe"] == timeframe:
                self.bytes_of("addDataset", json.dumps(data.header).encode(), data.columns)
                self.bars = max(self.bars, len(data.columns) // len(data.header["columns"]))

    def run(self, name: str, *inputs: Any) -> tuple[int, bytes]:
        """Return instructions and answer of a call."""
        before = self._store.get_fuel()
        answer = self.bytes_of(name, *inputs)
        return before - self._store.get_fuel(), answer

    def simulate(self, view: str = "summary", **candidate: Any) -> tuple[int, bytes]:
        """Return instructions and answer of a simulation on market 1."""
        request = {"view": view, "simulationId": "s", "candidate": {"marketId": 1, **candidate}}
        return self.run("simulate", json.dumps(request).encode())

    def evaluate(self, data: bytes) -> tuple[int, bytes]:
        """Return instructions and answer of an evaluation."""
        return self.run("evaluate", ORDER, data, None)


def _data_of(answer: bytes) -> str:
    """Return the `data` of an answered simulation."""
    text = answer.decode()
    return text[len('{"ok":') : text.rindex(',"trial":')]


def _body(row: dict[str, Any], count: int, data: str = "") -> str:
    parts = row["head"] + "".join(row["part"].replace("{at}", str(at)) for at in range(count))
    if "find" not in row:
        return parts + row["tail"]
    assert row["find"] in data, row["name"]
    return data.replace(row["find"], parts + row["end"], row["times"]) + row["tail"]


def _growth(row: dict[str, Any], call: Call, data: str = "") -> float:
    """Return how much more twice the parts cost, without the fixed cost of an empty body."""
    nothing, once, twice = (
        call(_body(row, count, data).encode())[0] for count in (0, COUNT, 2 * COUNT)
    )
    return (twice - nothing) / (once - nothing)


def growths() -> Iterator[tuple[str, float]]:
    """Yield how the cost of every hostile body grows."""
    host = Host("daily")
    for row in HOSTILE["bodies"]:
        yield f"check, {row['name']}", _growth(row, partial(host.run, "check"))
        yield f"evaluate, {row['name']}", _growth(row, host.evaluate)
    component = {"strategyId": "yield-rsi", "strategyParams": {"period": 3}}
    for view in ("full", "trades"):
        data = _data_of(host.simulate(view, timeframe="daily", components=[component])[1])
        # The first evaluation makes the scenarios.
        assert host.evaluate(data.encode())[1].startswith(b'{"ok":')
        for row in HOSTILE["payloads"]:
            yield f"{view} payload, {row['name']}", _growth(row, host.evaluate, data)


def texts() -> dict[str, Any]:
    """Return the cost of two evaluations of a text, and of one of the catalogue."""
    host = Host("daily")

    def simulated(strategy: str, **params: str) -> bytes:
        component = {"strategyId": strategy, "strategyParams": params}
        return _data_of(host.simulate(timeframe="daily", components=[component])[1]).encode()

    catalogue, text = simulated("yield-rsi"), simulated("expression", target="rank(logYield, 20d)")
    # The first evaluation makes the scenarios and the public paths.
    host.evaluate(catalogue)
    usual = host.evaluate(catalogue)[0]
    first, second = host.evaluate(text), host.evaluate(text)
    assert first[1].startswith(b'{"ok":')
    return {
        "usual": usual,
        "first": first[0],
        "second": second[0],
        "equal": first[1] == second[1],
    }


def per_byte() -> list[float]:
    """Return the cost of a byte in a list of 16 components and of 1,000."""
    host = Host("daily")
    one = {"strategyId": "yield-rsi", "strategyParams": {"period": 0.1}}
    bodies = [
        json.dumps({"marketId": 1, "components": [one] * count}).encode() for count in (16, 1_000)
    ]
    return [host.run("check", body)[0] / len(body) for body in bodies]


def _extremes(parameter: dict[str, Any]) -> list[Any]:
    """Return the extreme values of a parameter, or all of its choices."""
    bounds = parameter["constraints"]
    if "enum" in bounds:
        return list(bounds["enum"])
    least = bounds["minimumBars"] / 24 if "minimumBars" in bounds else bounds["minimum"]
    return [least, bounds["maximum"]]


def capitals(host: Host, strategies: list[dict[str, Any]]) -> dict[str, int]:
    """Return the cost of the dearest summary of each capital: refused intents come again."""
    dearest = {}
    for capital in ("100000", "1000", "300000", "1000000", "3000000", "10000000", "160000000"):
        runs = [
            host.simulate(
                marketId=market, capital=capital, components=[{"strategyId": one["strategyId"]}]
            )
            for one in strategies
            for market in (1, 2, 3)
        ]
        dearest[capital] = max(cost for cost, answer in runs if answer.startswith(b'{"ok":'))
    return dearest


def summaries(host: Host, strategies: list[dict[str, Any]]) -> Iterator[tuple[str, int, int]]:
    """Yield name, number of components and cost of a summary at every extreme."""
    for strategy in strategies:
        chosen = [{}] + [
            {parameter["name"]: value}
            for parameter in strategy["parameters"]
            for value in _extremes(parameter)
        ]
        for params in chosen:
            one = {"strategyId": strategy["strategyId"], "strategyParams": params}
            for count in (1, 2):
                cost, answer = host.simulate(components=[one] * count)
                # A relation between two parameters refuses some combinations.
                if answer.startswith(b'{"ok":'):
                    yield json.dumps(one), count, cost


def measure() -> dict[str, Any]:
    """Return all figures."""
    _counting()
    host = Host("hourly")
    strategies = host.ask_static("strategyCatalogue")["strategies"]
    return {
        "growths": dict(growths()),
        "texts": texts(),
        "perByte": per_byte(),
        "capitals": capitals(host, strategies),
        "summaries": list(summaries(host, strategies)),
        "bars": host.bars,
    }


if __name__ == "__main__":
    print(json.dumps(measure()))
