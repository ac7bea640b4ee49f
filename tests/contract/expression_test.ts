import { assert, assertEquals, assertExists } from "@std/assert";
import type { z } from "zod";
import { StrategyParametersSchema } from "../../server/contracts/catalog.ts";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import {
  FullSimulationSchema,
  SummarySimulationSchema,
} from "../../server/contracts/simulation.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { makeImportedDataset } from "../../server/testing/datasets.ts";
import { expectOk } from "../../server/testing/expect.ts";

const IMPORTED = await makeImportedDataset();
const IMPORTED_ID = 1000;
const arena = await makeArena({ imported: [IMPORTED], limits: { budgetUnits: 1000 } });

const TEXTS = {
  enter: "zscore( logYield,w )>=open",
  exit: "zscore(logYield,w)<=0",
  w: 20,
  open: 1,
};

function candidateOf(
  strategyParams: Record<string, unknown>,
  marketId = 1,
): Record<string, unknown> {
  const components = [{ strategyId: "expression", strategyParams }];
  return { marketId, timeframe: "daily", components };
}

interface Judged {
  readonly simulation: z.infer<typeof SummarySimulationSchema>;
  readonly evaluation: z.infer<typeof EvaluationSchema>;
}

async function judged(candidate: Record<string, unknown>): Promise<Judged> {
  const answer = await arena.post(`${FAMILY}/simulations/summary`, candidate);
  assertEquals(answer.status, 200, await answer.clone().text());
  const { data } = await answer.json();
  const evaluated = await arena.post(`${FAMILY}/evaluations`, data);
  assertEquals(evaluated.status, 200, await evaluated.clone().text());
  const evaluation = EvaluationSchema.parse((await evaluated.json()).data);
  return { simulation: SummarySimulationSchema.parse(data), evaluation };
}

Deno.test("texts run, and a spelling of a text is no candidate of its own", async () => {
  const { simulation } = await judged(candidateOf(TEXTS));
  assertEquals(simulation.candidate.components[0]?.strategyParams, {
    enter: "zscore(logYield, w) >= open",
    exit: "zscore(logYield, w) <= 0",
    open: 1,
    w: 20,
  });
  const spelled = await judged(candidateOf({ ...TEXTS, enter: "(zscore(logYield, w)) >= open" }));
  assertEquals(spelled.simulation.evidence.resultHash, simulation.evidence.resultHash);
});

Deno.test("texts are not eligible on an imported market, whose past they can know", async () => {
  const { evaluation } = await judged(candidateOf(TEXTS, IMPORTED_ID));
  const { verdict, eligibility: { eligible, gates } } = evaluation;
  assertEquals([verdict.pathSeed, eligible], [null, false]);
  assert(gates.some(({ gate, passed }) => gate === "ONE_HISTORY" && !passed));
});

Deno.test("shared names are those of the texts that use them", async () => {
  const { w, open, ...texts } = TEXTS;
  const shared = { ...candidateOf(texts), strategyParams: { w, open } };
  const [own, found] = [await judged(candidateOf(TEXTS)), await judged(shared)];
  assertEquals(found.simulation.evidence.candidateHash, own.simulation.evidence.candidateHash);
});

Deno.test("the parameters of expression are its language and a schema of its texts", async () => {
  const response = await arena.request(`${FAMILY}/strategies/expression/parameters`);
  await expectOk(response.clone(), "getStrategyParameters");
  const { language, schema } = StrategyParametersSchema.parse((await response.json()).data);
  assertEquals(language?.limits.weight, 64);
  assertEquals(language?.functions.find(({ name }) => name === "rank"), {
    name: "rank",
    signature: "rank(x, window)",
    weight: 30,
    description: "share of the window's other values below x, equal ones half: 0 to 1",
    example: "rank(logYield, 60d)",
  });
  assert("oneOf" in schema);
});

Deno.test("a check says the price, hash and weight of texts, or all that a simulation refuses", async () => {
  const path = `${FAMILY}/candidates/check`;
  const { simulation } = await judged(candidateOf(TEXTS));
  const checked = await expectOk(await arena.post(path, candidateOf(TEXTS)), "checkCandidate");
  assertEquals(checked, {
    candidate: simulation.candidate,
    candidateHash: simulation.evidence.candidateHash,
    cost: { simulation: 10, evaluation: 30 },
    features: ["impliedApy"],
    weights: [12],
  });
  const imported = await arena.post(path, candidateOf(TEXTS, IMPORTED_ID));
  assertEquals(Object(await expectOk(imported, "checkCandidate")).cost.evaluation, 1);
  const wrong = candidateOf({ enter: "zscore(impliedApi, 20d) > 1", exit: "mean(x, 20)", n: 1 });
  const [refused, run] = [
    await arena.post(path, wrong),
    await arena.post(`${FAMILY}/simulations/summary`, wrong),
  ];
  assertEquals([refused.status, run.status], [400, 400]);
  const { fieldErrors } = await refused.json();
  assertEquals(fieldErrors, (await run.json()).fieldErrors);
  assertEquals(fieldErrors.length, 3);
});

/** Returns the full view of components on market 1. */
async function full(
  components: readonly unknown[],
  capital: string,
): Promise<z.infer<typeof FullSimulationSchema>> {
  const body = { marketId: 1, timeframe: "daily", capital, components };
  const answer = await arena.post(`${FAMILY}/simulations`, body);
  return FullSimulationSchema.parse((await answer.json()).data);
}

Deno.test("the excesses of the sleeves add up to the portfolio's", async () => {
  const { execution, portfolio } = await full([
    { strategyId: "yield-rsi", weightBps: 6000 },
    { strategyId: "expression", strategyParams: TEXTS, weightBps: 4000 },
  ], "500000");
  const idle = await full(
    [{ strategyId: "expression", strategyParams: { target: "0" } }],
    "500000",
  );
  assertEquals([idle.metrics.fills, idle.execution.components[0]?.excess], [0, 0]);
  const [sum, end, idleEnd] = [
    execution.components.reduce((sum, { excess }) => sum + excess, 0),
    portfolio.equity.at(-1) ?? NaN,
    idle.portfolio.equity.at(-1) ?? NaN,
  ];
  assert(Math.abs(sum - (end - idleEnd) / 500_000) < 1e-12 && sum !== 0);
});

Deno.test("a candidate without a fill says how near its nearest skip was", async () => {
  const components = [{ strategyId: "expression", strategyParams: { target: "1" } }];
  const { execution: { fills, nearest, skippedByReason } } = await full(components, "1000000000");
  assertExists(nearest);
  const { reason, component, value, limit } = nearest;
  assertEquals([fills, reason, component], [0, "MAX_TRADE_PCT_LIQUIDITY", 0]);
  assert(value > limit && skippedByReason[reason] > 0);
  const unasked = await full([{ strategyId: "expression", strategyParams: { target: "0" } }], "1");
  assertEquals(unasked.execution.nearest, null);
});
