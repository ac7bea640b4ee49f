import { assertEquals } from "@std/assert";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { ALL_FIGURES } from "../../server/contracts/figures.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";

const SEARCHES = `${FAMILY}/searches`;
const OWN = "/components/0/strategyParams/";
const [PERIOD] = SEARCH_PLAN.axes;

const FIGURE_NAMES = Object.keys(ALL_FIGURES).join(", ");

interface Bad {
  /** The difference from an accepted plan. */
  readonly plan: Record<string, unknown>;
  /** The wrong field, its code and its message. */
  readonly says: string;
}

const BAD: Readonly<Record<string, Bad>> = {
  "an axis that is no place in a candidate": {
    plan: { axes: [{ path: "/nope", min: 1, max: 2, steps: 2 }] },
    says: `/plan/axes/0/path wrong_type is "/nope", must be a place in the base candidate: ` +
      "/marketId, or of one of its components such as /components/0/strategyId, " +
      "/components/0/weightBps or /components/0/strategyParams/NAME",
  },
  "an unknown parameter": {
    plan: { axes: [{ path: `${OWN}perod`, min: 1, max: 2, steps: 2 }] },
    says: "/plan/axes/0/path unknown_property names no parameter of component 0, must be one of " +
      "field, period, overbought, oversold; the nearest is period",
  },
  "a range that leaves that of its parameter": {
    plan: { axes: [{ path: `${OWN}overbought`, min: 60, max: 300, steps: 2 }] },
    says: "/plan/axes/0/max out_of_range is 300, must be from 50 to 95",
  },
  "a window that is too long": {
    plan: { axes: [{ ...PERIOD, max: 300 }] },
    says:
      "/plan/axes/0/max out_of_range is 300 days (300 daily bars), must be from 2 bars to 120 days",
  },
  "a weight of zero": {
    plan: { axes: [{ path: "/components/0/weightBps", min: 0, max: 10, steps: 2 }] },
    says: "/plan/axes/0/min wrong_type is 0, must be a whole number from 1 to 10000",
  },
  "zero on a log scale": {
    plan: {
      base: { ...SEARCH_PLAN.base, components: [{ strategyId: "pull-to-par-hold" }] },
      axes: [{ path: `${OWN}minDays`, min: 0, max: 9, steps: 3, scale: "log" }],
    },
    says: "/plan/axes/0/min wrong_type is 0, must be above 0 on a log scale",
  },
  "an unknown strategy on an axis": {
    plan: { axes: [{ path: "/components/0/strategyId", values: ["yield-rsy"] }] },
    says: '/plan/axes/0/values/0 not_allowed is "yield-rsy", must be the id of a strategy; ' +
      "the nearest is yield-rsi",
  },
  "an unknown strategy": {
    plan: { base: { ...SEARCH_PLAN.base, components: [{ strategyId: "yield-rsy" }] } },
    says: '/plan/base/components/0/strategyId not_allowed "yield-rsy" is not in the catalogue, ' +
      "must be a strategyId of GET /v1/families/strategy-arena/strategies; the nearest is yield-rsi",
  },
  "no components": {
    plan: { base: { marketId: 1 } },
    says: "/plan/base/components required is missing, must be an array of 1 to 16 components",
  },
  "an axis without values": {
    plan: { axes: [{ path: PERIOD?.path, values: [] }] },
    says: "/plan/axes/0/values out_of_range has 0 values, must have at least 1",
  },
  "an unknown method": {
    plan: { method: { kind: "gird" } },
    says: '/plan/method/kind not_allowed is "gird", must be one of grid, random, sobol, halving, ' +
      "adaptive; the nearest is grid",
  },
  "a method without a count": {
    plan: { method: { kind: "adaptive" } },
    says: "/plan/method/count required is missing, must be a whole number from 1 to 65536",
  },
  "a share that is the whole": {
    plan: { windows: { kind: "holdout", share: 1 } },
    says: "/plan/windows/share out_of_range is 1, must be a number above 0 and below 1",
  },
  "an unknown figure": {
    plan: { constraints: [{ figure: "fils", min: 1 }] },
    says: `/plan/constraints/0/figure not_allowed is "fils", must be one of ${FIGURE_NAMES}; ` +
      "the nearest is fills",
  },
  "an unknown aim": {
    plan: { aim: "egde" },
    says: `/plan/aim not_allowed is "egde", must be one of ${FIGURE_NAMES}; the nearest is edge`,
  },
  "an empty range": {
    plan: { axes: [{ ...PERIOD, min: 14, max: 2 }] },
    says: "/plan/axes/0/min out_of_range is above max, must be at most it",
  },
  "no steps for a grid": {
    plan: { axes: [{ path: PERIOD?.path, min: 2, max: 14 }] },
    says: "/plan/axes/0/steps required is missing, a grid needs it",
  },
  "10^12 candidates": {
    plan: { method: { kind: "sobol", count: 1e12 } },
    says: "/plan out_of_range Cannot search: the plan has 1.00e+12 candidates, must have at most " +
      "1e+11; take fewer steps, or sobol with a count",
  },
  "folds that are longer than the data": {
    plan: { windows: { kind: "walkForward", folds: 64, purge: 500_000 } },
    says: "/plan out_of_range Cannot search: the bars searched in fold-1 are 0, must be at least " +
      "5 (5 days); of the 10 scored bars take fewer folds, or a smaller purge and embargo",
  },
  "a market that there is not": {
    plan: { base: { ...SEARCH_PLAN.base, marketId: 9 } },
    says: "/plan/base/marketId not_allowed is 9, must be one of 1, 2, 3",
  },
  "a member that no plan has": {
    plan: { budget: 7 },
    says:
      "/plan/budget unknown_property is not a field here, must be one of base, axes, markets, method, " +
      "aim, evaluate, constraints, enqueue, windows",
  },
};

