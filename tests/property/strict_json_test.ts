import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Problem } from "../../server/contracts/problem.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";

const arena = await makeArena({ limits: { budgetUnits: 1e9 } });
const encoder = new TextEncoder();
const ROUTES = [`${FAMILY}/simulations/summary`, `${FAMILY}/evaluations`];

/** Sends bytes to both routes that parse; returns the code of both answers. */
async function codeOf(body: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const headers = { "content-type": "application/json" };
  const codes = await Promise.all(ROUTES.map(async (path) => {
    const response = await arena.request(path, { method: "POST", body, headers });
    const problem: Problem = await response.json();
    return problem.code;
  }));
  assertEquals(new Set(codes).size, 1, `both routes read the same: ${codes}`);
  return codes[0] ?? "";
}

/** JSON values that are neither candidates nor payloads, without lone surrogates. */
const value = fc.jsonValue({ maxDepth: 5, stringUnit: "binary" });

Deno.test("every JSON text is parsed as JSON, whatever its content", () =>
  fc.assert(fc.asyncProperty(value, fc.nat(4), async (json, indent) => {
    assertEquals(await codeOf(JSON.stringify(json, null, indent)), "REQUEST_VALIDATION_FAILED");
  })));

Deno.test("a text that JSON.parse refuses is refused", () =>
  fc.assert(fc.asyncProperty(value, fc.nat(), fc.string(), async (json, at, insert) => {
    const text = JSON.stringify(json);
    const cut = at % (text.length + 1);
    const broken = text.slice(0, cut) + insert + text.slice(cut);
    try {
      JSON.parse(broken);
    } catch {
      assertEquals(await codeOf(broken), "MALFORMED_JSON");
    }
  })));

Deno.test("a duplicate name in an object is refused at any depth", () =>
  fc.assert(
    fc.asyncProperty(fc.string(), value, fc.nat(20), async (name, member, depth) => {
      const key = JSON.stringify(name);
      const twice = `{${key}:${JSON.stringify(member)},"other":0,${escaped(key)}:1}`;
      const nested = `${"[".repeat(depth)}${twice}${"]".repeat(depth)}`;
      assertEquals(await codeOf(nested), "MALFORMED_JSON");
    }),
  ));

Deno.test("nesting is accepted up to 32 levels and refused beyond, and never breaks the engine", async () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  assertEquals(await codeOf(nested(32)), "REQUEST_VALIDATION_FAILED");
  assertEquals(await codeOf(nested(33)), "MALFORMED_JSON");
  assertEquals(await codeOf(nested(30_000)), "MALFORMED_JSON");
});

Deno.test("invalid UTF-8 and a byte order mark are refused", () =>
  fc.assert(fc.asyncProperty(value, fc.nat(), async (json, at) => {
    const bytes = encoder.encode(JSON.stringify([json]));
    const cut = at % (bytes.length + 1);
    const broken = new Uint8Array([...bytes.slice(0, cut), 0xff, ...bytes.slice(cut)]);
    assertEquals(await codeOf(broken), "MALFORMED_JSON");
    assertEquals(await codeOf(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes])), "MALFORMED_JSON");
  })));

/** Escapes the first letter of a name, which gives the same name in different bytes. */
function escaped(key: string): string {
  const letter = /^"([A-Za-z])/.exec(key)?.[1];
  if (letter === undefined) return key;
  const code = letter.charCodeAt(0).toString(16).padStart(4, "0");
  return `"\\u${code}${key.slice(2)}`;
}
