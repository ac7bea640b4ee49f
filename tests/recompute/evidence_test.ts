import { assertEquals } from "@std/assert";
import {
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../../server/contracts/simulation.ts";
import type { z } from "zod";
import { okValue } from "../../server/engine/wire.ts";
import { sha256Hex } from "../../server/hash.ts";
import { encoded } from "../support/encoded.ts";
import { inTurn } from "../support/in_turn.ts";
import { officialDatasets, officialEngine } from "../support/official.ts";

type Simulation = z.infer<typeof VIEWS[keyof typeof VIEWS]>;

/** Returns the form of RFC 8785: members by name, numbers as ECMAScript prints them. */
function canonical(json: unknown): string {
  return JSON.stringify(
    json,
    (_, value: unknown) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1))
        : value,
  );
}

const VIEWS = {
  full: FullSimulationSchema,
  summary: SummarySimulationSchema,
  trades: TradesSimulationSchema,
} as const;

Deno.test("the fingerprints of all three views are those of what the answer shows", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const components = [{ strategyId: "yield-macd" }, { strategyId: "pool-imbalance" }];
  const candidate = { marketId: 2, components };
  await inTurn(["full", "summary", "trades"] as const, async (view) => {
    const request = encoded({ view, simulationId: view, candidate });
    const simulation = okValue<Simulation>(VIEWS[view], engine.simulate(request).bytes);
    const { evidence: { candidateHash, datasetHash, resultHash }, execution, metrics } = simulation;
    assertEquals(candidateHash, await sha256Hex(canonical(simulation.candidate)));
    const dataset = datasets.find(({ header: { marketId, timeframe } }) =>
      marketId === 2 && timeframe === "hourly"
    );
    assertEquals(datasetHash, dataset?.header.sha256);
    const shown = { candidateHash, datasetHash, execution, metrics };
    assertEquals(resultHash, await sha256Hex(canonical(shown)));
  });
});
