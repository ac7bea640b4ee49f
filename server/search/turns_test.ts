import { assertEquals } from "@std/assert";
import { type Pause, Turns } from "./turns.ts";

/** Turns on a clock of the test. */
function setUp(): { turns: Turns; blocks: string[]; call(name: string, blockMs: number): Pause } {
  let atMs = 0;
  const turns = new Turns({
    nowMs: () => atMs,
    nextTask: () => new Promise((resolve) => setTimeout(resolve, 0)),
  });
  const blocks: string[] = [];
  const call = (name: string, blockMs: number) => (): Promise<void> => {
    blocks.push(name);
    atMs += blockMs;
    return Promise.resolve();
  };
  return { turns, blocks, call };
}

Deno.test("calls of a worker take turns by the time that they have had", async () => {
  const { turns, blocks, call } = setUp();
  const run = (name: string, blockMs: number, count: number): Promise<void> =>
    turns.run(async (pause) => {
      const block = call(name, blockMs);
      for (let at = 0; at < count; at++) {
        await pause();
        await block();
      }
    });
  // An evaluation of 100 ms is as long as ten blocks of 10 ms.
  await Promise.all([run("long", 100, 3), run("short", 10, 20)]);
  const expected = ["long", "short x 10", "long", "short x 10", "long"];
  const grouped = blocks.join(" ").replaceAll(/short(?: short){9}/g, "short x 10");
  assertEquals(grouped, expected.join(" "));
});

Deno.test("a call that comes later owes nothing for the time before it", async () => {
  const { turns, blocks, call } = setUp();
  const late: Promise<void>[] = [];
  const run = (name: string, count: number, onBlock = (_: number): void => {}): Promise<void> =>
    turns.run(async (pause) => {
      for (let at = 0; at < count; at++) {
        await pause();
        await call(name, 10)();
        onBlock(at);
      }
    });
  await run("early", 8, (at) => {
    if (at === 3) late.push(run("late", 3));
  });
  await Promise.all(late);
  assertEquals(blocks.slice(4).join(" "), "late early late early late early early");
});
