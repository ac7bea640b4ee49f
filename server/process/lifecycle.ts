import { ApiError } from "../base/errors.ts";
import type { Lifecycle } from "../http/context.ts";
import { checkReady, type ReadinessParts } from "../services/readiness.ts";

const RETRY_AFTER_MS = 1_000;

/** Returns the state of a process that begins. */
export function startLifecycle(parts: ReadinessParts): Lifecycle {
  const lifecycle = {
    startedAtMs: parts.clock.nowMs(),
    isStopping: false,
    isDraining: false,
    isAccepting: true,
    checkReady: async (): Promise<void> => {
      const retryAfterMs = RETRY_AFTER_MS;
      if (lifecycle.isStopping || lifecycle.isDraining) {
        throw new ApiError("SHUTTING_DOWN", "Cannot take work: stopping", { retryAfterMs });
      }
      if (!lifecycle.isAccepting) {
        const detail = "Cannot take work: the port accepts no connections and is being reopened";
        throw new ApiError("OVERLOADED", detail, { retryAfterMs });
      }
      await checkReady(parts);
    },
  };
  return lifecycle;
}
