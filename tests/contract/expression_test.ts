import { assert, assertEquals } from "@std/assert";
import type { z } from "zod";
import { StrategyParametersSchema } from "../../server/contracts/catalog.ts";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { SummarySimulationSchema } from "../../server/contracts/simulation.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { makeImportedDataset } from "../../server/testing/datasets.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { officialDatasets, officialEngine } from "../../server/testing/official.ts";
import { expectOk } from "../../server/testing/expect.ts";
import { PUBLIC_PATH_SEED } from "../../server/wording/verdict.ts";

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

Deno.test("texts are judged on paths of their own", async () => {
  const engine = await officialEngine(await officialDatasets());
  const request = { view: "summary", simulationId: "run", candidate: candidateOf(TEXTS) };
  const payload = okBytes(engine.simulate(encoded(request)).bytes);
  const { evidence } = SummarySimulationSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
  const answer = engine.evaluate(encoded({}), payload, UNCOUNTED);
  const { verdict } = okValue(EvaluationSchema, answer);
  const hash = BigInt(`0x${evidence.candidateHash.slice(0, 16)}`);
  assertEquals(verdict.pathSeed, String(BigInt.asUintN(64, BigInt(PUBLIC_PATH_SEED) + hash)));
  assert(!verdict.hindsight);
});

Deno.test("texts can know the past of an imported market, so they are never eligible there", async () => {
  const { evaluation } = await judged(candidateOf(TEXTS, IMPORTED_ID));
  const { verdict, eligibility: { eligible, gates } } = evaluation;
  assertEquals([verdict.hindsight, verdict.pathSeed, eligible], [true, null, false]);
  assert(gates.some(({ gate, passed }) => gate === "EDGE" && !passed));
});

Deno.test("every wrong text has its error, with a column and what to do", async () => {
  const wrong = candidateOf({
    enter: "zscore(impliedApi, 20d) > 1",
    exit: "mean(logYield, 20)",
    unused: 1,
  });
  const answer = await arena.post(`${FAMILY}/simulations/summary`, wrong);
  assertEquals(answer.status, 400);
  const { fieldErrors } = await answer.json();
  const at = "/components/0/strategyParams";
  assertEquals(fieldErrors, [{
    path: `${at}/enter`,
    code: "expression",
    message: "column 8: there is no impliedApi, the nearest is impliedApy",
  }, {
    path: `${at}/exit`,
    code: "expression",
    message: "column 16: mean needs a window, such as 20d (days) or 20b (bars), has a number",
  }, { path: `${at}/unused`, code: "expression", message: "is used by no text" }]);
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
  });
  assert("oneOf" in schema);
});
