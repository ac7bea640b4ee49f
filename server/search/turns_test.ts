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
    turns.run(name, async (pause) => {
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

Deno.test("a key that searched little lately goes before one that searches all the time", async () => {
  const { turns, blocks, call } = setUp();
  const late: Promise<void>[] = [];
  const run = (name: string, count: number, onBlock = (_: number): void => {}): Promise<void> =>
    turns.run(name, async (pause) => {
      for (let at = 0; at < count; at++) {
        await pause();
        await call(name, 10)();
        onBlock(at);
      }
    });
  await run("busy", 12, (at) => {
    if (at === 3) late.push(run("rare", 6));
  });
  await Promise.all(late);
  // The rare key has its turns until both have had 40 ms, then they alternate.
  assertEquals(blocks.slice(4, 8).join(" "), "rare rare rare rare");
  assertEquals(blocks.slice(8, 12).toSorted().join(" "), "busy busy rare rare");
});
