import { assert, assertEquals, assertRejects } from "@std/assert";
import { UNCOUNTED } from "../contracts/trial.ts";
import { type Engine, EngineTrap } from "./engine.ts";
import { InlineRunner } from "./inline_runner.ts";

const BYTES = new TextEncoder().encode('{"ok":{}}');
const TRIAL = { candidateHash: "a", datasetHash: "b", dailySharpe: 0.5 };

Deno.test("an inline run has no queue time, and its engine time is measured", async () => {
  const times = [5, 12, 20, 23];
  const engine = {
    simulate: () => ({ bytes: BYTES, trial: TRIAL }),
    evaluate: () => BYTES,
  } as unknown as Engine;
  const runner = new InlineRunner(engine, { nowMs: () => times.shift() ?? NaN });
  assert(runner.isAlive);
  assertEquals(await runner.simulate(BYTES), {
    bytes: BYTES,
    trial: TRIAL,
    queueMs: 0,
    engineMs: 7,
  });
  assertEquals(await runner.evaluate(BYTES, BYTES, "key", UNCOUNTED), {
    bytes: BYTES,
    trial: null,
    queueMs: 0,
    engineMs: 3,
  });
});

Deno.test("an inline run that traps is a rejection", async () => {
  const engine = {
    simulate: () => {
      throw new EngineTrap("Cannot finish");
    },
  } as unknown as Engine;
  const runner = new InlineRunner(engine, { nowMs: () => 0 });
  await assertRejects(() => runner.simulate(BYTES), EngineTrap);
});
