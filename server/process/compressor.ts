import { Connection, type LazyRemote, lazyRemote } from "../base/remote.ts";
import type { Bytes } from "../engine/engine.ts";
import type { Coding } from "../services/web_files.ts";

/** The service of a compressing worker. */
export interface CompressService {
  compress(bytes: Bytes, coding: Coding): Bytes;
}

/** How long an idle worker is kept. */
const IDLE_MS = 5_000;

/**
 * Compresses in a worker, because the runtime compresses on the calling thread: a dataset takes 50 ms,
 * in which the server would respond to no request. The worker runs only while there are jobs.
 */
export class Compressor {
  readonly #worker: LazyRemote<CompressService, void> = lazyRemote(spawn);
  #pending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the compressed bytes; the input stays unchanged. */
  async compress(bytes: Bytes, coding: Coding): Promise<Bytes> {
    clearTimeout(this.#timer);
    this.#pending++;
    try {
      return await this.#worker.remote.compress(bytes, coding);
    } finally {
      if (--this.#pending === 0) {
        this.#timer = setTimeout(() => this.close(), IDLE_MS);
        Deno.unrefTimer(this.#timer);
      }
    }
  }

  /** Terminates the worker. */
  close(): void {
    clearTimeout(this.#timer);
    this.#worker.close();
  }
}

function spawn(): Connection<CompressService> {
  return new Connection(
    new Worker(new URL("./compress_worker.ts", import.meta.url), {
      type: "module",
      deno: { permissions: "none" },
    }),
  );
}
