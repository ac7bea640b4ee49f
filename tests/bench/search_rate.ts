/**
 * Measures searches of the service from the request to the report, stored in SQLite:
 * `deno run -A tests/bench/search_rate.ts [CANDIDATES] [TIMEFRAME]`. Prints the rate, its share of the
 * engine's own rate by processor time (which is independent of other load), memory and disk usage.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import process from "node:process";
import type { SearchRequest } from "../../server/client/client.ts";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { columnsRequest } from "../../server/search/engine_plan.ts";
import { officialDatasets, officialEngine } from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";

const CANDIDATES = Number(Deno.args[0] ?? 1_000_000);
const TIMEFRAME = Deno.args[1] === "daily" ? "daily" : "hourly";
const OWN = "/components/0/strategyParams/";
const ENGINE_COUNT = 16_384;
const BLOCK = 1_024;
const LOOK_MS = 500;
const TICKS_PER_SECOND = 100;

const DRAW = { method: "sobol", count: CANDIDATES, seed: 1 } as const;
const written: SearchRequest["plan"] = {
  base: { marketId: 1, timeframe: TIMEFRAME, components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 2, max: 100 },
    { path: `${OWN}overbought`, min: 52, max: 90 },
  ],
  method: { kind: "sobol", count: CANDIDATES, seed: 1 },
};
const plan = SearchPlanSchema.parse(written);
const engine = await officialEngine(await officialDatasets());

/** Candidates per second of processor time, by the engine alone on this thread. */
function engineRate(): number {
  const before = process.cpuUsage();
  for (let from = 0; from < ENGINE_COUNT; from += BLOCK) {
    const range = { from, count: BLOCK };
    engine.planColumns(columnsRequest(plan, { draw: DRAW, window: null }, range));
  }
  const { user, system } = process.cpuUsage(before);
  return ENGINE_COUNT / (user + system) * 1e6;
}

/** Processor seconds of a process, and its peak memory. */
async function usageOf({ pid }: ServerProcess): Promise<{ seconds: number; mebibytes: number }> {
  const stat = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(") ")[1]?.split(" ") ?? [];
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return {
    seconds: (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND,
    mebibytes: Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024),
  };
}

await using home = await Home.make();
await using server = await home.serve({
  ARENA_DATASETS: `${ROOT}datasets`,
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SEARCH_UNITS_PER_DAY: "1000000000000",
});
const client = server.client();
engineRate();
// Runs beside the search, so that both have the same share of the caches.
const rates: number[] = [];
const before = await usageOf(server);
const startMs = performance.now();
const { searchId } = await client.startSearch({ plan: written });
let view = await client.getSearch(searchId);
while (view.endedAt === null) {
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  view = await client.getSearch(searchId);
  if (performance.now() - startMs > rates.length * 5_000) rates.push(engineRate());
}
const seconds = (performance.now() - startMs) / 1000;
const after = await usageOf(server);
const own = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
const endToEnd = view.done / (after.seconds - before.seconds);
let bytes = 0;
for await (const { name } of Deno.readDir(`${home.folder}/data`)) {
  if (name.startsWith("searches")) bytes += (await Deno.stat(`${home.folder}/data/${name}`)).size;
}
const figures = {
  status: view.status,
  candidates: view.done,
  seconds: Math.round(seconds * 10) / 10,
  perSecond: Math.round(view.done / seconds),
  perProcessorSecond: Math.round(endToEnd),
  engineAlone: Math.round(own),
  shareOfEngine: endToEnd / own,
  mostMebibytes: [before.mebibytes, after.mebibytes],
  megabytesOnDisk: Math.round(bytes / 1e5) / 10,
  load: Deno.loadavg()[0],
};
// deno-lint-ignore no-console -- the output of the command
console.log(JSON.stringify(figures, null, 2));
