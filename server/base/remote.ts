// This module is browser compatible.

/**
 * The protocol between a thread and a worker that it has started: the thread calls methods of a
 * service that the worker serves with `serveRemote`.
 *
 * - Arguments and answers are cloned; the buffers of those marked with `transfer` are moved.
 * - A function among the arguments is a callback that the worker may call until the call settles.
 * - An `AbortSignal` among the arguments is a signal in the worker too.
 * - A method that answers with an `AsyncIterable` streams it: one piece crosses per request for one, so
 *   a slow reader holds the worker back.
 * - An error crosses as itself, see `toError`. A worker that fails is lost with all its calls.
 *
 * @module
 */
import {
  findTransfers,
  type FromWorker,
  type Revivers,
  toError,
  type ToWorker,
} from "./remote_messages.ts";

// deno-lint-ignore no-explicit-any -- parameters are contravariant: `unknown` matches no method
type Method = (...args: any[]) => unknown;

/** A service in a worker: every method answers later. */
export type Remote<S> = {
  readonly [name in keyof S]: S[name] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/** The part of `Worker` that the protocol uses. */
export type Port = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** The worker was lost, or its connection was closed, before it answered. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
}

export interface ConnectionOptions {
  readonly revivers?: Revivers;
  /** Returns the error of all calls of a lost worker; without it they fail with `WorkerLost`. */
  toLoss?(reason: string): Error;
  /** Whether a call's error ends the worker: then all other calls fail with the same error. */
  isFatal?(error: Error): boolean;
  /** Called once when the worker fails, and not when the connection is closed. */
  onLost?(reason: string): void;
}

interface Pending {
  readonly args: readonly unknown[];
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const END = Symbol("end of a stream");

/** A worker, and the calls that wait for its answers. */
export class Connection<S extends object> {
  /** The service of the worker. */
  readonly remote: Remote<S>;
  readonly #port: Port;
  readonly #options: ConnectionOptions;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  /** Error of further calls; null while there is a worker. */
  #ended: Error | null = null;

  /** @param port a new worker */
  constructor(port: Port, options: ConnectionOptions = {}) {
    this.#port = port;
    this.#options = options;
    port.onmessage = ({ data }: MessageEvent<FromWorker>): void => this.#receive(data);
    port.onerror = (event): void => {
      // Without this an error in a worker ends the whole process.
      event.preventDefault();
      this.lose(event.message ?? "it did not load");
    };
    this.remote = makeProxy<S>((method, args) => this.call(method, args));
  }

  /** Whether the worker was lost or closed. */
  get isClosed(): boolean {
    return this.#ended !== null;
  }

