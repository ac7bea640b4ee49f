"""The folder of a search."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import wrong_field


class Folder:
    """The results of stages and of their spans as files, so that a search can be resumed."""

    def __init__(self, path: str | Path | None, identity: str) -> None:
        self._path = None if path is None else Path(path)
        if self._path is None:
            return
        self._path.mkdir(parents=True, exist_ok=True)
        known = self.read("search.sha256")
        if known is None:
            if any(self._path.iterdir()):
                message = f"is {self._path}, which has other files, must be empty"
                raise wrong_field("Cannot search", "/folder", "not_allowed", message)
            self.write("search.sha256", identity.encode())
        elif known.decode() != identity:
            message = f"is {self._path}, which has another search, must be empty"
            raise wrong_field("Cannot search", "/folder", "not_allowed", message)

    def read(self, name: str) -> bytes | None:
        """Return a file; None without it."""
        file = None if self._path is None else self._path / name
        return file.read_bytes() if file is not None and file.exists() else None

    def write(self, name: str, content: bytes) -> None:
        """Write a file at once, and remove the parts that it is made of."""
        if self._path is None:
            return
        part = self._path / f".{name}.{os.getpid()}"
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._path / name)
        for old in self._path.glob(f"{name}.*-*.part"):
            old.unlink(missing_ok=True)

    def write_part(self, name: str, ends: tuple[int, int], content: bytes) -> None:
        """Write the summary of candidates of a stage: the first, and their number."""
        self.write(f"{name}.{ends[0]}-{ends[1]}.part", content)

    def parts(self, name: str) -> dict[tuple[int, int], bytes]:
        """Return the spans of a stage that are done, without those that another one covers."""
        found: dict[tuple[int, int], bytes] = {}
        if self._path is None:
            return found
        files: list[tuple[int, int, Path]] = []
        for file in self._path.glob(f"{name}.*-*.part"):
            ends = file.name[len(name) + 1 : -len(".part")].split("-")
            files.append((int(ends[0]), int(ends[1]), file))
        end = 0
        for first, size, file in sorted(files, key=lambda each: (each[0], -each[1])):
            if first >= end:
                found[first, size] = file.read_bytes()
                end = first + size
        return found
