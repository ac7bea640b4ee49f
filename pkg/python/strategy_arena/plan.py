"""From axes to a plan of candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from .errors import wrong_field

#: A list of values, a range, ``(min, max)`` or ``(min, max, steps)``.
Axis = Sequence[Any] | range | np.ndarray


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
        "axes": [{"path": _path(name), **_levels(name, axis)} for name, axis in axes.items()],
        "method": method,
    }
    if method != "grid":
        plan["seed"] = seed
    if count is not None:
        plan["count"] = count
    return plan


def whole_number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number within bounds, or refuse it."""
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if is_whole and least <= value and (most is None or value <= most):
        return int(value)
    bounds = f"at least {least}" if most is None else f"from {least} to {most}"
    message = f"is {value!r}, must be a whole number {bounds}"
    raise wrong_field("Cannot run the plan", f"/{name}", "out_of_range", message)


def _path(name: str) -> str:
    return name if name.startswith("/") else f"/components/0/strategyParams/{name}"


def _levels(name: str, axis: Any) -> dict[str, Any]:
    """Return the levels of an axis: a tuple is a range, all else a list of values."""
    is_list = hasattr(axis, "__iter__") and not isinstance(axis, str | bytes | Mapping)
    if is_list and not isinstance(axis, tuple):
        return {"values": list(axis)}
    if not is_list or len(axis) not in (2, 3):
        message = f"is {axis!r}, must be a list, (min, max) or (min, max, steps)"
        raise wrong_field("Cannot sweep", f"/axes/{name}", "wrong_type", message)
    low, high, *steps = axis
    return {"min": low, "max": high, **({"steps": steps[0]} if steps else {})}
