import { assertEquals } from "@std/assert";
import { run } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testWith } from "../../server/testing/tools.ts";
import { python, withPackage } from "./python_package.ts";

testWith(
  ["wasmtime"],
  "Python takes numbers of all types, names every wrong one, and copies runs between processes",
  () =>
    withPackage(async (folder) => {
      const { wrong, ...rest }: { wrong: Record<string, string[] | string> } = JSON.parse(
        await python(folder, [`${ROOT}tests/recipes/python/values_session.py`]),
      );
      const refused = Object.entries(wrong).map(([name, refusal]) => [
        name,
        refusal[0] === "REQUEST_VALIDATION_FAILED" ? refusal.slice(1).toString() : refusal,
      ]);
      const params = "/components/0/strategyParams";
      assertEquals(Object.fromEntries(refused), {
        market: "/marketId",
        marketType: "/marketId",
        nan: `${params}/oversold`,
        numpyNan: `${params}/oversold`,
        decimalNan: `${params}/oversold`,
        timedelta: `${params}/period`,
        datetime64: `${params}/period`,
        bytes: `${params}/field`,
        capital: "/capital",
        capitalType: "/capital",
        components: "/components",
        huge: `${params}/oversold`,
        name: "/components/0",
        evaluate: "/evidence",
        columns: "/marketId",
        timeframe: "/marketId",
        axis: "/axes/period",
        axisText: "/axes/field",
        axisNumber: "/axes/period",
        axisNan: "/plan/axes/0/values/1",
        workers: "/workers",
        seed: "/plan/seed",
        start: "/count",
        plan: "/plan/method",
        client: "/capital",
      });
      assertEquals(rest, {
        different: [],
        columns: [1_024, true],
        candidate: "yield-rsi",
        sameParts: true,
        empty: 0,
        enginesAlone: 0,
        enginesOfThreads: true,
        copies: [true, true, true],
        evaluated: true,
        evaluation: true,
        names: [],
      });
    }),
);

/** A program with calls that a type checker accepts, then one per line that it refuses. */
const TYPED = `import numpy as np
from decimal import Decimal
from strategy_arena import Arena, Client

def typed(arena: Arena, client: Client) -> None:
    arena.simulate(market=np.int64(1), strategy="yield-rsi", period=np.int32(3), oversold=25.5)
    arena.simulate(market="susde", capital=Decimal("2500.5"), strategy="yield-rsi", field="logYield")
    arena.simulate(strategy="expression", enter="x > w", exit="x < w", params={"w": 20})
    arena.sweep(strategy="yield-rsi", axes={"period": range(3, 31), "oversold": (15, 45, 16)})
    client.enter_season("autumn-1", strategy="yield-rsi", name="Carry 7")
    arena.simulate(markt="susde", strategy="yield-rsi")
    arena.check(strategy="yield-rsi", timeframe="weekly")
    arena.sweep(strategy="yield-rsi", axes={}, overbougt=70)
    client.simulate(strategy="yield-rsi", oversold="25")
`;

/** Types of other packages in which no keyword of ours is; numpy's are arguments. */
const UNREAD = `[mypy]
[mypy-dask.*,distributed.*,pandas.*,polars.*,pyarrow.*,ray.*,tqdm.*,wasmtime.*]
follow_imports = skip
`;

testWith(
  ["wasmtime", "mypy"],
  "type checkers refuse a keyword of Python that is none",
  () =>
    withPackage(async (folder) => {
      await Deno.writeTextFile(`${folder}/typed.py`, TYPED);
      await Deno.writeTextFile(`${folder}/mypy.ini`, UNREAD);
      const args = ["-m", "mypy", "--no-incremental", "--config-file", "mypy.ini", "typed.py"];
      const { stdout } = await run("python3", args, { env: { MYPYPATH: folder }, cwd: folder });
      const errors = stdout.matchAll(/typed\.py:(\d+): error/g);
      assertEquals([...new Set(Array.from(errors, ([, line]) => Number(line)))], [11, 12, 13, 14]);
    }),
);
