// This module is browser compatible.

import type { FieldError } from "../../contracts/problem.ts";
import type { Failure } from "../engine/failure.ts";

/** What is wrong with a candidate, and where. */
export interface Faults {
  /** Returns what is wrong with a field; null when nothing is. */
  at(path: string): string | null;
  /** What belongs to no field of the editor. */
  readonly elsewhere: readonly string[];
}

/** Paths that the editor has a field for. */
const PLACED = [
  /^\/capital$/,
  /^\/strategyParams\/[^/]+$/,
  /^\/components\/\d+\/(?:strategyId|weightBps)$/,
  /^\/components\/\d+\/strategyParams\/[^/]+$/,
];

/** Returns the faults that a refusal names, in the engine's words. */
export function faultsOf(failure: Failure | null): Faults {
  if (failure?.kind !== "refused") return { at: () => null, elsewhere: [] };
  const { fieldErrors, detail } = failure;
  const at = (path: string): string | null =>
    fieldErrors.find((error) => error.path === path)?.message ?? null;
  if (fieldErrors.length === 0) return { at, elsewhere: [detail] };
  const others = fieldErrors.filter(({ path }) => !PLACED.some((place) => place.test(path)));
  return { at, elsewhere: others.map(sentence) };
}

/** `/components/0/weightBps` "is 0, must be ..." becomes "components 0 weightBps is 0, must be ...". */
function sentence({ path, message }: FieldError): string {
  const name = path.split("/").filter((step) => step !== "").join(" ");
  return name === "" ? message : `${name} ${message}`;
}

/** Returns why there is no answer, in full: every field that is wrong, or the one sentence. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused" || failure.fieldErrors.length === 0) return failure.detail;
  return `Cannot run the candidate: ${failure.fieldErrors.map(sentence).join("; ")}`;
}
