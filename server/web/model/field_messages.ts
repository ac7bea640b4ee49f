// This module is browser compatible.

import type { FieldError } from "../../contracts/problem.ts";
import type { Failure } from "../engine/failure.ts";

/** Error messages of a candidate, by field. */
export interface FieldMessages {
  /** Returns the message of a field; null when the field is valid. */
  at(path: string): string | null;
  /** Messages that belong to no field of the editor. */
  readonly general: readonly string[];
}

/** Paths that the editor has a field for. */
const EDITED_FIELDS = [
  /^\/capital$/,
  /^\/strategyParams\/[^/]+$/,
  /^\/components\/\d+\/(?:strategyId|weightBps)$/,
  /^\/components\/\d+\/strategyParams\/[^/]+$/,
];

/** Returns the messages of a failure, as the engine words them. */
export function fieldMessagesOf(failure: Failure | null): FieldMessages {
  if (failure?.kind !== "rejected") return { at: () => null, general: [] };
  const { fieldErrors, detail } = failure;
  const at = (path: string): string | null => {
    const message = fieldErrors.find((error) => error.path === path)?.message;
    return message === undefined ? null : inPage(message);
  };
  if (fieldErrors.length === 0) return { at, general: [detail] };
  const others = fieldErrors.filter(({ path }) => !EDITED_FIELDS.some((place) => place.test(path)));
  return { at, general: others.map(sentence) };
}

/** The engine points a program at a route; a reader of the page has the list before them. */
function inPage(message: string): string {
  return message.replace(/a strategyId of GET \S+/, "one of the list above");
}

/** `/components/0/weightBps` "is 0, must be ..." becomes "components 0 weightBps is 0, must be ...". */
function sentence({ path, message }: FieldError): string {
  const name = path.split("/").filter((step) => step !== "").join(" ");
  return name === "" ? inPage(message) : `${name} ${inPage(message)}`;
}

/** Returns the whole reason of a failure: all wrong fields, or the detail. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "rejected" || failure.fieldErrors.length === 0) return failure.detail;
  return `Cannot run the candidate: ${failure.fieldErrors.map(sentence).join("; ")}`;
}
