import type { Candidate } from "../../contracts/candidate.ts";

/** The state in the address of the page. */
export interface Address {
  /** The view, and after a slash its tab: "board", "workbench/sweep". */
  readonly path: string;
  /** null if the address has no candidate, or an invalid one. */
  readonly candidate: Candidate | null;
  /** The fresh half-year that the tabs of the run show; null: the history. */
  readonly half: HalfPlace | null;
  /** More candidates that the link holds, for the comparison. */
  readonly shared: readonly Candidate[];
  /** Why the candidate cannot be read; null if there is no error. */
  readonly problem: string | null;
}

/** A fresh half-year: of the candidate's verdict, or of a season that it entered. */
export interface HalfPlace {
  /** From 1 on. */
  readonly number: number;
  /** Id of the season, board and number of the entry, "autumn-1/susde-daily/7"; null of a verdict. */
  readonly entry: string | null;
}

const CANDIDATE = "candidate";
const SHARED = "with";
const HALF = "path";
const ENTRY = "season";

/**
 * Parses the fragment of an address,
 * `#/path?candidate=JSON&with=JSON&path=14&season=autumn-1/susde-daily/7`. A candidate is checked only
 * as far as the editor needs; the engine checks the rest.
 */
export function readAddress(hash: string): Address {
  const [written = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const given = queryParameter(query, CANDIDATE);
  const path = decoded(written) || (given === null ? "board" : "workbench");
  const others = parsed(queryParameter(query, SHARED) ?? "");
  const shared = Array.isArray(others) ? others.filter(isCandidate) : [];
  const half = halfOf(queryParameter(query, HALF), queryParameter(query, ENTRY));
  if (given === null) return { path, candidate: null, half: null, shared, problem: null };
  const candidate = parsed(given);
  if (isCandidate(candidate)) return { path, candidate, half, shared, problem: null };
  const problem = candidate === undefined
    ? "The candidate in the address is not JSON: it may have been cut off when it was copied."
    : "The candidate in the address has no list of components, each with a strategyId.";
  return { path, candidate: null, half: null, shared, problem };
}

/** Returns a half-year; null without one, and for an entry that is not written as one. */
function halfOf(number: string | null, entry: string | null): HalfPlace | null {
  if (!/^[1-9]\d{0,3}$/.test(number ?? "")) return null;
  const isKnown = entry === null || /^(?:[a-z0-9-]+\/){2}[1-9]\d{0,5}$/.test(entry);
  return isKnown ? { number: Number(number), entry } : null;
}

/** Returns a parameter of a query, or null. */
function queryParameter(query: string, name: string): string | null {
  const given = new RegExp(`(?:^|&)${name}=([^&]*)`).exec(query)?.[1];
  return given === undefined ? null : decoded(given) ?? "";
}

/**
 * Returns the fragment for a path and a candidate.
 *
 * @param shared more candidates
 * @param half a fresh half-year; null for the history
 */
export function toHash(
  path: string,
  candidate: Candidate,
  shared: readonly Candidate[] = [],
  half: HalfPlace | null = null,
): string {
  const others = shared.length === 0 ? "" : `&${SHARED}=${encoded(shared)}`;
  const place = half === null ? "" : `&${HALF}=${half.number}`;
  const entry = half === null || half.entry === null ? "" : `&${ENTRY}=${half.entry}`;
  return `#/${path}?${CANDIDATE}=${encoded(candidate)}${others}${place}${entry}`;
}

/** Encodes JSON; characters that a browser leaves as they are in a fragment stay readable. */
function encoded(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value)).replaceAll(
    /%(7B|7D|3A|2C|5B|5D)/g,
    (code) => decodeURIComponent(code),
  );
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether the editor can show a value; the engine checks the rest. */
export function isCandidate(value: unknown): value is Candidate {
  if (!isObject(value)) return false;
  const { components } = value;
  return Array.isArray(components) && components.length > 0 &&
    components.every((component) =>
      isObject(component) && typeof component["strategyId"] === "string" &&
      (component["strategyParams"] === undefined || isObject(component["strategyParams"]))
    );
}

/** Returns whether a value is an object, and no list. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
