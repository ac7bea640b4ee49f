import { Connection, type LazyRemote, lazyRemote } from "../base/remote.ts";
import type { Bytes } from "../engine/engine.ts";
import type { Coding, Effort } from "../services/web_files.ts";

/** The service of a compressing worker. */
export interface CompressService {
  compress(bytes: Bytes, coding: Coding, effort: Effort): Bytes;
}

/** How long an idle worker is kept. */
const IDLE_MS = 5_000;

/**
 * Compresses in workers, because the runtime compresses on the calling thread: a dataset takes 50 ms,
 * in which the server would respond to no request. What a caller waits for has a worker of its own, so
 * that it never waits for the smallest form of another file. Workers run only while there are jobs.
 */
export class Compressor {
  readonly #workers: Readonly<Record<Effort, LazyRemote<CompressService, void>>> = {
    quick: lazyRemote(spawn),
    best: lazyRemote(spawn),
  };
  #pending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the compressed bytes; the input stays unchanged. */
  async compress(bytes: Bytes, coding: Coding, effort: Effort): Promise<Bytes> {
    clearTimeout(this.#timer);
    this.#pending++;
    try {
      return await this.#workers[effort].remote.compress(bytes, coding, effort);
    } finally {
      if (--this.#pending === 0) {
        this.#timer = setTimeout(() => this.close(), IDLE_MS);
        Deno.unrefTimer(this.#timer);
      }
    }
  }

  /** Terminates the workers. */
  close(): void {
    clearTimeout(this.#timer);
    this.#workers.quick.close();
    this.#workers.best.close();
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
