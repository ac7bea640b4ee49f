import type { Bytes } from "../engine/engine.ts";
import type { Coding } from "../services/web_files.ts";

/** One file for the worker. */
export interface CompressJob {
  readonly id: number;
  readonly bytes: Bytes;
  readonly coding: Coding;
}

/** What it came to. */
export interface Compressed {
  readonly id: number;
  readonly bytes: Bytes;
}

/** How long the worker stays when there is nothing to do. */
const IDLE_MS = 5_000;

interface Pending {
  resolve(bytes: Bytes): void;
  reject(error: Error): void;
}

/**
 * Compresses in a worker, for the runtime does it on the calling thread: a dataset takes 50 ms, in
 * which no request would be answered. The worker exists while somebody opens the page.
 */
export class Compressor {
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  /** Compresses; the bytes stay as they are. */
  compress(bytes: Bytes, coding: Coding): Promise<Bytes> {
    clearTimeout(this.#timer);
    this.#worker ??= this.#spawn();
    const job: CompressJob = { id: ++this.#lastId, bytes, coding };
    this.#worker.postMessage(job);
    return new Promise((resolve, reject) => this.#pending.set(job.id, { resolve, reject }));
  }

  /** Ends the worker. */
  close(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#pending.values()) reject(new Error("Cannot compress: closed"));
    this.#pending.clear();
  }

  #spawn(): Worker {
    const worker = new Worker(new URL("./compress_worker.ts", import.meta.url), {
      type: "module",
      deno: { permissions: "none" },
    });
    worker.onmessage = ({ data: { id, bytes } }: MessageEvent<Compressed>): void => {
      this.#pending.get(id)?.resolve(bytes);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#timer = setTimeout(() => this.close(), IDLE_MS);
    };
    worker.onerror = (event): void => {
      // Without this the error of a worker ends the whole process.
      event.preventDefault();
      this.close();
    };
    return worker;
  }
}
