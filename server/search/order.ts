// This module is browser compatible.

import { z } from "zod";
import { SearchPlanSchema } from "../contracts/plan.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import { EngineVersionsSchema } from "../engine/wire_schemas.ts";
import { StartError } from "../base/errors.ts";
import { EvaluatedBeforeSchema } from "./evaluation_trials.ts";

/** Everything that decides the numbers of a search, as stored. */
const SearchOrderSchema = z.object({
  plan: SearchPlanSchema,
  /** How many of the best are kept. */
  topMax: z.int(),
  /** Whether all points are kept, or only those that a stage needs. */
  keepsPoints: z.boolean(),
  /** Engine and datasets, see `basisOf`. */
  basis: z.string(),
  /** The candidates that the key had evaluated before; none without a key. */
  before: z.array(EvaluatedBeforeSchema).optional(),
});
export type SearchOrder = z.infer<typeof SearchOrderSchema>;

/** Parses a stored order. */
export function readOrder(text: string): SearchOrder {
  const read = SearchOrderSchema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new StartError(
    "Cannot continue: the search was ordered from another program, start a new one",
  );
}

/** Identifies the engine and the datasets, on which the numbers of a plan depend too. */
export function basisOf(engine: Engine, used: readonly Dataset[]): string {
  const versions = okValue(EngineVersionsSchema, engine.versions());
  return JSON.stringify({ versions, datasets: used.map(({ header }) => header.sha256) });
}
