import type { Port } from "../base/remote.ts";
import type { ToWorker } from "../base/remote_messages.ts";
import { type RemoteScope, type ServeOptions, serveRemote } from "../base/serve_remote.ts";

/** A worker on the thread of the test. Its messages are cloned and arrive later, as those of a thread. */
export class InlineWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  isTerminated = false;
  readonly #scope: RemoteScope;

  constructor(service: object, options: ServeOptions = {}) {
    this.#scope = {
      onmessage: null,
      postMessage: (message, transfer) => {
        const event = new MessageEvent("message", { data: structuredClone(message, { transfer }) });
        queueMicrotask(() => {
          if (!this.isTerminated) this.onmessage?.call(this.#asWorker, event);
        });
      },
    };
    serveRemote(this.#scope, service, options);
  }

  postMessage(message: unknown, transfer: Transferable[] | StructuredSerializeOptions = []): void {
    const options = Array.isArray(transfer) ? { transfer } : transfer;
    const copy = structuredClone(message, options) as ToWorker;
    const event = new MessageEvent("message", { data: copy });
    queueMicrotask(() => {
      if (!this.isTerminated) this.#scope.onmessage?.(event);
    });
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** Fails as a worker does whose code throws. */
  fail(message: string): void {
    const event = new ErrorEvent("error", { message, cancelable: true });
    this.onerror?.call(this.#asWorker, event);
    if (!event.defaultPrevented) throw new Error("this would have ended the process");
  }

  get #asWorker(): Worker {
    return this as unknown as Worker;
  }
}
