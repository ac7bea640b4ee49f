import { assertEquals } from "@std/assert";
import { type Candidate, CandidateSchema } from "./candidate.ts";
import { jsonPointer, validate } from "./field_errors.ts";

const GOOD: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

/** Returns `path code message` of every fault. */
function faults(value: unknown): string[] {
  const checked = validate(CandidateSchema, value);
  if (checked.ok) return [];
  return checked.fieldErrors.map(({ path, code, message }) => `${path} ${code} ${message}`)
    .toSorted();
}

Deno.test("check() passes what the schema allows", () => {
  assertEquals(validate(CandidateSchema, GOOD), { ok: true, value: GOOD });
});

Deno.test("check() finds every wrong field at once", () => {
  const wrong = {
    marketId: 4,
    timeframe: "weekly",
    capital: 100000,
    components: [{ strategyId: "", weightBps: 0.5, extra: 1 }],
    strategyParams: { period: null },
    submissionId: "",
    extra: 1,
  };
  assertEquals(faults(wrong), [
    '/capital wrong_type is 100000, must be a string such as "100000"',
    "/components/0/extra unknown_property is not a field here, must be left out",
    "/components/0/strategyId out_of_range has 0 characters, must have at least 1",
    "/components/0/weightBps wrong_type is 0.5, must be an integer",
    "/extra unknown_property is not a field here, must be left out",
    "/marketId not_allowed is 4, must be one of 1, 2, 3",
    "/strategyParams/period wrong_type is null, must be a number or a string",
    "/submissionId out_of_range has 0 characters, must have at least 1",
    '/timeframe not_allowed is "weekly", must be one of hourly, daily',
  ]);
});

Deno.test("check() says what a whole body must be", () => {
  assertEquals(faults(null), [" wrong_type is null, must be an object"]);
  assertEquals(faults({}), [
    "/components required is missing, must be given",
    "/marketId required is missing, must be given",
  ]);
});

Deno.test("check() holds capital to 1 to 1e9 and 6 decimals", () => {
  const capital = (text: string): number => faults({ ...GOOD, capital: text }).length;
  const good = ["1", "1.000001", "1000000000", "1000000000.0", "999999999.999999"];
  assertEquals(good.map(capital), good.map(() => 0));
  const bad = ["0", "0.999999", "1000000000.000001", "1e5", "01", "+1", "-1", " 1", "1.", ".5"];
  bad.push("1.0000001", "", "1,000", "٣", "Infinity");
  assertEquals(bad.map(capital), bad.map(() => 1));
});

Deno.test("check() does not repeat a long value", () => {
  assertEquals(faults({ ...GOOD, marketId: "m".repeat(1000) }), [
    "/marketId not_allowed is a long string, must be one of 1, 2, 3",
  ]);
});

Deno.test("jsonPointer() escapes as RFC 6901", () => {
  assertEquals(jsonPointer(["a/b", 0, "~"]), "/a~1b/0/~0");
  assertEquals(jsonPointer([]), "");
});
