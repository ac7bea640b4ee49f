"""The reports of searches by the Python package. Prints one JSON value.

python3 search_session.py PLANS.json MACHINES FOLDER
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from strategy_arena import Arena, ArenaError
from strategy_arena.folder import Folder

OPTIONAL = ("dask", "distributed", "pandas", "pyarrow", "ray", "tqdm")


@contextmanager
def after_each_part(hook: Callable[[int], Any]) -> Any:
    """Call a hook with the number of parts of a folder whenever one is written."""
    write, counts = Folder.write_part, [0]

    def written(folder: Folder, *args: Any) -> None:
        write(folder, *args)
        counts[0] += 1
        hook(counts[0])

    Folder.write_part = written  # type: ignore[method-assign]
    yield counts
    Folder.write_part = write  # type: ignore[method-assign]


def kill_at_second(count: int) -> None:
    """End this process as a power failure does."""
    if count == 2:
        os.kill(os.getpid(), signal.SIGKILL)


def by_threads(plans: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Search on the cores of this machine, and resume after a kill."""
    arena = Arena()
    hashes = {name: arena.search(plan, top=8).sha256 for name, plan in plans.items()}
    loaded = [name for name in OPTIONAL if name in sys.modules]
    killed = subprocess.run([sys.executable, *sys.argv[:2], "killed", folder]).returncode
    found = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.part")}
    with after_each_part(lambda _: None) as counts:
        resumed = arena.search(plans["large"], top=8, folder=folder)
    whole = Path(f"{folder}-whole")
    with after_each_part(lambda _: None) as all_counts:
        arena.search(plans["large"], top=8, folder=whole)
    refusals = {}
    wrong = {
        "folder": lambda: arena.search(plans["grid"], folder=folder),
        "foreign": lambda: arena.search(plans["grid"], folder=folder.parent),
        "client": lambda: arena.search(plans["grid"], "spark"),
        "top": lambda: arena.search(plans["grid"], top=0),
        "none": lambda: arena.search([]),
        "plan": lambda: arena.search({**plans["grid"], "aim": "scoer", "windows": {"kind": "x"}}),
        "base": lambda: arena.search({**plans["grid"], "base": {"marketId": 1, "components": 3}}),
        "axis": lambda: arena.search({**plans["grid"], "axes": [{"path": "/x", "values": [1]}]}),
        "enqueue": lambda: arena.search({**plans["grid"], "enqueue": [[1, 2, 3], {"period": 4}]}),
        "evaluate": lambda: arena.search({**plans["grid"], "aim": "edge", "evaluate": 0}),
        "bars": lambda: arena.search(
            {**plans["grid"], "windows": {"kind": "walkForward", "folds": 64}}
        ),
        "count": lambda: arena.search(
            {**plans["grid"], "method": {"kind": "sobol", "count": 2 * 10**11}}
        ),
        "markets": lambda: arena.search({**plans["grid"], "markets": {"ids": [2, 99]}}),
    }
    for name, call in wrong.items():
        try:
            call()
            refusals[name] = "none"
        except ArenaError as error:
            refusals[name] = " ".join(field["path"] for field in error.field_errors)
    points = Path(f"{folder}-points")
    kept = arena.search(plans["large"], top=8, points=points, progress=True)
    import pandas

    rows = pandas.read_parquet(points)
    frame = kept.to_frame()
    return {
        "hashes": hashes,
        "loaded": loaded,
        "killed": [killed, len(found)],
        "resumed": resumed.sha256,
        "parts": counts[0] + len(found) == all_counts[0],
        "refusals": refusals,
        "points": [len(rows), kept.sha256, bool(rows["score"].max() == frame["score"][0])],
        "frame": [
            len(frame),
            "eligible" in frame,
            bool(frame["period"][0] == kept.top[0]["coordinates"][0]),
        ],
    }


def by_dask(plans: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Search on a cluster of Dask, one of whose workers is killed on the way."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        hashes = {name: Arena().search(plan, client, top=8).sha256 for name, plan in plans.items()}
        before = set(client.run(os.getpid).values())

        def kill_one(count: int) -> None:
            if count == 1:
                os.kill(min(before), signal.SIGKILL)

        with after_each_part(kill_one):
            again = Arena().search(plans["large"], client, top=8, folder=folder)
        lost = len(before - after_loss(client, min(before)))
        return {"hashes": hashes, "again": again.sha256, "lost": lost}


def after_loss(client: Any, lost: int) -> set[int]:
    """Return the processes of a cluster once it has noticed that one is gone, within a minute."""
    until = time.monotonic() + 60
    while True:
        try:
            found = set(client.run(os.getpid).values())
        except OSError:
            found = {lost}
        if lost not in found or time.monotonic() > until:
            return found
        time.sleep(0.1)


def by_ray(plans: dict[str, Any], _: Path) -> dict[str, Any]:
    """Search on a cluster of Ray."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    arena = Arena()
    hashes = {name: arena.search(plan, "ray", top=8).sha256 for name, plan in plans.items()}
    try:
        arena.search({**plans["grid"], "aim": "scoer"}, "ray")
    except ArenaError as error:
        return {"hashes": hashes, "refusal": error.field_errors[0]["path"]}
    return {"hashes": hashes}


def by_processes(plans: dict[str, Any], _: Path) -> dict[str, Any]:
    """Search in processes of this machine."""
    with ProcessPoolExecutor(2) as pool:
        arena = Arena()
        return {
            "hashes": {name: arena.search(plan, pool, top=8).sha256 for name, plan in plans.items()}
        }


def killed(plans: dict[str, Any], folder: Path) -> None:
    """Search until the second part is written."""
    with after_each_part(kill_at_second):
        Arena().search(plans["large"], top=8, folder=folder)


if __name__ == "__main__":
    ways = {
        "threads": by_threads,
        "processes": by_processes,
        "dask": by_dask,
        "ray": by_ray,
        "killed": killed,
    }
    plans = json.loads(Path(sys.argv[1]).read_text())
    print(json.dumps(ways[sys.argv[2]](plans, Path(sys.argv[3]))))
