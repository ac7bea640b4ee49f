import { assert, assertEquals } from "@std/assert";
import { SERVICE_LIMITS } from "../../server/limits/key_limits.ts";
import { type Arena, CANDIDATE, FAMILY, makeHeldArena } from "../../server/testing/arena.ts";
import { random } from "../../server/testing/random.ts";
import { turn, until } from "../../server/testing/until.ts";

const SEED = 20_260_601;

const HEADERS = { "content-type": "application/json" };
const BODIES: readonly (() => BodyInit)[] = [
  () => JSON.stringify(CANDIDATE),
  () => JSON.stringify(CANDIDATE),
  () => "{",
  () => "{}",
  () => " ".repeat(70_000),
  // One body that breaks off, and one that never arrives.
  () => new ReadableStream({ pull: (stream) => stream.error(new Error("connection reset")) }),
  () => new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(9)) }),
];

Deno.test("errors, aborts, timeouts and traps leave no slot, no byte and no timer behind", async () => {
  const next = random(SEED);
  const arena = await makeHeldArena();
  const { runner } = arena;
  const id = arena.key.slice(3, 15);
  const account = arena.deps.limiter.account({ id, limits: SERVICE_LIMITS }, 0);
  const answers: Promise<number>[] = [];
  for (let step = 0; step < 1_500; step++) {
    const choice = next();
    if (choice < 0.5) answers.push(ask(arena, next));
    else if (choice < 0.7) runner.finish({ most: 1, isTrap: next() < 0.3 });
    else if (choice < 0.72) runner.isSaturated = !runner.isSaturated;
    else arena.clock.advance(next() < 0.05 ? 10_000 : next() * 500);
    await turn();
    const { slots } = account.remaining(arena.clock.nowMs());
    assert(slots.simulations >= 0 && slots.evaluations >= 0);
    assert(runner.waitingCount <= 6, "no more runs than slots");
  }
  runner.isSaturated = false;
  arena.clock.advance(10_000);
  let left = answers.length;
  for (const answer of answers) answer.then(() => left--);
  await until(() => {
    runner.finish();
    return left === 0;
  });
  const statuses = new Set(await Promise.all(answers));
  assertEquals(statuses, new Set([200, 400, 408, 413, 429, 500, 503]));
  arena.clock.advance(2_000);
  assertEquals(account.remaining(arena.clock.nowMs()).slots, { simulations: 2, evaluations: 4 });
  assertEquals([arena.deps.bodyBytes.held, arena.clock.pendingCount], [0, 0]);
});

/** Sends one of the bodies, and sometimes disconnects; returns the status of the answer. */
async function ask({ request }: Arena, next: () => number): Promise<number> {
  const body = BODIES[Math.floor(next() * BODIES.length)]?.() ?? "";
  const path = next() < 0.5 ? `${FAMILY}/simulations/summary` : `${FAMILY}/evaluations`;
  const leaving = new AbortController();
  const init = { method: "POST", headers: HEADERS, body, signal: leaving.signal };
  const answer = request(path, init);
  if (next() < 0.2) leaving.abort();
  const response = await answer;
  await response.body?.cancel();
  return response.status;
}
