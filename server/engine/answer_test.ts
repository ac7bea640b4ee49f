import { assert, assertEquals } from "@std/assert";
import { payloadOf } from "./answer.ts";

function read(text: string): string | null {
  const payload = payloadOf(new TextEncoder().encode(text));
  return payload && new TextDecoder().decode(payload);
}

Deno.test("payloadOf() returns the value between the head and the last brace", () => {
  assertEquals(['{"ok":{}}', '{"ok":1}', '{"ok":}'].map(read), ["{}", "1", ""]);
});

Deno.test("payloadOf() is null if a byte of the head differs or is missing", () => {
  const head = '{"ok":';
  for (let index = 0; index < head.length; index++) {
    assertEquals(read(`${head.slice(0, index)}x${head.slice(index + 1)}{}}`), null);
    assertEquals(read(head.slice(0, index)), null);
  }
});

Deno.test("payloadOf() returns a view", () => {
  const answer = new TextEncoder().encode('{"ok":{}}');
  assert(payloadOf(answer)?.buffer === answer.buffer);
});
