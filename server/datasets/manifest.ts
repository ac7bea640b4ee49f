// This module is browser compatible.

import { z } from "zod";
import { StartError } from "../errors.ts";
import { ManifestEntrySchema } from "../contracts/dataset.ts";
import type { ManifestEntry } from "../contracts/types.ts";

const SHOWN_LENGTH_MAX = 40;

/** What a dataset of the generator has, and no other: all of these members or none. */
const OF_GENERATOR = ["generatorVersion", "seed", "passiveGap", "passiveGapHead"] as const;

const ManifestSchema = z.looseObject({ datasets: z.array(ManifestEntrySchema).min(1) })
  .superRefine(({ datasets }, context) =>
    datasets.forEach((entry, at) => {
      const missing = OF_GENERATOR.filter((name) => typeof entry[name] !== "number");
      const [name] = missing;
      if (name === undefined || missing.length === OF_GENERATOR.length) return;
      const message = "is missing, must be given as the other facts of its generator are";
      context.addIssue({ code: "custom", path: ["datasets", at, name], message });
    })
  );

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
  throw new StartError(`Cannot read manifest.json: ${describe(checked.error)}`);
}

/** Returns the first error in a sentence: where it is, the current value, the wanted one. */
function describe({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return "it is not valid";
  const path = issue.path.map((step) => `/${String(step)}`).join("");
  if (issue.code === "unrecognized_keys") {
    return `${path}/${issue.keys[0]} is not a field here, must be left out`;
  }
  if (issue.code === "custom") return `${path} ${issue.message}`;
  if (issue.input === undefined) return `${path} is missing, must be given`;
  return `${path} is ${JSON.stringify(issue.input).slice(0, SHOWN_LENGTH_MAX)}, ${wanted(issue)}`;
}

function wanted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int" ? "must be an integer" : `must be of type ${issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return `must be ${issue.inclusive ? "at least" : "above"} ${issue.minimum}`;
    default:
      return issue.message;
  }
}
