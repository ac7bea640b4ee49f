// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";

/** The state in the address of the page. */
export interface Address {
  /** The view, and behind a slash its tab: "board", "workbench/sweep". */
  readonly path: string;
  /** null when the address has none, or an unreadable one. */
  readonly candidate: Candidate | null;
  /** Why the candidate cannot be read; null when there is no error. */
  readonly problem: string | null;
}

const CANDIDATE = "candidate";

/** Paths of earlier versions of the page, and where their content is now. */
const MOVED: Readonly<Record<string, string>> = {
  strategy: "workbench",
  evaluation: "workbench/scenarios",
  sweep: "workbench/sweep",
  market: "workbench/market",
  server: "workbench/verify",
};

/**
 * Parses the fragment of an address, `#/path?candidate=JSON`. An address of an earlier version gets
 * its path of today. It checks only that the editor can show
 * the candidate; the engine checks the rest.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
 * const hash = toHash("compare", candidate);
 * assertEquals(readAddress(hash), { path: "compare", candidate, problem: null });
 * ```
 */
export function readAddress(hash: string): Address {
  const [written = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const given = /(?:^|&)candidate=([^&]*)/.exec(query)?.[1];
  const path = pathOf(decoded(written) ?? "", given !== undefined);
  if (given === undefined) return { path, candidate: null, problem: null };
  const candidate = parsed(decoded(given) ?? "");
  if (isCandidate(candidate)) return { path, candidate, problem: null };
  const problem = candidate === undefined
    ? "The candidate in the address is not JSON: it may have been cut off when it was copied."
    : "The candidate in the address has no list of components, each with a strategyId.";
  return { path, candidate: null, problem };
}

function pathOf(written: string, hasCandidate: boolean): string {
  if (written === "") return hasCandidate ? "workbench" : "board";
  return Object.hasOwn(MOVED, written) ? MOVED[written] ?? written : written;
}

/** Returns the fragment for a path and a candidate. */
export function toHash(path: string, candidate: Candidate): string {
  // Characters that a browser does not encode in a fragment stay readable.
  const text = encodeURIComponent(JSON.stringify(candidate)).replaceAll(
    /%(7B|7D|3A|2C|5B|5D)/g,
    (code) => decodeURIComponent(code),
  );
  return `#/${path}?${CANDIDATE}=${text}`;
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

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
