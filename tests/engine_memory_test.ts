import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { UNCOUNTED } from "../server/contracts/trial.ts";
import { okBytes } from "../server/engine/wire.ts";
import { ApiError } from "../server/base/errors.ts";
import { makeEngine, officialDatasets } from "../server/testing/official.ts";

const MIB = 2 ** 20;
/** The most memory that a request may add to an engine with its datasets. */
const HELD_BYTES_MAX = 64 * MIB;
/** The largest body of an evaluation that the engine is made for. */
const BODY_BYTES_MAX = 32 * MIB;
/** The strategy whose ledger has the longest numbers, on the market and from the capital for it. */
const LONGEST = "cash-floor-excess";
const ORDER = new TextEncoder().encode("{}");

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Part = string | ((at: number) => string);

/** Bodies of JSON values that are neither candidates nor payloads, by their names. */
const HOSTILE: Readonly<Record<string, readonly [head: string, Part, tail: string, comma?: ""]>> = {
  'one object {"aaaaa":1,...}': ["{", (at) => `"${at.toString(36).padStart(5, "-")}":1`, "}"],
  "names with a long common beginning": ["{", (at) => `"${"n".repeat(64)}${1e6 + at}":1`, "}"],
  "[1,1,...]": ["[", "1", "]"],
  "an unclosed array of 0.1": ["[", "0.1", ""],
  "[[],[],...]": ["[", "[]", "]"],
  "[{},{},...]": ["[", "{}", "]"],
  "[[1],[1],...]": ["[", "[1]", "]"],
  '[{"a":1},...]': ["[", '{"a":1}', "]"],
  "arrays of five": ["[", "[1,1,1,1,1]", "]"],
  "numbers of 23 digits": ["[", "1.0000000000000000000001", "]"],
  '["\\n","\\n",...]': ["[", '"\\n"', "]"],
  "a text of escapes": ['"', "\\n", '"', ""],
  "an unclosed text of escapes": ['"', "\\n", "", ""],
  "a number of digits": ["", "1", "", ""],
  "spaces": ["", " ", "", ""],
};

for (const [name, [head, part, tail, comma = ","]] of Object.entries(HOSTILE)) {
  Deno.test(`32 MiB of a body take under 64 MiB: ${name}`, async () => {
    const first = typeof part === "string" ? part : part(0);
    // All parts of a body are as long as the first.
    const room = BODY_BYTES_MAX - (head + first + tail).length;
    const more = Math.floor(room / (comma + first).length);
    const rest = typeof part === "string"
      ? (comma + part).repeat(more)
      : Array.from({ length: more }, (_, at) => comma + part(at + 1)).join("");
    const body = encoder.encode(head + first + rest + tail);
    const engine = await makeEngine();
    const before = engine.memoryBytes;
    const answer = engine.evaluate(ORDER, body, UNCOUNTED);
    assert(decoder.decode(answer).startsWith('{"error":'));
    const held = engine.memoryBytes - before;
    assert(held < HELD_BYTES_MAX, `${held / MIB} MiB`);
  });
}

Deno.test("the largest possible payload is scored in under 64 MiB", async () => {
  const engine = await makeEngine(await officialDatasets());
  const components = Array.from({ length: 16 }, () => ({ strategyId: LONGEST }));
  const simulate = (view: string): Uint8Array => {
    const candidate = { marketId: 3, capital: "1.000001", components };
    const order = JSON.stringify({ view, simulationId: "s", candidate });
    return okBytes(engine.simulate(encoder.encode(order)).bytes);
  };
  // The scenarios are made with the first evaluation and stay with their dataset.
  okBytes(engine.evaluate(ORDER, simulate("summary"), UNCOUNTED));
  const before = engine.memoryBytes;
  const payload = simulate("full");
  assert(payload.length > 8.5 * MIB, `${payload.length} bytes`);
  okBytes(engine.evaluate(ORDER, payload, UNCOUNTED));
  const held = engine.memoryBytes - before;
  assert(held < HELD_BYTES_MAX, `${held / MIB} MiB`);
});

Deno.test("a refusal for size says so", async () => {
  const engine = await makeEngine();
  const body = encoder.encode(`[${"1,".repeat(600_000)}1]`);
  const answer = engine.evaluate(ORDER, body, UNCOUNTED);
  const { code, message } = assertThrows(() => okBytes(answer), ApiError);
  assertEquals(code, "MALFORMED_JSON");
  assertStringIncludes(message, "more values than any answer of the arena");
});
