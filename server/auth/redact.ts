// This module is browser compatible.

/** Anything that looks like a key, whole or cut off, wherever it stands. */
const KEY_LIKE = /sa_[A-Za-z0-9]{12}_[A-Za-z0-9_-]*/g;

/**
 * Returns the text without anything that looks like an API key: a caller who puts a key into a path
 * or a field must not find it in an answer or a log.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(redactKeys('{"path":"/v1/sa_AbCdEfGhIjKl_x9"}'), '{"path":"/v1/sa_[key]"}');
 * ```
 */
export function redactKeys(text: string): string {
  return text.replace(KEY_LIKE, "sa_[key]");
}