  /** Terminates the worker, whatever it does; its calls fail. */
  close(error: Error = this.#toLoss("it was closed")): void {
    if (this.#ended !== null) return;
    this.#ended = error;
    this.#port.terminate();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }

  /** Gives up a worker that cannot go on, as if it had failed by itself. */
  lose(reason: string): void {
    if (this.#ended !== null) return;
    this.close(this.#toLoss(reason));
    this.#options.onLost?.(reason);
  }

  #toLoss(reason: string): Error {
    return this.#options.toLoss?.(reason) ?? new WorkerLost(`Cannot use a worker: ${reason}`);
  }

  /** Calls a method by its name, as `remote` does; `part.method` is that of a member. */
  call(method: string, args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#lastId;
    const callbacks = args.flatMap((arg, at) => typeof arg === "function" ? [at] : []);
    const signals = args.flatMap((arg, at) => arg instanceof AbortSignal ? [at] : []);
    if (callbacks.length === 0 && signals.length === 0) {
      return this.#ask(id, args, { kind: "call", id, method, args });
    }
    const cloned = args.map((arg, at) => [...callbacks, ...signals].includes(at) ? null : arg);
    const answer = this.#ask(id, args, {
      kind: "call",
      id,
      method,
      args: cloned,
      callbacks,
      signals,
    });
    const abort = (): void => this.#post({ kind: "abort", id });
    const given = args.filter((arg) => arg instanceof AbortSignal);
    for (const signal of given) {
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    }
    return answer.finally(() => {
      for (const signal of given) signal.removeEventListener("abort", abort);
    });
  }

  #ask(id: number, args: readonly unknown[], message: ToWorker): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) throw this.#ended;
      // A message that cannot be cloned rejects here.
      this.#post(message, findTransfers(args));
      this.#pending.set(id, { args, resolve, reject });
    });
  }

  #post(message: ToWorker, buffers: Transferable[] = []): void {
    if (this.#ended === null) this.#port.postMessage(message, buffers);
  }

  #receive(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.kind === "callback") {
      (pending.args[message.at] as Method)(...message.args);
      return;
    }
    this.#pending.delete(message.id);
    switch (message.kind) {
      case "value":
        return pending.resolve(message.value);
      case "stream":
        return pending.resolve(this.#stream(message.id));
      case "end":
        return pending.resolve(END);
      case "failed": {
        const error = toError(message.error, this.#options.revivers ?? {});
        pending.reject(error);
        if (this.#options.isFatal?.(error)) this.close(error);
      }
    }
  }

  #stream(id: number): AsyncIterable<unknown> {
    const iterator: AsyncIterator<unknown> = {
      next: async () => {
        const value = await this.#ask(id, [], { kind: "next", id });
        return value === END ? { done: true, value: undefined } : { done: false, value };
      },
      return: () => {
        this.#post({ kind: "stop", id });
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    return { [Symbol.asyncIterator]: () => iterator };
  }
}

/** A worker that starts with the first call, and again with the next one after it was lost. */
export interface LazyRemote<S, Started> {
  readonly remote: Remote<S>;
  /** Returns a service that is a member of the worker's. */
  part<Name extends string & keyof S>(name: Name): Remote<S[Name]>;
  /** Starts the worker unless it runs; resolves with what `start` does. */
  open(): Promise<Started>;
  /** Terminates the worker; its calls fail, and the next call starts another. */
  close(error?: Error): void;
}

/** How calls of a lazy worker treat its start. */
export interface LazyOptions {
  /**
   * Whether calls are sent once the worker is prepared; the default. Otherwise they are sent at once, to
   * a worker that serves its calls in order.
   */
  readonly waits?: boolean;
}

/**
 * Returns a worker that its first call starts. A failed start ends the worker, and its calls fail with
 * the same error.
 *
 * @param connect starts a worker
 * @param start prepares the worker; its calls are the first
 */
export function lazyRemote<S extends object, Started = void>(
  connect: () => Connection<S>,
  start = (_: Connection<S>): Promise<Started> => Promise.resolve(undefined as Started),
  { waits = true }: LazyOptions = {},
): LazyRemote<S, Started> {
  interface Current {
    readonly connection: Connection<S>;
    readonly started: Promise<Started>;
  }
  let current: Current | null = null;
  const open = (): Current => {
    if (current !== null && !current.connection.isClosed) return current;
    const connection = connect();
    const started = start(connection);
    // The caller gets the error; the next call starts another worker.
    started.catch((error) => connection.close(error));
    return current = { connection, started };
  };
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    const { connection, started } = open();
    if (waits) await started;
    return await connection.call(method, args);
  };
  return {
    remote: makeProxy<S>(call),
    part: (name) => makeProxy((method, args) => call(`${name}.${method}`, args)),
    open: () => Promise.try(() => open().started),
    close: (error) => current?.connection.close(error),
  };
}

/** Returns an object whose methods all call; assigned members stay. */
export function makeProxy<S>(
  call: (method: string, args: readonly unknown[]) => Promise<unknown>,
): Remote<S> {
  const methods = new Map<string, Method>();
  return new Proxy({}, {
    get(assigned, name, receiver): unknown {
      if (Object.hasOwn(assigned, name)) return Reflect.get(assigned, name, receiver);
      // An object with a `then` would be taken for a promise.
      if (typeof name !== "string" || name === "then") return undefined;
      const known = methods.get(name) ?? ((...args) => call(name, args));
      methods.set(name, known);
      return known;
    },
  }) as Remote<S>;
}
