// This module is browser compatible.

/** Anything that looks like a key, whole or truncated, at any place in the text. */
const KEY_LIKE = /sa_[A-Za-z0-9]{12}_[A-Za-z0-9_-]*/g;
/** The same in a URL, where characters may be percent-encoded, any number of times. */
const ENCODED_KEY_LIKE = new RegExp(
  "(?:s|%(?:25)*73)(?:a|%(?:25)*61)(?:_|%(?:25)*5f)(?:[a-z0-9]|%(?:25)*[3-7][0-9a-f]){12}" +
    "(?:_|%(?:25)*5f)(?:[a-z0-9_-]|%(?:25)*(?:2d|[3-7][0-9a-f]))*",
  "gi",
);

/**
 * Returns the text without anything that looks like an API key: a key that a caller puts into a path
 * or a field must not appear in a response or a log.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(redactKeys('{"path":"/v1/sa_AbCdEfGhIjKl_x9"}'), '{"path":"/v1/sa_[key]"}');
 * assertEquals(redactKeys("/v1/sa%255FAbCdEfGhIjKl%255Fx9"), "/v1/sa_[key]");
 * ```
 */
export function redactKeys(text: string): string {
  return text.replace(text.includes("%") ? ENCODED_KEY_LIKE : KEY_LIKE, "sa_[key]");
}
