import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectProblem } from "../../server/testing/expect.ts";
import { jsonPointer } from "../../server/testing/json_pointer.ts";

const arena = await makeArena({ limits: { budgetUnits: 1e9 } });

const KNOWN = [
  "marketId",
  "timeframe",
  "capital",
  "components",
  "strategyParams",
  "executionConfig",
  "submissionId",
  "strategyId",
  "weightBps",
  "field",
  "period",
  "overbought",
  "oversold",
];

const CANDIDATE = {
  marketId: 1,
  components: [
    { strategyId: "yield-rsi", weightBps: 4000, strategyParams: { overbought: 60 } },
    { strategyId: "yield-rsi", weightBps: 6000, strategyParams: {} },
  ],
  strategyParams: { oversold: 20 },
  executionConfig: { anything: { at: "all" } },
};

/** Every object of the candidate whose names are checked. */
const place = fc.constantFrom<readonly PropertyKey[]>(
  [],
  ["components", 0],
  ["components", 1, "strategyParams"],
  ["components", 0, "strategyParams"],
  ["strategyParams"],
);

const name = fc.oneof(
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.constantFrom("__proto__", "constructor", "toString", "Period", "market_id"),
).filter((text) => !KNOWN.includes(text));

const member = fc.jsonValue({ maxDepth: 2 });

Deno.test("an unknown field is refused at any depth, with its pointer", () =>
  fc.assert(fc.asyncProperty(place, name, member, async (path, unknown, json) => {
    const candidate = structuredClone(CANDIDATE);
    let target: Record<PropertyKey, unknown> = candidate;
    for (const step of path) target = Object(target[step]);
    Object.defineProperty(target, unknown, { value: json, enumerable: true });
    const problem = await expectProblem(
      await arena.post(`${FAMILY}/simulations/summary`, candidate),
      "REQUEST_VALIDATION_FAILED",
    );
    const paths = problem.fieldErrors?.map((error) => error.path) ?? [];
    assert(
      paths.some((found) => found.startsWith(jsonPointer([...path, unknown]))),
      `${jsonPointer([...path, unknown])} is not in ${paths}`,
    );
    assertEquals(paths.length, 1);
  })));

Deno.test("any name in executionConfig is accepted and ignored", () =>
  fc.assert(fc.asyncProperty(name, member, async (unknown, json) => {
    const executionConfig = JSON.parse(`{${JSON.stringify(unknown)}:${JSON.stringify(json)}}`);
    const response = await arena.post(`${FAMILY}/simulations/summary`, {
      ...CANDIDATE,
      executionConfig,
    });
    assertEquals(response.status, 200, await response.clone().text());
    const { data: { warnings } } = await response.json();
    assertEquals(warnings[0].code, "EXECUTION_CONFIG_IGNORED");
  })));
