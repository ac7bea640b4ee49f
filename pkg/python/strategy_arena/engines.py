"""The engines of a set of markets: one per thread, and the threads that run ranges of a plan."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from .datasets import Dataset, official, real
from .engine import Engine, to_json

T = TypeVar("T")


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

    def map(self, work: Callable[[int], T], parts: Iterable[int]) -> list[T]:
        """Do all parts, and return their results in order. One part is done by this thread."""
        listed = list(parts)
        if len(listed) < 2:
            return [work(part) for part in listed]
        with self._lock:
            if self._pool is None or self._pool[0] != os.getpid():
                self._pool = (os.getpid(), ThreadPoolExecutor(cores()))
            pool = self._pool[1]
        return list(pool.map(work, listed))


def cores() -> int:
    """Return the most threads that run at a time."""
    return os.cpu_count() or 1


@cache
def official_engines() -> Engines:
    """Return the engines of the official markets, which all arenas of a process share."""
    return Engines(official())
