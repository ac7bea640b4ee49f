import { assert } from "@std/assert";
import { readConfig } from "../server/process/config.ts";
import { UNCOUNTED } from "../server/contracts/trial.ts";
import { TIMEFRAMES } from "../server/contracts/scalar.ts";
import { MEMORY_BYTES_MAX } from "../server/engine/job_service.ts";
import { payloadOf as payloadIn } from "../server/engine/answer.ts";
import { okBytes, okValue } from "../server/engine/wire.ts";
import { CatalogueSchema } from "../server/engine/wire_schemas.ts";
import { simulationCost } from "../server/limits/cost.ts";
import { OFFICIAL_MARKETS } from "../server/testing/datasets.ts";
import { encoded } from "../server/testing/encoded.ts";
import { makeEngine, officialDatasets } from "../server/testing/official.ts";

const engine = await makeEngine(await officialDatasets());
// An expression has no defaults to run with.
const strategies = okValue(CatalogueSchema, engine.strategyCatalogue()).strategies
  .filter(({ language }) => language === undefined);
const { limits } = readConfig(() => undefined);

interface Run {
  readonly marketId: number;
  readonly strategyId: string;
}

/** Returns the full payload of as many sleeves of one strategy; empty where it cannot run. */
function payloadOf({ marketId, strategyId }: Run, count: number): Uint8Array {
  const components = Array.from({ length: count }, () => ({ strategyId }));
  // A capital of 1 is the one whose amounts have the most digits.
  const candidate = { marketId, timeframe: "hourly", capital: "1", components };
  const order = { view: "full", simulationId: crypto.randomUUID(), candidate };
  const { bytes } = engine.simulate(encoded(order));
  return new TextDecoder().decode(bytes.subarray(0, 5)) === '{"ok"'
    ? okBytes(bytes)
    : bytes.subarray(0, 0);
}

const [largest] = OFFICIAL_MARKETS.flatMap(({ id: marketId }) =>
  strategies.map(({ strategyId }) => ({ marketId, strategyId }))
).map((run) => ({ ...run, length: payloadOf(run, 1).length }))
  .toSorted((a, b) => b.length - a.length);
if (largest === undefined) throw new Error("there are strategies");

Deno.test("the largest payload within the budget fits an evaluation's body, however it is formatted", () => {
  const count = limits.budgetUnits / simulationCost(1);
  const payload = payloadOf(largest, count);
  const indented = JSON.stringify(JSON.parse(new TextDecoder().decode(payload)), null, 2);
  const sizes = `${payload.length} bytes, ${indented.length} when indented`;
  assert(payload.length < limits.evaluationBodyBytes / 2, sizes);
  assert(indented.length < limits.evaluationBodyBytes, sizes);
  assert(payload.length > 3.1e6, `${sizes}: the deployment page says 3.2 MB`);
});

Deno.test("an engine with all datasets, scenarios and paths has 64 MiB left for a request", () => {
  for (const { id: marketId } of OFFICIAL_MARKETS) {
    for (const timeframe of TIMEFRAMES) {
      engine.prepare(marketId, timeframe);
      // A path has the columns that a strategy has read: here all that there are.
      for (const { strategyId } of strategies) {
        const candidate = { marketId, timeframe, components: [{ strategyId }] };
        const order = { view: "summary", simulationId: crypto.randomUUID(), candidate };
        const payload = payloadIn(engine.simulate(encoded(order)).bytes);
        if (payload) okBytes(engine.evaluate(encoded({}), payload, UNCOUNTED));
      }
    }
  }
  const mib = engine.memoryBytes / 2 ** 20;
  // The payloads of the other tests are in it too.
  assert(mib > 10 && mib + 64 <= MEMORY_BYTES_MAX / 2 ** 20, `${mib} MiB`);
});

Deno.test("12 MiB hold the largest payload of all", () => {
  const { length } = payloadOf(largest, 16);
  assert(length > 9e6 && length < 12 * 1024 * 1024 * 0.9, `${length} bytes`);
});
