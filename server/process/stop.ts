// This module is browser compatible.

import type { Clock } from "../clock.ts";
import type { Lifecycle } from "../http/context.ts";
import type { InFlight } from "./in_flight.ts";
import type { Listener } from "./listen/listener.ts";

/** What is stopped, and how. */
export interface StopParts {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly inFlight: InFlight;
  readonly listener: Pick<Listener, "close">;
  /** How long balancers may need to see that `/readyz` says no. */
  readonly noticeMs: number;
  /** For all of it. */
  readonly drainMs: number;
}

/** How long answers may take to be read, and silent connections to go, once all work is done. */
const CLOSE_MS = 2_000;

/**
 * Stops in order. First only `/readyz` says so, and work is taken as before: nobody is refused while
 * the balancers send their clients elsewhere. Then new work is refused and what runs is finished.
 * At last the port is closed; who has not read his answer by then has had his time. The port stays
 * open until then, because closing it would cut off bodies that are still coming.
 *
 * @returns how many requests were cut off
 */
export async function stopGracefully(parts: StopParts): Promise<number> {
  const { clock, lifecycle, inFlight, listener, noticeMs, drainMs } = parts;
  const endMs = clock.nowMs() + drainMs;
  const within = (limitMs: number, work: Promise<unknown>): Promise<unknown> =>
    Promise.race([work, pause(clock, Math.min(limitMs, endMs - clock.nowMs()))]);
  lifecycle.isStopping = true;
  await within(noticeMs, new Promise(() => {}));
  lifecycle.isDraining = true;
  let openCount = inFlight.count;
  await within(drainMs, inFlight.settled().then(() => openCount = 0));
  if (openCount === 0) await within(CLOSE_MS, listener.close());
  return openCount === 0 ? 0 : inFlight.count;
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  if (delayMs <= 0) return Promise.resolve();
  return new Promise((resolve) => clock.after(delayMs, resolve));
}
