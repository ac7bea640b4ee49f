// This module is browser compatible.

/**
 * Messages between `Connection` and `serveRemote`, and the values that cross in them.
 *
 * @module
 */
import { ApiError, type ErrorContext, messageOf, StartError } from "./errors.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";

/** A message to a worker. `id` is that of a call in all that concerns it. */
export type ToWorker =
  | {
    readonly kind: "call";
    readonly id: number;
    readonly method: string;
    readonly args: readonly unknown[];
    /** Arguments that are callbacks or signals: their places, where `args` has null. */
    readonly callbacks?: readonly number[];
    readonly signals?: readonly number[];
  }
  /** Aborts the signals of a call. */
  | { readonly kind: "abort"; readonly id: number }
  /** Asks for the next piece of a stream, or ends the stream. */
  | { readonly kind: "next" | "stop"; readonly id: number };

export type FromWorker =
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  /** The call returned a stream, whose pieces are asked for one by one. */
  | { readonly kind: "stream" | "end"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly error: SentError }
  /** Calls the callback at place `at` of the arguments. */
  | {
    readonly kind: "callback";
    readonly id: number;
    readonly at: number;
    readonly args: readonly unknown[];
  };

export interface SentError {
  readonly name: string;
  readonly message: string;
  /** Message of the cause; null without one. */
  readonly cause: string | null;
  /** The error's own members, `code` of an `ApiError` for example. */
  readonly members: Readonly<Record<string, unknown>>;
}

const OF_EVERY_ERROR: readonly string[] = ["name", "message", "cause"];

/** Makes errors of classes that this module does not know, by `name`. */
export type Revivers = Readonly<Record<string, (sent: SentError) => Error>>;

/** Returns an error as it is sent. A cause is sent as text: not every value can be cloned. */
export function toSentError(thrown: unknown): SentError {
  if (!(thrown instanceof Error)) {
    return { name: "Error", message: String(thrown), cause: null, members: {} };
  }
  const { name, message, cause } = thrown;
  const own = Object.entries(thrown).filter(([member]) => !OF_EVERY_ERROR.includes(member));
  const members = own.map(([member, value]) => [
    member,
    member === "context" ? { ...value, cause: undefined } : value,
  ]);
  return {
    name,
    message,
    cause: cause === undefined ? null : messageOf(cause),
    members: Object.fromEntries(members),
  };
}

/** Returns an error that was sent; one of an unknown class is a plain `Error`. */
export function toError(sent: SentError, revivers: Revivers): Error {
  const { name, message, cause, members } = sent;
  const revive = revivers[name];
  if (revive !== undefined) return revive(sent);
  const because = cause === null ? {} : { cause };
  if (name === "StartError") return new StartError(message, because);
  if (name !== "ApiError") return new Error(message, because);
  const { code, context } = members as { readonly code: ErrorCode; readonly context: ErrorContext };
  return new ApiError(code, message, { ...context, ...because });
}

const transferred = new WeakMap<object, readonly Transferable[]>();

/** Marks an argument, an answer or a piece whose buffers are moved to the other thread. */
export function transfer<T extends object>(value: T, buffers: readonly Transferable[]): T {
  transferred.set(value, buffers);
  return value;
}

/** Returns the buffers of values that `transfer` has marked, each once. */
export function findTransfers(values: readonly unknown[]): Transferable[] {
  const found: Transferable[] = [];
  for (const value of values) {
    if (typeof value !== "object" || value === null) continue;
    for (const buffer of transferred.get(value) ?? []) {
      if (!found.includes(buffer)) found.push(buffer);
    }
  }
  return found;
}
