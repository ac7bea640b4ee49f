// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { visible } from "../../base/visible.ts";

/** The steps of a verification, in order. */
export const STEPS = ["signature", "log", "evaluation", "season"] as const;
export type Step = typeof STEPS[number];

/** One sentence of a verification, which stops at its first failure. */
export interface Finding {
  readonly step: Step;
  readonly outcome: "holds" | "skipped" | "wrong";
  readonly text: string;
}

/** Longest sentence of a finding. */
const SENTENCE_MAX = 1_000;

/**
 * Returns a finding whose sentence is one line that cannot pass for another: it may quote a stranger's
 * file.
 */
export function onOneLine({ step, outcome, text }: Finding): Finding {
  const cut = text.length > SENTENCE_MAX ? `${text.slice(0, SENTENCE_MAX)}…` : text;
  return { step, outcome, text: visible(cut) };
}

/** Ends a verification: something is not what it was said to be. */
export class Wrong extends Error {
  override readonly name = "Wrong";
}

/** A part of a step that could not be verified, because a file is missing. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}

/**
 * Compares a claimed value with the recomputed one.
 *
 * @param name of the value, as the sentence begins
 * @throws {Wrong} that names both values of the first member that differs
 */
export function expectSame(name: string, claimed: unknown, found: unknown): void {
  const difference = firstDifference(name, claimed, found);
  if (difference !== null) throw new Wrong(difference);
}

function firstDifference(name: string, claimed: unknown, found: unknown): string | null {
  if (claimed === found) return null;
  if (isObject(claimed) && isObject(found) && Array.isArray(claimed) === Array.isArray(found)) {
    const names = new Set([...Object.keys(claimed), ...Object.keys(found)]);
    for (const member of names) {
      const difference = firstDifference(`${name}/${member}`, claimed[member], found[member]);
      if (difference !== null) return difference;
    }
    return null;
  }
  return `${name} is ${shown(claimed)}, recomputed ${shown(found)}`;
}

/** Longest value in a sentence. */
const SHOWN_MAX = 200;

/** Returns a value for a sentence. */
function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = typeof value === "number" ? String(value) : canonicalJson(value as JsonValue);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
