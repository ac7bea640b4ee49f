import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { EngineRunner, RunAnswer } from "../engine/engine.ts";
import { Requests } from "../search/yield_to_requests.ts";
import { countedRunner } from "./counted_runner.ts";

const BYTES = new Uint8Array();

Deno.test("a run counts among the requests from its queue to its end, however it ends", async () => {
  const requests = new Requests();
  const run = Promise.withResolvers<RunAnswer>();
  const runner = countedRunner(
    {
      isAlive: true,
      admit: () => {
        throw new Error("no room");
      },
      runInline: () => {
        throw new Error("refused");
      },
      simulate: () => run.promise,
      evaluate: () => {
        throw new Error("no room");
      },
    } satisfies EngineRunner,
    requests,
  );
  assertThrows(() => runner.admit("key"));
  assertEquals([requests.count, requests.areComing], [0, false]);
  assertThrows(() => runner.runInline("key", () => null));
  assertEquals([requests.count, requests.areComing], [0, true]);
  const simulated = runner.simulate(BYTES, 1, "key");
  await assertRejects(() =>
    runner.evaluate(BYTES, BYTES, "key", { count: () => run.promise as never })
  );
  assertEquals(requests.count, 1);
  run.reject(new Error("lost"));
  await assertRejects(() => simulated);
  assertEquals(requests.count, 0);
});
