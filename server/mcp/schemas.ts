import { z } from "zod";
import { ApiError } from "../base/errors.ts";
import type { Candidate } from "../client/client.ts";

/** A number or an integer as JSON or JavaScript writes it. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Returns a schema that shows a model what a value is and takes any value: the service checks it, and
 * names every wrong member in its own words. Models send objects and numbers as texts, so these are
 * read here.
 */
function shown(schema: Readonly<Record<string, unknown>>): z.ZodType<unknown> {
  return z.unknown().transform(readText).meta(schema);
}

/** A candidate, whose members the service checks. */
export const CANDIDATE = shown({
  type: "object",
  description: 'such as {"marketId":1,"components":[{"strategyId":"yield-rsi"}]}',
  properties: {
    marketId: { type: "number", description: "of list_markets" },
    timeframe: { type: "string", description: '"hourly" (default) or "daily"' },
    capital: { type: "string", description: 'decimal string, default "100000"' },
    components: {
      type: "array",
      items: { type: "object" },
      description:
        "1 to 16 of {strategyId, weightBps?, strategyParams?}; weights add up to 10000, " +
        "omitted parameters have their defaults",
    },
  },
  required: ["marketId", "components"],
});

/** The candidate of all tools but the first that takes one: its members cost tokens only once. */
export const CANDIDATE_AS_CHECKED = shown({
  type: "object",
  description: "as in check_candidate",
});

/** A candidate, or a list of them. */
export const CANDIDATES = shown({ description: "as in check_candidate, or a list" });

/** The axes of a search, which the service checks. */
export const AXES = shown({
  type: "array",
  items: { type: "object" },
  description: "{path, values:[...]} or {path, min, max, steps?}; path such as " +
    "/components/0/strategyParams/period; windows in days",
});

export const NO_INPUT = z.object({});

/** A whole number, which may come as a text. */
export function wholeNumber(min: number, max = 1e6): z.ZodType<number> {
  return z.preprocess(readText, z.int().min(min).max(max));
}

/**
 * Returns a candidate with its texts read; the service checks it.
 *
 * @throws {ApiError} REQUEST_VALIDATION_FAILED when it is no object
 */
export function candidateOf(sent: unknown): Candidate {
  const given = readText(sent);
  if (!isObject(given)) {
    const example = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';
    throw wrongArgument(`Cannot read the candidate: it must be an object such as ${example}`);
  }
  const candidate = withTexts(given, ["marketId", "components", "strategyParams"]);
  const { capital, components } = candidate;
  return {
    ...candidate,
    ...(typeof capital === "number" && { capital: String(capital) }),
    ...(Array.isArray(components) && { components: components.map(readComponent) }),
  } as unknown as Candidate;
}

/** Returns the error of an argument that cannot be sent to the service. */
export function wrongArgument(sentence: string): ApiError {
  return new ApiError("REQUEST_VALIDATION_FAILED", sentence);
}

function readComponent(given: unknown): unknown {
  const read = readText(given);
  if (!isObject(read)) return read;
  const component = withTexts(read, ["weightBps", "strategyParams"]);
  const { strategyId, strategyParams } = component;
  // A rule such as "1" is a text of the language.
  if (strategyId === "expression" || !isObject(strategyParams)) return component;
  return { ...component, strategyParams: withTexts(strategyParams, Object.keys(strategyParams)) };
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an object with some of its members read. */
function withTexts(given: Members, names: readonly string[]): Members {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) =>
      [name, names.includes(name) ? readText(value) : value] as const
    ),
  );
}

/** Returns the number, object or array that a text has; any other value as it is. */
function readText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (NUMBER.test(text)) return Number(text);
  if (!/^[[{]/.test(text)) return value;
  try {
    return JSON.parse(text);
  } catch {
    return value;
  }
}
