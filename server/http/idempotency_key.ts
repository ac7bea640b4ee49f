import { ApiError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";
import type { Bytes } from "../engine/engine.ts";
import { reusedKey } from "../services/request_key.ts";
import { keyIdOf } from "./charge.ts";
import type { AppContext, Deps } from "./context.ts";

const ALLOWED = /^[\x21-\x7e]{1,128}$/;

/**
 * Returns the `Idempotency-Key` of a request that creates something, or null: the same request again is
 * about the same thing.
 *
 * @throws {ApiError} REQUEST_VALIDATION_FAILED for a malformed key, IDEMPOTENCY_KEY_REUSED for one that
 *   came with another body or for another path
 */
export async function idempotencyKeyOf(
  c: AppContext,
  { requestKeys, clock }: Deps,
  body: Bytes,
): Promise<string | null> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return null;
  if (!ALLOWED.test(key)) {
    throw new ApiError(
      "REQUEST_VALIDATION_FAILED",
      `Cannot use the Idempotency-Key: it has ${key.length} characters, must be 1 to 128 printable ` +
        "ASCII characters without blanks",
    );
  }
  const fingerprint = `${c.req.path} ${await sha256Hex(body)}`;
  if (!requestKeys.isReused(keyIdOf(c), key, fingerprint, clock.nowMs())) return key;
  throw reusedKey(key);
}
