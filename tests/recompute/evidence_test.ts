import { assertEquals, assertExists, assertNotEquals, assertStringIncludes } from "@std/assert";
import {
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../../server/contracts/simulation.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { z } from "zod";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { okValue } from "../../server/engine/wire.ts";
import { candidateHash, resultHash } from "../../server/http/docs/programs/hashes.ts";
import { FAMILY, makeArena, makeEngine } from "../../server/testing/arena.ts";
import { makeDatasets } from "../../server/testing/datasets.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { columnOf, officialDatasets, officialEngine } from "../../server/testing/official.ts";
import { simulated } from "../../server/testing/requests.ts";

type Simulation = z.infer<typeof VIEWS[keyof typeof VIEWS]>;

const VIEWS = {
  full: FullSimulationSchema,
  summary: SummarySimulationSchema,
  trades: TradesSimulationSchema,
} as const;

Deno.test("the fingerprints of all three views follow from the data of the answer", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const components = [{ strategyId: "yield-macd" }, { strategyId: "pool-imbalance" }];
  const candidate = { marketId: 2, capital: "2500.50", components };
  const shown = await inTurn(["full", "summary", "trades"] as const, async (view) => {
    const request = encoded({ view, simulationId: view, candidate });
    const simulation = okValue<Simulation>(VIEWS[view], engine.simulate(request).bytes);
    assertEquals(simulation.candidate.capital, "2500.50");
    assertEquals(simulation.evidence.candidateHash, await candidateHash(simulation));
    assertEquals(simulation.evidence.resultHash, await resultHash(simulation));
    return simulation.evidence;
  });
  const header = datasets.map(({ header }) => header)
    .find(({ marketId, timeframe }) => marketId === 2 && timeframe === "hourly");
  assertEquals(shown.map(({ datasetHash }) => datasetHash), shown.map(() => header?.sha256));
  assertEquals(new Set(shown.map(({ resultHash }) => resultHash)).size, 1);
});

Deno.test("every changed figure, count or bound of the window changes the resultHash", async () => {
  const engine = await officialEngine(await officialDatasets());
  const candidate = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
  const request = encoded({ view: "summary", simulationId: "s", candidate });
  const simulation = okValue(SummarySimulationSchema, engine.simulate(request).bytes);
  const seen = new Set([simulation.evidence.resultHash]);
  const { metrics, resolvedScoringProfile } = simulation;
  const { components: sleeves, nearest: _nearest, ...totals } = simulation.execution;
  const components = sleeves.map(({ excess: _excess, ...counts }) => counts);
  const edited: object[] = [
    ...editsOf(metrics).map((metrics) => ({ metrics })),
    ...editsOf(resolvedScoringProfile).map((profile) => ({ resolvedScoringProfile: profile })),
    ...editsOf(totals).map((totals) => ({ execution: { components, ...totals } })),
    ...components.flatMap(editsOf).map((one) => ({ execution: { ...totals, components: [one] } })),
    { execution: { ...totals, components: [] } },
    { evidence: { ...simulation.evidence, datasetHash: "0".repeat(64) } },
    { candidate: { ...simulation.candidate, capital: "100001" } },
  ];
  await inTurn(edited, async (edit) => seen.add(await resultHash({ ...simulation, ...edit })));
  assertEquals(seen.size, 1 + edited.length);
  assertEquals(edited.length, 18 + 6 + 2 * 8 + 3);
});

Deno.test("excess and nearest are not in the hash, but edited ones are not scored either", async () => {
  const engine = await officialEngine(await officialDatasets());
  const candidate = { marketId: 1, components: [{ strategyId: "yield-macd" }] };
  const request = encoded({ view: "summary", simulationId: "s", candidate });
  const simulation = okValue(SummarySimulationSchema, engine.simulate(request).bytes);
  const { execution } = simulation;
  const { components: [sleeve], nearest } = execution;
  assertExists(sleeve);
  assertExists(nearest);
  const edited = [
    { ...execution, components: [{ ...sleeve, excess: sleeve.excess + 1e-9 }] },
    { ...execution, nearest: { ...nearest, value: Number(neighbour(nearest.value)) } },
  ];
  for (const execution of edited) {
    const answer = engine.evaluate(encoded({}), encoded({ ...simulation, execution }), UNCOUNTED);
    assertStringIncludes(new TextDecoder().decode(answer), "SIMULATION_MISMATCH");
  }
});

/** Copies of a record of figures, each with one figure, at any depth, changed by the smallest step. */
function editsOf<T extends object>(record: T): T[] {
  return Object.entries(record).flatMap(([name, value]): T[] => {
    const others: readonly unknown[] = typeof value === "object" && value !== null
      ? editsOf(value)
      : [neighbour(value)];
    return others.map((other) => ({ ...record, [name]: other }));
  });
}

function neighbour(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (value === null) return 0;
  if (typeof value === "string") return new Date(Date.parse(value) + 1000).toISOString();
  if (Number.isInteger(value)) return Number(value) + 1;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Number(value));
  bits.setBigInt64(0, bits.getBigInt64(0) + 1n);
  return bits.getFloat64(0);
}

/** A strategy that does not buy at these yields. */
const NEVER = {
  marketId: 2,
  timeframe: "daily",
  components: [{ strategyId: "discount-threshold", strategyParams: { entry: 0.5, exit: 0.4 } }],
};

/** Returns a market in which SY earns nothing, so that all windows have the same return. */
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

/** Runs the idle candidate on a host that trades from a given bar. */
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

Deno.test("a simulation of formula 1 is stale, and the problem names both versions", async () => {
  const arena = await makeArena();
  const simulation = SummarySimulationSchema.parse(await simulated(arena));
  const { generatorVersion: _, passiveGap: __, ...evidence } = simulation.evidence;
  const old = { ...evidence, engineVersion: "0.2.0", formulaVersion: 1 };
  const problem = await expectProblem(
    await arena.post(`${FAMILY}/evaluations`, { ...simulation, evidence: old }),
    "SIMULATION_STALE",
  );
  const { detail, path, received, expected } = z.looseObject({}).parse(problem);
  assertEquals([path, received, expected], ["/evidence/formulaVersion", "1", "2"]);
  assertEquals(
    detail,
    "Cannot evaluate: evidence formulaVersion is 1, must be 2, run the simulation again",
  );
});
