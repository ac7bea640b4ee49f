// This module is browser compatible.

import { z } from "zod";
import { validate } from "../contracts/field_errors.ts";
import { StartError } from "../errors.ts";
import {
  InstantSchema,
  MarketIdSchema,
  Sha256Schema,
  TimeframeSchema,
} from "../contracts/scalar.ts";

/** One dataset of the manifest (`RULES.md` 1). */
const ManifestEntrySchema = z.strictObject({
  marketId: MarketIdSchema,
  marketKey: z.string(),
  timeframe: TimeframeSchema,
  file: z.string().regex(/^[a-z0-9][a-z0-9._-]*\.csv$/, { error: "must be a file name" }),
  sha256: Sha256Schema,
  bars: z.int().min(1),
  firstTimestamp: InstantSchema,
  lastTimestamp: InstantSchema,
  expiry: InstantSchema,
  scalarRoot: z.number().positive(),
  farExpiry: z.nullable(InstantSchema),
  provenance: z.string().min(1),
  seed: z.int().nullish(),
});
export type ManifestEntry = z.infer<typeof ManifestEntrySchema>;

const ManifestSchema = z.looseObject({ datasets: z.array(ManifestEntrySchema).min(1) });

/**
 * Parses a manifest.
 *
 * @param text content of `manifest.json`
 * @throws {StartError} with the first field error
 */
export function parseManifest(text: string): readonly ManifestEntry[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new StartError("Cannot read manifest.json: it is not JSON", { cause });
  }
  const validation = validate(ManifestSchema, json);
  if (validation.ok) return validation.value.datasets;
  const [first] = validation.fieldErrors;
  throw new StartError(`Cannot read manifest.json: ${first?.path} ${first?.message}`);
}
