// This module is browser compatible.

import type { Language, Parameter } from "../contracts/catalog.ts";
import type { Strategy } from "../contracts/types.ts";

/**
 * Returns the JSON Schema (2020-12) of a whole `strategyParams` object. Values inside of it are accepted
 * on every timeframe, so windows are whole days; relations between parameters, which a schema cannot
 * express, are in its description and in `x-relations`.
 */
export function parameterSchema(
  { strategyId, parameters, relations, language }: Pick<
    Strategy,
    "strategyId" | "parameters" | "relations" | "language"
  >,
): { readonly type: "object"; readonly [keyword: string]: unknown } {
  if (language !== undefined) return textsSchema(strategyId, language.limits);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: strategyId,
    ...(relations.length > 0 && {
      "description": relations.map(({ message }) => message).join("; "),
      "x-relations": relations.map(({ left, operator, right }) => [left, operator, right]),
    }),
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [
      parameter.name,
      {
        description: describe(parameter),
        default: parameter.defaultValue,
        ...constraintsOf(parameter),
      },
    ])),
    additionalProperties: false,
  };
}

/** Returns the schema of texts and numbers under names of the caller's own. */
function textsSchema(
  strategyId: string,
  { characters, names, nameCharacters }: Language["limits"],
): ReturnType<typeof parameterSchema> {
  const text = { type: "string", maxLength: characters };
  const rules = ["target", "enter", "exit"];
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: strategyId,
    type: "object",
    properties: Object.fromEntries(rules.map((name) => [name, text])),
    patternProperties: {
      [`^[A-Za-z][A-Za-z0-9]{0,${nameCharacters - 1}}$`]: { anyOf: [{ type: "number" }, text] },
    },
    additionalProperties: false,
    maxProperties: names + 2,
    oneOf: [
      { required: ["target"], not: { anyOf: [{ required: ["enter"] }, { required: ["exit"] }] } },
      { required: ["enter", "exit"] },
    ],
  };
}

function describe({ type, description, unit }: Parameter): string {
  if (type === "window") return `${description} (${unit}; on hourly data any whole hours, n/24)`;
  return unit === null ? description : `${description} (${unit})`;
}

function constraintsOf(parameter: Parameter): Record<string, unknown> {
  switch (parameter.type) {
    case "string":
      return { type: "string", enum: parameter.constraints.enum };
    case "window":
      return {
        type: "number",
        multipleOf: 1,
        minimum: parameter.constraints.minimumBars,
        maximum: parameter.constraints.maximum,
      };
    default:
      return { type: parameter.type, ...parameter.constraints };
  }
}
