import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { canonicalJson, type JsonValue } from "./canonical_json.ts";

/** Prints as RFC 8785 says, member by member. */
function reference(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(reference).join(",")}]`;
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>)
    .toSorted(([one], [other]) => one < other ? -1 : 1)
    .map(([name, member]) => `${JSON.stringify(name)}:${reference(member)}`);
  return `{${members.join(",")}}`;
}

Deno.test("members are in the order of their code units, at every depth", () => {
  assertEquals(
    canonicalJson({ 9: 1, 10: 2, b: [{ d: 1, c: [] }], a: {} }),
    '{"10":2,"9":1,"a":{},"b":[{"c":[],"d":1}]}',
  );
  fc.assert(fc.property(fc.json(), (text) => {
    const value: JsonValue = JSON.parse(text);
    assertEquals(canonicalJson(value), reference(value));
  }));
});

Deno.test("a member named __proto__ is a member", () => {
  const text = '{"__proto__":{"a":1},"b":2}';
  assertEquals(canonicalJson(JSON.parse(text)), text);
});
