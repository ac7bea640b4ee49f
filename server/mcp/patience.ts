import type { Clock } from "../base/clock.ts";

type Send = (request: Request) => Response | Promise<Response>;

/** Longest time that a request of a tool waits for units, slots or room. */
const WAIT_MAX_MS = 10_000;
const SECOND_MS = 1_000;

/**
 * Returns a sender that sends a rejected request again after its `Retry-After`, as long as all waits
 * together are at most ten seconds: a model that is told to wait cannot.
 */
export function patient(send: Send, clock: Pick<Clock, "nowMs" | "after">): Send {
  return async (request) => {
    const untilMs = clock.nowMs() + WAIT_MAX_MS;
    for (;;) {
      const response = await send(request.clone());
      const seconds = response.headers.get("retry-after") ?? "";
      // A proxy may answer with a date, or with 0 for ever.
      if (response.ok || !/^\d+$/.test(seconds)) return response;
      const waitMs = Math.max(1, Number(seconds)) * SECOND_MS;
      if (clock.nowMs() + waitMs > untilMs) return response;
      await response.body?.cancel();
      await new Promise<void>((resolve) => void clock.after(waitMs, resolve));
    }
  };
}
