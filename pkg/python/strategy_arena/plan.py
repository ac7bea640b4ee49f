"""From axes to a plan of candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

#: A list of values, a range, ``(min, max)`` or ``(min, max, steps)``.
Axis = Sequence[Any] | range


def plan_of(
    base: Mapping[str, Any],
    axes: Mapping[str, Axis],
    *,
    method: str = "grid",
    count: int | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Return a plan of the engine."""
    plan: dict[str, Any] = {
        "base": dict(base),
        "axes": [{"path": _path(name), **_levels(axis)} for name, axis in axes.items()],
        "method": method,
    }
    if method != "grid":
        plan["seed"] = seed
    if count is not None:
        plan["count"] = count
    return plan


def _path(name: str) -> str:
    return name if name.startswith("/") else f"/components/0/strategyParams/{name}"


def _levels(axis: Axis) -> dict[str, Any]:
    """Return the levels of an axis: a tuple is a range, all else a list of values."""
    if not isinstance(axis, tuple):
        values = axis.tolist() if isinstance(axis, np.ndarray) else list(axis)
        return {"values": values}
    if len(axis) not in (2, 3):
        raise ValueError(f"an axis is {axis}, must be a list, (min, max) or (min, max, steps)")
    low, high, *steps = axis
    return {"min": low, "max": high, **({"steps": steps[0]} if steps else {})}
