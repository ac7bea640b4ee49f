"""Reads a search plan as users write it, by the schema of the service."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from .engine import to_json
from .errors import ArenaError

#: Errors that are listed.
_NAMED_MAX = 64
#: Bounds of numbers and lengths, in words.
_BOUNDS = {
    "minimum": (lambda value, bound: value >= bound, "at least"),
    "maximum": (lambda value, bound: value <= bound, "at most"),
    "exclusiveMinimum": (lambda value, bound: value > bound, "above"),
    "exclusiveMaximum": (lambda value, bound: value < bound, "below"),
    "minItems": (lambda value, bound: len(value) >= bound, "of a length of at least"),
    "maxItems": (lambda value, bound: len(value) <= bound, "of a length of at most"),
    "minLength": (lambda value, bound: len(value) >= bound, "of a length of at least"),
    "maxLength": (lambda value, bound: len(value) <= bound, "of a length of at most"),
}
_TYPES: dict[str, Any] = {
    "array": (list, "a list"),
    "integer": (int, "a whole number"),
    "number": ((int, float), "a number"),
    "object": (dict, "a dict"),
    "string": (str, "a text"),
}


def read_plan(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan with every default filled in, in the order of the schema.

    Raises:
        ArenaError: with every wrong field.
    """
    reader = _Reader()
    found = reader.read({"$ref": "#/$defs/SearchPlan"}, json.loads(to_json(plan)), "/plan")
    reader.end()
    return found


def enqueued_rows(plan: Mapping[str, Any]) -> list[list[float]]:
    """Return the rows of the plan's own candidates: a place in a list, or a number of a range."""
    reader = _Reader()
    rows = list(_rows(plan, reader))
    reader.end()
    return rows


@cache
def _schemas() -> dict[str, Any]:
    return json.loads((resources.files(__package__) / "plan_schema.json").read_text())


