// This module is browser compatible.

import { z } from "zod";
import { SearchPlanSchema } from "../contracts/plan.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import { EngineVersionsSchema } from "../engine/wire_schemas.ts";
import { StartError } from "../base/errors.ts";

/** Everything that decides the numbers of a search, as a store keeps it. */
const SearchOrderSchema = z.object({
  plan: SearchPlanSchema,
  /** Best that are kept. */
  topMax: z.int(),
  /** Whether all points are kept, not only those that a stage needs. */
  keepsPoints: z.boolean(),
  /** What the numbers depend on besides. */
  basis: z.string(),
});
export type SearchOrder = z.infer<typeof SearchOrderSchema>;

/** Reads an order from a store. */
export function readOrder(text: string): SearchOrder {
  const read = SearchOrderSchema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new StartError(
    "Cannot go on: the search was ordered from another program, start a new one",
  );
}

/** Returns what the numbers of a plan depend on besides it: the engine and the datasets. */
export function basisOf(engine: Engine, used: readonly Dataset[]): string {
  const versions = okValue(EngineVersionsSchema, engine.versions());
  return JSON.stringify({ versions, datasets: used.map(({ header }) => header.sha256) });
}
