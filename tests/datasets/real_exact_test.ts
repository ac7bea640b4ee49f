import { assert, assertEquals } from "@std/assert";
import type { Evaluation } from "../../server/contracts/types.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import type { Engine } from "../../server/engine/engine.ts";
import { okJson } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { columnOf } from "../../server/testing/official.ts";
import {
  box,
  candidateOf,
  engineWith,
  evaluate,
  panel,
  realOf,
} from "../../server/testing/real_panel.ts";

const CAPITAL = 100_000;
const engine = await engineWith(panel);

Deno.test("every figure of the block follows from the runs on the maturities alone", async () => {
  const markets = await engineWith(box);
  for (const strategyId of ["maturity-ramp", "yield-rsi", "discount-threshold"]) {
    const real = realOf(engine, candidateOf(strategyId, { capital: `${CAPITAL}` }));
    const alone = box.map((dataset) => {
      const { marketId } = dataset.header;
      const candidate = candidateOf(strategyId, { marketId, capital: `${CAPITAL}` });
      return {
        dataset,
        own: evaluate(markets, candidate),
        excess: excessOf(markets, dataset, candidate),
      };
    });
    const days = alone.map(({ excess }) => excess.length);
    const mean = (of: (one: Evaluation) => number): number =>
      alone.reduce((sum, { own }, at) => sum + (days[at] ?? 0) * of(own), 0) /
      days.reduce((sum, count) => sum + count);
    const [utility, hold, idle] = [
      mean(({ scenarioResult }) => scenarioResult.utilityScore),
      mean(({ benchmarkUtility }) => benchmarkUtility),
      mean(({ idleUtility }) => idleUtility),
    ];
    assertClose(real.utility, utility);
    assertClose(real.edge, utility - Math.max(hold, idle));
    for (const [at, over] of [real.overHold, real.overIdle].entries()) {
      const expected = neweyWest(alone.map(({ excess }) => excess.map((day) => day[at] ?? NaN)));
      assertClose(over.perYear, expected.perYear);
      assertClose(over.high - over.perYear, 1.645 * expected.error);
      assertClose(over.perYear - over.low, 1.645 * expected.error);
    }
    assertEquals(
      real.rows.map(({ utility }) => utility),
      alone.map(({ own }) => own.scenarioResult.utilityScore),
    );
    const better = alone.filter(({ own }) =>
      own.scenarioResult.utilityScore > own.benchmarkUtility + 1e-9
    );
    assertEquals(real.betterThanHold, better.length);
    assertEquals([real.from, real.to], ["2025-07-06T00:00:00Z", "2026-05-06T00:00:00Z"]);
  }
});

function assertClose(found: number, expected: number): void {
  assert(Math.abs(found - expected) <= 1e-12, `${found} is not ${expected}`);
}

/** Returns the excess over Hold and over idle on each scored day, from the equity of the full view. */
function excessOf(
  markets: Engine,
  dataset: Dataset,
  candidate: object,
): readonly (readonly [number, number])[] {
  const request = { view: "full", simulationId: "run", candidate };
  const run = okJson(markets.simulate(encoded(request)).bytes) as {
    readonly portfolio: { readonly equity: readonly number[] };
  };
  const start = dataset.header.tradeStartIndex;
  const price = columnOf(dataset, "ptPrice");
  const index = columnOf(dataset, "syIndex");
  const at = (values: ArrayLike<number>, bar: number): number => values[bar] ?? NaN;
  const units = CAPITAL / 1.0002 / at(price, start);
  const lines = [
    (bar: number) => bar < start ? CAPITAL : at(run.portfolio.equity, bar),
    (bar: number) => bar < start ? CAPITAL : units * at(price, bar),
    (bar: number) => bar < start ? CAPITAL : CAPITAL * at(index, bar) / at(index, start),
  ];
  return Array.from({ length: price.length - start }, (_, day) => {
    const [own = NaN, hold = NaN, idle = NaN] = lines.map((line) =>
      Math.log(line(start + day) / line(start + day - 1))
    );
    return [own - hold, own - idle] as const;
  });
}

/** The rule of `RULES.md` 6.8 as it is written, for maturities that do not overlap. */
function neweyWest(
  maturities: readonly (readonly number[])[],
): { readonly perYear: number; readonly error: number } {
  const all = maturities.flat();
  const mean = all.reduce((sum, value) => sum + value) / all.length;
  let variance = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  for (let lag = 1; lag <= 10; lag++) {
    for (const days of maturities) {
      for (let at = lag; at < days.length; at++) {
        const [late, early] = [days[at] ?? NaN, days[at - lag] ?? NaN];
        variance += 2 * (1 - lag / 11) * (late - mean) * (early - mean);
      }
    }
  }
  return { perYear: 365 * mean, error: 365 * Math.sqrt(Math.max(variance, 0)) / all.length };
}
