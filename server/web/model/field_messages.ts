import type { FieldError } from "../../contracts/problem.ts";
import type { Failure } from "../engine/failure.ts";

/** Error messages of a candidate, by field. */
export interface FieldMessages {
  /** Returns the message of a field; null if the field is valid. */
  at(path: string): string | null;
  /** Messages that belong to no field of the editor. */
  readonly general: readonly string[];
}

/** Paths with a field in the editor. */
const EDITED_FIELDS = [
  /^\/capital$/,
  /^\/strategyParams\/[^/]+$/,
  /^\/components\/\d+\/(?:strategyId|weightBps)$/,
  /^\/components\/\d+\/strategyParams(?:\/[^/]+)?$/,
];

/** Returns the engine's messages of a failure. */
export function toFieldMessages(failure: Failure | null): FieldMessages {
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

/** The engine refers programs to a route; readers of the page have the list in view. */
function inPage(message: string): string {
  return message.replace(/a strategyId of GET [^\s;]+/, "one of the list above");
}

/** `/components/0/weightBps` "is 0, must be ..." becomes "components 0 weightBps is 0, must be ...". */
function sentence({ path, message }: FieldError): string {
  const name = path.split("/").filter((step) => step !== "").join(" ");
  return name === "" ? inPage(message) : `${name} ${inPage(message)}`;
}

/** Returns the complete reason of a failure: all invalid fields, or the detail. */
export function describeFailure(failure: Failure): string {
  if (failure.kind !== "rejected" || failure.fieldErrors.length === 0) return failure.detail;
  return `Cannot run the candidate: ${failure.fieldErrors.map(sentence).join("; ")}`;
}
