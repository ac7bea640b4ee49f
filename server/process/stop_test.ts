import { assertEquals } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { until } from "../testing/until.ts";
import { InFlight } from "./in_flight.ts";
import { stopGracefully } from "./stop.ts";

interface Stopping {
  readonly clock: ManualClock;
  readonly inFlight: InFlight;
  /** The events in order. */
  readonly events: string[];
  readonly stopped: Promise<number>;
}

/** Stops something whose listener closes when `closed` resolves. */
function startStop(noticeMs: number, closed: Promise<void>, works: Promise<void>[]): Stopping {
  const clock = new ManualClock();
  const inFlight = new InFlight();
  const events: string[] = [];
  for (const work of works) inFlight.track(work);
  const lifecycle = {
    startedAtMs: 0,
    isAccepting: true,
    set isStopping(_: boolean) {
      events.push("leaving");
    },
    set isDraining(_: boolean) {
      events.push("draining");
    },
    checkReady: () => Promise.resolve(),
  };
  const listener = {
    close: () => {
      events.push("closing");
      return closed;
    },
  };
  const stopped = stopGracefully({
    clock,
    lifecycle,
    inFlight,
    listener,
    noticeMs,
    drainMs: 10_000,
  });
  return { clock, inFlight, events, stopped };
}

const never = new Promise<void>(() => {});

Deno.test("a stop gives notice, finishes running work and then closes", async () => {
  const run = Promise.withResolvers<void>();
  const { clock, events, stopped } = startStop(5_000, Promise.resolve(), [run.promise]);
  assertEquals(events, ["leaving"]);
  clock.advance(5_000);
  await until(() => events.length === 2);
  assertEquals(events, ["leaving", "draining"]);
  run.resolve();
  assertEquals(await stopped, 0);
  assertEquals(events, ["leaving", "draining", "closing"]);
});

Deno.test("open connections delay a stop by 2 s and are not a failure", async () => {
  const { clock, inFlight, events, stopped } = startStop(0, never, []);
  await until(() => events.includes("closing"));
  // A request that came when the port closed is refused; it counts for nothing.
  inFlight.track(never).catch(() => {});
  clock.advance(2_000);
  assertEquals(await stopped, 0);
});

Deno.test("work that exceeds the drain time is cut off and counted", async () => {
  const { clock, events, stopped } = startStop(4_000, never, [never, never]);
  clock.advance(4_000);
  await until(() => events.includes("draining"));
  clock.advance(6_000);
  assertEquals([await stopped, events], [2, ["leaving", "draining"]]);
});
