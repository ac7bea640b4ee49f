import { assert, assertEquals } from "@std/assert";
import { Turns, type TurnsOptions } from "./turns.ts";
import { turn } from "../../testing/until.ts";

interface Setup {
  /** Names of the calls whose blocks ran, in their order. */
  readonly blocks: string[];
  /** Rests after the blocks, in milliseconds. */
  readonly rests: number[];
  /** Runs a call of a number of blocks. */
  run(name: string, blockMs: number, count: number, onBlock?: (at: number) => void): Promise<void>;
  /** Stops all calls. */
  stop(): void;
}

/** Turns on a clock of the test. */
function setUp(options: TurnsOptions = {}): Setup {
  let nowMs = 0;
  const [blocks, rests]: [string[], number[]] = [[], []];
  const wait = (ms: number): Promise<void> => {
    rests.push(ms);
    return turn();
  };
  const turns = new Turns({ nowMs: () => nowMs, wait, ...options });
  const stopping = new AbortController();
  const run: Setup["run"] = (name, blockMs, count, onBlock = () => {}) =>
    turns.run(stopping.signal, async (pause) => {
      for (let at = 0; at < count; at++) {
        await pause();
        blocks.push(name);
        nowMs += blockMs;
        onBlock(at);
      }
    });
  return { blocks, rests, run, stop: () => stopping.abort() };
}

Deno.test("calls of a worker take turns by the time that they have had", async () => {
  const { blocks, run } = setUp();
  // An evaluation of 100 ms is as long as ten blocks of 10 ms.
  await Promise.all([run("long", 100, 3), run("short", 10, 20)]);
  const expected = ["long", "short x 10", "long", "short x 10", "long"];
  const grouped = blocks.join(" ").replaceAll(/short(?: short){9}/g, "short x 10");
  assertEquals(grouped, expected.join(" "));
});

Deno.test("a new call neither waits for what an older one has had, nor makes it wait", async () => {
  const { blocks, run } = setUp();
  const late: Promise<void>[] = [];
  await run("old", 10, 8, (at) => {
    if (at === 3) late.push(run("new", 10, 4));
  });
  await Promise.all(late);
  const after = blocks.slice(4).join(" ");
  assert(/^(?:old new ?){4}$|^(?:new old ?){4}$/.test(after), after);
});

Deno.test("while its core is wanted a worker rests three times as long as a block took, up to 100 ms", async () => {
  let isResting = true;
  const { rests, run } = setUp({ isResting: () => isResting });
  await run("a", 10, 2);
  await run("b", 100, 2);
  isResting = false;
  await run("c", 10, 2);
  assertEquals(rests.filter((ms) => ms > 0), [30, 30, 100, 100]);
});

Deno.test("a stopped call ends the rest of its worker", async () => {
  const never = (ms: number): Promise<void> => ms === 0 ? Promise.resolve() : new Promise(() => {});
  const { blocks, run, stop } = setUp({ isResting: () => true, wait: never });
  const ended = run("a", 10, 2, (at) => {
    if (at === 0) setTimeout(stop, 0);
  });
  await ended;
  assertEquals(blocks, ["a", "a"]);
});
