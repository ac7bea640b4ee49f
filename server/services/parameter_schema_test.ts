import { assertEquals } from "@std/assert";
import type { Parameter } from "../contracts/catalog.ts";
import { parameterSchema } from "./parameter_schema.ts";

const text = { title: "Title", description: "what", unit: null };

Deno.test("parameterSchema() is a JSON Schema of the whole object", () => {
  const parameters: Parameter[] = [
    {
      ...text,
      name: "field",
      type: "string",
      defaultValue: "a",
      constraints: { enum: ["a", "b"] },
    },
    {
      ...text,
      name: "period",
      unit: "days",
      type: "window",
      defaultValue: 14,
      constraints: { minimumBars: 2, maximum: 120 },
    },
    {
      ...text,
      name: "level",
      type: "integer",
      defaultValue: 3,
      constraints: { minimum: 1, maximum: 9 },
    },
  ];
  const relations = [
    {
      left: "level",
      operator: "<" as const,
      right: "period",
      message: "level must be below period",
    },
  ];
  assertEquals(parameterSchema({ strategyId: "yield-x", parameters, relations }), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "yield-x",
    "description": "level must be below period",
    "x-relations": [["level", "<", "period"]],
    type: "object",
    properties: {
      field: { description: "what", default: "a", type: "string", enum: ["a", "b"] },
      period: {
        description: "what (days; on hourly data any whole hours, n/24)",
        default: 14,
        type: "number",
        multipleOf: 1,
        minimum: 2,
        maximum: 120,
      },
      level: { description: "what", default: 3, type: "integer", minimum: 1, maximum: 9 },
    },
    additionalProperties: false,
  });
});
