// This module is browser compatible.

import type { Parameter } from "../contracts/catalog.ts";
import { BARS_PER_DAY } from "../contracts/engine_constants.ts";

/**
 * Returns the JSON Schema (2020-12) of a whole `strategyParams` object. The schema cannot express
 * relations between parameters or whole numbers of bars, which the service checks.
 */
export function parameterSchema(
  strategyId: string,
  parameters: readonly Parameter[],
): { readonly type: "object"; readonly [keyword: string]: unknown } {
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
