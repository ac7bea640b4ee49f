// This module is browser compatible.

import type { Bytes } from "./engine.ts";

const OK_HEAD = '{"ok":';
const BRACE = "}".charCodeAt(0);
const encoder = new TextEncoder();

/**
 * Returns the value of a successful answer as a view of its bytes; null for an error.
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

/**
 * Returns an object as bytes in one buffer, from its first members and the value of its last member.
 *
 * @param head of ASCII only
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const object = enclosed('{"a":1,"b":', new TextEncoder().encode("[2]"));
 * assertEquals(new TextDecoder().decode(object), '{"a":1,"b":[2]}');
 * ```
 */
export function enclosed(head: string, value: Uint8Array): Bytes {
  const whole = new Uint8Array(head.length + value.length + 1);
  encoder.encodeInto(head, whole);
  whole.set(value, head.length);
  whole[whole.length - 1] = BRACE;
  return whole;
}

/**
 * Returns the bytes of an object with one more member at its end.
 *
 * @param value JSON
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const object = withMember(new TextEncoder().encode('{"a":1}'), "b", "null");
 * assertEquals(new TextDecoder().decode(object), '{"a":1,"b":null}');
 * ```
 */
export function withMember(object: Uint8Array, name: string, value: string): Bytes {
  const member = encoder.encode(`,${JSON.stringify(name)}:${value}}`);
  const whole = new Uint8Array(object.length - 1 + member.length);
  whole.set(object.subarray(0, -1));
  whole.set(member, object.length - 1);
  return whole;
}
