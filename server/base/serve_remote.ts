// This module is browser compatible.

import { findTransfers, type FromWorker, toSentError, type ToWorker } from "./remote_messages.ts";

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

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

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
    scope.postMessage(message, findTransfers(values));
  const call = (message: ToWorker & { readonly kind: "call" }): unknown => {
    const { id, method, callbacks = [], signals = [] } = message;
    const args = [...message.args];
    if (callbacks.length === 0 && signals.length === 0) return callMethod(service, method, args);
    const abort = new AbortController();
    aborts.set(id, abort);
    const given = args.map((arg, at) => {
      if (signals.includes(at)) return abort.signal;
      if (!callbacks.includes(at)) return arg;
      return (...told: readonly unknown[]) => post({ kind: "callback", id, at, args: told }, told);
    });
    return callMethod(service, method, given);
  };
  const answer = async (message: ToWorker): Promise<void> => {
    const { kind, id } = message;
    if (kind === "call") {
      const returned = call(message);
      const value = returned instanceof Promise ? await returned : returned;
      aborts.delete(id);
      if (!isStream(value)) return post({ kind: "value", id, value }, [value]);
      streams.set(id, value[Symbol.asyncIterator]());
      return post({ kind: "stream", id });
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
      aborts.delete(message.id);
      post({ kind: "failed", id: message.id, error: toSentError(error) });
    });
  scope.onmessage = ({ data: message }): void => {
    if (isInOrder && message.kind === "call") last = last.then(() => settle(message));
    else settle(message);
  };
}

/** Calls a method of a service, or of a part: `part.method`. The caller's type has the arguments. */
function callMethod<S extends object>(
  service: S,
  method: string,
  args: readonly unknown[],
): unknown {
  const [name = "", part] = method.split(".").reverse();
  const holder = (part === undefined ? service : service[part as keyof S]) as Methods;
  return holder[name]?.apply(holder, [...args]);
}

export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
