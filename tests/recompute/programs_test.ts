import { assert, assertEquals, assertMatch } from "@std/assert";
import type { z } from "zod";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import type { SummarySimulationSchema } from "../../server/contracts/simulation.ts";
import { type TrialLedger, UNCOUNTED } from "../../server/contracts/trial.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { candidateHash, resultHash } from "../../server/http/docs/programs/hashes.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { IMPORTED } from "../../server/testing/golden.ts";
import { makeEngine, officialParts } from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testWith } from "../../server/testing/tools.ts";
import { assertRecomputed } from "./assert_recomputed.ts";
import { run } from "../../server/testing/programs.ts";

type Simulation = z.infer<typeof SummarySimulationSchema>;

const VIEWS = ["full", "summary", "trades"] as const;
const PROGRAMS = `${ROOT}server/http/docs/programs/`;

/** Numbers that JSON libraries print differently: 0.00001, 1e-7, 12, 1.2000001, zeros. */
const CANDIDATES = [
  {
    marketId: 1,
    timeframe: "daily",
    // It never buys at these yields.
    components: [
      { strategyId: "discount-threshold", strategyParams: { entry: 0.5, exit: 0.4 } },
    ],
  },
  { marketId: 1, capital: "2500.50", components: [{ strategyId: "yield-rsi" }] },
  {
    marketId: 2,
    timeframe: "daily",
    capital: "100000.000000",
    components: [
      { strategyId: "yield-macd", weightBps: 2500 },
      { strategyId: "yield-bollinger", weightBps: 7500, strategyParams: { k: 1.2 + 1e-7 } },
    ],
  },
  { marketId: 3, components: [{ strategyId: "discount-zscore" }, { strategyId: "yield-tsmom" }] },
  {
    marketId: 3,
    timeframe: "daily",
    capital: "1",
    components: [0.00001, 1e-7].map((minYield) => (
      { strategyId: "pull-to-par-hold", strategyParams: { minYield } }
    )),
  },
];

const { datasets, engine } = await officialParts();
const TRIED: TrialLedger = {
  count: () => ({ count: 12, counted: true, sharpeCount: 30, sharpeVariance: 0.01 }),
};

/** An answer of the service: the engine's bytes in an envelope. */
interface Answer {
  readonly text: string;
  readonly payload: Uint8Array;
}

function simulated(candidate: object, view: string): Answer {
  return enveloped(engine.simulate(encoded({ view, simulationId: "s", candidate })).bytes);
}

function enveloped(answer: Uint8Array): Answer {
  const payload = okBytes(answer);
  return { text: `{"requestId":"r","status":"ok","data":${decoded(payload)}}`, payload };
}

/** The evaluations of every candidate, and one on a dataset without a generator. */
async function evaluations(): Promise<Answer[]> {
  const official = CANDIDATES.map((candidate) => {
    const { payload } = simulated(candidate, "summary");
    return enveloped(engine.evaluate(encoded({}), payload, TRIED));
  });
  const others = await makeEngine([]);
  for (const { header, columns } of datasets) {
    const imported = { provenance: IMPORTED };
    others.addDataset({ header: { ...header, ...imported }, columns });
  }
  const request = { view: "summary", simulationId: "s", candidate: CANDIDATES[2] };
  const payload = okBytes(others.simulate(encoded(request)).bytes);
  return [...official, enveloped(others.evaluate(encoded({}), payload, UNCOUNTED))];
}

/** Runs a published program with an answer as its input. */
async function python(program: string, input: string): Promise<{ code: number; printed: string }> {
  const { code, stdout } = await run("python3", [PROGRAMS + program], { input });
  return { code, printed: stdout.trim() };
}

/** Every candidate in every view, with the evidence from the service. */
function simulations(): { text: string; simulation: Simulation }[] {
  return CANDIDATES.flatMap((candidate) =>
    VIEWS.map((view) => {
      const { text, payload } = simulated(candidate, view);
      return { text, simulation: JSON.parse(decoded(payload)) };
    })
  );
}

Deno.test("TypeScript computes both hashes of all views from the answer", async () => {
  await inTurn(simulations(), async ({ simulation }) => {
    assertEquals(await candidateHash(simulation), simulation.evidence.candidateHash);
    assertEquals(await resultHash(simulation), simulation.evidence.resultHash);
  });
});

testWith(["python3"], "Python computes both hashes of all views from the answer", async () => {
  await inTurn(simulations(), async ({ text, simulation: { evidence } }) => {
    const printed = `${evidence.candidateHash} ${evidence.resultHash}`;
    assertEquals(await python("hashes.py", text), { code: 0, printed });
  });
});

testWith(
  ["python3"],
  "Python computes both hashes from the data alone, its members in any order",
  async () => {
    const { payload } = simulated(CANDIDATES[2] ?? {}, "summary");
    const simulation: Simulation = JSON.parse(decoded(payload));
    const turned = Object.fromEntries(Object.entries(simulation).toReversed());
    const { printed } = await python("hashes.py", JSON.stringify(turned, null, 1));
    const { evidence } = simulation;
    assertEquals(printed, `${evidence.candidateHash} ${evidence.resultHash}`);
  },
);

Deno.test("TypeScript recomputes the verdict, gates and capital score of an answer", async () => {
  for (const { payload } of await evaluations()) {
    assertRecomputed(EvaluationSchema.parse(JSON.parse(decoded(payload))));
  }
});

testWith(
  ["python3"],
  "Python recomputes the verdict, gates and capital score of an answer",
  async () => {
    await inTurn(await evaluations(), async ({ text }) => {
      const { code, printed } = await python("verdict.py", text);
      assertEquals(code, 0, printed);
      assertMatch(printed, /^edge [+-]\d\.\d{6} per year, p \d\.\d{6}, eligible: (True|False)$/);
    });
  },
);

testWith(["python3"], "Python names what does not follow from an edited answer", async () => {
  const [{ payload }] = await evaluations() as [Answer];
  const evaluation = EvaluationSchema.parse(JSON.parse(decoded(payload)));
  const { verdict, eligibility } = evaluation;
  const edited = { ...evaluation, verdict: { ...verdict, edge: verdict.edge + 1e-9 } };
  const { code, printed } = await python("verdict.py", JSON.stringify(edited));
  assertEquals(code, 1);
  assert(printed.startsWith("/verdict/edge is "), printed);
  const gates = eligibility.gates.map((gate) => ({ ...gate, passed: !gate.passed }));
  const flipped = { ...evaluation, eligibility: { ...eligibility, gates } };
  const second = await python("verdict.py", JSON.stringify(flipped));
  assertEquals(second.printed.split("\n").length, gates.length);
  assert(second.printed.startsWith("/eligibility/gates/0/passed is "), second.printed);
});

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
