"""Adds the engine and the official datasets to what is built, as the service has them."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_ENGINE = "arena_engine_bg.wasm"


class DataHook(BuildHookInterface):
    """Finds the datasets beside the package in a checkout, and within it in a source archive."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling calls this before it collects files."""
        root = Path(self.root)
        folder = next(
            place for place in (root / "datasets", root.parent / "datasets") if place.is_dir()
        )
        target = "strategy_arena/data" if self.target_name == "wheel" else "datasets"
        real = folder / "real"
        files = [folder / "manifest.json", real / "manifest.json", real / "LICENSE"]
        files += [*sorted(folder.glob("*.f64")), *sorted(real.glob("*.f64"))]
        included = {str(file): f"{target}/{file.relative_to(folder)}" for file in files}
        if self.target_name == "wheel":
            included[str(root / _ENGINE)] = f"{target}/{_ENGINE}"
        build_data["force_include"].update(included)
