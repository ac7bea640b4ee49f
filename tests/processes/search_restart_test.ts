// Starts a server process: it is killed.
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { assert, assertEquals } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import type { SearchRequest } from "../../server/contracts/search.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { openSqliteSearches } from "../../server/store/searches.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";
import { until } from "../../server/testing/until.ts";

const OWN = "/components/0/strategyParams/";
const PLAN: SearchRequest["plan"] = {
  base: { marketId: 1, timeframe: "hourly", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 2, max: 40 },
    { path: `${OWN}overbought`, min: 52, max: 90 },
  ],
  method: { kind: "sobol", count: 120_000, seed: 1 },
  windows: { kind: "holdout", share: 0.5 },
};

async function fingerprintOf(home: Home, id: string): Promise<string> {
  const { searches, close } = openSqliteSearches(
    `${home.folder}/data/searches.sqlite`,
    systemClock,
    { files: new MemoryParts() },
  );
  const { stages } = await searches.progress(id);
  const texts = [await searches.outcome(id) ?? "", JSON.stringify(stages)];
  await close();
  return await sha256Hex(new TextEncoder().encode(texts.join("\n")));
}

/** Number of candidates that a search has run. */
async function doneOf(server: ServerProcess, key: string, id: string): Promise<number> {
  return (await server.patientClient(key).getSearch(id)).done;
}

async function started(
  server: ServerProcess,
): Promise<{ readonly key: string; readonly id: string }> {
  const { searchId } = await server.patientClient().startSearch({ plan: PLAN, top: 20 });
  return { key: server.key, id: searchId };
}

async function isDone(server: ServerProcess, key: string, id: string): Promise<boolean> {
  const { status, failure } = await server.patientClient(key).getSearch(id);
  assert(failure === null, failure ?? "");
  return status === "done";
}

Deno.test("a search resumes after its server is killed or stopped, to the same bytes", async () => {
  await using undisturbed = await Home.make();
  await using disturbed = await Home.make();
  const fingerprints = await Promise.all([
    (async (): Promise<string> => {
      await using server = await undisturbed.serve();
      const { key, id } = await started(server);
      await until(() => isDone(server, key, id));
      return await fingerprintOf(undisturbed, id);
    })(),
    (async (): Promise<string> => {
      const first = await disturbed.serve();
      const { key, id } = await started(first);
      await until(async () => await doneOf(first, key, id) > 0);
      await first.kill();
      const second = await disturbed.serve();
      const before = await doneOf(second, key, id);
      assert(before > 0 && before < 240_000, `${before} are kept`);
      await until(async () => await doneOf(second, key, id) > before);
      assertEquals((await second.stop()).code, 0);
      await using third = await disturbed.serve();
      await until(() => isDone(third, key, id));
      return await fingerprintOf(disturbed, id);
    })(),
  ]);
  assertEquals(fingerprints[1], fingerprints[0]);
});
