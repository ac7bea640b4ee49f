import { assertEquals, assertExists, assertNotEquals } from "@std/assert";
import {
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../../server/contracts/simulation.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { z } from "zod";
import { okValue } from "../../server/engine/wire.ts";
import { sha256Hex } from "../../server/hash.ts";
import { FAMILY, makeArena, makeEngine } from "../support/arena.ts";
import { makeDatasets } from "../support/datasets.ts";
import { encoded } from "../support/encoded.ts";
import { expectProblem } from "../support/expect.ts";
import { inTurn } from "../support/in_turn.ts";
import { columnOf, officialDatasets, officialEngine } from "../support/official.ts";
import { simulated } from "../support/requests.ts";

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
    const { execution, metrics, resolvedScoringProfile } = simulation;
    const { candidateHash, datasetHash, resultHash } = simulation.evidence;
    assertEquals(candidateHash, await sha256Hex(canonical(simulation.candidate)));
    const dataset = datasets.find(({ header: { marketId, timeframe } }) =>
      marketId === 2 && timeframe === "hourly"
    );
    assertEquals(datasetHash, dataset?.header.sha256);
    const shown = { candidateHash, datasetHash, execution, metrics, resolvedScoringProfile };
    assertEquals(resultHash, await sha256Hex(canonical(shown)));
  });
});

/** A strategy that never buys at these yields. */
const NEVER = {
  marketId: 2,
  timeframe: "daily",
  components: [{ strategyId: "discount-threshold", strategyParams: { entry: 0.5, exit: 0.4 } }],
};

/** Returns a market in which SY earns nothing, so that no window has another return. */
async function flatDataset(): Promise<Dataset> {
  const dataset = (await makeDatasets()).find(({ header: { marketId, timeframe } }) =>
    marketId === NEVER.marketId && timeframe === NEVER.timeframe
  );
  assertExists(dataset);
  const column = (name: string): Float64Array => columnOf(dataset, name);
  column("underlyingApy").fill(0);
  column("syIndex").fill(1);
  const [price, totalPt, totalSy] = ["ptPrice", "totalPt", "totalSy"].map(column);
  column("tvl").forEach((_, bar, tvl) => {
    tvl[bar] = (totalPt?.[bar] ?? NaN) * (price?.[bar] ?? NaN) + (totalSy?.[bar] ?? NaN);
  });
  return dataset;
}

/** Runs the idle candidate of a host that trades from a bar on. */
async function summaryFrom(
  { header, columns }: Dataset,
  tradeStartIndex: number,
): Promise<z.infer<typeof SummarySimulationSchema>> {
  const engine = await makeEngine();
  engine.addDataset({ header: { ...header, tradeStartIndex }, columns });
  const request = encoded({ view: "summary", simulationId: "s", candidate: NEVER });
  return okValue(SummarySimulationSchema, engine.simulate(request).bytes);
}

Deno.test("hosts that disagree on the scored window have no fingerprint in common", async () => {
  const dataset = await flatDataset();
  const [early, late] = [await summaryFrom(dataset, 10), await summaryFrom(dataset, 30)];
  assertEquals([early.metrics, early.execution], [late.metrics, late.execution]);
  const { resultHash, ...others } = early.evidence;
  assertEquals(late.evidence, { ...others, resultHash: late.evidence.resultHash });
  assertNotEquals(resultHash, late.evidence.resultHash);
});

Deno.test("a simulation of engine 0.1.0, whose fingerprint left the window out, is stale", async () => {
  const arena = await makeArena();
  const simulation = SummarySimulationSchema.parse(await simulated(arena));
  const { evidence, execution, metrics } = simulation;
  const { candidateHash, datasetHash } = evidence;
  const resultHash = await sha256Hex(canonical({ candidateHash, datasetHash, execution, metrics }));
  assertNotEquals(resultHash, evidence.resultHash);
  const old = { ...evidence, engineVersion: "0.1.0", resultHash };
  const problem = await expectProblem(
    await arena.post(`${FAMILY}/evaluations`, { ...simulation, evidence: old }),
    "SIMULATION_STALE",
  );
  const { path, received, expected } = z.looseObject({}).parse(problem);
  assertEquals([path, received, expected], [
    "/evidence/engineVersion",
    "0.1.0",
    evidence.engineVersion,
  ]);
});
