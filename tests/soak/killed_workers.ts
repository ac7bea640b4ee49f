/**
 * Kills one of two workers again and again during a search, and compares what is found with the same
 * search by workers that are left alone: `deno run -A tests/soak/killed_workers.ts [KILLS]`.
 *
 * @module
 */

import { inTurn } from "../../server/testing/in_turn.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { Home } from "../../server/testing/server_process.ts";
import { gridPlan, SharedSearches, WorkerProcess } from "../../server/testing/shared_search.ts";

/** Long enough for the kills: 2,000,000 candidates, with points. */
const PLAN = gridPlan(100, 20_000);

const kills = Number(Deno.args[0] ?? 10);
await using postgres = await Postgres.start();
await using home = await Home.make();
const url = await postgres.database();
await using searches = await SharedSearches.open(postgres, url);

const whole = await searches.order(PLAN);
const workers = [await WorkerProcess.start(home, url), await WorkerProcess.start(home, url)];
const report = await searches.end(whole);
const expected = await searches.results(whole);

const killed = await searches.order(PLAN);
const startMs = performance.now();
await inTurn(Array.from({ length: kills }, (_, index) => index), async (index) => {
  const until = (index + 1) * expected.candidates / (kills + 2);
  await searches.reaches(killed, until);
  await workers[index % 2]?.kill();
  workers[index % 2] = await WorkerProcess.start(home, url);
});
const isSame = await searches.end(killed) === report;
const found = await searches.results(killed);
const seconds = (performance.now() - startMs) / 1000;
await Promise.all(workers.map((worker) => worker.stop()));

const lost = expected.ranges - found.ranges;
const doubled = found.candidates - expected.candidates;
const again = await searches.retries();
// deno-lint-ignore no-console -- the output of the command
console.log(
  `${kills} kills in ${
    seconds.toFixed(0)
  } s: ${found.ranges} ranges, ${found.candidates} candidates; ` +
    `lost ${lost}, doubled ${doubled}, begun anew ${again}\n` +
    `sha256 of all results ${found.sha256}, without a kill ${expected.sha256}\n` +
    `the reports are ${isSame ? "the same" : "not the same"}`,
);
const isWhole = lost === 0 && doubled === 0 && isSame && found.sha256 === expected.sha256;
// Not Deno.exit(), so that started processes are ended first.
Deno.exitCode = isWhole ? 0 : 1;
