"""Where the ranges of a search run: threads, processes, Dask or Ray."""

from __future__ import annotations

import concurrent.futures
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from .engines import Engines, cores
from .errors import wrong_field

#: Reduces the results of all parts to one; any order and any tree gives the same.
Merge = Callable[..., Any]


class Machines(Protocol):
    """Processors that run the parts of a span, and merge what they found."""

    @property
    def cores(self) -> int:
        """Parts that run at a time."""

    def at_once(self, parts: int) -> int:
        """Return how many spans of so many parts keep all cores busy."""

    def start(self, run: Callable[[Any], Any], parts: Sequence[Any], merge: Merge) -> Any:
        """Begin a span; return what stands for its result."""

    def first(self, begun: Sequence[Any]) -> tuple[Any, Any]:
        """Wait for any of the spans; return what stands for it, and its result."""

    def cancel(self, begun: Sequence[Any]) -> None:
        """Give up spans that have begun."""


def machines(client: Any, engines: Engines) -> Machines:
    """Return the machines of a client: None, an executor, a client of Dask, or ``"ray"``."""
    if client is None:
        return _Pool(engines.pool, cores())
    if isinstance(client, concurrent.futures.Executor):
        # An executor does not say how many workers it has.
        return _Pool(client, getattr(client, "_max_workers", None) or cores())
    if isinstance(client, str) and client == "ray":
        return _Ray()
    if type(client).__module__.partition(".")[0] == "distributed" and hasattr(client, "submit"):
        return _Dask(client)
    message = f'is {client!r}, must be None, an executor, a client of Dask, or "ray"'
    raise wrong_field("Cannot search", "/client", "wrong_type", message)


def in_turn(
    where: Machines, run: Callable[[Any], Any], spans: Sequence[Sequence[Any]], merge: Merge
) -> Iterator[tuple[int, Any]]:
    """Run all spans, as many at a time as keep the machines busy; yield each number and result."""
    waiting = iter(enumerate(spans))
    begun: dict[Any, int] = {}
    parts = max((len(span) for span in spans), default=1)
    at_once = where.at_once(parts)
    try:
        while True:
            for number, span in waiting:
                begun[where.start(run, span, merge)] = number
                if len(begun) >= at_once:
                    break
            if not begun:
                return
            handle, result = where.first(list(begun))
            yield begun.pop(handle), result
    finally:
        where.cancel(list(begun))


def _run_all(run: Callable[[Any], Any], parts: Sequence[Any], merge: Merge) -> Any:
    """Run the parts of a span one after the other."""
    return merge(*[run(part) for part in parts])


def _call(work: Callable[..., Any], *parts: Any) -> Any:
    """Do work in a task of Ray, which takes functions only."""
    return work(*parts)


class _Pool:
    """Threads or processes of this machine: a task is a span."""

    def __init__(self, pool: concurrent.futures.Executor, size: int) -> None:
        self._pool = pool
        self.cores = size

    def at_once(self, _: int) -> int:
        return self.cores + 1

    def start(self, run: Callable[[Any], Any], parts: Sequence[Any], merge: Merge) -> Any:
        return self._pool.submit(_run_all, run, parts, merge)

    def first(self, begun: Sequence[Any]) -> tuple[Any, Any]:
        done, _ = concurrent.futures.wait(begun, return_when="FIRST_COMPLETED")
        handle = next(each for each in begun if each in done)
        return handle, handle.result()

    def cancel(self, begun: Sequence[Any]) -> None:
        for each in begun:
            each.cancel()


class _Dask:
    """A cluster of Dask: a task is a part, and a tree of tasks merges them."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @property
    def cores(self) -> int:
        return max(1, sum(self._client.nthreads().values()))

    def at_once(self, parts: int) -> int:
        return max(2, -(-2 * self.cores // parts))

    def start(self, run: Callable[[Any], Any], parts: Sequence[Any], merge: Merge) -> Any:
        found = [self._client.submit(run, part, pure=False) for part in parts]
        while len(found) > 1:
            pairs = [found[at : at + 2] for at in range(0, len(found), 2)]
            found = [self._client.submit(merge, *pair, pure=False) for pair in pairs]
        return found[0]

    def first(self, begun: Sequence[Any]) -> tuple[Any, Any]:
        from distributed import wait

        done = wait(begun, return_when="FIRST_COMPLETED").done
        handle = next(each for each in begun if each in done)
        return handle, handle.result()

    def cancel(self, begun: Sequence[Any]) -> None:
        if begun:
            self._client.cancel(begun)


class _Ray:
    """A cluster of Ray: a task is a part, and a tree of tasks merges them."""

    def __init__(self) -> None:
        import ray

        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        self._ray = ray
        # A worker that dies is replaced, however often that happens.
        self._begin = ray.remote(max_retries=-1)(_call)

    @property
    def cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def at_once(self, parts: int) -> int:
        return max(2, -(-2 * self.cores // parts))

    def start(self, run: Callable[[Any], Any], parts: Sequence[Any], merge: Merge) -> Any:
        work, join = self._ray.put(run), self._ray.put(merge)
        found = [self._begin.remote(work, part) for part in parts]
        while len(found) > 1:
            pairs = [found[at : at + 2] for at in range(0, len(found), 2)]
            found = [self._begin.remote(join, *pair) for pair in pairs]
        return found[0]

    def first(self, begun: Sequence[Any]) -> tuple[Any, Any]:
        done, _ = self._ray.wait(list(begun))
        try:
            return done[0], self._ray.get(done[0])
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause or error from None

    def cancel(self, begun: Sequence[Any]) -> None:
        for each in begun:
            self._ray.cancel(each)


def progress_bar(total: int, wanted: bool | None) -> Any:
    """Return a bar of tqdm for a terminal or a notebook; None without either, or without tqdm."""
    is_notebook = "ipykernel" in sys.modules
    if wanted is False or (wanted is None and not (is_notebook or sys.stderr.isatty())):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if wanted:
            raise
        return None
    return tqdm(total=total, unit=" candidates", unit_scale=True)
