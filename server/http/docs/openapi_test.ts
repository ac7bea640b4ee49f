import { assert, assertEquals } from "@std/assert";
import { OPERATIONS } from "../routes/operations.ts";
import { errorDefinition } from "../../contracts/error_codes.ts";
import { openapiDocument } from "./openapi.ts";
import { errorCodes } from "../operation_definition.ts";

const document = JSON.parse(JSON.stringify(openapiDocument(OPERATIONS, {}, [1, 1000])));

Deno.test("openapiDocument() has every operation with its scope", () => {
  for (const { id, method, path, scope } of OPERATIONS) {
    const described = document.paths[path][method];
    assertEquals(described.operationId, id);
    assertEquals(described.security, scope === null ? [] : [{ apiKey: [] }]);
  }
});

Deno.test("the order of components does not depend on the order of loading", () => {
  const names = Object.keys(document.components.schemas);
  assertEquals(names, names.toSorted());
  assert(names.includes("Candidate"));
});

Deno.test("openapiDocument() has every status that an operation can answer", () => {
  for (const operation of OPERATIONS) {
    const { responses } = document.paths[operation.path][operation.method];
    const statuses = errorCodes(operation).map((code) => String(errorDefinition(code).status));
    const expected = new Set([
      String(operation.status ?? 200),
      ...operation.isConditional ? ["304"] : [],
      ...operation.isRepeatable ? ["200"] : [],
      ...statuses,
    ]);
    assertEquals(new Set(Object.keys(responses)), expected, operation.id);
  }
});

Deno.test("openapiDocument() lists the existing markets, in requests and answers", () => {
  const { Candidate, ResolvedCandidate, Market, StrategySummary } = document.components.schemas;
  const ids = { type: "integer", enum: [1, 1000], description: "Id of the market" };
  for (const { properties } of [Candidate, ResolvedCandidate]) {
    assertEquals(properties.marketId, ids);
  }
  assertEquals(Market.properties.id, ids);
  assertEquals(StrategySummary.properties.runnableOn.items, ids);
});
