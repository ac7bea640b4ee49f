import { assert, assertEquals } from "@std/assert";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { simulated } from "../../server/testing/requests.ts";

const SUMMARY = `${FAMILY}/simulations/summary`;
const EVALUATIONS = `${FAMILY}/evaluations`;
const COMPONENT = { strategyId: "yield-rsi" };
const BODY_BYTES_MAX = 64 * 1024;
const DEPTH_MAX = 32;

/** Returns the `data` of a candidate of so many components, whatever it costs. */
async function payloadOf(componentCount: number): Promise<Record<string, unknown>> {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const components = Array.from({ length: componentCount }, () => COMPONENT);
  return await simulated(arena, { marketId: 1, components });
}

Deno.test("executionConfig may be any JSON value within the body and its nesting", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1e9 } });
  const head = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}],"executionConfig":';
  const nested = "[".repeat(DEPTH_MAX - 1) + "]".repeat(DEPTH_MAX - 1);
  const long = `"${"x".repeat(BODY_BYTES_MAX - head.length - 3)}"`;
  await inTurn(["null", "7", "false", '"x"', "[]", '{"a":{}}', nested, long], async (config) => {
    const body = `${head}${config}}`;
    const { data } = await (await arena.post(SUMMARY, body)).json();
    assertEquals(data.warnings[0].code, "EXECUTION_CONFIG_IGNORED", config.slice(0, 40));
    assert(!JSON.stringify(data).includes("xxx"), "it goes into no answer");
  });
  const deeper = await arena.post(SUMMARY, `${head}[${nested}]}`);
  await expectProblem(deeper, "MALFORMED_JSON");
});

Deno.test("evaluations take the answer of a simulation unchanged", async () => {
  const arena = await makeArena();
  const text = await (await arena.post(SUMMARY, { marketId: 1, components: [COMPONENT] })).text();
  arena.clock.advance(1000);
  const answer = JSON.parse(text);
  const bare = await expectOk(await arena.post(EVALUATIONS, answer.data), "evaluate");
  assertEquals(await expectOk(await arena.post(EVALUATIONS, text), "evaluate"), bare);
  const edited = {
    ...answer,
    data: { ...answer.data, metrics: { ...answer.data.metrics, cvar: 9 } },
  };
  const mismatch = await arena.post(EVALUATIONS, edited);
  assertEquals((await expectProblem(mismatch, "SIMULATION_MISMATCH")).path, "/data/metrics/cvar");
  const empty = await arena.post(EVALUATIONS, { ...answer, data: {} });
  const { fieldErrors } = await expectProblem(empty, "REQUEST_VALIDATION_FAILED");
  assertEquals(fieldErrors?.map(({ path }) => path), [
    "/data/view",
    "/data/candidate",
    "/data/evidence",
    "/data/simulationId",
    "/data/warnings",
  ]);
});

Deno.test("JSON is UTF-8, however its header spells that, and no other charset is read", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const statusOf = async (type: string, headers = {}): Promise<number> => {
    const body = { marketId: 1, components: [COMPONENT] };
    const response = await arena.post(SUMMARY, body, { "content-type": type, ...headers });
    await response.body?.cancel();
    return response.status;
  };
  for (const charset of ["utf-8", "UTF-8", '"utf-8"', "UTF8", "utf8"]) {
    assertEquals(await statusOf(`application/json; charset=${charset}`), 200, charset);
  }
  assertEquals(await statusOf("application/json; charset=latin1"), 415);
  // A 415 lists `identity` in its Accept-Encoding, so a client may send it.
  assertEquals(await statusOf("application/json", { "content-encoding": "identity" }), 200);
  assertEquals(await statusOf("application/json", { "content-encoding": "gzip" }), 415);
});

Deno.test("a candidate beyond the budget is not evaluated, and the refusal costs one unit", async () => {
  const arena = await makeArena();
  const [five, six] = [await payloadOf(5), await payloadOf(6)];
  assertEquals((await arena.post(EVALUATIONS, five)).status, 200);
  const refused = await arena.post(EVALUATIONS, { requestId: "x", status: "ok", data: six });
  assertEquals(arena.records.at(-1)?.cost, 1);
  const { detail, fieldErrors } = await expectProblem(refused, "REQUEST_VALIDATION_FAILED");
  assertEquals(detail, "Cannot evaluate: 1 field is wrong, see fieldErrors");
  assertEquals(fieldErrors, [{
    path: "/data/candidate/components",
    code: "out_of_range",
    message: "has 6 components, whose simulation costs 60 compute units, " +
      "must have at most 5, which cost 50",
  }]);
  const richer = await makeArena({ limits: { budgetUnits: 69 } });
  assertEquals((await richer.post(EVALUATIONS, six)).status, 200);
});
