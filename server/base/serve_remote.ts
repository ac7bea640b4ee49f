// This module is browser compatible.

import { type FromWorker, toSentError, type ToWorker, transfersOf } from "./remote_messages.ts";

/** The global scope of a worker, as far as the protocol uses it. */
export interface RemoteScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

/** How a service is served. */
export interface ServeOptions {
  /** Whether a call begins when the one before has settled, not when it arrives. */
  readonly isInOrder?: boolean;
}

type Method = (...args: readonly unknown[]) => unknown;

/**
 * Serves a service to the thread that started this worker, see `remote.ts` for the protocol. A call
 * begins when it arrives: a method that is not asynchronous ends before the next call begins.
 *
 * @param scope `self` of the worker
 */
export function serveRemote<S extends object>(
  scope: RemoteScope,
  service: S,
  { isInOrder = false }: ServeOptions = {},
): void {
  let last: Promise<unknown> = Promise.resolve();
  const streams = new Map<number, AsyncIterator<unknown>>();
  const aborts = new Map<number, AbortController>();
  const post = (message: FromWorker, values: readonly unknown[] = []): void =>
    scope.postMessage(message, transfersOf(values));
  const call = async (message: ToWorker & { readonly kind: "call" }): Promise<void> => {
    const { id, method, callbacks, signals } = message;
    const args = [...message.args];
    for (const at of callbacks ?? []) {
      args[at] = (...given: readonly unknown[]) =>
        post({ kind: "callback", id, at, args: given }, given);
    }
    const abort = new AbortController();
    for (const at of signals ?? []) {
      args[at] = abort.signal;
      aborts.set(id, abort);
    }
    // The caller's type has the methods and their arguments.
    const found = (service as Readonly<Record<string, Method>>)[method];
    const returned = found?.apply(service, args);
    const value = returned instanceof Promise ? await returned : returned;
    if (!isStream(value)) return post({ kind: "value", id, value }, [value]);
    streams.set(id, value[Symbol.asyncIterator]());
    post({ kind: "stream", id });
  };
  const answer = async (message: ToWorker): Promise<void> => {
    const { kind, id } = message;
    if (kind === "call") {
      try {
        return await call(message);
      } finally {
        aborts.delete(id);
      }
    }
    if (kind === "abort") return aborts.get(id)?.abort();
    const stream = streams.get(id);
    if (kind === "stop") {
      streams.delete(id);
      await stream?.return?.();
      return;
    }
    const piece = await stream?.next();
    if (piece !== undefined && !piece.done) {
      return post({ kind: "value", id, value: piece.value }, [piece.value]);
    }
    streams.delete(id);
    post({ kind: "end", id });
  };
  const settle = (message: ToWorker): Promise<void> =>
    answer(message).catch((error) => {
      streams.delete(message.id);
      post({ kind: "failed", id: message.id, error: toSentError(error) });
    });
  scope.onmessage = ({ data: message }): void => {
    if (isInOrder && message.kind === "call") last = last.then(() => settle(message));
    else settle(message);
  };
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
