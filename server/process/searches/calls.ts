import { ApiError, messageOf } from "../../base/errors.ts";
import type { ErrorCode } from "../../contracts/error_codes.ts";
import type { Bytes } from "../../engine/engine.ts";
import type { SearchService } from "../../services/search_service.ts";

/** Names of what the thread of searches is asked. */
export type SearchMethod = keyof SearchService;

/** What the main thread sends; `next` asks for a piece more of a file, `stop` for no more. */
export type SearchCall =
  | {
    readonly kind: "call";
    readonly id: number;
    readonly method: SearchMethod;
    readonly args: readonly unknown[];
  }
  | { readonly kind: "next" | "stop"; readonly id: number };

/** What it is answered; null: a file, or its end. */
export type SearchReply =
  | { readonly kind: "reply"; readonly id: number; readonly bytes: Bytes | null }
  | { readonly kind: "failed"; readonly id: number; readonly error: SentError }
  | { readonly kind: "report"; readonly sentence: string };

/** An error on its way between threads. */
export interface SentError {
  /** null: no `ApiError`. */
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly context: ApiError["context"];
}

/** Serves calls; returns what takes them. */
export function callServer(
  service: SearchService,
  reply: (reply: SearchReply) => void,
): (call: SearchCall) => Promise<void> {
  const files = new Map<number, AsyncIterator<Bytes>>();
  const answer = async (call: SearchCall): Promise<Bytes | null> => {
    if (call.kind === "call") {
      // The methods have arguments of their own, which the client of this room has checked.
      const method = service[call.method] as (...args: readonly unknown[]) => Promise<unknown>;
      const found = await method.call(service, ...call.args);
      if (found instanceof Uint8Array) return new Uint8Array(found);
      files.set(call.id, (found as AsyncIterable<Bytes>)[Symbol.asyncIterator]());
      return null;
    }
    const file = files.get(call.id);
    if (call.kind === "stop") {
      files.delete(call.id);
      await file?.return?.();
      return null;
    }
    const piece = await file?.next();
    if (piece === undefined || piece.done) files.delete(call.id);
    return piece?.done === false ? piece.value : null;
  };
  return async (call) => {
    const { id } = call;
    try {
      reply({ kind: "reply", id, bytes: await answer(call) });
    } catch (error) {
      files.delete(id);
      reply({ kind: "failed", id, error: sent(error) });
    }
  };
}

function sent(error: unknown): SentError {
  if (!(error instanceof ApiError)) return { code: null, message: messageOf(error), context: {} };
  const { cause, ...context } = error.context;
  const kept = cause === undefined ? {} : { cause: messageOf(cause) };
  return { code: error.code, message: error.message, context: { ...context, ...kept } };
}

/** Returns the error that was sent. */
export function received({ code, message, context }: SentError): Error {
  return code === null ? new Error(message) : new ApiError(code, message, context);
}
