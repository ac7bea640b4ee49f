// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import { EngineTrap } from "./engine.ts";

const RETRY_AFTER_MS = 1000;

/** The failure of a run whose worker is lost. */
export function trap(reason: string): EngineTrap {
  return new EngineTrap("Cannot finish a job: its worker is lost", { cause: reason });
}

/** The failure of a run that was ended at its deadline. */
export function timedOut(deadlineMs: number): ApiError {
  const detail = `Cannot finish the run: it took over ${deadlineMs} ms, must take less`;
  return new ApiError("RUN_TIMEOUT", detail);
}

/** The failure of a run when every engine is busy and the queue is full. */
export function overloaded(): ApiError {
  return new ApiError("OVERLOADED", "Cannot run the request: every engine is busy, try again", {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
