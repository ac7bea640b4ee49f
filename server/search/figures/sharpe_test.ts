import { assert, assertEquals } from "@std/assert";
import { normalCdf, normalQuantile } from "./normal.ts";
import { deflatedSharpe, expectedBest, momentsOf, probabilisticSharpe } from "./sharpe.ts";

/** Asserts that a figure is as near to another as its last printed digits let it be. */
function assertNear(found: number, expected: number, tolerance = 1e-12): void {
  assert(Math.abs(found - expected) <= tolerance, `${found} is ${expected}`);
}

Deno.test("known quantiles of the normal distribution, and back", () => {
  assertNear(normalQuantile(0.975), 1.959963984540054, 1e-15);
  assertNear(normalCdf(1), 0.8413447460685429, 1e-14);
  // Far out, where the continued fraction takes over.
  assertNear(normalCdf(-8) / 6.220960574271786e-16, 1, 1e-8);
  assertEquals([normalCdf(-40), normalCdf(40)], [0, 1]);
  for (const share of [1e-9, 1e-4, 0.01, 0.3, 0.5, 0.77, 0.99, 1 - 1e-6]) {
    assertNear(normalCdf(normalQuantile(share)), share, 1e-13 * Math.max(share, 1e-2));
  }
});

Deno.test("the published probability of the hedge fund with 24 months", () => {
  // Bailey and Lopez de Prado 2012, as in engine-rs/src/evaluation/luck.rs.
  const moments = { sharpe: 0.45755008833277844, days: 24, skewness: -2.448, kurtosis: 10.164 };
  assertNear(probabilisticSharpe(moments, 0) ?? 0, 0.9132343068848602, 1e-9);
});

Deno.test("the published deflated ratio of the best of 100 tries", () => {
  // Bailey and Lopez de Prado 2014, section "A numerical example": an annual ratio of 2.5 over 1,250
  // days of which a year has 250, variance 1/2 of the annual ratios, skewness -3, kurtosis 10.
  const variance = 0.5 / 250;
  assertNear(expectedBest(100, variance), 0.1132, 5e-5);
  const moments = { sharpe: 2.5 / Math.sqrt(250), days: 1250, skewness: -3, kurtosis: 10 };
  assertNear(deflatedSharpe(moments, { count: 100, variance }) ?? 0, 0.9004, 5e-5);
});

Deno.test("more tries deflate more, and one nothing", () => {
  const moments = { sharpe: 0.1, days: 100, skewness: 0, kurtosis: 3 };
  const of = (count: number): number => deflatedSharpe(moments, { count, variance: null }) ?? NaN;
  assertEquals(of(1), probabilisticSharpe(moments, 0));
  assert(of(1) > of(10) && of(10) > of(1e7));
});

Deno.test("the moments of two days, and of days without any", () => {
  const moments = momentsOf([1, 3]);
  assertNear(moments?.sharpe ?? 0, Math.SQRT2, 1e-15);
  assertEquals([moments?.days, moments?.skewness, moments?.kurtosis], [2, 0, 1]);
  assertEquals([momentsOf([0.1, 0.1]), momentsOf([0.1]), momentsOf([])], [null, null, null]);
});
