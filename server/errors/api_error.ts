// This module is browser compatible.

import type { ErrorCode } from "./codes.ts";

/** One wrong field of a request. */
export interface FieldError {
  /** JSON Pointer of the field in the body; "" is the body itself. */
  readonly path: string;
  /** What kind of fault, for programs. */
  readonly code: string;
  /** What is wrong and what is allowed, for people. */
  readonly message: string;
}

/** What one occurrence says beyond its code. All members are public. */
export interface ErrorContext {
  readonly fieldErrors?: readonly FieldError[];
  /** Milliseconds after which the same request can succeed; becomes `Retry-After` too. */
  readonly retryAfterMs?: number;
  /** Members of the problem, by their public names. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Headers of this occurrence. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What happened, for the log only. */
  readonly cause?: unknown;
}

/** A failure that the caller is told about; anything else thrown is answered INTERNAL_UNEXPECTED. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly context: ErrorContext;

  /**
   * @param code the public code; decides status and title
   * @param detail the sentence for this caller: action, colon, current value, wanted value
   * @param context what else this occurrence says
   */
  constructor(code: ErrorCode, detail: string, context: ErrorContext = {}) {
    super(detail, { cause: context.cause });
    this.code = code;
    this.context = context;
  }
}
