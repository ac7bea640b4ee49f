// This module is browser compatible.

import { DatasetSummarySchema } from "../contracts/dataset.ts";
import type { DatasetSummary } from "../contracts/types.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { StartError } from "../base/errors.ts";
import type { Engine } from "./engine.ts";
import { okValue } from "./wire.ts";

/**
 * Adds a dataset of a file to an engine, which checks every rule of its columns.
 *
 * @param path of the file, for messages
 * @throws {StartError} with line and column of the value that breaks a rule
 */
export function takeByRules(engine: Engine, dataset: Dataset, path: string): DatasetSummary {
  const answer = engine.addDataset(dataset);
  try {
    return okValue(DatasetSummarySchema, answer);
  } catch (error) {
    const { error: refused } = JSON.parse(new TextDecoder().decode(answer));
    if (refused === undefined) throw error;
    const { detail = "", column, barIndex } = members(refused);
    const at = dataset.header.columns.indexOf(String(column));
    const place = typeof barIndex === "number" && at >= 0
      ? `, line ${barIndex + 2}, column ${at + 1} (${column})`
      : "";
    throw new StartError(`Cannot use ${path}${place}: ${detail}`, { cause: error });
  }
}

/** Returns the members of an engine error and of its operands and context. */
function members(refused: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { operands, context } = refused;
  return { ...refused, ...Object(operands), ...Object(context) };
}
