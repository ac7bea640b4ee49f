"""What the Python package answers, for comparison with the engine in Deno. Prints one JSON value.

python3 session.py CANDIDATES.json URL KEY
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
from strategy_arena import Arena, ArenaError, Client

arena = Arena()
candidates = json.loads(Path(sys.argv[1]).read_text())
client = Client(*sys.argv[2:4])

runs = [arena.simulate(candidate) for candidate in candidates]
keywords = arena.simulate(market="susde", timeframe="daily", strategy="yield-rsi", period=7)
whole = {
    "marketId": 1,
    "timeframe": "daily",
    "components": [{"strategyId": "yield-rsi", "strategyParams": {"period": 7}}],
}
try:
    arena.simulate(market="susde", strategy="yield-rsy")
    refusal = None
except ArenaError as error:
    refusal = [error.code, error.field_errors[0]["message"], str(error)]

axes = {"period": range(3, 31), "overbought": (55, 85, 16)}
one, four = (
    arena.sweep(market="susde", timeframe="daily", strategy="yield-rsi", axes=axes, workers=workers)
    for workers in (1, 4)
)
best = one.to_pandas().nlargest(1, "score").iloc[0]
single = arena.simulate(
    market="susde",
    timeframe="daily",
    strategy="yield-rsi",
    period=best["period"],
    overbought=best["overbought"],
).evaluate()

remote = client.simulate(market="susde", timeframe="daily", strategy="yield-rsi", period=7)
listed = client.simulate_batch([*candidates[:7], {**whole, "components": []}])
plan = {
    "base": whole,
    "axes": [{"path": "/components/0/strategyParams/overbought", "values": [60, 70, 80]}],
}
search = client.search(plan, points="all")
ended = search.wait()

frame = keywords.to_frame()
ledger = keywords.to_polars(component=0)
days = keywords.daily_returns()
began = time.perf_counter()
for _ in range(50):
    arena.simulate(candidates[0])
took = time.perf_counter() - began

answer = {
    "listed": [getattr(found, "result_hash", None) or found.code for found in listed],
    "hashes": [run.result_hash for run in runs],
    "sameByKeywords": keywords.result_hash == arena.simulate(whole).result_hash,
    "refusal": refusal,
    "sweepIsSame": all(np.array_equal(one[name], four[name], equal_nan=True) for name in one),
    "candidates": len(one["score"]),
    "bestScores": [best["score"], single.score],
    "remoteHash": [remote.result_hash, keywords.result_hash],
    "remoteScore": [remote.evaluate().score, keywords.evaluate().score],
    "search": [ended["status"], len(search.to_pandas())],
    "frame": [list(frame.columns), len(frame), float(frame["equity"].iloc[-1])],
    "ledger": ledger.height,
    "days": [len(days), days.max(), days.min()],
    "scoredDays": [152, keywords.metrics.best_day, keywords.metrics.worst_day],
    "trades": len(keywords.trades()),
    "columns": {name: len(values) for name, values in arena.columns("susde", "daily").items()},
    "methods": [name for name in dir(client) if not name.startswith("_")],
    "microsecondsPerSimulate": took / 50 * 1e6,
}
print(json.dumps(answer))
