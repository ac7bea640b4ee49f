import { assert, assertEquals } from "@std/assert";
import { ManualClock } from "../../testing/clock.ts";
import { turn, until } from "../../testing/until.ts";
import { LineQueue, type LineTarget } from "./line_queue.ts";

/** A target that does with each write what it is told to. */
class FakeTarget implements LineTarget {
  text = "";
  writeCount = 0;
  /** How many bytes it takes before it fails; null: all. */
  room: number | null = null;
  /** The promise that every write awaits. */
  gate: Promise<void> = Promise.resolve();

  async write(bytes: Uint8Array): Promise<number> {
    this.writeCount++;
    await this.gate;
    if (this.room === 0) throw new Error("no space");
    const taken = bytes.subarray(0, this.room ?? bytes.length);
    if (this.room !== null) this.room -= taken.length;
    this.text += new TextDecoder().decode(taken);
    return taken.length;
  }
}

function makeQueue(delayMs = 100): { queue: LineQueue; target: FakeTarget; clock: ManualClock } {
  const target = new FakeTarget();
  const clock = new ManualClock();
  const lostLine = (count: number, reason: string): string => `lost ${count}: ${reason}`;
  return { queue: new LineQueue({ target, clock, delayMs, lostLine }), target, clock };
}

/** Lets the queue write, and waits until it has done so. */
async function flush(clock: ManualClock, target: FakeTarget): Promise<void> {
  const before = target.writeCount;
  clock.advance(100);
  await until(() => target.writeCount > before, "a write");
  await turn();
}

Deno.test("lines go out together, in their order", async () => {
  const { queue, target, clock } = makeQueue();
  queue.write("one");
  queue.write("two");
  assertEquals(target.writeCount, 0);
  await flush(clock, target);
  assertEquals([target.text, target.writeCount], ["one\ntwo\n", 1]);
});

Deno.test("lines that must not wait go out together, and without a timer", async () => {
  const { queue, target } = makeQueue(0);
  queue.write("one");
  queue.write("two");
  assertEquals(target.writeCount, 0);
  await until(() => target.writeCount > 0, "a write");
  assertEquals([target.text, target.writeCount], ["one\ntwo\n", 1]);
});

Deno.test("lines that a full target does not take are counted, and said when it takes some", async () => {
  const { queue, target, clock } = makeQueue();
  target.room = 0;
  queue.write("one");
  queue.write("two");
  await flush(clock, target);
  queue.write("three");
  await flush(clock, target);
  assertEquals(target.text, "");
  target.room = null;
  queue.write("four");
  await flush(clock, target);
  assertEquals([target.text, queue.lostCount], ["lost 3: no space\nfour\n", 3]);
});

Deno.test("a line that was cut off is lost, and the next begins on a line of its own", async () => {
  const { queue, target, clock } = makeQueue();
  target.room = 6;
  queue.write("one");
  queue.write("two");
  await flush(clock, target);
  target.room = null;
  queue.write("three");
  await flush(clock, target);
  assertEquals(target.text, "one\ntw\nlost 1: no space\nthree\n");
});

Deno.test("a blocked target delays no caller: one write, bounded lines, exact count", async () => {
  const { queue, target, clock } = makeQueue();
  const gate = Promise.withResolvers<void>();
  target.gate = gate.promise;
  queue.write("first");
  clock.advance(100);
  await until(() => target.writeCount === 1, "the first write");
  const line = "x".repeat(1023);
  for (let index = 0; index < 3000; index++) queue.write(line);
  clock.advance(100_000);
  assertEquals(target.writeCount, 1, "the next write waits for the first");
  gate.resolve();
  await until(() => target.text.length > 0, "the first line");
  await turn();
  await flush(clock, target);
  const lines = target.text.trimEnd().split("\n");
  const kept = lines.filter((found) => found === line).length;
  assert(kept > 1000 && kept <= 1024, `${kept} lines waited`);
  assertEquals(lines.slice(0, 2), ["first", `lost ${3000 - kept}: they are not read fast enough`]);
});

Deno.test("close() writes what waits, but not longer than it may", async () => {
  const { queue, target, clock } = makeQueue();
  queue.write("last");
  await queue.close(250);
  assertEquals(target.text, "last\n");
  target.gate = new Promise(() => {});
  queue.write("never");
  const closed = queue.close(250);
  await until(() => target.writeCount === 2, "the write");
  clock.advance(250);
  await closed;
});
