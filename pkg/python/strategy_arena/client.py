"""A client of the service, from the standard library alone."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPResponse
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

from .answers import Board, Entered, Evaluation, Run
from .candidate import Candidate, candidate_of, shows_keywords
from .engine import to_json
from .errors import ArenaError

if TYPE_CHECKING:
    from .candidate import Keywords, Unpack
    from .types import (
        CandidateCheck,
        Family,
        FamilySummary,
        FullSimulation,
        Key,
        Market,
        Published,
        SearchList,
        SearchPoints,
        SearchView,
        Season,
        Strategy,
        StrategyParameters,
        StrategySummary,
        Unpublished,
    )

_FAMILY = "/v1/families/strategy-arena"
_TOO_MANY, _UNAVAILABLE = 429, 503
_RETRIES = 8
_TIMEOUT_S = 60
#: Most candidates of a request.
_BATCH = 32
#: Compute units of a second, until an answer has stated those of the key.
_UNITS = 50
_POLICY = re.compile(r'"compute";q=(\d+)')


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirect: it would take the key to another address."""

    def redirect_request(self, *_: Any) -> None:
        """Return no further request, so that the redirect is the answer."""


_OPENER = build_opener(_NoRedirect)


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
        self._units = _UNITS

    def list_families(self) -> list[FamilySummary]:
        """Return the families of the service."""
        return self._get("", root="/v1/families")

    def get_family(self) -> Family:
        """Return execution policy, scoring and gates."""
        return self._get("")

    def list_markets(self) -> list[Market]:
        """Return the markets with their datasets."""
        return self._get("/markets")

    def list_strategies(self) -> list[StrategySummary]:
        """Return the strategies."""
        return self._get("/strategies")

    def get_strategy(self, strategy_id: str) -> Strategy:
        """Return a strategy with its parameters."""
        return self._get(f"/strategies/{quote(strategy_id, safe='')}")

    def get_strategy_parameters(self, strategy_id: str) -> StrategyParameters:
        """Return the parameters of a strategy with their JSON Schema."""
        return self._get(f"/strategies/{quote(strategy_id, safe='')}/parameters")

    @shows_keywords
    def check_candidate(
        self, candidate: Candidate | None = None, /, **keywords: Unpack[Keywords]
    ) -> CandidateCheck:
        """Check a candidate without running it; return it with its hash and its price."""
        return self._post("/candidates/check", self._candidate(candidate, keywords))

    @shows_keywords
    def simulate(self, candidate: Candidate | None = None, /, **keywords: Unpack[Keywords]) -> Run:
        """Run a candidate: a whole one, or keywords such as ``strategy="yield-rsi"``."""
        return Run(self._post("/simulations/summary", self._candidate(candidate, keywords)), self)

    def simulate_batch(self, candidates: Sequence[Candidate]) -> list[Run | ArenaError]:
        """Run whole candidates; return for each, in order, its run, or why it was refused.

        A request has as many of them as the budget of the key can pay at once.
        """
        found: list[Run | ArenaError] = []
        while len(found) < len(candidates):
            part = self._affordable(candidates[len(found) :])
            try:
                results = self._post("/simulations/batch", {"candidates": part})["results"]
            except ArenaError as error:
                if len(part) > 1 or error.code != "COMPUTE_BUDGET_EXCEEDED":
                    raise
                results = [{"error": {"code": error.code, "detail": error.detail}}]
            found += [
                Run(result["simulation"], self)
                if "simulation" in result
                else ArenaError.of(result["error"])
                for result in results
            ]
        return found

    def full(self, candidate: Candidate) -> FullSimulation:
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
        started = self._create("/searches", {"plan": plan, **request})
        return Search(self, started["searchId"])

    def list_searches(self) -> SearchList:
        """Return the searches of the key, and its quota."""
        return self._get("/searches")

    def get_search(self, search_id: str) -> SearchView:
        """Return the progress of a search, and its report once it is done."""
        return self._get(f"/searches/{quote(search_id, safe='')}")

    def cancel_search(self, search_id: str) -> SearchView:
        """Cancel a search."""
        return self._call("DELETE", f"/searches/{quote(search_id, safe='')}")

    def get_search_points(self, search_id: str, start: int = 0, most: int = 1000) -> SearchPoints:
        """Return a page of the points of a search that stores them."""
        query = urlencode({"from": start, "most": most})
        return self._get(f"/searches/{quote(search_id, safe='')}/points?{query}")

    def get_search_file(self, search_id: str, file: str | Path) -> Path:
        """Save all points of a search that stores them as a Parquet file; return its path."""
        path = f"{_FAMILY}/searches/{quote(search_id, safe='')}/points.parquet"
        with self._open("GET", path) as answer, Path(file).open("wb") as saved:
            shutil.copyfileobj(answer, saved)
        return Path(file)

    def get_key(self) -> Key:
        """Return what this key may do, has done and has left."""
        return self._get("/key")

    def list_seasons(self) -> list[Season]:
        """Return all seasons with their states, the newest first."""
        return self._get("/seasons")["seasons"]

    @shows_keywords
    def enter_season(
        self,
        season_id: str,
        candidate: Candidate | None = None,
        /,
        *,
        name: str = "",
        **keywords: Unpack[Keywords],
    ) -> Entered:
        """Enter a candidate into a season, for good; ``name`` is shown on the board.

        The same candidate again is the same entry.
        """
        body = {"candidate": self._candidate(candidate, keywords), "name": name}
        return Entered(self._create(_entries(season_id), body))

    def list_entries(self, season_id: str) -> list[Entered]:
        """Return the entries of the key in a season, with their receipts and results."""
        return [Entered(entered) for entered in self._get(_entries(season_id))["entries"]]

    def hide_entry_name(self, season_id: str, number: int) -> Entered:
        """Hide the name of an entry for good; the board shows its number instead."""
        return Entered(self._call("DELETE", f"{_entries(season_id)}/{number}/name"))

    def get_leaderboard(
        self,
        board: str,
        *,
        sort: str = "score",
        eligible: bool = False,
        start: int = 0,
        most: int = 200,
    ) -> Board:
        """Return rows of a practice board, such as ``susde-hourly``, by ``score`` or ``edge``."""
        flag = "true" if eligible else "false"
        query = urlencode({"sort": sort, "eligible": flag, "from": start, "most": most})
        return Board(self._get(f"/leaderboard/{quote(board, safe='')}?{query}"))

    def publish(self, evaluation: Evaluation | Mapping[str, Any], name: str) -> Published:
        """Publish an evaluation of the key, or its receipt, on its practice board."""
        receipt = evaluation if "payload" in evaluation else evaluation["receipt"]
        if receipt is None:
            detail = "Cannot publish: the evaluation has no receipt, because its host signs nothing"
            raise ArenaError("RECEIPT_INVALID", detail)
        return self._create("/leaderboard", {"receipt": dict(receipt), "name": name})

    def unpublish(self, board: str, candidate_hash: str) -> Unpublished:
        """Withdraw a candidate of the key from its practice board."""
        path = f"/leaderboard/{quote(board, safe='')}/{quote(candidate_hash, safe='')}"
        return self._call("DELETE", path)

    def _candidate(
        self, candidate: Candidate | None, keywords: Mapping[str, Any]
    ) -> dict[str, Any]:
        market = keywords.get("market")
        if isinstance(market, str) and self._markets is None:
            self._markets = {found["key"]: found["id"] for found in self.list_markets()}
        return candidate_of(self._markets or {}, candidate, **keywords)

    def _affordable(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Return the first candidates that the budget can pay at once, at least one."""
        part, units = list(candidates[:1]), _price(candidates[0])
        for candidate in candidates[1:_BATCH]:
            units += _price(candidate)
            if units > self._units:
                break
            part.append(candidate)
        return part

    def _get(self, path: str, *, root: str = _FAMILY) -> Any:
        return self._call("GET", path, root=root)

    def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._call("POST", path, body=to_json(body))

    def _create(self, path: str, body: Mapping[str, Any]) -> Any:
        """Post a request that creates something, once however often it is sent."""
        headers = {"idempotency-key": str(uuid4())}
        return self._call("POST", path, body=to_json(body), headers=headers)

    def _call(
        self,
        method: str,
        path: str,
        *,
        root: str = _FAMILY,
        body: bytes | None = None,
        headers: Mapping[str, str] = {},
    ) -> Any:
        with self._open(method, root + path, body, headers) as answer:
            return json.loads(answer.read())["data"]

    def _open(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] = {},
    ) -> HTTPResponse:
        """Return an answer that is not a problem."""
        headers = {"x-api-key": self._key, **headers}
        if body is not None:
            headers["content-type"] = "application/json"
        for attempt in range(_RETRIES + 1):
            request = Request(self._url + path, body, headers, method=method)
            try:
                answer = _OPENER.open(request, timeout=_TIMEOUT_S)
            except HTTPError as error:
                problem = _problem(error)
            else:
                stated = _POLICY.search(answer.headers.get("ratelimit-policy", ""))
                self._units = int(stated[1]) if stated else self._units
                return answer
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

    def wait(self, every_s: float = 0.5) -> SearchView:
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


def _price(candidate: Candidate) -> int:
    """Return the compute units of a candidate."""
    return 10 * max(1, len(candidate["components"]))


def _entries(season_id: str) -> str:
    return f"/seasons/{quote(season_id, safe='')}/entries"


def _problem(error: HTTPError) -> dict[str, Any]:
    """Return the problem of an answer; of a proxy's page, one that says so."""
    try:
        problem = json.loads(error.read())
        return {**problem, "code": problem["code"], "detail": problem["detail"]}
    except (ValueError, KeyError, TypeError):
        detail = f"Cannot read the answer: status {error.code} is not of the service"
        return {"code": "NOT_OF_THE_SERVICE", "detail": detail, "status": error.code}
