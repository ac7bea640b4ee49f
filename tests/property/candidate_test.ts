import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { z } from "zod";
import { CandidateSchema } from "../../server/contracts/candidate.ts";
import { okBytes } from "../../server/engine/wire.ts";
import type { FieldError } from "../../server/contracts/problem.ts";
import { ApiError } from "../../server/base/errors.ts";
import { makeEngine } from "../../server/testing/official.ts";
import { makeDatasets } from "../../server/testing/datasets.ts";
import { sampleOf } from "../../server/testing/nightly.ts";

const engine = await makeEngine(await makeDatasets());

/** The schema in the document of a server with these datasets. */
const OwnCandidateSchema = CandidateSchema.extend({ marketId: z.literal([1, 2, 3]) });

const NAMED_MAX = 64;
const encoder = new TextEncoder();

/** Codes for which the engine knows more than the schema: the catalogue, and the range of an amount. */
const OTHER_CODE = /^\/components\/\d+\/strategyId$|^\/capital$/;

/** Fields whose names, types and ranges only the engine knows. */
const OF_THE_CATALOGUE =
  /^\/components\/\d+\/strategyId$|^(\/components\/\d+)?\/strategyParams\/[^/]*$/;

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
  // Zod counts UTF-16 units of a text, the engine characters, like JSON Schema.
  submissionId: fc.oneof(fc.string({ maxLength: 140 }), anything),
  extra: anything,
}, { requiredKeys: [] });

type Issue = z.core.$ZodIssue;

/** Codes of the engine by codes of the schema. */
const CODES: ReadonlyMap<Issue["code"], string> = new Map<Issue["code"], string>([
  ["unrecognized_keys", "unknown_property"],
  ["invalid_type", "wrong_type"],
  ["invalid_union", "wrong_type"],
  ["invalid_value", "not_allowed"],
  ["invalid_format", "wrong_format"],
  ["too_small", "out_of_range"],
  ["too_big", "out_of_range"],
  // The only refinement: the range of the capital.
  ["custom", "out_of_range"],
]);

/** Returns the engine's code for each path that the schema rejects; the first issue counts. */
function schemaFaults(value: unknown): ReadonlyMap<string, string | undefined> {
  const { error } = OwnCandidateSchema.safeParse(value, { reportInput: true });
  const faults = (error?.issues ?? []).flatMap((issue) => {
    const paths = issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path];
    const isMissing = issue.code !== "custom" && issue.input === undefined;
    const code = isMissing ? "required" : CODES.get(issue.code);
    const escaped = (step: PropertyKey): string =>
      `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return paths.map((path) => [path.map(escaped).join(""), code] as const);
  });
  return new Map(faults.toReversed());
}

/** Returns the fields that the engine refuses. */
function faultsOf(value: unknown): readonly FieldError[] {
  try {
    okBytes(engine.check(encoder.encode(JSON.stringify(value))));
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.context.fieldErrors ?? [];
    throw error;
  }
}

Deno.test("engine and schema refuse the same fields, with the same codes", () =>
  fc.assert(
    fc.property(fc.oneof(candidate, candidate, anything), (drawn) => {
      const value: unknown = JSON.parse(JSON.stringify(drawn));
      const found = faultsOf(value);
      // Further errors are only counted by the engine.
      fc.pre(found.length < NAMED_MAX);
      const wrong = schemaFaults(value);
      for (const [path, code] of wrong) {
        const same = found.find((fault) => fault.path === path);
        assert(same, `${path} ${code} is not in ${JSON.stringify(found)}`);
        // Only the engine knows the existing names, and an unknown name is its first error.
        const isUnknown = same.code === "unknown_property";
        if (!isUnknown && !OTHER_CODE.test(path)) assertEquals(same.code, code, path);
      }
      // Only the catalogue and the sum of the weights are beyond the schema.
      for (const { path, code } of found.filter((fault) => !wrong.has(fault.path))) {
        assert(code === "weights" ? path === "/components" : OF_THE_CATALOGUE.test(path), path);
      }
      const paths = found.map(({ path }) => path);
      assertEquals(new Set(paths).size, paths.length, "a field is named once");
    }),
    sampleOf(2_000, 1),
  ));

Deno.test("engine and schema limit capital to 1 to 1e9 and 6 decimals", () => {
  const judged = (capital: string): readonly boolean[] => {
    const value = { marketId: 1, components: [{ strategyId: "yield-rsi" }], capital };
    return [faultsOf(value).length === 0, schemaFaults(value).size === 0];
  };
  const good = ["1", "1.000001", "1000000000", "1000000000.0", "999999999.999999"];
  for (const capital of good) assertEquals(judged(capital), [true, true], capital);
  const bad = ["0", "0.999999", "1000000000.000001", "1e5", "01", "+1", "-1", " 1", "1.", ".5"];
  bad.push("1.0000001", "", "1,000", "٣", "Infinity", "10000000000");
  for (const capital of bad) assertEquals(judged(capital), [false, false], capital);
});

Deno.test("the schema accepts every candidate that the engine accepts", () => {
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
    assertEquals(schemaFaults(value), new Map());
  }));
});
