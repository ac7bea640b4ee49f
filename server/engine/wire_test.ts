import { assert, assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { makeEngine } from "../testing/arena.ts";
import { ApiError } from "../base/errors.ts";
import { EngineContractError, okBytes, okValue } from "./wire.ts";
import { CatalogueSchema, EngineVersionsSchema, FamilyProfileSchema } from "./wire_schemas.ts";

function answer(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function refusal(error: unknown): ApiError {
  return assertThrows(() => okBytes(answer(JSON.stringify({ error }))), ApiError);
}

Deno.test("what the engine publishes is on contract", async () => {
  const engine = await makeEngine();
  okValue(EngineVersionsSchema, engine.versions());
  okValue(CatalogueSchema, engine.strategyCatalogue());
  okValue(FamilyProfileSchema, engine.familyProfile());
});

Deno.test("okBytes() gives the bytes of a good answer as they are", () => {
  assertEquals(new TextDecoder().decode(okBytes(answer('{"ok":{"a":[1]}}'))), '{"a":[1]}');
});

Deno.test("okBytes() throws what the engine says to the caller", () => {
  const fieldErrors = [{ path: "/capital", code: "required", message: "is missing" }];
  const sorted = [{ code: "required", message: "is missing", path: "/capital" }];
  const error = refusal({
    code: "REQUEST_VALIDATION_FAILED",
    detail: "Cannot x",
    fieldErrors: sorted,
  });
  assertEquals([error.code, error.message], ["REQUEST_VALIDATION_FAILED", "Cannot x"]);
  assertEquals(JSON.stringify(error.context.fieldErrors), JSON.stringify(fieldErrors));
  assertEquals(error.context.members, undefined);
  const context = { path: "/metrics", expected: "1", received: "2" };
  const mismatch = refusal({ code: "SIMULATION_MISMATCH", detail: "Cannot y", context });
  assertEquals(mismatch.context.members, context);
  assertEquals(mismatch.context.fieldErrors, undefined);
});

Deno.test("okBytes() keeps what the engine says to us", () => {
  for (const code of ["DATA_DATASET_NOT_FOUND", "DATASET_INVALID", "INTERNAL_UNEXPECTED"]) {
    const error = refusal({ code, detail: "secret", context: { column: "tvl" } });
    const isPublic = code === "DATA_DATASET_NOT_FOUND";
    assertEquals(error.code, isPublic ? code : "INTERNAL_UNEXPECTED");
    assertEquals(error.message, "Cannot run the engine: the log has the reason");
    assertEquals(String(error.cause), `Error: ${code}: secret {"column":"tvl"}`);
  }
});

Deno.test("okBytes() says to us that there is no context", () => {
  const { cause } = refusal({ code: "DATASET_INVALID", detail: "secret" });
  assertEquals(String(cause), "Error: DATASET_INVALID: secret {}");
});

Deno.test("an answer off contract is our bug, not the caller's", () => {
  for (const text of ["", "{}", '{"error":{}}', '{"error":{"code":"NEW","detail":""}}', "<html>"]) {
    assertThrows(() => okBytes(answer(text)), EngineContractError);
  }
  const error = { code: "MALFORMED_JSON", detail: "" };
  const fieldError = { path: "", code: "", message: "" };
  for (
    const wrong of [
      { detail: 1 },
      { fieldErrors: {} },
      { fieldErrors: [fieldError, { ...fieldError, path: null }] },
      { fieldErrors: [null] },
      { context: null },
      { context: "text" },
      { context: [] },
    ]
  ) {
    const bytes = answer(JSON.stringify({ error: { ...error, ...wrong } }));
    assertThrows(() => okBytes(bytes), EngineContractError, "", JSON.stringify(wrong));
  }
  assertEquals(refusal({ ...error, fieldErrors: [fieldError], context: {} }).code, error.code);
  const schema = z.strictObject({ a: z.string() });
  assertThrows(() => okValue(schema, answer('{"ok":{"a":1}}')), EngineContractError);
  assertThrows(() => okValue(schema, answer('{"ok":{"a"}')), EngineContractError);
});

Deno.test("an answer that is no JSON, or no UTF-8, is our bug and says so", () => {
  const schema = z.strictObject({ a: z.string() });
  const broken = answer('{"ok":{"a":"x"}}').map((byte) => byte === 0x78 ? 0xff : byte);
  for (const bytes of [broken, answer('{"ok":{"a"}')]) {
    const error = assertThrows(() => okValue(schema, bytes), EngineContractError, "it is not JSON");
    assert(error.cause instanceof Error, "the reason is there");
  }
});
