import { assert, assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { makeEngine } from "../testing/official.ts";
import { ApiError } from "../base/errors.ts";
import { EngineContractError, okBytes, okValue } from "./wire.ts";
import { CatalogueSchema, EngineVersionsSchema, FamilyProfileSchema } from "./wire_schemas.ts";

function answer(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function refusal(error: unknown): ApiError {
  return assertThrows(() => okBytes(answer(JSON.stringify({ error }))), ApiError);
}

Deno.test("the engine's publications match their schemas", async () => {
  const engine = await makeEngine();
  okValue(EngineVersionsSchema, engine.versions());
  okValue(CatalogueSchema, engine.strategyCatalogue());
  okValue(FamilyProfileSchema, engine.familyProfile());
});

Deno.test("okBytes() returns the bytes of a successful answer unchanged", () => {
  assertEquals(new TextDecoder().decode(okBytes(answer('{"ok":{"a":[1]}}'))), '{"a":[1]}');
});

Deno.test("okBytes() throws an error for the caller with the engine's detail", () => {
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

Deno.test("okBytes() hides an internal detail, which goes to the log", () => {
  for (const code of ["DATA_DATASET_NOT_FOUND", "DATASET_INVALID", "INTERNAL_UNEXPECTED"]) {
    const error = refusal({ code, detail: "secret", context: { column: "tvl" } });
    const isPublic = code === "DATA_DATASET_NOT_FOUND";
    assertEquals(error.code, isPublic ? code : "INTERNAL_UNEXPECTED");
    assertEquals(error.message, "Cannot run the engine: the log has the reason");
    assertEquals(String(error.cause), `Error: ${code}: secret {"column":"tvl"}`);
  }
});

Deno.test("the log says when an internal error has no context", () => {
  const { cause } = refusal({ code: "DATASET_INVALID", detail: "secret" });
  assertEquals(String(cause), "Error: DATASET_INVALID: secret {}");
});

Deno.test("an answer off contract is a fault, not an error of the caller", () => {
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

Deno.test("an answer that is not JSON or not UTF-8 is a fault, and the error says so", () => {
  const schema = z.strictObject({ a: z.string() });
  const broken = answer('{"ok":{"a":"x"}}').map((byte) => byte === 0x78 ? 0xff : byte);
  for (const bytes of [broken, answer('{"ok":{"a"}')]) {
    const error = assertThrows(() => okValue(schema, bytes), EngineContractError, "it is not JSON");
    assert(error.cause instanceof Error, "the reason is there");
  }
});
