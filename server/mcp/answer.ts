import { ApiError, messageOf } from "../base/errors.ts";
import { ArenaProblem } from "../client/client_errors.ts";

/** Most characters of an answer, because a model pays for each of them. */
export const ANSWER_MAX = 4_000;
/** Significant digits of numbers that are not whole. */
const DIGITS = 6;

/** The result of a tool. */
export interface Answer {
  readonly [name: string]: unknown;
  readonly content: { type: "text"; text: string }[];
  readonly isError?: true;
}

/**
 * Returns a value as the result of a tool: compact JSON, without the last entries of its longest list
 * when it would be too long.
 *
 * @param more how to get what was left out
 */
export function answerOf(value: object, lengthMax: number, more: string): Answer {
  return { content: [{ type: "text", text: fitted(value, lengthMax, more) }] };
}

/** Returns an error as a result that the model can read, to correct its call if that was wrong. */
export function refusalOf(error: unknown): Answer {
  const refusal = error instanceof ArenaProblem
    ? shortProblem(error)
    : error instanceof ApiError
    ? { code: error.code, detail: error.message, ...error.context }
    : { code: "INTERNAL_UNEXPECTED", detail: messageOf(error) };
  return { ...answerOf(refusal, ANSWER_MAX, "correct these first"), isError: true };
}

/** Only what helps to correct the call. */
function shortProblem({ problem }: ArenaProblem): object {
  const { type: _type, title: _title, instance: _instance, requestId: _id, family: _, ...rest } =
    problem;
  return rest;
}

function fitted(value: object, lengthMax: number, more: string): string {
  const text = JSON.stringify(value, toDigits);
  const longest = Object.entries(value)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .toSorted(([, one], [, other]) => other.length - one.length)[0];
  if (text.length <= lengthMax || longest === undefined) return text;
  const [name, list] = longest;
  for (let kept = list.length - 1; kept > 0; kept--) {
    const rest = { ...value, [name]: list.slice(0, kept), more: `${list.length - kept} ${more}` };
    const shorter = JSON.stringify(rest, toDigits);
    if (shorter.length <= lengthMax) return shorter;
  }
  return text;
}

function toDigits(_name: string, value: unknown): unknown {
  const isFraction = typeof value === "number" && !Number.isInteger(value);
  return isFraction ? Number(value.toPrecision(DIGITS)) : value;
}
