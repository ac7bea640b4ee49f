// This module is browser compatible.

import { z } from "zod";
import { StartError } from "../errors.ts";
import { ManifestEntrySchema } from "../contracts/dataset.ts";
import type { ManifestEntry } from "../contracts/types.ts";

const SHOWN_LENGTH_MAX = 40;

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
  const checked = ManifestSchema.safeParse(json, { reportInput: true });
  if (checked.success) return checked.data.datasets;
  throw new StartError(`Cannot read manifest.json: ${faultOf(checked.error)}`);
}

function faultOf({ issues: [first] }: z.ZodError): string {
  const path = (first?.path ?? []).map((step) => `/${String(step)}`).join("");
  if (first?.input === undefined) return `${path} is missing, must be given`;
  const wanted = first.code === "invalid_type"
    ? `must be of type ${first.expected}`
    : first.message;
  return `${path} is ${JSON.stringify(first.input).slice(0, SHOWN_LENGTH_MAX)}, ${wanted}`;
}
