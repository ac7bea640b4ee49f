"""A search, wherever its ranges run, and its report."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .answers import Answer
from .engine import opened
from .folder import Folder
from .machines import machines, progress_bar
from .stage_runs import StageRuns

if TYPE_CHECKING:
    import pandas

    from .arena import Arena

#: The best candidates of a report by default.
TOP = 20


class SearchReport(Answer):
    """The report of a search: what was found, and how far the best can be trusted."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(json.loads(raw))
        #: The bytes of the report: the same wherever a search runs.
        self.raw = raw

    @property
    def sha256(self) -> str:
        """Hash of the bytes of the report."""
        return hashlib.sha256(self.raw).hexdigest()

    @property
    def verdict(self) -> Answer:
        """Whether the best can be trusted, in a sentence with its reasons."""
        return self["verdict"]

    @property
    def top(self) -> list[dict[str, Any]]:
        """The best candidates, best first."""
        return self.data["top"]

    def to_frame(self) -> pandas.DataFrame:
        """Return a row for each of the best: coordinates by axis, figures, and its evaluation."""
        import pandas

        names = [axis["path"].rpartition("/")[2] for axis in self.data["plan"]["axes"]]
        if len(set(names)) < len(names):
            names = [axis["path"] for axis in self.data["plan"]["axes"]]
        rows = [
            {
                "rank": each["rank"],
                **dict(zip(names, each["coordinates"], strict=True)),
                **each["figures"],
                **(each["evaluation"] or {}).get("figures", {}),
                "eligible": (each["evaluation"] or {}).get("eligible"),
            }
            for each in self.top
        ]
        return pandas.DataFrame(rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.raw,)

    def _repr_html_(self) -> str:
        return f"<p>{self.data['verdict']['sentence']}</p>{self.to_frame().to_html(index=False)}"


def search(
    arena: Arena,
    plan: Mapping[str, Any],
    client: Any,
    *,
    folder: str | Path | None,
    points: str | Path | None,
    top: int,
    progress: bool | None,
) -> SearchReport:
    """Run a search; see :meth:`Arena.search`."""
    run = StageRuns(arena, plan, top, None if points is None else str(points))
    kept = Folder(folder, run.identity)
    where = machines(client, arena._engines)
    bar = progress_bar(run.total, progress)
    results = b""
    try:
        for number in range(1 << 30):
            answer = arena._engine.bytes_of("report", run.request, results)
            at = answer.find(b'"report":')
            stage = None if at >= 0 else opened(answer)["stage"]
            if stage is None:
                report = SearchReport(answer[at + len(b'"report":') : -2])
                kept.write("report.json", report.raw)
                return report
            name = f"{number:05}-{stage['name']}"
            result = kept.read(name)
            if result is None:
                rows = run.rows(stage, results)
                result = run.stage(stage, rows, (where, kept, name, bar))
                kept.write(name, result)
            elif bar is not None:
                bar.update(stage["count"])
            results += struct.pack("<Q", len(result)) + result
        raise AssertionError("a search has an end")
    finally:
        if bar is not None:
            bar.close()
