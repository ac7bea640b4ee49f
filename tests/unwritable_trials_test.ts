import { assertEquals, assertStringIncludes } from "@std/assert";
import { openDatabase } from "../server/store/database.ts";
import { CANDIDATE } from "../server/testing/arena.ts";
import { expectProblem } from "../server/testing/expect.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { Home } from "../server/testing/server_process.ts";
import { poll } from "../server/testing/until.ts";
import { post } from "../server/testing/wire.ts";

Deno.test("a server refuses evaluations while their trials cannot be written, and keeps those it answered", async () => {
  await using home = await Home.make();
  const server = await home.serve();
  const { key } = server;
  const payloadOf = async (period: number): Promise<string> => {
    const components = [{ strategyId: "yield-rsi", strategyParams: { period } }];
    const body = JSON.stringify({ ...CANDIDATE, components });
    return await (await post(server, "/simulations/summary", body, key)).text();
  };
  const payloads = await inTurn([5, 6, 7, 8], payloadOf);
  const evaluate = (at: number): Promise<Response> =>
    post(server, "/evaluations", payloads[at] ?? "", key);
  const countOf = async (response: Response): Promise<number> =>
    (await response.json()).data.verdict.trials.count;
  assertEquals(await countOf(await evaluate(0)), 1);

  const other = openDatabase(home.keysFile);
  other.exec("BEGIN IMMEDIATE");
  assertEquals(await countOf(await evaluate(1)), 2);
  const readyz = (): Promise<Response> => fetch(`${server.origin}/readyz`);
  const unready = await poll("the trials to be late", readyz, ({ status }) => status === 503);
  const { detail } = await expectProblem(unready, "AUTH_UNAVAILABLE");
  assertStringIncludes(detail, "the trial store cannot be written");
  await expectProblem(await evaluate(2), "AUTH_UNAVAILABLE");
  assertEquals(
    (await post(server, "/simulations/summary", JSON.stringify(CANDIDATE), key)).status,
    200,
  );

  other.exec("ROLLBACK");
  other.close();
  await poll("the trials to be written", readyz, ({ status }) => status === 200);
  assertEquals(await countOf(await evaluate(2)), 3);
  assertEquals((await server.stop()).code, 0);
  await using next = await home.serve();
  const again = await post(next, "/evaluations", payloads[3] ?? "", key);
  assertEquals(await countOf(again), 4);
});
