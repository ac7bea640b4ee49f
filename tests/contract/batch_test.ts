import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Batch } from "../../server/client/client.ts";
import type { Bytes, Engine } from "../../server/engine/engine.ts";
import { CANDIDATE, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const BATCH = `${FAMILY}/simulations/batch`;
const [COMPONENT] = CANDIDATE.components;
const PAIR = { ...CANDIDATE, components: [COMPONENT, { strategyId: "yield-donchian" }] };
/** It has many wrong fields, one of which looks like a key. */
const WRONG = { ...CANDIDATE, components: [{ strategyId: `sa_AAAAAAAAAAAA_${"a".repeat(43)}` }] };

/** Returns a run without its id, or a problem without its request. */
function comparable({ simulationId: _, requestId: __, instance: ___, ...rest }: object & {
  simulationId?: string;
  requestId?: string;
  instance?: string;
}): object {
  return rest;
}

Deno.test("a batch has the results of its candidates alone, in order, for the sum of their prices", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const lacking = { marketId: 2, components: [{ strategyId: "term-slope" }] };
  const candidates = [PAIR, WRONG, CANDIDATE, 7, lacking, { ...CANDIDATE, timeframe: "daily" }];
  const alone = await inTurn(candidates, async (candidate) => {
    const answer = await (await arena.post(`${FAMILY}/simulations/summary`, candidate)).json();
    return comparable(answer.data ?? answer);
  });
  const answer = await arena.post(BATCH, { candidates });
  const { results } = await expectOk(answer, "simulateBatch") as Batch;
  assertEquals(
    results.map((result) => comparable("error" in result ? result.error : result.simulation)),
    alone,
  );
  const record = arena.records.at(-1);
  assertEquals([record?.cost, record?.code], [70, null]);
  assert((record?.engineMs ?? 0) > 0, "the log has the time of all runs");
});

Deno.test("a key's budget bounds a batch, and the refusal says how many candidates fit", async () => {
  const arena = await makeArena();
  const batchOf = (count: number): Promise<Response> =>
    arena.post(BATCH, { candidates: [PAIR, ...Array(count - 1).fill(CANDIDATE)] });
  const never = await expectProblem(await batchOf(32), "COMPUTE_BUDGET_EXCEEDED");
  assertStringIncludes(never.detail, "no request may cost more than 50; the first 4 of its 32 ");
  assertEquals([never.cost, never.retryAfterMs], [330, undefined]);
  assertEquals(arena.records.at(-1)?.cost, 0);
  await expectOk(await batchOf(2), "simulateBatch");
  const later = await expectProblem(await batchOf(3), "COMPUTE_BUDGET_EXCEEDED");
  assertStringIncludes(later.detail, "20 of 50 are left in this second; the first 1 of its 3 ");
  assertEquals(later.retryAfterMs, 1000);
  assertEquals(arena.records.map(({ engineMs }) => engineMs === null), [true, false, true]);
});

Deno.test("a batch is a list of 1 to 32 candidates in strict JSON, and nothing else", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const bodies = [{}, { candidates: 7 }, { candidates: [] }, { candidates: Array(33).fill(7) }, 7];
  const faults = await inTurn([...bodies, { candidates: [7], "a/b": 1 }], async (body) => {
    const refused = await expectProblem(await arena.post(BATCH, body), "REQUEST_VALIDATION_FAILED");
    assertEquals(arena.records.at(-1)?.cost, 1);
    return refused.fieldErrors?.map(({ path, code }) => `${path} ${code}`).join();
  });
  assertEquals(faults, [
    "/candidates required",
    "/candidates wrong_type",
    "/candidates out_of_range",
    "/candidates out_of_range",
    "/candidates required",
    "/a~1b unknown_property",
  ]);
  const twice = '{"candidates":[{"marketId":1,"marketId":2}]}';
  await expectProblem(await arena.post(BATCH, twice), "MALFORMED_JSON");
  const long = { candidates: [{ ...CANDIDATE, executionConfig: "x".repeat(256 * 1024) }] };
  assertEquals(
    (await expectProblem(await arena.post(BATCH, long), "PAYLOAD_TOO_LARGE")).limit,
    262_144,
  );
});

Deno.test("a run that fails is an error among the results, and its cause is in the log", async () => {
  const answer = '{"error":{"code":"DATA_DATASET_NOT_FOUND","detail":"no file x.csv"}}';
  const failing = (engine: Engine): Engine =>
    Object.create(engine, {
      check: { value: (body: Bytes) => engine.check(body) },
      simulateAdmitted: {
        value: (order: Parameters<Engine["simulateAdmitted"]>[0], admit: () => boolean) =>
          new TextDecoder().decode(order.candidate).includes("donchian")
            ? { bytes: new TextEncoder().encode(answer), trial: null }
            : engine.simulateAdmitted(order, admit),
      },
    });
  const arena = await makeArena({ local: failing });
  const response = await arena.post(BATCH, { candidates: [CANDIDATE, PAIR, CANDIDATE] });
  const { results } = await expectOk(response, "simulateBatch") as Batch;
  const codes = results.map((result) => "error" in result ? result.error.code : "ran");
  assertEquals(codes, ["ran", "DATA_DATASET_NOT_FOUND", "ran"]);
  assertStringIncludes(arena.records.at(-1)?.cause ?? "", "no file x.csv");
});
