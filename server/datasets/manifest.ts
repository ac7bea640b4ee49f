// This module is browser compatible.

import { z } from "zod";
import { validate } from "../contracts/field_errors.ts";
import { StartError } from "../errors.ts";
import { ManifestEntrySchema } from "../contracts/dataset.ts";
import type { ManifestEntry } from "../contracts/types.ts";

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
