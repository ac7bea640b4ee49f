import { assert, assertEquals, assertThrows } from "@std/assert";
import type { z } from "zod";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { above } from "../../server/http/docs/programs/verdict.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { officialParts } from "../../server/testing/official.ts";
import { assertRecomputed } from "./assert_recomputed.ts";

const { datasets, engine } = await officialParts();

function evaluated(candidate: object): z.infer<typeof EvaluationSchema> {
  const request = encoded({ view: "summary", simulationId: "s", candidate });
  const payload = okBytes(engine.simulate(request).bytes);
  return okValue(EvaluationSchema, engine.evaluate(encoded({}), payload, UNCOUNTED));
}

Deno.test("above() is the upper tail of the normal distribution, on both sides and far from 0", () => {
  // Q(1.96), Q(3), Q(5), Q(10) from tables.
  const known = [[1.959963984540054, 0.025], [3, 1.3498980316300946e-3], [5, 2.866515718791939e-7]];
  for (const [z = NaN, share = NaN] of [...known, [10, 7.619853024160527e-24]]) {
    assert(Math.abs(above(z) / share - 1) < 1e-13, `${z}: ${above(z)}`);
    assertEquals(above(-z), 1 - above(z));
  }
  assertEquals([above(0), above(40), above(-40)], [0.5, 0, 1]);
});

Deno.test("the gap that corrects a verdict equals the gap of its evidence and of the manifest", () => {
  const components = [{ strategyId: "pull-to-par-hold", strategyParams: { minYield: 0 } }];
  for (const { header } of datasets) {
    const { marketId, timeframe, provenance } = header;
    assert(provenance.kind === "synthetic");
    const { generatorVersion, passiveGap } = provenance;
    const { evidence, verdict } = evaluated({ marketId, timeframe, components });
    assertEquals([evidence.generatorVersion, evidence.passiveGap], [generatorVersion, passiveGap]);
    assertEquals(verdict.passiveGap, passiveGap);
    assertEquals(verdict.line, passiveGap >= 0 ? "hold" : "idle");
  }
});

Deno.test("a verdict is rejected with a different series or gap", () => {
  const evaluation = evaluated({
    marketId: 1,
    timeframe: "daily",
    components: [{ strategyId: "yield-bollinger" }],
  });
  assertRecomputed(evaluation);
  const { verdict } = evaluation;
  const edited = [
    ...(["utility", "hold", "idle", "twin"] as const).map((name) => ({
      series: { ...verdict.series, [name]: verdict.series[name].with(7, 0.01) },
    })),
    { passiveGap: (verdict.passiveGap ?? NaN) + 1e-9 },
  ];
  for (const edit of edited) {
    assertThrows(() => assertRecomputed({ ...evaluation, verdict: { ...verdict, ...edit } }));
  }
});
