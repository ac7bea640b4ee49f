// This module is browser compatible.

import { z } from "zod";
import { StartError } from "../base/errors.ts";
import { ManifestSchema } from "../contracts/dataset.ts";
import type { Manifest } from "../contracts/types.ts";

const SHOWN_LENGTH_MAX = 40;

const CheckedSchema = ManifestSchema.superRefine(({ markets, datasets }, context) => {
  const fault = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: "custom", path, message });
  for (const name of ["marketId", "marketKey"] as const) {
    const values = markets.map((market) => market[name]);
    const at = values.findIndex((value, index) => values.indexOf(value) < index);
    if (at >= 0) fault(["markets", at, name], `is ${show(values[at])}, must be given once`);
  }
  const names = datasets.map(({ marketId, timeframe }) => `${marketId} ${timeframe}`);
  datasets.forEach(({ marketId, timeframe }, at) => {
    if (!markets.some((market) => market.marketId === marketId)) {
      fault(["datasets", at, "marketId"], `is ${marketId}, must be that of one of the markets`);
    }
    if (names.indexOf(names[at] ?? "") < at) {
      fault(["datasets", at, "timeframe"], `is "${timeframe}" again, must be given once`);
    }
  });
  markets.forEach(({ marketId }, at) => {
    if (datasets.some((dataset) => dataset.marketId === marketId)) return;
    fault(["markets", at, "marketId"], `is ${marketId}, must be that of one dataset at least`);
  });
});

/**
 * Parses a manifest.
 *
 * @param file name of the manifest, for messages
 * @param text its content
 * @throws {StartError} with the first field error
 */
export function parseManifest(file: string, text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new StartError(`Cannot read ${file}: it is not JSON`, { cause });
  }
  const checked = CheckedSchema.safeParse(json, { reportInput: true });
  if (checked.success) return checked.data;
  throw new StartError(`Cannot read ${file}: ${describe(checked.error)}`);
}

/** Formats the first error: its place, the current value, the accepted values. */
function describe({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return "it is not valid";
  const path = issue.path.map((step) => `/${String(step)}`).join("");
  if (issue.code === "unrecognized_keys") {
    return `${path}/${issue.keys[0]} is not a field here, must be left out`;
  }
  if (issue.code === "custom") return `${path} ${issue.message}`;
  const found = wrongValue(issue);
  if (found === undefined) return `${path} is missing, must be given`;
  return `${path} is ${show(found)}, ${wanted(issue)}`;
}

/** Returns the value at the path of an issue, or the discriminator of a failed union. */
function wrongValue(issue: z.core.$ZodIssue): unknown {
  if (issue.code !== "invalid_union" || issue.discriminator === undefined) return issue.input;
  return new Map(Object.entries(issue.input ?? {})).get(issue.discriminator);
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, SHOWN_LENGTH_MAX);
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
