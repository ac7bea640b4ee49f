"""A client of the service, from the standard library alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from .answers import Evaluation, Run
from .candidate import Candidate, candidate_of
from .engine import to_json
from .errors import ArenaError

_FAMILY = "/v1/families/strategy-arena"
_TOO_MANY, _UNAVAILABLE = 429, 503
_RETRIES = 8
_TIMEOUT_S = 60


class Client:
    """Calls one service with one key; waits as long as its limits ask for.

    Args:
        url: address of the service, without a path.
        key: the API key.
        sleep: waits for seconds; replaced by tests.
    """

    def __init__(self, url: str, key: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._sleep = sleep
        self._markets: dict[str, int] | None = None

    def list_families(self) -> list[dict[str, Any]]:
        """Return the families of the service."""
        return self._get("", root="/v1/families")

    def get_family(self) -> dict[str, Any]:
        """Return execution policy, scoring and gates."""
        return self._get("")

    def list_markets(self) -> list[dict[str, Any]]:
        """Return the markets with their datasets."""
        return self._get("/markets")

    def list_strategies(self) -> list[dict[str, Any]]:
        """Return the strategies."""
        return self._get("/strategies")

    def get_strategy(self, strategy_id: str) -> dict[str, Any]:
        """Return a strategy with its parameters."""
        return self._get(f"/strategies/{quote(strategy_id, safe='')}")

    def get_strategy_parameters(self, strategy_id: str) -> dict[str, Any]:
        """Return the parameters of a strategy with their JSON Schema."""
        return self._get(f"/strategies/{quote(strategy_id, safe='')}/parameters")

    def check_candidate(
        self, candidate: Candidate | None = None, /, **keywords: Any
    ) -> dict[str, Any]:
        """Check a candidate without running it; return it with its hash and its price."""
        return self._post("/candidates/check", self._candidate(candidate, keywords))

    def simulate(self, candidate: Candidate | None = None, /, **keywords: Any) -> Run:
        """Run a candidate: a whole one, or keywords such as ``strategy="yield-rsi"``."""
        return Run(self._post("/simulations/summary", self._candidate(candidate, keywords)), self)

    def full(self, candidate: Candidate) -> dict[str, Any]:
        """Return a run with all its ledgers and series."""
        return self._post("/simulations", candidate)

    def trades(self, candidate: Candidate) -> list[dict[str, Any]]:
        """Return the fills, skipped trades and redemptions of a candidate."""
        return self._post("/simulations/trades", candidate)["events"]

    def evaluate(self, simulation: Run | Mapping[str, Any]) -> Evaluation:
        """Score a simulation of any host; counts a try of the key."""
        data = simulation.data if isinstance(simulation, Run) else simulation
        return Evaluation(self._post("/evaluations", data))

    def search(self, plan: Mapping[str, Any], **request: Any) -> Search:
        """Start a search plan, which runs in the background."""
        started = self._post("/searches", {"plan": plan, **request})
        return Search(self, started["searchId"])

    def list_searches(self) -> dict[str, Any]:
        """Return the searches of the key, and its quota."""
        return self._get("/searches")

    def get_search(self, search_id: str) -> dict[str, Any]:
        """Return the progress of a search, and its report once it is done."""
        return self._get(f"/searches/{quote(search_id, safe='')}")

    def cancel_search(self, search_id: str) -> dict[str, Any]:
        """Cancel a search."""
        return self._call("DELETE", f"/searches/{quote(search_id, safe='')}")

    def get_search_points(self, search_id: str, start: int = 0, most: int = 1000) -> dict[str, Any]:
        """Return a page of the points of a search that stores them."""
        query = urlencode({"from": start, "most": most})
        return self._get(f"/searches/{quote(search_id, safe='')}/points?{query}")

    def _candidate(
        self, candidate: Candidate | None, keywords: Mapping[str, Any]
    ) -> dict[str, Any]:
        market = keywords.get("market")
        if isinstance(market, str) and self._markets is None:
            self._markets = {found["key"]: found["id"] for found in self.list_markets()}
        return candidate_of(self._markets or {}, candidate, **keywords)

    def _get(self, path: str, *, root: str = _FAMILY) -> Any:
        return self._call("GET", path, root=root)

    def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._call("POST", path, body=to_json(body))

    def _call(
        self, method: str, path: str, *, root: str = _FAMILY, body: bytes | None = None
    ) -> Any:
        headers = {"x-api-key": self._key}
        if body is not None:
            headers["content-type"] = "application/json"
        for attempt in range(_RETRIES + 1):
            request = Request(self._url + root + path, body, headers, method=method)
            try:
                with urlopen(request, timeout=_TIMEOUT_S) as answer:
                    return json.loads(answer.read())["data"]
            except HTTPError as error:
                problem = _problem(error)
            wait_ms = problem.get("retryAfterMs")
            is_busy = problem["status"] in (_TOO_MANY, _UNAVAILABLE)
            if wait_ms is None or not is_busy or attempt == _RETRIES:
                raise ArenaError.of(problem)
            self._sleep(wait_ms / 1000)
        raise AssertionError("the last attempt returns or raises")


class Search:
    """A search of the key."""

    def __init__(self, client: Client, search_id: str) -> None:
        self._client = client
        self.search_id = search_id

    def wait(self, every_s: float = 0.5) -> dict[str, Any]:
        """Wait for the end; return the view with its report."""
        while True:
            view = self._client.get_search(self.search_id)
            if view["status"] not in ("queued", "running"):
                return view
            self._client._sleep(every_s)

    def to_pandas(self) -> Any:
        """Return the points, if the search was started with ``points="all"``, as a frame."""
        import pandas

        rows: list[list[Any]] = []
        while True:
            page = self._client.get_search_points(self.search_id, len(rows))
            rows += page["rows"]
            if page["next"] is None:
                return pandas.DataFrame(rows, columns=page["columns"])


def _problem(error: HTTPError) -> dict[str, Any]:
    """Return the problem of an answer; of a proxy's page, one that says so."""
    try:
        problem = json.loads(error.read())
        return {**problem, "code": problem["code"], "detail": problem["detail"]}
    except (ValueError, KeyError, TypeError):
        detail = f"Cannot read the answer: status {error.code} is not of the service"
        return {"code": "NOT_OF_THE_SERVICE", "detail": detail, "status": error.code}
