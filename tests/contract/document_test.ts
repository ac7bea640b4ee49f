import { assert, assertEquals, assertExists } from "@std/assert";
import { examplePath, PATH_EXAMPLES } from "../../server/http/operation_definition.ts";
import { EXAMPLE_REQUEST_ID } from "../../server/http/docs/example_problem.ts";
import { OPERATION_SCHEMAS } from "../../server/http/docs/operation_schemas.ts";
import { SEARCH_EXAMPLES } from "../../server/http/docs/search_examples.ts";
import { SEASON_EXAMPLES } from "../../server/http/docs/season_examples.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { shorten } from "../../server/http/docs/examples.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectDeclared, expectOk } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { sendValid } from "../../server/testing/requests.ts";

const DOCUMENT = await (await (await makeArena()).request("/openapi/v1.json")).json();

/** Members that differ from run to run. */
const VOLATILE = /"(simulationId|uptimeSeconds)":("[^"]*"|\d+)/g;

Deno.test("answers without a requestId have a strong validator, the others a weak one", async () => {
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

/** Groups of operations whose examples are written by hand; those of all others are run. */
const WRITTEN = ["key", "searches", "seasons", "leaderboard"];
const RUN = OPERATIONS.filter(({ tag }) => !WRITTEN.includes(tag));

for (const operation of RUN) {
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

Deno.test("the examples of searches and seasons fulfil their schemas, and the service accepts them", async () => {
  const arena = await makeArena();
  for (const operation of OPERATIONS.filter(({ tag }) => WRITTEN.includes(tag))) {
    const { responses } = DOCUMENT.paths[operation.path][operation.method];
    const [{ example }] = Object.values<{ example: unknown }>(
      responses[operation.status ?? 200].content,
    ) as [{ example: unknown }];
    const outcome = OPERATION_SCHEMAS[operation.id].response.safeParse(example);
    assertEquals(outcome.error?.issues ?? [], [], operation.id);
  }
  const { enterSeason } = SEASON_EXAMPLES;
  const entries = `${FAMILY}/seasons/${PATH_EXAMPLES.seasonId}/entries`;
  const { entry } = Object(
    await expectOk(await arena.post(entries, enterSeason.body), "enterSeason"),
  );
  const shown = Object(enterSeason.response).data.entry;
  assertEquals([entry.candidateHash, entry.board, entry.candidate, entry.name], [
    shown.candidateHash,
    shown.board,
    shown.candidate,
    shown.name,
  ]);
  const { startSearch, getSearch, getSearchPoints } = SEARCH_EXAMPLES;
  const response = await arena.post(`${FAMILY}/searches`, startSearch.body);
  const started = Object(await expectOk(response, "startSearch"));
  assertEquals(started.candidates, Object(startSearch.response).data.candidates);
  const view = Object(await (await arena.request(started.links.self)).json()).data;
  assertEquals(view.plan, Object(getSearch.response).data.plan);
  const points = OPERATIONS.find(({ id }) => id === "getSearchPoints");
  assertExists(points);
  const page = Object(await expectOk(await sendValid(await makeArena(), points), points.id));
  assertEquals(page.columns, Object(getSearchPoints.response).data.columns);
});

function withoutVolatile(value: unknown): string {
  return JSON.stringify(value).replaceAll(VOLATILE, "");
}
