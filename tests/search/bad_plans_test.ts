import { assertEquals } from "@std/assert";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";

const SEARCHES = `${FAMILY}/searches`;
const OWN = "/components/0/strategyParams/";
const [PERIOD] = SEARCH_PLAN.axes;

interface Bad {
  /** The difference from an accepted plan. */
  readonly plan: Record<string, unknown>;
  /** The wrong field, its code and its message. */
  readonly says: string;
}

const BAD: Readonly<Record<string, Bad>> = {
  "an unknown axis": {
    plan: { axes: [{ path: `${OWN}nope`, min: 1, max: 2, steps: 2 }] },
    says: `/plan/axes/0/path wrong_type is "${OWN}nope", must be a place in the base candidate: ` +
      "/marketId, or of one of its components such as /components/0/strategyId, " +
      "/components/0/weightBps or /components/0/strategyParams/NAME",
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
    says: '/plan/budget unknown_property Unrecognized key: "budget"',
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

Deno.test("all points of a search are kept up to two million candidates", async () => {
  const arena = await makeArena({ searchLimits: { unitsPerDay: 1e10 } });
  const plan = { ...SEARCH_PLAN, method: { kind: "sobol", count: 2_000_001 } };
  const response = await arena.post(SEARCHES, { plan, points: "all" });
  const { fieldErrors } = await expectProblem(response, "REQUEST_VALIDATION_FAILED");
  assertEquals(fieldErrors, [{
    path: "/points",
    code: "out_of_range",
    message: "is all, of 2000001 candidates; must be none above 2000000",
  }]);
});
