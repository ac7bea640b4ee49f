// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";

/** The state in the address of the page. */
export interface Address {
  /** Id of the view; empty for the first one. */
  readonly view: string;
  /** null when the address has none, or an unreadable one. */
  readonly candidate: Candidate | null;
  /** Why the candidate cannot be read; null when there is no error. */
  readonly problem: string | null;
}

const CANDIDATE = "candidate";

/**
 * Parses the fragment of an address, `#/view?candidate=JSON`. It checks only that the editor can show
 * the candidate; the engine checks the rest.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
 * const hash = toHash("result", candidate);
 * assertEquals(readAddress(hash), { view: "result", candidate, problem: null });
 * ```
 */
export function readAddress(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const view = decoded(path) ?? "";
  const given = /(?:^|&)candidate=([^&]*)/.exec(query)?.[1];
  if (given === undefined) return { view, candidate: null, problem: null };
  const candidate = parsed(decoded(given) ?? "");
  if (isCandidate(candidate)) return { view, candidate, problem: null };
  const problem = candidate === undefined
    ? "The candidate in the address is not JSON: it may have been cut off when it was copied."
    : "The candidate in the address has no list of components, each with a strategyId.";
  return { view, candidate: null, problem };
}

/** Returns the fragment for a view and a candidate. */
export function toHash(view: string, candidate: Candidate): string {
  // Characters that a browser does not encode in a fragment stay readable.
  const text = encodeURIComponent(JSON.stringify(candidate)).replaceAll(
    /%(7B|7D|3A|2C|5B|5D)/g,
    (code) => decodeURIComponent(code),
  );
  return `#/${view}?${CANDIDATE}=${text}`;
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
