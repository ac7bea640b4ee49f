/**
 * Runs a large search on PostgreSQL from its start to its report, and prints its costs:
 * `deno run -A tests/soak/large_search.ts [CANDIDATES] [WORKERS]`, by default 10,000,000 hourly
 * candidates of one component on all cores.
 *
 * @module
 */

import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { Home } from "../../server/testing/server_process.ts";
import { SharedSearches, WorkerProcess } from "../../server/testing/shared_search.ts";

const PERIODS = 100;
const MEBIBYTE = 2 ** 20;

const candidates = Number(Deno.args[0] ?? 10_000_000);
const workers = Number(Deno.args[1] ?? navigator.hardwareConcurrency);
const own = "/components/0/strategyParams/";
const plan = SearchPlanSchema.parse({
  base: { marketId: 1, timeframe: "hourly", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${own}period`, min: 2, max: 1 + PERIODS, steps: PERIODS },
    { path: `${own}overbought`, min: 52, max: 80, steps: Math.round(candidates / PERIODS / 2) },
    { path: `${own}oversold`, min: 20, max: 40, steps: 2 },
  ],
});

await using postgres = await Postgres.start({ isDurable: true });
await using home = await Home.make();
const url = await postgres.database();
await using searches = await SharedSearches.open(postgres, url);
await using worker = await WorkerProcess.start(home, url, {}, workers);
await worker.says("Works on");
const before = await searches.size();
const startMs = performance.now();
const id = await searches.order(plan, { keepsPoints: false });
const report = await searches.end(id, { mostMs: 12 * 3_600_000 });
const seconds = (performance.now() - startMs) / 1000;
const found = await searches.results(id);
const bytes = await searches.size() - before;
const status = await Deno.readTextFile(`/proc/${worker.pid}/status`).catch(() => "");
const [, peakKib = "?"] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
// deno-lint-ignore no-console -- the output of the command
console.log(
  `${found.candidates} candidates in ${seconds.toFixed(0)} s: ` +
    `${Math.round(found.candidates / seconds)} a second on ${workers} workers; ` +
    `${found.ranges} ranges, ${(bytes / MEBIBYTE).toFixed(1)} MiB in the database, ` +
    `peak memory of the worker ${Math.round(Number(peakKib) / 1024)} MiB; ` +
    `the report has ${report.length} characters`,
);
