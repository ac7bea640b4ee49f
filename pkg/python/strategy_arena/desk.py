"""A simulation in one call of WebAssembly: each call costs Python more than the run itself."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import wasmtime

#: Bytes in which a desk begins: length of the request, or address and length of its answer.
_HEAD = 8
_WORDS = struct.Struct("<II")
_NAMES = ("memory", "__wbindgen_malloc", "__wbindgen_free", "arena_simulate")
#: Copies a request from the desk for the engine, which frees it; keeps the answer until the next.
_PROGRAM = """
(module
  (import "" "memory" (memory 1))
  (import "" "__wbindgen_malloc" (func $malloc (param i32 i32) (result i32)))
  (import "" "__wbindgen_free" (func $free (param i32 i32 i32)))
  (import "" "arena_simulate" (func $simulate (param i32 i32 i32) (result i32 i32)))
  (global $arena (mut i32) (i32.const 0))
  (global $desk (mut i32) (i32.const 0))
  (global $size (mut i32) (i32.const 0))
  (global $answer (mut i32) (i32.const 0))
  (global $answered (mut i32) (i32.const 0))
  (func (export "open") (param $arena i32) (param $size i32) (result i32)
    (call $free (global.get $desk) (global.get $size) (i32.const 1))
    (global.set $arena (local.get $arena))
    (global.set $desk (call $malloc (local.get $size) (i32.const 1)))
    (global.set $size (local.get $size))
    (global.get $desk))
  (func (export "simulate") (local $request i32) (local $length i32)
    (call $free (global.get $answer) (global.get $answered) (i32.const 1))
    (global.set $answered (i32.const 0))
    (local.set $length (i32.load align=1 (global.get $desk)))
    (local.set $request (call $malloc (local.get $length) (i32.const 1)))
    (memory.copy
      (local.get $request) (i32.add (global.get $desk) (i32.const 8)) (local.get $length))
    (call $simulate (global.get $arena) (local.get $request) (local.get $length))
    (global.set $answered)
    (global.set $answer)
    (i32.store align=1 (global.get $desk) (global.get $answer))
    (i32.store offset=4 align=1 (global.get $desk) (global.get $answered))))
"""


def program(engine: wasmtime.Engine) -> wasmtime.Module:
    """Compile the program of all desks."""
    return wasmtime.Module(engine, _PROGRAM)


class Desk:
    """The place in an engine's memory where its simulations are asked for."""

    def __init__(
        self,
        store: wasmtime.Store,
        linker: wasmtime.Linker,
        module: wasmtime.Module,
        engine: Mapping[str, Any],
        arena: int,
    ) -> None:
        for name in _NAMES:
            linker.define(store, "", name, engine[name])
        exports: Mapping[str, Any] = linker.instantiate(store, module).exports(store)
        self._open, self._simulate = exports["open"], exports["simulate"]
        self._store, self._memory, self._arena = store, engine["memory"], arena
        self._address = self._size = 0
        self._seen = memoryview(b"")

    def simulate(self, request: bytes) -> bytes:
        """Return the answer to a request."""
        if len(request) > self._size - _HEAD:
            self._size = 2 * (len(request) + _HEAD)
            self._address = self._open(self._store, self._arena, self._size) & 0xFFFFFFFF
        memory = self._whole()
        memory[self._address : self._address + _HEAD] = _WORDS.pack(len(request), 0)
        start = self._address + _HEAD
        memory[start : start + len(request)] = request
        self._simulate(self._store)
        memory = self._whole()
        start, length = _WORDS.unpack_from(memory, self._address)
        return bytes(memory[start : start + length])

    def _whole(self) -> memoryview:
        """Return the memory as it is until the next call; only one that grows it moves it."""
        size = self._memory.data_len(self._store)
        if size != len(self._seen):
            self._seen = memoryview(self._memory.get_buffer_ptr(self._store, size)).cast("B")
        return self._seen
