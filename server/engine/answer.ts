// This module is browser compatible.

const OK_HEAD = '{"ok":';

/**
 * Returns the value of a successful answer, finished bytes, as a view; null when it is an error.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const answer = new TextEncoder().encode('{"ok":{"a":1}}');
 * assertEquals(new TextDecoder().decode(payloadOf(answer) ?? undefined), '{"a":1}');
 * ```
 */
export function payloadOf(answer: Uint8Array): Uint8Array | null {
  for (let index = 0; index < OK_HEAD.length; index++) {
    if (answer[index] !== OK_HEAD.charCodeAt(index)) return null;
  }
  return answer.subarray(OK_HEAD.length, -1);
}
