import type { Clock } from "../base/clock.ts";
import type { Lifecycle } from "../http/context.ts";
import type { InFlight } from "./in_flight.ts";
import type { Listener } from "./listen/listen.ts";

/** The parts to stop, and the time for it. */
export interface StopParts {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly inFlight: InFlight;
  readonly listener: Pick<Listener, "close">;
  /** How long load balancers may need to see that `/readyz` fails. */
  readonly noticeMs: number;
  /** Time for the whole stop. */
  readonly drainMs: number;
}

/** How long clients may take to read their responses once all work is done. */
const CLOSE_MS = 2_000;

/**
 * Stops gracefully. First only `/readyz` fails, and requests are still accepted while load balancers
 * send their clients elsewhere. Then new requests are rejected and running ones finish. Finally
 * the port closes, also for clients that have not read their response. The port stays open until then,
 * because closing it would cut off bodies that are still arriving.
 *
 * @returns the number of requests that were cut off
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
