import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../../base/errors.ts";
import { readPublication } from "./publish_request.ts";

function wrongFieldsOf(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { context: { fieldErrors = [] } } = assertThrows(() => readPublication(body), ApiError);
  return fieldErrors.map(({ path, code, message }) => `${path} ${code} ${message}`);
}

Deno.test("a wrong publication is refused with each field, its value and what is allowed", () => {
  assertEquals(wrongFieldsOf({ receipt: null }), [
    "/receipt wrong_type is null, must be `data.receipt` of an evaluation",
    "/name required is missing, must be a text of 1 to 40 characters",
  ]);
  const receipt = { keyId: "x", signature: 7, "a/b": 1 };
  assertEquals(wrongFieldsOf({ receipt, name: "hold", admin: true }), [
    "/receipt/payload required is missing, must be a text of at most 131072 characters",
    '/receipt/keyId wrong_format is "x", must be 16 hexadecimal digits',
    "/receipt/signature wrong_type is 7, must be 64 bytes in base64",
    "/receipt/a~1b unknown_property is not a field here, must be one of payload, keyId, signature",
    "/admin unknown_property is not a field here, must be one of receipt, name",
    "/name not_allowed is reserved, or looks like it: choose another",
  ]);
});
