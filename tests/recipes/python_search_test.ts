import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../../server/base/hash.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testWith } from "../../server/testing/tools.ts";
import { planFile, search } from "../search/search_command.ts";
import { python, withPackage } from "./python_package.ts";

const OWN = "/components/0/strategyParams/";
const axis = (name: string, min: number, max: number, steps: number) =>
  ({ path: `${OWN}${name}`, min, max, steps }) as const;
const PLAN = {
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [axis("period", 3, 30, 10), axis("overbought", 55, 85, 8), axis("oversold", 15, 45, 6)],
  constraints: [{ figure: "fills", min: 2 }],
  evaluate: 3,
};
const PLANS: Readonly<Record<string, unknown>> = {
  grid: PLAN,
  large: {
    ...PLAN,
    axes: [axis("period", 3, 30, 28), axis("overbought", 55, 85, 60), axis("oversold", 15, 45, 30)],
  },
  "random, folds and an embargo": {
    ...PLAN,
    method: { kind: "random", count: 500, seed: 3 },
    windows: { kind: "walkForward", folds: 2, embargo: 3 },
  },
  "sobol, held out, an early end": {
    ...PLAN,
    method: { kind: "sobol", count: 3_000, seed: 1, patience: 600 },
    windows: { kind: "holdout", share: 0.3, purge: 1, embargo: 2 },
  },
  "halving and own candidates": {
    ...PLAN,
    method: { kind: "halving", count: 400 },
    enqueue: [{ period: 9, overbought: 55, oversold: 15 }, [3, 55, 15]],
  },
  "adaptive, rolling folds": {
    ...PLAN,
    method: { kind: "adaptive", count: 200 },
    windows: { kind: "walkForward", folds: 2, mode: "rolling" },
  },
  "the best edge": { ...PLAN, aim: "edge", method: { kind: "sobol", count: 300 } },
  "the best edge of two markets": {
    ...PLAN,
    aim: "edge",
    markets: { ids: [2, 1], by: "worst" },
    method: { kind: "random", count: 60 },
  },
  "an axis of markets and a text": {
    ...PLAN,
    base: { ...PLAN.base, capital: "2500.50" },
    axes: [
      { path: "/marketId", values: [2, 1] },
      { path: `${OWN}field`, values: ["impliedApy", "logYield"] },
      axis("period", 3.5, 30, 9),
    ],
  },
};

/** The sha256 of reports by the names of plans. */
type Hashes = Readonly<Record<string, string>>;

/** Returns the sha256 of the command's reports. */
async function byCommand(): Promise<Hashes> {
  const hashes: Record<string, string> = {};
  for (const [name, plan] of Object.entries(PLANS)) {
    await withFolder(async (folder) => {
      const out = `${folder}/out`;
      const words = [await planFile(folder, plan), "--out", out, "--top", "8", "--points", "none"];
      const { code, stderr: err } = await search(...words);
      assertEquals(code, 0, err);
      const report = JSON.parse(await Deno.readTextFile(`${out}/report.json`));
      hashes[name] = await sha256Hex(new TextEncoder().encode(JSON.stringify(report)));
    });
  }
  return hashes;
}
let known: Promise<Hashes> | null = null;

/** Runs all plans on machines; returns what the session prints, and the command's hashes. */
async function bothWays(
  machines: string,
): Promise<{ readonly wanted: Hashes; readonly found: Readonly<Record<string, unknown>> }> {
  known ??= byCommand();
  const wanted = await known;
  let found: Record<string, unknown> = {};
  await withPackage(async (folder) => {
    await Deno.writeTextFile(`${folder}/plans.json`, JSON.stringify(PLANS));
    const session = `${ROOT}tests/recipes/python/search_session.py`;
    const words = [session, `${folder}/plans.json`, machines, `${folder}/search-${machines}`];
    found = JSON.parse((await python(folder, words)).trim().split("\n").at(-1) ?? "");
  });
  assertEquals(found["hashes"], wanted);
  return { wanted, found };
}

testWith(
  ["wasmtime", "pandas"],
  "Python's report is the command's, also after a kill",
  async () => {
    const { wanted, found: { hashes: _, ...found } } = await bothWays("threads");
    assertEquals(found, {
      loaded: [],
      killed: [-9, 2],
      resumed: wanted["large"],
      parts: true,
      refusals: {
        folder: "/folder",
        foreign: "/folder",
        client: "/client",
        top: "/top",
        none: "/plan",
        plan: "/plan/aim /plan/windows/kind",
        base: "/plan/base/components",
        axis: "/plan/axes/0/path",
        enqueue: "/plan/enqueue/0/period /plan/enqueue/0/overbought /plan/enqueue/0/oversold " +
          "/plan/enqueue/1 /plan/enqueue/1",
        evaluate: "/plan/evaluate",
        bars: "",
        count: "/plan",
        markets: "/plan/markets/ids",
      },
      points: [28 * 60 * 30, wanted["large"], true],
      frame: [8, true, true],
    });
  },
);

testWith(
  ["wasmtime"],
  "processes of Python have the command's report",
  async () => void await bothWays("processes"),
);

testWith(
  ["wasmtime", "dask"],
  "Dask has the command's report, though a worker is killed",
  async () => {
    const { wanted, found } = await bothWays("dask");
    assertEquals([found["again"], found["lost"]], [wanted["large"], 1]);
  },
);

testWith(["wasmtime", "ray"], "Ray has the command's report", async () => {
  const { found } = await bothWays("ray");
  assert(found["refusal"] === "/plan/aim");
});
