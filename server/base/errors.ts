// This module is browser compatible.

import type { ErrorCode } from "../contracts/error_codes.ts";
import type { FieldError } from "../contracts/problem.ts";

/** Details of one occurrence of an error. All members but `cause` are public. */
export interface ErrorContext {
  readonly fieldErrors?: readonly FieldError[];
  /** Milliseconds after which the same request can succeed; sent as `Retry-After` too. */
  readonly retryAfterMs?: number;
  /** More members of the problem, by their public names. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Response headers of this occurrence. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The underlying error, for the log only. */
  readonly cause?: unknown;
}

/** An error that is shown to the caller; any other error becomes INTERNAL_UNEXPECTED. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly context: ErrorContext;

  /**
   * @param code the public code; decides status and title
   * @param detail the sentence for this caller: action, colon, current value, wanted value
   * @param context details of this occurrence
   */
  constructor(code: ErrorCode, detail: string, context: ErrorContext = {}) {
    super(detail, { cause: context.cause });
    this.code = code;
    this.context = context;
  }
}

/** Most wrong fields in an error, as of the engine. */
const FIELDS_MAX = 64;

/**
 * Returns the error of a request with wrong fields.
 *
 * @param action what cannot be done, such as `Cannot publish`
 * @param named the wrong fields in words
 * @param count all wrong fields
 */
export function wrongFields(
  action: string,
  named: readonly FieldError[],
  count: number = named.length,
): ApiError {
  const fieldErrors = named.slice(0, FIELDS_MAX);
  const more = count - fieldErrors.length;
  const where = more > 0
    ? `the first ${fieldErrors.length} in fieldErrors, and ${more} more`
    : "fieldErrors";
  const fields = count === 1 ? "1 field is" : `${count} fields are`;
  const detail = `${action}: ${fields} wrong, see ${where}`;
  return new ApiError("REQUEST_VALIDATION_FAILED", detail, { fieldErrors });
}

/** A request for the help of a command: the program prints the message and ends well. */
export class HelpRequest extends Error {
  override readonly name = "HelpRequest";
}

/** The process cannot start, or a command cannot run; the message is a sentence for the operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Returns the message of any thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
