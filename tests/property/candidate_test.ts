import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CandidateSchema } from "../../server/contracts/candidate.ts";
import { validate } from "../../server/contracts/field_errors.ts";
import { okBytes } from "../../server/engine/wire.ts";
import type { FieldError } from "../../server/contracts/problem.ts";
import { ApiError } from "../../server/errors.ts";
import { makeEngine } from "../support/arena.ts";
import { makeDatasets } from "../support/datasets.ts";

const engine = await makeEngine();
for (const dataset of await makeDatasets()) engine.addDataset(dataset);

const NAMED_MAX = 64;
const encoder = new TextEncoder();

/** Where the engine knows more than the schema: the catalogue, and the range of an amount. */
const OTHER_CODE = /^\/components\/\d+\/strategyId$|^\/capital$/;

const anything = fc.jsonValue({ maxDepth: 1 });
const strategyParams = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.dictionary(fc.constantFrom("field", "period", "x/~", "oversold"), anything),
  },
  { weight: 1, arbitrary: anything },
);
const component = fc.record({
  strategyId: fc.oneof(fc.constantFrom("yield-rsi", "yield-donchian", "no-such"), anything),
  weightBps: fc.oneof(fc.integer({ min: -1, max: 10_001 }), fc.double(), anything),
  strategyParams,
  extra: anything,
}, { requiredKeys: [] });
const candidate = fc.record({
  marketId: fc.oneof(fc.integer({ min: 0, max: 4 }), anything),
  timeframe: fc.oneof(fc.constantFrom("hourly", "weekly"), anything),
  capital: fc.oneof(fc.constantFrom("1", "1e5", "0", "1000000000.5"), fc.double(), anything),
  components: fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.oneof(component, anything), { maxLength: 16 }) },
    { weight: 1, arbitrary: anything },
  ),
  strategyParams,
  executionConfig: anything,
  // Of a text the schema counts UTF-16 units and the engine characters, as JSON Schema does.
  submissionId: fc.oneof(fc.string({ maxLength: 140 }), anything),
  extra: anything,
}, { requiredKeys: [] });

/** Returns what the engine finds wrong. */
function faultsOf(value: unknown): readonly FieldError[] {
  try {
    okBytes(engine.check(encoder.encode(JSON.stringify(value))));
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.context.fieldErrors ?? [];
    throw error;
  }
}

Deno.test("the engine finds every field that the schema finds wrong, and by the same code", () =>
  fc.assert(
    fc.property(fc.oneof(candidate, candidate, anything), (drawn) => {
      const value: unknown = JSON.parse(JSON.stringify(drawn));
      const checked = validate(CandidateSchema, value);
      const wrong = checked.ok ? [] : checked.fieldErrors;
      const found = faultsOf(value);
      // Beyond these the engine only counts.
      fc.pre(found.length < NAMED_MAX);
      // A field of the schema can have several faults; the first is the one that counts.
      const firsts = new Map(wrong.toReversed().map(({ path, code }) => [path, code]));
      for (const [path, code] of firsts) {
        const same = found.find((fault) => fault.path === path);
        assert(same, `${path} ${code} is not in ${JSON.stringify(found)}`);
        // Only the engine knows which names there are, and that is what is wrong first.
        const isUnknown = same.code === "unknown_property";
        if (!isUnknown && !OTHER_CODE.test(path)) assertEquals(same.code, code, path);
      }
      const paths = found.map(({ path }) => path);
      assertEquals(new Set(paths).size, paths.length, "a field is named once");
    }),
    { numRuns: 2000 },
  ));

Deno.test("what the engine takes the schema takes", () => {
  const known = fc.record({
    marketId: fc.constantFrom(1, 2, 3),
    timeframe: fc.constantFrom("hourly", "daily"),
    capital: fc.constantFrom("1", "2500.50", "1000000000", "1000000000.000"),
    components: fc.constant([{ strategyId: "yield-rsi", strategyParams: { oversold: 20 } }]),
    strategyParams: fc.constantFrom({}, { field: "impliedApy" }),
    executionConfig: anything,
    submissionId: fc.string({ minLength: 1, maxLength: 128 }),
  }, { requiredKeys: ["marketId", "components"] });
  return fc.assert(fc.property(known, (value) => {
    assertEquals(faultsOf(value), []);
    assert(validate(CandidateSchema, value).ok);
  }));
});