for (const [name, { plan, says }] of Object.entries(BAD)) {
  Deno.test(`a plan with ${name} is refused with a sentence, and no search is added`, async () => {
    const arena = await makeArena();
    const response = await arena.post(SEARCHES, { plan: { ...SEARCH_PLAN, ...plan } });
    const { fieldErrors = [] } = await expectProblem(response, "REQUEST_VALIDATION_FAILED");
    assertEquals(fieldErrors.map(({ path, code, message }) => `${path} ${code} ${message}`), [
      says,
    ]);
    const { data } = await (await arena.request(SEARCHES)).json();
    assertEquals([data.searches, data.quota.unitsLeft], [[], 100_000]);
  });
}

Deno.test("a market that lacks a feature is refused as for a simulation", async () => {
  const arena = await makeArena();
  const base = { marketId: 2, components: [{ strategyId: "term-slope" }] };
  const axes = [{ path: "/components/0/weightBps", min: 1000, max: 10_000, steps: 4 }];
  const response = await arena.post(SEARCHES, { plan: { base, axes } });
  const { feature } = await expectProblem(response, "STRATEGY_MISSING_REQUIRED_FEATURE");
  assertEquals(feature, "termStructure");
});

Deno.test("a body that is deeply nested, has a duplicate member or is huge is refused", async () => {
  const arena = await makeArena();
  const deep = `{"plan":${"[".repeat(1_000)}${"]".repeat(1_000)}}`;
  await expectProblem(await arena.post(SEARCHES, deep), "MALFORMED_JSON");
  await expectProblem(await arena.post(SEARCHES, '{"plan":1,"plan":2}'), "MALFORMED_JSON");
  const huge = { plan: { ...SEARCH_PLAN, note: "x".repeat(70_000) } };
  await expectProblem(await arena.post(SEARCHES, huge), "PAYLOAD_TOO_LARGE");
});
