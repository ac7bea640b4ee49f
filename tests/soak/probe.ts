import { toWire, type Wire } from "./connection.ts";

/** The request that a probe repeats. */
export interface ProbeRequest {
  readonly port: number;
  readonly wire: Wire;
  /** Pause between an answer and the next request, milliseconds. */
  readonly pauseMs: number;
  /** Whether the server is killed in between. */
  readonly isKilled: boolean;
}

/** An answer to a probe. */
export interface Timed {
  /** When it arrived, milliseconds since 1970: the clock that all threads share. */
  readonly atMs: number;
  readonly tookMs: number;
}

/** Measures the answers to one request, `/healthz` by default, from a separate thread. */
export class Probe implements Disposable {
  readonly #worker = new Worker(new URL("./probe_thread.ts", import.meta.url), { type: "module" });

  constructor(
    { port, wire = toWire("/healthz"), pauseMs = 4, isKilled = false }:
      & Pick<ProbeRequest, "port">
      & Partial<ProbeRequest>,
  ) {
    this.#worker.postMessage({ port, wire, pauseMs, isKilled } satisfies ProbeRequest);
  }

  /** Returns the times since the last call, milliseconds. */
  async take(): Promise<readonly number[]> {
    return (await this.takeTimed()).map(({ tookMs }) => tookMs);
  }

  /** Returns the answers since the last call. */
  takeTimed(): Promise<readonly Timed[]> {
    return new Promise((resolve) => {
      this.#worker.onmessage = ({ data: answers }): void => resolve(answers);
      this.#worker.postMessage("take");
    });
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
