"""The sentence on real maturities, as the service and the command write it."""

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


def _over(line: Mapping[str, float], unit: str, name: str) -> str:
    mean, low, high = (_signed(100 * line[member]) for member in ("perYear", "low", "high"))
    return f"{mean}{unit} over {name} ({low} to {high})"


def _signed(value: float) -> str:
    """Write a number with one decimal; of two that are as near, the one farther from zero."""
    rounded = Decimal(value).quantize(Decimal("0.1"), ROUND_HALF_UP)
    if not rounded:
        return "0.0"
    sign = "+" if rounded > 0 else _MINUS
    return f"{sign}{abs(rounded):,}"
