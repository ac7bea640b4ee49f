import { assert, assertEquals, assertExists } from "@std/assert";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { examplePath } from "../../server/contracts/operation.ts";
import { EXAMPLE_REQUEST_ID } from "../../server/http/docs/example_problem.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { shorten } from "../../server/http/docs/examples.ts";
import { makeArena } from "../support/arena.ts";
import { expectDeclared, expectOk } from "../support/expect.ts";
import { inTurn } from "../support/in_turn.ts";
import { sendValid } from "../support/requests.ts";

const DOCUMENT = await (await (await makeArena()).request("/openapi/v1.json")).json();

/** What is new for every run. */
const VOLATILE = /"(simulationId|uptimeSeconds)":("[^"]*"|\d+)/g;

Deno.test("the document keeps Redocly's recommended rules, warnings among them", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(DOCUMENT), config });
  assertEquals(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`), []);
});

Deno.test("what has no requestId of its own has a strong validator, the rest a weak one", async () => {
  const arena = await makeArena();
  const tags = await inTurn(
    OPERATIONS.filter(({ isConditional }) => isConditional),
    async (each) => {
      const [first, second] = [await sendValid(arena, each), await sendValid(arena, each)];
      assertEquals(first.headers.get("etag"), second.headers.get("etag"));
      const isSame = await first.text() === await second.text();
      return [isSame, /^"[0-9a-f]+"$/.test(first.headers.get("etag") ?? "")];
    },
  );
  for (const [isSame, isStrong] of tags) assertEquals(isStrong, isSame);
  assertEquals(new Set(tags.flat()), new Set([true, false]));
});

for (const operation of OPERATIONS) {
  Deno.test(`the example of ${operation.id} is what the service answers to it`, async () => {
    const described = DOCUMENT.paths[operation.path][operation.method];
    const arena = await makeArena();
    const body = described.requestBody?.content["application/json"].example;
    assertEquals(body !== undefined, operation.hasBody);
    const headers = { "x-request-id": EXAMPLE_REQUEST_ID };
    const path = examplePath(operation.path);
    const response = body === undefined
      ? await arena.request(path, { headers })
      : await arena.post(path, body, headers);
    expectDeclared(response, operation);
    const answer = await response.clone().text();
    await expectOk(response, operation.id);
    const [[mediaType, { example }]] = Object.entries<{ example: unknown }>(
      described.responses[200].content,
    ) as [[string, { example: unknown }]];
    assertExists(example);
    if (mediaType === "text/html") return assert(answer.startsWith(String(example)));
    const parsed = JSON.parse(answer);
    const { openapi, info } = parsed;
    const shown = operation.id === "getDocument" ? { openapi, info } : shorten(parsed);
    assertEquals(withoutVolatile(shown), withoutVolatile(example));
  });
}

function withoutVolatile(value: unknown): string {
  return JSON.stringify(value).replaceAll(VOLATILE, "");
}
