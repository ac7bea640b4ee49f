"""The engine: WebAssembly whose bytes are those of the service and of the page."""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from importlib import metadata, resources
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

from .desk import Desk, program
from .errors import ArenaError, wrong_field

Doubles = np.ndarray[Any, np.dtype[np.float64]]

#: Alignment of bytes and of doubles, as the allocator of the engine wants it.
_BYTE, _DOUBLE = 1, 8
#: The first try of a key: evaluated, counted (0 is no), searched, variance of their ratios.
_FIRST_TRY = np.array([1.0, 0.0, 1.0, math.nan])
#: The types of Python that are JSON as they are.
_JSON = (str, int, float, dict, list, tuple, type(None))

_lock = threading.Lock()
_compiled: tuple[wasmtime.Engine, wasmtime.Module, wasmtime.Module] | None = None


def data_file(name: str) -> Path:
    """Return a file of the package, or of the checkout that the package is installed from."""
    packed = Path(str(resources.files(__package__))) / "data" / name
    if packed.exists():
        return packed
    pkg = Path(__file__).resolve().parents[2]
    return pkg / name if name.endswith(".wasm") else pkg.parent / "datasets" / name


class Engine:
    """One instance of the engine. Its calls exclude each other; use one per thread."""

    def __init__(self) -> None:
        engine, module, desk = _compile()
        self._store = wasmtime.Store(engine)
        linker = wasmtime.Linker(engine)
        for wanted in module.imports:
            function = self._import(wanted.name or "")
            linker.define(
                self._store,
                wanted.module,
                wanted.name or "",
                wasmtime.Func(self._store, wanted.type, function),
            )
        self._exports = linker.instantiate(self._store, module).exports(self._store)
        self._memory = self._exports["memory"]
        self._lock = threading.Lock()
        self._call("__wbindgen_start")
        self._handle = self._call("arena_new")
        self._desk = Desk(self._store, linker, desk, self._exports, self._handle)
        self._trial = _FIRST_TRY

    def ask(self, name: str, *inputs: Any) -> Any:
        """Call an operation on the markets of this instance; return its JSON, or raise."""
        return opened(self.bytes_of(name, *inputs))

    def ask_static(self, name: str) -> Any:
        """Call an operation that needs no market; return its JSON."""
        with self._lock:
            return opened(self._take(self._call(name), _BYTE))

    def bytes_of(self, name: str, *inputs: Any) -> bytes:
        """Call an operation that answers with bytes."""
        with self._lock:
            if name == "simulate":
                return self._desk.simulate(*inputs)
            return self._take(
                self._call(f"arena_{name}", self._handle, *self._passed(inputs)), _BYTE
            )

    def static_bytes(self, name: str, *inputs: Any) -> bytes:
        """Call an operation that needs no market and answers with bytes."""
        with self._lock:
            return self._take(self._call(name, *self._passed(inputs)), _BYTE)

    def summarise(self, request: bytes, before: bytes, points: Doubles) -> bytes:
        """Run a range for its packed summary; its columns go into ``points`` unless empty."""
        with self._lock:
            passed = self._passed((request, before, points))
            return self._take(self._call("arena_summarise", self._handle, *passed, points), _BYTE)

    def evaluate_among(self, simulation: bytes, trial: Doubles) -> Any:
        """Score a simulation among the trials of a search; see ``_FIRST_TRY`` for their members."""
        with self._lock:
            passed = self._passed((b"{}", simulation, None))
            self._trial = trial
            try:
                return opened(
                    self._take(self._call("arena_evaluate", self._handle, *passed), _BYTE)
                )
            finally:
                self._trial = _FIRST_TRY

    def required_edge(self, standard_error: float, trials: float, paths: int) -> float:
        """Return the edge that would pass after as many trials."""
        with self._lock:
            return self._call("requiredEdge", float(standard_error), float(trials), float(paths))

    def sister_seeds(self) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Return the seeds of the paths of a verdict, in their order."""
        with self._lock:
            return np.frombuffer(self._take(self._call("sisterSeeds"), _DOUBLE), dtype="<u8")

    def doubles_of(self, name: str, *inputs: Any) -> Doubles:
        """Call an operation that answers with doubles; they are copied once, out of the engine."""
        with self._lock:
            found = self._call(f"arena_{name}", self._handle, *self._passed(inputs))
            return np.frombuffer(self._take(found, _DOUBLE), dtype="<f8")

    def _call(self, name: str, *values: Any) -> Any:
        return self._exports[name](self._store, *values)

    def _passed(self, inputs: tuple[Any, ...]) -> list[Any]:
        """Return inputs as the engine takes them: lists as an address and a length."""
        passed: list[Any] = []
        for value in inputs:
            if isinstance(value, bytes | np.ndarray):
                passed += self._given(value)
            else:
                passed.append(value)
        return passed

    def _given(self, value: bytes | Doubles) -> tuple[int, int]:
        """Give bytes or doubles to the engine, which frees them."""
        content, width = (value, _BYTE) if isinstance(value, bytes) else (value.tobytes(), _DOUBLE)
        address = self._call("__wbindgen_malloc", len(content), width) & 0xFFFFFFFF
        self._memory.write(self._store, content, address)
        return address, len(content) // width

    def _take(self, found: Any, width: int) -> bytes:
        """Copy an answer out of the engine, and free it."""
        address, length = (value & 0xFFFFFFFF for value in found)
        size = length * width
        content = self._memory.read(self._store, address, address + size)
        self._call("__wbindgen_free", address, size, width)
        return bytes(content)

    def _import(self, name: str) -> Callable[..., Any]:
        """Return what the engine imports under a name, which ends in a hash of its build."""
        if "throw" in name:
            return self._throw
        if "_count_" in name:
            return self._count
        if "_copy_" in name:
            return self._copy
        if "_admit_" in name:
            return lambda _gate, _components: 1
        return lambda: None

    def _throw(self, address: int, length: int) -> None:
        content = self._memory.read(self._store, address, address + length)
        raise RuntimeError(bytes(content).decode())

    def _copy(self, address: int, length: int, target: Doubles) -> None:
        """Copy doubles of the engine into an array of the caller."""
        start = address & 0xFFFFFFFF
        target[:] = np.frombuffer(self._memory.read(self._store, start, start + length), "<f8")

    def _count(self, answer: int, *_trial: Any) -> None:
        """Count a try: nothing is counted here, so it is the first, or one of a search."""
        address, length = self._given(self._trial)
        words = np.array([address, length], dtype="<u4").tobytes()
        self._memory.write(self._store, words, answer & 0xFFFFFFFF)


def to_json(value: Any) -> bytes:
    """Return a value as the engine reads it, or refuse it with the path of what is wrong."""
    try:
        return _encoder.encode(value).encode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        path, message = _unreadable(value) or ("", "is nested too deeply, or within itself")
    raise wrong_field("Cannot write the request", path, "wrong_type", message)


def _plain(value: Any) -> Any:
    """Return a value of numpy, a decimal or a collection as JSON has it."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real | Decimal):
        return float(value)
    if isinstance(value, np.bool_ | np.str_):
        return value.item()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, np.ndarray | Sequence) and not isinstance(value, bytes | bytearray):
        return list(value)
    raise TypeError


