import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../../server/base/errors.ts";
import { readRequest } from "../../server/search/jobs/read_request.ts";
import { sampleOf } from "../../server/testing/nightly.ts";
import { officialParts } from "../../server/testing/official.ts";
import { prepare } from "../../server/search/stages/prepared.ts";
import { StartError } from "../../server/base/errors.ts";

const { datasets, engine } = await officialParts();

const OWN = "/components/0/strategyParams/";
const REQUEST = {
  top: 20,
  points: "none",
  plan: {
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [
      { path: `${OWN}period`, min: 3, max: 30, steps: 5, scale: "linear" },
      { path: `${OWN}overbought`, values: [60, 70] },
    ],
    method: { kind: "sobol", count: 10, seed: 1 },
    aim: "score",
    evaluate: 1,
    constraints: [{ figure: "fills", min: 2 }],
    windows: { kind: "walkForward", folds: 2, mode: "rolling", purge: 0, embargo: 1 },
  },
};

/** Phrases of the schema library, which mean little to the author of a plan. */
const PHRASES = /Invalid|Too small|Too big|Unrecognized|expected|received|undefined|\[object|>=|<=/;
/** Largest answer: 64 fields, each with a path and a sentence. */
const ANSWER_MAX = 40_000;

type Step = string | number;

function placesOf(value: unknown): readonly (readonly Step[])[] {
  if (typeof value !== "object" || value === null) return [[]];
  const steps: readonly Step[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = steps.flatMap((step) =>
    placesOf(Reflect.get(value, step)).map((place) => [step, ...place])
  );
  return [[], ...inner];
}

/** Returns a copy with another value at a place; undefined removes it. */
function withValue(value: unknown, [step, ...rest]: readonly Step[], given: unknown): unknown {
  if (step === undefined) return given;
  const copy: Record<Step, unknown> = structuredClone(value) as never;
  copy[step] = withValue(copy[step], rest, given);
  return JSON.parse(JSON.stringify(copy));
}

/** Returns the error of a request, or null. */
function errorOf(request: unknown): ApiError | null {
  try {
    const { plan, top } = readRequest(engine, request);
    prepare(plan, top, engine, datasets);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    assert(error instanceof StartError, String(error));
    return null;
  }
}

/** Returns a message without the caller's text, which it quotes and which may contain anything. */
function withoutQuotes(message: string): string {
  return message.replace(/^is ".*", must/s, "must").replaceAll(/"[^"]*"/g, "");
}

const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(undefined, null, -1, 1.5, 1e20, "gird", "scor", [], {}, [null], [{}]),
  fc.array(fc.integer(), { minLength: 17, maxLength: 30 }),
);

Deno.test("whatever is wrong with a plan, the answer names field and allowed values in our words", () => {
  assertEquals(errorOf(REQUEST), null);
  const change = fc.tuple(fc.constantFrom(...placesOf(REQUEST)), wrong);
  const unknown = fc.tuple(
    fc.constantFrom(...placesOf(REQUEST).filter((place) => place.length > 0)),
    fc.string({ maxLength: 200 }),
  ).map(([place, name]) => [[...place.slice(0, -1), name], 7] as const);
  const changes = fc.array(fc.oneof(change, unknown), { minLength: 1, maxLength: 3 });
  let refused = 0;
  fc.assert(
    fc.property(changes, (made) => {
      let request: unknown = REQUEST;
      for (const [place, given] of made) {
        try {
          request = withValue(request, place, given);
        } catch {
          // The place went with an earlier change.
        }
      }
      const error = errorOf(request);
      if (error === null) return;
      refused++;
      const { fieldErrors = [] } = error.context;
      const words = fieldErrors.map(({ message }) => withoutQuotes(message)).join("\n");
      assertEquals(PHRASES.exec(words)?.[0], undefined, words);
      for (const { path, message } of fieldErrors) {
        assert(path === "" || path.startsWith("/"), path);
        assert(/ must |^is above max|^is that of|^have more/.test(message), `${path} ${message}`);
      }
      assert(JSON.stringify(error.context).length < ANSWER_MAX);
      assert(fieldErrors.length > 0 || error.code !== "REQUEST_VALIDATION_FAILED", error.message);
    }),
    { ...sampleOf(2_000, 1), examples: [[[[[], '">=']]]] },
  );
  assert(refused > 500, `${refused} were refused`);
});

Deno.test("an answer does not grow with the number of wrong members", () => {
  const sizeOf = (count: number): number => {
    const members = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`unknown member ${at}`, at]),
    );
    const wide = { ...REQUEST, plan: { ...REQUEST.plan, ...members } };
    const error = errorOf(wide);
    assertEquals(error?.context.fieldErrors?.length, Math.min(64, count));
    assert(error?.message.includes(`${count} fields are wrong`), error?.message);
    return JSON.stringify(error?.context).length;
  };
  const limit = sizeOf(64);
  assertEquals([sizeOf(5_000) - limit < 200, limit < ANSWER_MAX], [true, true]);
  const values = { path: `${OWN}overbought`, values: new Array(5_000).fill(null) };
  const axes = errorOf({ ...REQUEST, plan: { ...REQUEST.plan, axes: [values] } });
  assertEquals(axes?.context.fieldErrors?.length, 64);
});
