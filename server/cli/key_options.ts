import { z } from "zod";
import type { KeyRecord } from "../store/key_store.ts";
import { isScope, type Scope, SCOPES } from "../contracts/scopes.ts";
import { StartError } from "../base/errors.ts";
import type { KeyLimits } from "../limits/key_limits.ts";
import { type Command, JSON_OPTION, type Values } from "./command_line.ts";
import { option } from "./option.ts";

const NAME_LENGTH_MAX = 100;
const UNITS_MAX = 1e9;
const IN_FLIGHT_MAX = 1e6;
const SEARCH_UNITS_MAX = 1e13;

/** Resets a limit to that of the service. */
const DEFAULT = "default";

const KEY_OPTIONS = {
  "name": option("NAME", `Whose key it is, 1 to ${NAME_LENGTH_MAX} characters`),
  "scopes": option("SCOPE,...", `What it may do, some of ${SCOPES.join(", ")}`),
  "expires": option(
    "ISO",
    "Instant from which it is refused, as 2027-01-31T00:00:00Z; never by default",
  ),
} as const;

/** Options that set the limits of a key. */
const LIMIT_OPTIONS = {
  "units": option("N", "Compute units per second"),
  "simulations": option("N", "Simulations in flight"),
  "evaluations": option("N", "Evaluations in flight"),
  "search-units": option("N", "Compute units of searches a day"),
  "searches": option("N", "Searches at once"),
} as const;

const LIMIT_NOTE = `A limit is a number, or "${DEFAULT}" for that of the service.`;

/** The commands on keys, see `runKeys`. */
export const KEY_COMMANDS = {
  create: {
    name: "keys create",
    summary: "Creates a key and prints it; it cannot be shown again, only its hash is stored.",
    options: {
      ...KEY_OPTIONS,
      name: { ...KEY_OPTIONS.name, isRequired: true },
      scopes: { ...KEY_OPTIONS.scopes, isRequired: true },
      ...LIMIT_OPTIONS,
      json: JSON_OPTION,
    },
    notes: LIMIT_NOTE,
    examples: [
      "keys create --name alice --scopes strategy:read,strategy:simulate,evaluation:run",
    ],
  },
  list: {
    name: "keys list",
    summary: "Lists keys: id, status, expiry, scopes, last use and name.",
    options: {
      name: option("PART", "Only keys whose name has this part"),
      json: JSON_OPTION,
    },
    examples: ["keys list --name alice"],
  },
  show: {
    name: "keys show",
    summary: "Shows one key with its limits.",
    operands: "ID",
    options: { json: JSON_OPTION },
    examples: ["keys show Zq3bT9xWm2Ka"],
  },
  update: {
    name: "keys update",
    summary: "Changes a key; running servers follow within two seconds.",
    operands: "ID",
    options: {
      ...KEY_OPTIONS,
      "no-expiry": { type: "boolean", help: "Remove the expiry" },
      ...LIMIT_OPTIONS,
      json: JSON_OPTION,
    },
    notes: LIMIT_NOTE,
    examples: ["keys update Zq3bT9xWm2Ka --searches 2 --units default"],
  },
  rotate: {
    name: "keys rotate",
    summary: "Replaces the secret of a key and prints the new key.",
    operands: "ID",
    options: {
      grace: option(
        "TIME",
        "How long the replaced key still works, as 0, 30m, 24h or 7d; 24h by default",
      ),
      json: JSON_OPTION,
    },
    examples: ["keys rotate Zq3bT9xWm2Ka --grace 1h"],
  },
  revoke: {
    name: "keys revoke",
    summary: "Refuses a key for good; running servers follow within two seconds.",
    operands: "ID",
    options: { json: JSON_OPTION },
    examples: ["keys revoke Zq3bT9xWm2Ka"],
  },
} as const satisfies Readonly<Record<string, Command>>;

/** The options of all commands on keys that were given. */
export type Options = Partial<
  Values<typeof KEY_COMMANDS.update["options"] & typeof KEY_COMMANDS.rotate["options"]>
>;

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

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
  const { units, simulations, evaluations, searches } = options;
  const given = {
    unitsPerSecond: readLimit("units", units, UNITS_MAX),
    simulationsInFlight: readLimit("simulations", simulations, IN_FLIGHT_MAX),
    evaluationsInFlight: readLimit("evaluations", evaluations, IN_FLIGHT_MAX),
    searchUnitsPerDay: readLimit("search-units", options["search-units"], SEARCH_UNITS_MAX),
    searchesAtOnce: readLimit("searches", searches, IN_FLIGHT_MAX),
  };
  return Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined));
}

function readLimit(
  name: keyof typeof LIMIT_OPTIONS,
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
