import { assertEquals, assertRejects } from "@std/assert";
import { ManualClock } from "./clock.ts";
import { poll, turn, until } from "./until.ts";

Deno.test("until() goes on while the condition does not hold, and ends with it", async () => {
  const clock = new ManualClock();
  let asked = 0;
  const waited = until(() => Promise.resolve(++asked === 3), "the third question", { clock });
  for (let at = 0; at < 2; at++) {
    await turn();
    clock.advance(50);
  }
  await waited;
  assertEquals([asked, clock.pendingCount], [3, 0]);
});

Deno.test("until() fails after five minutes, and names the condition", async () => {
  const clock = new ManualClock();
  const refused = assertRejects(
    () => until(() => false, "the end of the world", { clock }),
    Error,
    "Waited 300 s in vain for the end of the world",
  );
  await turn();
  clock.advance(299_999);
  await turn();
  clock.advance(1);
  await refused;
});

Deno.test("until() fails when its question is never answered, and poll() asks no more", async () => {
  const clock = new ManualClock();
  const { promise, resolve } = Promise.withResolvers<number>();
  let asked = 0;
  const ask = (): Promise<number> => (asked++, promise);
  const refused = assertRejects(
    () => poll("an answer", ask, (answer) => answer === 2, { clock, mostMs: 1_000 }),
    Error,
    "Waited 1 s in vain for an answer",
  );
  clock.advance(1_000);
  await refused;
  resolve(1);
  await turn();
  clock.advance(1_000);
  assertEquals([asked, clock.pendingCount], [1, 0]);
});
