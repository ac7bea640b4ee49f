import { ApiError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";
import type { Bytes } from "../engine/engine.ts";
import { reusedKey } from "../services/request_key.ts";
import { keyIdOf } from "./charge.ts";
import type { AppContext, Deps } from "./context.ts";

const ALLOWED = /^[\x21-\x7e]{1,128}$/;

/**
 * Runs work that creates something once for each `Idempotency-Key`. A request that is refused does not
 * use up its key.
 *
 * @param work receives the key; null for a request without one
 * @throws {ApiError} REQUEST_VALIDATION_FAILED for a malformed key, IDEMPOTENCY_KEY_REUSED for one that
 *   came with another body or to another path
 */
export async function withRequestKey<T>(
  c: AppContext,
  { requestKeys, clock }: Deps,
  body: Bytes,
  work: (key: string | null) => Promise<T>,
): Promise<T> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return await work(null);
  if (!ALLOWED.test(key)) {
    throw new ApiError(
      "REQUEST_VALIDATION_FAILED",
      `Cannot use the Idempotency-Key: it has ${key.length} characters, must be 1 to 128 printable ` +
        "ASCII characters without blanks",
    );
  }
  const request = [keyIdOf(c), key, `${c.req.path} ${await sha256Hex(body)}`] as const;
  if (requestKeys.isReused(...request, clock.nowMs())) throw reusedKey(key);
  const done = await work(key);
  requestKeys.remember(...request, clock.nowMs());
  return done;
}
