// This module is browser compatible.

/** Address of the service, key, and behaviour of the client. */
export interface ClientOptions {
  /** Address of the service, without a path. */
  readonly baseUrl: string;
  /** Required by every operation but health, readiness and the document. */
  readonly apiKey?: string;
  /**
   * Whether to stay within the limits of the service: requests are queued, so the service rejects none.
   * A request that is rejected anyway, because another program uses the key or the service is busy,
   * is sent again after its `Retry-After`. Requests that start or enter something keep their
   * `Idempotency-Key`, so they do it once.
   */
  readonly retry?: boolean;
  /** Sends a request; defaults to the global `fetch`. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** Clock, replaced by tests. */
  readonly clock?: Timers;
}

/** The clock of a client. */
export interface Timers {
  /** Returns milliseconds of a monotonic clock. */
  nowMs(): number;
  /** Calls back once after a delay; returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the request, or its time in the queue. */
  readonly signal?: AbortSignal;
  /** Value of `x-request-id`: 1 to 255 characters of `A-Z a-z 0-9 _ = -`. */
  readonly requestId?: string;
  /**
   * Value of `Idempotency-Key` of a request that starts or enters something: 1 to 128 printable
   * characters. The same again is about the same thing for a day. By default each call makes its own.
   */
  readonly idempotencyKey?: string;
}
