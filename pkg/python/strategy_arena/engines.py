"""The engines of a set of markets: one per thread, and the threads that run ranges of a plan."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from .datasets import Dataset, official, real
from .engine import Engine, to_json

T = TypeVar("T")

#: Engines with added markets, by the hash of their headers, and how many are kept.
_shared: dict[str, Engines] = {}
_SHARED_MAX = 4


class Engines:
    """Engines with the same markets. They are opened once per thread and kept."""

    def __init__(self, datasets: Iterable[Dataset]) -> None:
        self.datasets = tuple(datasets)
        self._of_thread = threading.local()
        self._lock = threading.Lock()
        #: The threads with the process that started them: a fork has none of its parent's.
        self._pool: tuple[int, ThreadPoolExecutor] | None = None

    @property
    def own(self) -> Engine:
        """The engine of this thread."""
        engine = getattr(self._of_thread, "engine", None)
        if engine is None:
            engine = Engine()
            for data in (*self.datasets, *real()):
                engine.ask("addDataset", to_json(data.header), data.columns)
            self._of_thread.engine = engine
        return engine

    @property
    def pool(self) -> ThreadPoolExecutor:
        """The threads of this process."""
        with self._lock:
            if self._pool is None or self._pool[0] != os.getpid():
                self._pool = (os.getpid(), ThreadPoolExecutor(cores()))
            return self._pool[1]

    def map(self, work: Callable[[int], T], parts: Iterable[int]) -> list[T]:
        """Do all parts, and return their results in order. One part is done by this thread."""
        listed = list(parts)
        if len(listed) < 2:
            return [work(part) for part in listed]
        return list(self.pool.map(work, listed))


def cores() -> int:
    """Return the most threads that run at a time."""
    return os.cpu_count() or 1


@cache
def official_engines() -> Engines:
    """Return the engines of the official markets, which all arenas of a process share."""
    return Engines(official())


def engines_with(added: tuple[Dataset, ...]) -> Engines:
    """Return the engines of the official markets and others, which equal arenas share.

    A task of a cluster gets a copy of its arena each time, and must not open the engines again.
    """
    official_ = official_engines()
    if not added:
        return official_
    key = hashlib.sha256(to_json([data.header for data in added])).hexdigest()
    with official_._lock:
        if key not in _shared:
            while len(_shared) >= _SHARED_MAX:
                _shared.pop(next(iter(_shared)))
            _shared[key] = Engines([*official_.datasets, *added])
        return _shared[key]
