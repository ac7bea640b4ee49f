// This module is browser compatible.

import type { KeyStore } from "../store/key_store.ts";
import { type Clock, withDeadline } from "../base/clock.ts";
import type { EngineRunner } from "../engine/engine.ts";
import type { LocalEngine } from "../engine/local_engine.ts";
import type { TrialStore } from "../store/trial_store.ts";
import { ApiError } from "../base/errors.ts";

/** Dependencies of the check. Datasets are not checked, because the process needs them to start. */
export interface ReadinessParts {
  readonly clock: Clock;
  readonly local: LocalEngine;
  readonly runner: EngineRunner;
  readonly keys: KeyStore;
  readonly trials: Pick<TrialStore, "isWritable">;
  readonly keyStoreDeadlineMs: number;
}

const PROBED_KEY_ID = "readiness000";
const RETRY_AFTER_MS = 1000;

/**
 * Resolves when engines, key store and trial store work.
 *
 * @throws {ApiError} OVERLOADED or AUTH_UNAVAILABLE
 */
export async function checkReady(parts: ReadinessParts): Promise<void> {
  const { clock, local, runner, keys, trials, keyStoreDeadlineMs } = parts;
  if (!local.isAlive || !runner.isAlive) {
    throw new ApiError("OVERLOADED", "Cannot take work: an engine is restarting", {
      retryAfterMs: RETRY_AFTER_MS,
    });
  }
  const away = (reason: string, cause?: unknown): ApiError =>
    new ApiError("AUTH_UNAVAILABLE", `Cannot take work: ${reason}`, {
      retryAfterMs: RETRY_AFTER_MS,
      cause,
    });
  try {
    const probe = keys.find(PROBED_KEY_ID);
    await withDeadline(clock, keyStoreDeadlineMs, probe, () => new Error("it takes too long"));
  } catch (cause) {
    throw away("the key store does not respond", cause);
  }
  if (!trials.isWritable) {
    throw away("the trial store cannot be written, so evaluations are refused");
  }
}
