"""The stages of a search of a plan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .engine import Doubles, to_json
from .errors import wrong_field
from .folder import Folder
from .machines import Machines, in_turn
from .tasks import EVALUATED, evaluate, merge, on_paths, only, summarise
from .words import enqueued_rows, read_plan

if TYPE_CHECKING:
    from .arena import Arena

#: Most candidates of a search: a year of one core.
_CANDIDATES_MAX = 1e11
#: The most of the best candidates in a report.
_TOP_MAX = 256
#: Least and most candidates of a range, and bars that one may walk: 4 to 10 seconds of a core.
_RANGE_MIN, _RANGE_MAX, _RANGE_BARS = 256, 1 << 20, 2.2e9
#: Bars that take as long as the work on a candidate that does not depend on its bars.
_CANDIDATE_BARS = 1_000
#: Most candidates of a range whose points are kept: they are in memory together.
_POINTS_MAX = 1 << 17
#: Ranges for each core, so that all finish at about the same time, and ranges that are one step of
#: the progress, and one file of a folder.
_PER_CORE, _SPAN_MAX = 16, 16
#: Components of a part that is evaluated, and runs of one component on paths that are a part.
_EVALUATED_MAX, _PATH_RUNS = 32, 8_192


class StageRuns:
    """A plan that was read, and the ways in which its stages run."""

    def __init__(self, arena: Arena, plan: Mapping[str, Any], top: int, points: str | None) -> None:
        if not isinstance(top, int) or not 1 <= top <= _TOP_MAX:
            message = f"is {top!r}, must be a whole number from 1 to {_TOP_MAX}"
            raise wrong_field("Cannot search", "/top", "out_of_range", message)
        self._arena, self._points = arena, points
        if points is not None:
            import pyarrow  # noqa: F401  # Before anything is run.
        base = plan.get("base") if isinstance(plan, Mapping) else None
        if isinstance(base, Mapping):
            # The engine names the faults of a candidate as everywhere.
            arena.describe({"base": base})
        self.plan = read_plan(plan)
        drawn = {"base": self.plan["base"], "axes": self.plan["axes"]}
        is_grid = self.plan["method"]["kind"] == "grid"
        method = {"method": "grid"} if is_grid else {"method": "sobol", "count": 1}
        self._described = arena.describe({**drawn, **method})
        self._drawn, self._space = drawn, _space(drawn)
        self._timeframe = self.plan["base"].get("timeframe", "hourly")
        self._ids = self.plan.get("markets", {}).get("ids")
        _check(self.plan, [each["marketId"] for each in self._all_headers()])
        self._components = len(self.plan["base"]["components"]) * len(self._ids or [0])
        self.request = to_json(
            {
                "plan": self.plan,
                "topMax": top,
                "enqueued": enqueued_rows(self.plan),
                "datasets": [self._dataset_report(each) for each in self._headers()],
            }
        )
        size = arena._engine.ask("searchSize", self.request)
        if size["candidates"] > _CANDIDATES_MAX:
            message = f"has {size['candidates']:.3g} candidates, must have at most 1e11"
            raise wrong_field("Cannot search", "/plan", "out_of_range", message)
        #: The most candidates of all stages.
        self.total = int(size["candidates"])
        self._bars = size["bars"]
        versions = arena._engine.static_bytes("engineInfo")
        self.identity = hashlib.sha256(
            versions + self.request + str(points is None).encode()
        ).hexdigest()

    def rows(self, stage: Mapping[str, Any], results: bytes) -> Doubles:
        """Return the rows of a stage whose draw is a list."""
        axes = len(self.plan["axes"])
        if stage["draw"]["method"] != "list":
            return np.empty((0, axes))
        return self._arena._engine.doubles_of("stageRows", self.request, results).reshape(-1, axes)

    def stage(
        self, stage: Mapping[str, Any], rows: Doubles, where: tuple[Machines, Folder, str, Any]
    ) -> bytes:
        """Run a stage; return its result as the report takes it."""
        machines_, _, _, bar = where
        if stage["role"] in ("search", "test"):
            return self._ranges(stage, rows, where)
        if bar is not None:
            bar.set_description(stage["name"])
        candidates = self._candidates(stage, rows)
        if stage["role"] == "evaluate":
            size = max(1, _EVALUATED_MAX // self._components)
            work = partial(evaluate, self._arena, stage["trials"])
        else:
            paths = stage["paths"]
            size = max(1, _PATH_RUNS // ((paths["to"] - paths["from"]) * self._components))
            work = partial(on_paths, self._arena, (paths["from"], paths["to"]))
        runs = [self._on_markets(each) for each in candidates]
        parts = [runs[at : at + size] for at in range(0, len(runs), size)]
        spans = [[[run for each in part for run in each]] for part in parts]
        found = dict(in_turn(machines_, work, spans, only))
        in_order = [found[at] for at in range(len(spans))]
        if stage["role"] == "paths":
            return b"".join(in_order)
        return to_json([each for part in in_order for each in json.loads(part)])

    def _ranges(
        self, stage: Mapping[str, Any], rows: Doubles, where: tuple[Machines, Folder, str, Any]
    ) -> bytes:
        machines_, kept, name, bar = where
        count, total = int(stage["count"]), b""
        if bar is not None:
            bar.set_description(stage["name"])
        done = kept.parts(name)
        for (_, size), packed in done.items():
            total = merge(total, packed)
            if bar is not None:
                bar.update(size)
        spans = self._spans(count, machines_.cores, list(done))
        requests = [[self._request(stage, rows, part) for part in span] for span in spans]
        work = partial(summarise, self._arena, self._kept_points(stage))
        for at, packed in in_turn(machines_, work, requests, merge):
            first, size = spans[at][0][0], sum(size for _, size in spans[at])
            kept.write_part(name, (first, size), packed)
            total = merge(total, packed)
            if bar is not None:
                bar.update(size)
        return total

    def _spans(
        self, count: int, cores: int, done: Sequence[tuple[int, int]]
    ) -> list[list[tuple[int, int]]]:
        """Cut what is not done of a stage into spans of ranges."""
        most = int(_RANGE_BARS / (self._components * self._bars + _CANDIDATE_BARS))
        most = min(_RANGE_MAX if self._points is None else _POINTS_MAX, max(_RANGE_MIN, most))
        size = min(most, max(_RANGE_MIN, -(-count // (_PER_CORE * cores))))
        ranges: list[tuple[int, int]] = []
        at = 0
        for first, length in [*sorted(done), (count, 0)]:
            ranges += [(start, min(size, first - start)) for start in range(at, first, size)]
            at = first + length
        width = min(_SPAN_MAX, max(1, len(ranges) // _SPAN_MAX))
        if len(ranges) > 2:
            width = max(2, width)
        spans: list[list[tuple[int, int]]] = []
        for part in ranges:
            # A span is a range too, so that a folder knows it by its ends.
            is_next = spans and sum(spans[-1][-1]) == part[0] and len(spans[-1]) < width
            if is_next:
                spans[-1].append(part)
            else:
                spans.append([part])
        return spans

    def _request(self, stage: Mapping[str, Any], rows: Doubles, part: tuple[int, int]) -> bytes:
        first, count = part
        draw = {name: value for name, value in stage["draw"].items() if name != "first"}
        is_list = draw["method"] == "list"
        if is_list:
            draw = {"method": "list", "rows": rows[first : first + count].tolist()}
        if stage["window"] is not None:
            draw["window"] = stage["window"]
        aim = self.plan["aim"]
        bounds = [each for each in self.plan["constraints"] if each["figure"] not in EVALUATED]
        return to_json(
            {
                "plan": {**self._drawn, **draw},
                "from": 0 if is_list else int(stage["draw"].get("first", 0)) + first,
                "count": count,
                "first": first,
                **({"markets": self.plan["markets"]} if "markets" in self.plan else {}),
                "aim": "score" if aim in EVALUATED else aim,
                "constraints": bounds,
                "space": self._space,
                "topMax": stage["topMax"],
                "passes": stage["passes"],
            }
        )

    def _kept_points(self, stage: Mapping[str, Any]) -> tuple[Any, ...] | None:
        if self._points is None:
            return None
        described = self._described
        return self._points, stage["name"], described["columns"], described["statuses"], self._drawn

    def _candidates(self, stage: Mapping[str, Any], rows: Doubles) -> list[dict[str, Any]]:
        found: list[Any] = []
        for at in range(0, len(rows), 256):
            some = rows[at : at + 256].tolist()
            plan: dict[str, Any] = {**self._drawn, "method": "list", "rows": some}
            if stage["window"] is not None:
                plan["window"] = stage["window"]
            found += self._arena.describe(plan, list(range(len(some))))["candidates"]
        return [self.plan["base"] if isinstance(each, str) else each for each in found]

    def _on_markets(self, candidate: dict[str, Any]) -> list[dict[str, Any]]:
        if self._ids is None:
            return [candidate]
        return [{**candidate, "marketId": market} for market in self._ids]

    def _all_headers(self) -> list[Mapping[str, Any]]:
        """Return the headers of the datasets of the plan's timeframe, by their markets."""
        headers = [data.header for data in self._arena._engines.datasets]
        found = {each["marketId"]: each for each in headers if each["timeframe"] == self._timeframe}
        return [found[market] for market in sorted(found)]

    def _headers(self) -> list[Mapping[str, Any]]:
        on_axis = [axis for axis in self.plan["axes"] if axis["path"] == "/marketId"]
        given = self.plan.get("markets", {}).get("ids", [self.plan["base"]["marketId"]])
        ids = on_axis[0]["values"] if on_axis else given
        return [each for each in self._all_headers() if each["marketId"] in ids]

    def _dataset_report(self, header: Mapping[str, Any]) -> dict[str, Any]:
        times = self._arena.columns(header["marketId"], header["timeframe"])["timestamp"]
        ends = times[[header["tradeStartIndex"], -1]].astype("datetime64[D]")
        return {
            **{name: header[name] for name in ("marketId", "marketKey", "marketName", "timeframe")},
            "days": [str(day) for day in ends],
            **{name: header[name] for name in ("provenance", "estimated", "sha256")},
        }


