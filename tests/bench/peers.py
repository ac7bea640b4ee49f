"""Runs one strategy, yield-rsi, with other tools on the bars that the benchmark measures.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install numba vectorbt wickra
    /tmp/peers/bin/python tests/bench/peers.py

`deno task bench` starts it with `--serve`: it reads names of the works of numba, one per line, and
answers each with the nanoseconds of a round.

Each does what one writes with it: an RSI of the daily changes of the implied yield, in above 70 and
out under 30, the equity with a flat fee, mean, deviation and deepest fall. None has the guardrails,
the pool, the ledger and the evidence of the engine. What is not installed is said. Times are the
fastest of many rounds.
"""

import csv
import pathlib
import sys
import time

import numpy as np

FILE = pathlib.Path(__file__).parents[2] / "datasets" / "susde-hourly.csv"
DAY = 24
PERIOD = 14 * DAY
HIGH, LOW = 70.0, 30.0
FEE = 0.001
WARMUP = 30 * DAY
SWEPT = 1000
# The candidates of `subject.ts` that run in turn.
TURNS = range(0, 32 * 7, 7)


def read():
    """Returns implied yield, PT price and SY index."""
    with FILE.open() as file:
        rows = list(csv.DictReader(file))
    return [np.array([float(row[name]) for row in rows])
            for name in ("impliedApy", "ptPrice", "syIndex")]


def timed(call):
    """Returns the seconds of a call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def fastest(call, rounds):
    """Returns the seconds of the fastest call; the first one, which compiles, does not count."""
    call()
    return min(timed(call) for _ in range(rounds))


def numba_works(implied, price, index):
    """Returns each work with the number of its runs."""
    import numba

    @numba.njit(fastmath=False)
    def rsi(values, period):
        out = np.full(values.size, np.nan)
        # A division in each step would take most of the time.
        alpha = 1.0 / period
        up = down = 0.0
        seen = 0
        for bar in range(DAY, values.size):
            change = values[bar] - values[bar - DAY]
            gain = change if change > 0.0 else 0.0
            loss = -change if change < 0.0 else 0.0
            seen += 1
            if seen <= period:
                up += gain * alpha
                down += loss * alpha
            else:
                up += (gain - up) * alpha
                down += (loss - down) * alpha
            if seen >= period:
                out[bar] = 50.0 if up + down == 0.0 else 100.0 * up / (up + down)
        return out

    @numba.njit(fastmath=False)
    def walk(column, high, low, price, index):
        units, shares, held = 0.0, 1.0 / index[WARMUP], 0
        wanted = 0
        last = peak = 1.0
        total = squares = fall = 0.0
        for bar in range(column.size):
            if column[bar] >= high:
                wanted = 1
            elif column[bar] <= low:
                wanted = 0
            if bar < WARMUP:
                continue
            if wanted != held:
                equity = (units * price[bar] + shares * index[bar]) * (1.0 - FEE)
                held = wanted
                units = equity / price[bar] if held else 0.0
                shares = 0.0 if held else equity / index[bar]
            equity = units * price[bar] + shares * index[bar]
            change = equity / last - 1.0
            total += change
            squares += change * change
            last = equity
            peak = max(peak, equity)
            fall = max(fall, 1.0 - equity / peak)
        count = column.size - WARMUP
        mean = total / count
        return mean, (squares / count - mean * mean) ** 0.5, fall

    @numba.njit(fastmath=False)
    def sweep_own(values, price, index):
        best = 0.0
        for candidate in range(SWEPT):
            found = walk(rsi(values, 2 * DAY + candidate), 52.0 + candidate / 25, LOW, price, index)
            best = max(best, found[0])
        return best

    @numba.njit(fastmath=False)
    def sweep_shared(values, price, index):
        best = 0.0
        column = rsi(values, PERIOD)
        for candidate in range(SWEPT):
            best = max(best, walk(column, 52.0 + candidate / 25, LOW, price, index)[0])
        return best

    def turns():
        for turn in TURNS:
            walk(rsi(implied, 2 * DAY + turn), 52.0 + turn / 25, LOW, price, index)

    return {
        "one": (turns, len(TURNS)),
        "own": (lambda: sweep_own(implied, price, index), SWEPT),
        "shared": (lambda: sweep_shared(implied, price, index), SWEPT),
    }


def with_numba(*series):
    works = numba_works(*series)
    work, runs = works["one"]
    yield "one run, ns/bar", fastest(work, 100) / runs / series[0].size * 1e9
    for name, text in [("own", "own indicators"), ("shared", "shared indicator")]:
        work, runs = works[name]
        yield f"sweep, {text}, per s", runs / fastest(work, 20)


def with_vectorbt(implied, price, index):
    import pandas as pd
    import vectorbt

    # Its portfolio holds cash where ours holds SY, so that prices are taken in units of SY.
    changes = pd.Series(implied).diff(DAY)
    relative = pd.Series(price / index)

    def one():
        up = changes.clip(lower=0.0).ewm(alpha=1.0 / PERIOD, adjust=False).mean()
        down = (-changes).clip(lower=0.0).ewm(alpha=1.0 / PERIOD, adjust=False).mean()
        column = 100.0 * up / (up + down)
        made = vectorbt.Portfolio.from_signals(
            relative, column >= HIGH, column <= LOW, fees=FEE, freq="1h")
        returns = made.returns()
        return returns.mean(), returns.std(), made.max_drawdown()

    yield "one run, ns/bar", fastest(one, 50) / implied.size * 1e9


def with_wickra(implied, price, index):
    import wickra

    # It has indicators and no backtest: this is the indicator alone.
    def one():
        return wickra.RSI(PERIOD).batch(implied)

    yield "the indicator alone, ns/bar", fastest(one, 500) / implied.size * 1e9


def serve():
    """Runs a round of each work that is asked for; the first line says that all are compiled."""
    works = numba_works(*read())
    for work, _ in works.values():
        work()
    print("ready", flush=True)
    for line in sys.stdin:
        work, runs = works[line.strip()]
        print(timed(work) / runs * 1e9, flush=True)


def main():
    series = read()
    for name, run in [("numba", with_numba), ("vectorbt", with_vectorbt), ("wickra", with_wickra)]:
        try:
            for figure, value in run(*series):
                print(f"{name:10} {figure:32} {value:12,.1f}")
        except ImportError as error:
            print(f"{name:10} is not installed: {error}")


if "--serve" in sys.argv:
    serve()
else:
    main()
