import { assert, assertEquals } from "@std/assert";
import { errorCodes, examplePath } from "../../server/http/operation_definition.ts";
import { errorDefinition } from "../../server/contracts/error_codes.ts";
import { EXAMPLE_REQUEST_ID, exampleProblem } from "../../server/http/docs/example_problem.ts";
import { ERROR_GUIDES } from "../../server/http/docs/error_guides.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { logLines, makeArena } from "../../server/testing/arena.ts";
import { expectDeclared, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { sendValid } from "../../server/testing/requests.ts";
import { SCENARIOS } from "./scenarios.ts";

for (const operation of OPERATIONS) {
  for (const code of errorCodes(operation)) {
    if (code === "NOT_FOUND" || code === "METHOD_NOT_ALLOWED") continue;
    Deno.test(`${operation.id} answers ${errorDefinition(code).status} ${code} like its example`, async () => {
      const response = await SCENARIOS[code](operation);
      expectDeclared(response, operation);
      const { family: _, ...problem } = await expectProblem(response, code);
      const { family: __, ...example } = exampleProblem(code).problem;
      assertEquals(shapeOf(problem), shapeOf(example));
      if (examplePath(operation.path) === ERROR_GUIDES[code].example.path) {
        assertEquals(withoutNumbers(problem.detail), withoutNumbers(example.detail));
      }
    });
  }
}

Deno.test("a key whose slots are all taken gets no code that an operation does not list", async () => {
  await inTurn(OPERATIONS.filter(({ hasBody }) => hasBody), async (operation) => {
    const response = await SCENARIOS.CONCURRENCY_LIMIT_EXCEEDED(operation);
    const { code } = await response.json();
    assert(response.ok || errorCodes(operation).includes(code), `${operation.id}: ${code}`);
  });
});

for (
  const [code, method, path] of [
    ["NOT_FOUND", "GET", "/v1/markets"],
    ["METHOD_NOT_ALLOWED", "GET", "/v1/families/strategy-arena/evaluations"],
  ] as const
) {
  Deno.test(`the router answers ${code} exactly as its example`, async () => {
    const { request } = await makeArena();
    const headers = { "x-request-id": EXAMPLE_REQUEST_ID };
    const response = await request(path, { method, headers });
    const { problem, headers: own } = exampleProblem(code);
    for (const [name, value] of Object.entries(own)) {
      assertEquals(response.headers.get(name), value);
    }
    assertEquals(await expectProblem(response, code), problem);
  });
}

Deno.test("no log line of any answer contains anything like a key", async () => {
  await inTurn(OPERATIONS, async (operation) => {
    await (await sendValid(await makeArena(), operation)).body?.cancel();
  });
  assert(logLines.length > 300, "every answer of the tests before has left its lines");
  assertEquals(logLines.filter((line) => /sa_[A-Za-z0-9]{12}_/.test(line)), []);
});

/** Returns a value with the kind of every leaf in its place. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

function withoutNumbers(sentence: string): string {
  return sentence.replaceAll(/\d+/g, "#");
}