class _Reader:
    def __init__(self) -> None:
        self.faults: list[dict[str, str]] = []

    def end(self) -> None:
        if self.faults:
            count = len(self.faults)
            what = "1 field is" if count == 1 else f"{count} fields are"
            detail = f"Cannot search: {what} wrong, see fieldErrors"
            raise ArenaError("REQUEST_VALIDATION_FAILED", detail, self.faults[:_NAMED_MAX])

    def fault(self, path: str, code: str, message: str) -> None:
        self.faults.append({"path": path, "code": code, "message": message})

    def read(self, schema: Mapping[str, Any], value: Any, path: str) -> Any:
        """Return a value with its defaults; note what is wrong."""
        if "$ref" in schema:
            schema = _schemas()[schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            schema = _branch(schema["anyOf"], value)
        if "const" in schema or "enum" in schema:
            allowed = schema.get("enum", [schema.get("const")])
            if value not in allowed:
                shown = ", ".join(map(str, allowed))
                self.fault(path, "not_allowed", f"is {value!r}, must be one of {shown}")
            return value
        types = schema.get("type", [])
        names = [types] if isinstance(types, str) else types
        if names and not any(_is(value, name) for name in names):
            wanted = " or ".join(_TYPES[name][1] for name in names)
            self.fault(path, "wrong_type", f"is {value!r}, must be {wanted}")
            return value
        for name, (holds, words) in _BOUNDS.items():
            if name in schema and not holds(value, schema[name]):
                self.fault(path, "out_of_range", f"is {value!r}, must be {words} {schema[name]}")
                return value
        if "pattern" in schema and not re.match(schema["pattern"], value):
            self.fault(path, "out_of_range", f"is {value!r}, must be like {schema['pattern']}")
        if isinstance(value, list) and "items" in schema:
            return [
                self.read(schema["items"], each, f"{path}/{at}") for at, each in enumerate(value)
            ]
        return self._members(schema, value, path) if isinstance(value, dict) else value

    def _members(self, schema: Mapping[str, Any], value: dict[str, Any], path: str) -> Any:
        known: Mapping[str, Any] = schema.get("properties", {})
        rest = schema.get("additionalProperties", True)
        found: dict[str, Any] = {}
        for name, part in known.items():
            if name in value:
                found[name] = self.read(part, value[name], f"{path}/{name}")
            elif "default" in part:
                found[name] = part["default"]
            elif name in schema.get("required", ()):
                self.fault(f"{path}/{name}", "required", "is missing")
        for name, each in value.items():
            if name in known:
                continue
            if rest is False:
                message = f"is not a field here, must be one of {', '.join(known)}"
                self.fault(f"{path}/{name}", "unknown_property", message)
            else:
                found[name] = self.read(rest if isinstance(rest, dict) else {}, each, path)
        return found


def _is(value: Any, name: str) -> bool:
    if name == "integer" and isinstance(value, float) and value.is_integer():
        return True
    return isinstance(value, _TYPES[name][0]) and not isinstance(value, bool)


def _branch(branches: Sequence[Mapping[str, Any]], value: Any) -> Mapping[str, Any]:
    """Return the schema of a union that a value is meant for."""

    def fit(branch: Mapping[str, Any]) -> tuple[bool, int]:
        members = branch.get("properties", {})
        if not isinstance(value, dict) or not _is(value, branch.get("type", "object")):
            return _is(value, branch.get("type", "object")), 0
        kind = members.get("kind", {}).get("const")
        if kind is not None:
            return value.get("kind") == kind, 0
        return True, len(set(members) & set(value)) - len(
            set(branch.get("required", ())) - set(value)
        )

    best = max(branches, key=fit)
    kinds = [branch.get("properties", {}).get("kind", {}).get("const") for branch in branches]
    if None not in kinds and not (isinstance(value, dict) and value.get("kind") in kinds):
        kind = {"enum": kinds}
        return {"type": "object", "properties": {"kind": kind}, "required": ["kind"]}
    return best


def _rows(plan: Mapping[str, Any], reader: _Reader) -> Iterator[list[float]]:
    axes = plan["axes"]
    for at, given in enumerate(plan.get("enqueue", ())):
        path = f"/plan/enqueue/{at}"
        if isinstance(given, list) and len(given) != len(axes):
            message = f"has {len(given)} coordinates, must have one per axis: {len(axes)}"
            reader.fault(path, "out_of_range", message)
            continue
        names = [axis["path"].rpartition("/")[2] for axis in axes]
        if isinstance(given, dict):
            for name in given.keys() - {*names, *(axis["path"] for axis in axes)}:
                message = f"is not an axis, must be one of {', '.join(names)}"
                reader.fault(f"{path}/{name}", "unknown_property", message)
        row = []
        for place, (axis, name) in enumerate(zip(axes, names, strict=True)):
            is_place = isinstance(given, list) and _is_textual(axis)
            if isinstance(given, list):
                value = given[place]
            elif axis["path"] in given or name in given:
                value = given[axis["path"] if axis["path"] in given else name]
            else:
                message = f"has no value of {axis['path']}, must have one per axis"
                reader.fault(path, "required", message)
                continue
            found = _row_number(axis, value, is_place)
            if found is None:
                reader.fault(
                    f"{path}/{name}", "out_of_range", f"is {value!r}, must be {_allowed(axis)}"
                )
            else:
                row.append(found)
        yield row


def _is_textual(axis: Mapping[str, Any]) -> bool:
    return any(isinstance(value, str) for value in axis.get("values", ()))


def _row_number(axis: Mapping[str, Any], value: Any, is_place: bool) -> float | None:
    if "values" not in axis:
        is_on = _is(value, "number") and axis["min"] <= value <= axis["max"]
        return value if is_on else None
    if is_place:
        return value if value in range(len(axis["values"])) else None
    return axis["values"].index(value) if value in axis["values"] else None


def _allowed(axis: Mapping[str, Any]) -> str:
    if "values" not in axis:
        return f"a number from {axis['min']} to {axis['max']}"
    return f"one of {', '.join(map(str, axis['values'][:16]))}"