#: ``json.dumps`` would make one for each value.
_encoder = json.JSONEncoder(allow_nan=False, default=_plain)


def _unreadable(value: Any, path: str = "", depth: int = 64) -> tuple[str, str] | None:
    """Return path and reason of the first part of a value that JSON does not have."""
    try:
        plain = value if isinstance(value, _JSON) else _plain(value)
    except (TypeError, ValueError, OverflowError):
        return path, f"is {value!r}, must be a number, a text, a list or a dict"
    if isinstance(plain, float) and not math.isfinite(plain):
        return path, f"is {value!r}, must be a finite number"
    if isinstance(plain, dict):
        for name in plain:
            if not isinstance(name, str):
                return path, f"has the name {name!r}, must be a text"
    members = plain.items() if isinstance(plain, dict) else ()
    parts = enumerate(plain) if isinstance(plain, list | tuple) else members
    found = (_unreadable(part, f"{path}/{name}", depth - 1) for name, part in parts if depth > 0)
    return next(filter(None, found), None)


def trial_of(answer: bytes) -> Any:
    """Return the trial of a simulation, or raise its error."""
    opened(answer)
    return json.loads(answer)["trial"]


def opened(answer: bytes) -> Any:
    """Return the value of an answer, or raise its error."""
    found: Mapping[str, Any] = json.loads(answer.decode())
    if "error" in found:
        raise ArenaError.of(found["error"])
    return found["ok"]


def _compile() -> tuple[wasmtime.Engine, wasmtime.Module, wasmtime.Module]:
    """Compile engine and desk once per process, or take what an earlier process has compiled."""
    global _compiled
    with _lock:
        if _compiled is None:
            engine = wasmtime.Engine()
            module = _load(engine, data_file("arena_engine_bg.wasm").read_bytes())
            _compiled = (engine, module, program(engine))
        return _compiled


def _load(engine: wasmtime.Engine, wasm: bytes) -> wasmtime.Module:
    folder = _cache_folder()
    if folder is None:
        return wasmtime.Module(engine, wasm)
    version = metadata.version("wasmtime")
    file = folder / f"{hashlib.sha256(wasm).hexdigest()}-{version}-{sys.platform}.module"
    try:
        return wasmtime.Module.deserialize(engine, file.read_bytes())
    except (OSError, wasmtime.WasmtimeError):
        module = wasmtime.Module(engine, wasm)
    part = file.with_suffix(f".{os.getpid()}")
    try:
        part.write_bytes(module.serialize())
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
    return module


def _cache_folder() -> Path | None:
    """Return the user's own cache folder; None where others may write: it holds machine code."""
    root = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.cache"
    folder = Path(root).expanduser() / "strategy-arena"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
    except OSError:
        return None
    is_own = not hasattr(os, "getuid") or state.st_uid == os.getuid()
    return folder if is_own and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH) else None
