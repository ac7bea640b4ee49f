import { assertEquals, assertRejects } from "@std/assert";
import { makeArena } from "../testing/arena.ts";
import { until } from "../testing/until.ts";
import type { KeyStore } from "../store/key_store.ts";
import { ApiError } from "../base/errors.ts";
import { checkReady, type ReadinessParts } from "./readiness.ts";

const { clock, deps: { local } } = await makeArena();
const keys: KeyStore = { find: () => Promise.resolve(null), touch: () => {} };
const runner = { isAlive: true } as ReadinessParts["runner"];
const trials = { isWritable: true };
const parts: ReadinessParts = { clock, local, runner, keys, trials, keyStoreDeadlineMs: 500 };

/** Returns the code of the refusal and its wait. */
async function refusalOf(changes: Partial<ReadinessParts>): Promise<unknown> {
  const error = await assertRejects(() => checkReady({ ...parts, ...changes }), ApiError);
  const { retryAfterMs, cause } = error.context;
  return [error.code, retryAfterMs, ...cause === undefined ? [] : [String(cause)]];
}

Deno.test("a process is ready when its engines and its store respond", async () => {
  await checkReady(parts);
  assertEquals(clock.pendingCount, 0);
});

Deno.test("a process without an engine on its thread or in its workers is not ready", async () => {
  const dead = { isAlive: false };
  assertEquals(await refusalOf({ runner: { ...runner, ...dead } }), ["OVERLOADED", 1000]);
  const broken = dead as ReadinessParts["local"];
  assertEquals(await refusalOf({ local: broken }), ["OVERLOADED", 1000]);
});

Deno.test("a process whose store fails or hangs is not ready", async () => {
  const fails = () => Promise.reject(new Error("the disk is gone"));
  assertEquals(await refusalOf({ keys: { ...keys, find: fails } }), [
    "AUTH_UNAVAILABLE",
    1000,
    "Error: the disk is gone",
  ]);
  const hangs = () => new Promise<null>(() => {});
  const refused = refusalOf({ keys: { ...keys, find: hangs } });
  await until(() => clock.pendingCount === 1);
  clock.advance(499);
  assertEquals(clock.pendingCount, 1);
  clock.advance(1);
  assertEquals(await refused, ["AUTH_UNAVAILABLE", 1000, "Error: it takes too long"]);
});

Deno.test("a process whose trials cannot be written is not ready", async () => {
  const unwritable = { trials: { isWritable: false } };
  assertEquals(await refusalOf(unwritable), ["AUTH_UNAVAILABLE", 1000]);
});