def _check(plan: Mapping[str, Any], known: Sequence[int]) -> None:
    """Refuse what the schema cannot."""
    named = [plan["aim"], *(each["figure"] for each in plan["constraints"])]
    later = next((name for name in named if name in EVALUATED), None)
    if later is not None and plan["evaluate"] == 0:
        message = f"is 0, must be at least 1: only an evaluation has {later}"
        raise wrong_field("Cannot search", "/plan/evaluate", "out_of_range", message)
    if later is not None and plan["windows"]["kind"] == "holdout":
        message = f"are a hold-out, of which an evaluation, which {later} needs, sees all bars"
        raise wrong_field("Cannot search", "/plan/windows", "not_allowed", message)
    ids = plan.get("markets", {}).get("ids")
    if ids is None:
        return
    wrong = [each for each in ids if each not in known]
    message = ""
    if wrong or len(set(ids)) < len(ids):
        message = f"are {ids}, must be different ones of {', '.join(map(str, known))}"
    elif plan["base"]["marketId"] not in ids:
        message = f"are without {plan['base']['marketId']}, must have the market of the base"
    elif any(axis["path"] == "/marketId" for axis in plan["axes"]):
        message = "are given, must be left out beside an axis of /marketId"
    if message:
        raise wrong_field("Cannot search", "/plan/markets/ids", "not_allowed", message)


def _space(drawn: Mapping[str, Any]) -> int:
    """Name a plan's candidates for their hashes: FNV-1a of the base and the paths of the axes."""
    named = [_ecmascript(drawn["base"]), [axis["path"] for axis in drawn["axes"]]]
    text = json.dumps(named, ensure_ascii=False, separators=(",", ":"))
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
    seed = 0x811C9DC5
    for unit in units.tolist():
        seed = (seed ^ unit) * 0x01000193 & 0xFFFFFFFF
    return seed


def _ecmascript(value: Any) -> Any:
    """Return a value whose whole numbers print without a point."""
    if isinstance(value, dict):
        return {name: _ecmascript(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_ecmascript(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
