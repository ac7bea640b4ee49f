"""The sentences on an evaluation, as the service and the command write them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

_MINUS = "\u2212"
_REASONS = {
    "no-history": "none of this market are here.",
    "hourly-windows": "only daily bars are here, and a window is no whole day.",
    "own": "this market is itself one.",
    "not-runnable": "none has what the candidate needs.",
}


def real_sentence(answer: Mapping[str, Any]) -> str:
    """Say what the candidate of an evaluation did on real maturities."""
    real = answer["real"]
    if real is None:
        return f"Real maturities: {_REASONS[answer['realReason'] or 'no-history']}"
    count = sum(row["status"] == "ran" for row in real["rows"])
    same = real["timeframe"] == answer["candidate"]["timeframe"]
    bars = "" if same else f" of {real['timeframe']} bars"
    lines = (real["overIdle"], real["overHold"])
    if all(line["low"] > 0 for line in lines):
        judgement = "more than both, and not by chance: on public data"
    elif all(line["high"] < 0 for line in lines):
        judgement = "less than both, and not by chance"
    else:
        judgement = "too short to tell"
    maturities = f"{count} real {'maturity' if count == 1 else 'maturities'}"
    days = f"{real['scoredDays']:,} {'day' if real['scoredDays'] == 1 else 'days'}"
    over = f"{_over(lines[0], ' %/y', 'idle')}, {_over(lines[1], '', 'Hold')}"
    return f"On {maturities}, {days}{bars}: {over}: {judgement}."


def what_if_sentence(what_if: Mapping[str, Any]) -> str:
    """Say what a run keeps under other conditions."""
    twice = next(case for case in what_if["costs"] if case["times"] == 2)
    late = what_if["nextBar"]["score"]
    scores = f"At twice the costs it scores {_fixed(twice['score'])}, a bar late {_fixed(late)}."
    capital, fee = what_if["breakEvenCapital"], what_if["breakEvenFeeBps"]
    edges = [case["edge"] > 1e-9 for case in what_if["capital"]]
    ends = [] if capital is None or not edges[0] else [f"a capital of {capital:,.0f}"]
    ends += [] if fee is None else [f"a fee of {_fixed(fee)} basis points"]
    if ends:
        return f"{scores} It keeps an edge on this path up to {' and '.join(ends)}."
    if any(edges):
        what = "keeps" if edges[0] else "has"
        where = "the largest capital" if edges[0] else "larger capitals alone"
        return f"{scores} It {what} an edge on this path at {where}."
    return f"{scores} It has no edge on this path, whatever the capital or the fee."


def _over(line: Mapping[str, float], unit: str, name: str) -> str:
    mean, low, high = (_signed(100 * line[member]) for member in ("perYear", "low", "high"))
    return f"{mean}{unit} over {name} ({low} to {high})"


def _signed(value: float) -> str:
    text = _fixed(value)
    return text if text == "0.0" or value < 0 else f"+{text}"


def _fixed(value: float) -> str:
    """Write a number with one decimal; of two that are as near, the one farther from zero."""
    rounded = Decimal(value).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"{_MINUS if rounded < 0 else ''}{abs(rounded):,}"
