// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { z } from "zod";
import type { KeyRecord } from "../store/key_store.ts";
import { isScope, type Scope, SCOPES } from "../contracts/scopes.ts";
import { StartError } from "../base/errors.ts";
import type { KeyLimits } from "../limits/key_limits.ts";

const NAME_LENGTH_MAX = 100;
const UNITS_MAX = 1e9;
const IN_FLIGHT_MAX = 1e6;
const CANDIDATES_MAX = 1e12;

/** Resets a limit to that of the service. */
const DEFAULT = "default";

const OPTIONS = {
  "name": { type: "string" },
  "scopes": { type: "string" },
  "expires": { type: "string" },
  "no-expiry": { type: "boolean" },
  "units": { type: "string" },
  "simulations": { type: "string" },
  "evaluations": { type: "string" },
  "candidates": { type: "string" },
  "searches": { type: "string" },
  "grace": { type: "string" },
  "json": { type: "boolean" },
} as const;

/** Names of the options. */
export type OptionName = keyof typeof OPTIONS;

/** The options that were given. */
export type Options = {
  readonly [N in OptionName]?:
    | (typeof OPTIONS[N]["type"] extends "boolean" ? boolean : string)
    | undefined;
};

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Parses the arguments of a command.
 *
 * @param names options of the command
 * @throws {Error} that names an unknown option
 */
export function readOptions(
  words: readonly string[],
  names: readonly OptionName[],
): { readonly options: Options; readonly operands: readonly string[] } {
  const options = Object.fromEntries(names.map((name) => [name, OPTIONS[name]]));
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  return { options: values, operands: positionals };
}

/** @throws {StartError} when the name is missing or too long */
export function readName(name = ""): string {
  if (name !== "" && name.length <= NAME_LENGTH_MAX) return name;
  throw new StartError(`Cannot use this name: --name must have 1 to ${NAME_LENGTH_MAX} characters`);
}

/** @throws {StartError} when scopes are missing or unknown */
export function readScopes(text = ""): readonly Scope[] {
  const words = [...new Set(text.split(",").map((word) => word.trim()))];
  const scopes = words.filter(isScope);
  if (scopes.length === words.length) return scopes;
  throw new StartError(
    `Cannot use these scopes: --scopes is "${text}", must be some of ${SCOPES.join(",")}`,
  );
}

/**
 * Returns when the key expires: null for never, undefined when no option was given.
 *
 * @throws {StartError} when it is not an instant in the future
 */
export function readExpiry({ expires, "no-expiry": isEndless }: Options, now: number): Expiry {
  if (isEndless && expires !== undefined) {
    throw new StartError("Cannot use this expiry: give --expires or --no-expiry, not both");
  }
  if (expires === undefined) return isEndless ? null : undefined;
  const instant = Date.parse(expires);
  const isInstant = z.iso.datetime({ offset: true }).safeParse(expires).success;
  if (isInstant && instant > now) return instant;
  throw new StartError(
    `Cannot use this expiry: --expires is "${expires}", must be an ISO 8601 instant in the future`,
  );
}

type Expiry = KeyRecord["expiresAt"] | undefined;

/**
 * Returns the limits that were given; null: the limit of the service.
 *
 * @throws {StartError} when one is not a number in its range
 */
export function readLimits(options: Options): Partial<KeyLimits> {
  const { units, simulations, evaluations, candidates, searches } = options;
  const given = {
    unitsPerSecond: readLimit("units", units, UNITS_MAX),
    simulationsInFlight: readLimit("simulations", simulations, IN_FLIGHT_MAX),
    evaluationsInFlight: readLimit("evaluations", evaluations, IN_FLIGHT_MAX),
    candidatesPerDay: readLimit("candidates", candidates, CANDIDATES_MAX),
    searchesAtOnce: readLimit("searches", searches, IN_FLIGHT_MAX),
  };
  return Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined));
}

function readLimit(
  name: OptionName,
  text: string | undefined,
  max: number,
): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === DEFAULT) return null;
  const limit = /^\d+$/.test(text) ? Number(text) : NaN;
  if (limit >= 1 && limit <= max) return limit;
  throw new StartError(
    `Cannot use this limit: --${name} is "${text}", must be from 1 to ${max}, or "${DEFAULT}"`,
  );
}

/**
 * Returns how long the replaced key works, in milliseconds.
 *
 * @throws {StartError} when it is not a duration
 */
export function readGracePeriod(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,4})([smhd])$/.exec(text) ?? [];
  const graceMs = text === "0" ? 0 : Number(count) * (UNIT_MS[unit] ?? NaN);
  if (graceMs >= 0) return graceMs;
  throw new StartError(
    `Cannot use this grace: --grace is "${text}", must be 0 or a number with s, m, h or d, as 24h`,
  );
}
