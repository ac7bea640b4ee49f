import { assert, assertEquals } from "@std/assert";
import type { z } from "zod";
import { MarketSchema, StrategySummarySchema } from "../../server/contracts/catalog.ts";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { SummarySimulationSchema } from "../../server/contracts/simulation.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { makeImportedDataset } from "../../server/testing/datasets.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";

const IMPORTED = await makeImportedDataset();
const ID = 1000;
const DAILY = {
  marketId: ID,
  timeframe: "daily",
  components: [{ strategyId: "yield-donchian", strategyParams: { entryWindow: 5, exitWindow: 3 } }],
};

const arena = await makeArena({ imported: [IMPORTED] });

async function summary(): Promise<{
  readonly data: { readonly evidence: { readonly provenance: object } };
  readonly simulation: z.infer<typeof SummarySimulationSchema>;
}> {
  const answer = await arena.post(`${FAMILY}/simulations/summary`, DAILY);
  const { data } = await answer.json();
  return { data, simulation: SummarySimulationSchema.parse(data) };
}

Deno.test("an imported market is listed with its features and its missing ones", async () => {
  const response = await arena.request(`${FAMILY}/markets`);
  await expectOk(response.clone(), "listMarkets");
  const { data } = await response.json();
  const markets = MarketSchema.array().parse(data);
  assertEquals(markets.map(({ id }) => id), [1, 2, 3, ID]);
  const { name, features, timeframes } = markets[3] ?? {};
  assertEquals(name, "PT sUSDe 27NOV2025");
  assertEquals(Object.keys(timeframes ?? {}), ["daily"]);
  const { daily } = timeframes ?? {};
  assertEquals([daily?.absent, daily?.provenance], [["volume"], IMPORTED.header.provenance]);
  assert(features && !features.includes("volume") && features.includes("poolState"));
});

Deno.test("strategies run on the markets that have their features", async () => {
  const { data } = await (await arena.request(`${FAMILY}/strategies`)).json();
  const strategies = StrategySummarySchema.array().parse(data);
  const runnableOn = (id: string) =>
    strategies.find(({ strategyId }) => strategyId === id)?.runnableOn;
  assertEquals(runnableOn("yield-rsi"), [1, 2, 3, ID]);
  assertEquals(runnableOn("turnover-carry"), [1, 2, 3]);
});

Deno.test("a run on an imported market names its provenance and its estimates", async () => {
  const { simulation: { evidence, warnings } } = await summary();
  const { provenance, absent, estimated, expiry, farExpiry, pyIndex, scalarRoot } = IMPORTED.header;
  assertEquals(evidence.provenance, provenance);
  assertEquals(evidence.estimated, ["totalPt", "totalSy", "scalarRoot"]);
  // Members in the order of their names, as RFC 8785 wants it.
  const sorted = Object.fromEntries(Object.entries(provenance).toSorted());
  const terms = { absent, estimated, expiry, farExpiry, provenance: sorted, pyIndex, scalarRoot };
  assertEquals(evidence.provenanceHash, await sha256Hex(JSON.stringify(terms)));
  assertEquals([evidence.generatorVersion, evidence.passiveGap], [null, null]);
  const { message = "" } = warnings.find(({ code }) => code === "ESTIMATED_DATA") ?? {};
  assertEquals(
    message,
    "estimated and not known: totalPt, totalSy, scalarRoot, on which depend slippage and the limits " +
      "of the pool",
  );
});

Deno.test("an evaluation without a generator names what replaces it", async () => {
  const { data } = await summary();
  const response = await arena.post(`${FAMILY}/evaluations`, data);
  await expectOk(response.clone(), "evaluate");
  const evaluation = EvaluationSchema.parse((await response.json()).data);
  assertEquals([evaluation.verdict.method, evaluation.capitalScore.scenarios], ["rotation", 11]);
  assertEquals(evaluation.replaced, [
    { what: "sister_paths", in: "capitalScore", by: "perturbations" },
    { what: "sister_paths", in: "verdict", by: "rotations" },
    { what: "blind_twin", in: "verdict", by: null },
  ]);
  assertEquals(evaluation.warnings.map(({ code }) => code), ["ESTIMATED_DATA"]);
  assertEquals(evaluation.evidence.provenance, IMPORTED.header.provenance);
});

Deno.test("a feature that the market lacks is refused, and the available ones are listed", async () => {
  const post = (change: object) =>
    arena.post(`${FAMILY}/simulations/summary`, { ...DAILY, ...change });
  const unknown = await expectProblem(await post({ marketId: 4 }), "REQUEST_VALIDATION_FAILED");
  assertEquals(unknown.fieldErrors?.map(({ message }) => message), [
    "is 4, must be one of 1, 2, 3, 1000",
  ]);
  const hourly = await expectProblem(
    await post({ timeframe: "hourly" }),
    "REQUEST_VALIDATION_FAILED",
  );
  assertEquals(hourly.fieldErrors?.map(({ path, message }) => `${path} ${message}`), [
    '/timeframe is "hourly", must be daily',
  ]);
  const feature = await expectProblem(
    await post({ components: [{ strategyId: "turnover-carry" }] }),
    "STRATEGY_MISSING_REQUIRED_FEATURE",
  );
  assertEquals([feature.feature, feature.marketIds], ["volume", [1, 2, 3]]);
});

Deno.test("a simulation of another provenance is stale, and an edited provenance is refused", async () => {
  const { data } = await summary();
  const sent = (evidence: object) =>
    arena.post(`${FAMILY}/evaluations`, { ...data, evidence: { ...data.evidence, ...evidence } });
  const stale = await expectProblem(
    await sent({ provenanceHash: "0".repeat(64) }),
    "SIMULATION_STALE",
  );
  assertEquals(stale.path, "/evidence/provenanceHash");
  const edited = { ...data.evidence.provenance, source: "elsewhere" };
  const mismatch = await expectProblem(await sent({ provenance: edited }), "SIMULATION_MISMATCH");
  assertEquals(mismatch.path, "/evidence/provenance/source");
});

Deno.test("the document and the page list the imported market", async () => {
  const document = await (await arena.request("/openapi/v1.json")).json();
  const { marketId } = document.components.schemas.Candidate.properties;
  assertEquals(marketId.enum, [1, 2, 3, ID]);
  const sources = await (await arena.request("/assets/sources.json")).json();
  const [entry] = sources.datasets.filter((
    one: { readonly header: { readonly marketId: number } },
  ) => one.header.marketId === ID);
  assertEquals(entry.header.absent, ["volume"]);
  assertEquals((await arena.request(entry.url)).status, 200);
});
