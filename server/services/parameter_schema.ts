// This module is browser compatible.

import type { Language, Parameter } from "../contracts/catalog.ts";
import type { Strategy } from "../contracts/types.ts";
import { BARS_PER_DAY } from "../contracts/engine_constants.ts";

/**
 * Returns the JSON Schema (2020-12) of a whole `strategyParams` object. The schema cannot express
 * relations between parameters or whole numbers of bars, which the service checks.
 */
export function parameterSchema(
  { strategyId, parameters, language }: Pick<Strategy, "strategyId" | "parameters" | "language">,
): { readonly type: "object"; readonly [keyword: string]: unknown } {
  if (language !== undefined) return textsSchema(strategyId, language.limits);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: strategyId,
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [
      parameter.name,
      {
        description: parameter.unit === null
          ? parameter.description
          : `${parameter.description} (${parameter.unit})`,
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

function constraintsOf(parameter: Parameter): Record<string, unknown> {
  switch (parameter.type) {
    case "string":
      return { type: "string", enum: parameter.constraints.enum };
    case "window":
      // In days. The minimum is that of hourly bars; the service checks the longer minimum of daily bars.
      return {
        type: "number",
        minimum: parameter.constraints.minimumBars / BARS_PER_DAY.hourly,
        maximum: parameter.constraints.maximum,
      };
    default:
      return { type: parameter.type, ...parameter.constraints };
  }
}
