import type { Bytes } from "../engine/engine.ts";
import type { Coding, Effort } from "../services/web_files.ts";

/** One file for the worker. */
export interface CompressJob {
  readonly id: number;
  readonly bytes: Bytes;
  readonly coding: Coding;
  readonly effort: Effort;
}

/** The compressed file. */
export interface CompressResult {
  readonly id: number;
  readonly bytes: Bytes;
}

/** How long an idle worker is kept. */
const IDLE_MS = 5_000;

interface Pending {
  resolve(bytes: Bytes): void;
  reject(error: Error): void;
}

/**
 * Compresses in a worker, because the runtime compresses on the calling thread: a dataset takes 50 ms,
 * in which the server would respond to no request. The worker runs only while there are jobs.
 */
export class Compressor {
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  /** Returns the compressed bytes; the input stays unchanged. */
  compress(bytes: Bytes, coding: Coding, effort: Effort): Promise<Bytes> {
    clearTimeout(this.#timer);
    this.#worker ??= this.#spawn();
    const job: CompressJob = { id: ++this.#lastId, bytes, coding, effort };
    this.#worker.postMessage(job);
    return new Promise((resolve, reject) => this.#pending.set(job.id, { resolve, reject }));
  }

  /** Terminates the worker. */
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
    worker.onmessage = ({ data: { id, bytes } }: MessageEvent<CompressResult>): void => {
      this.#pending.get(id)?.resolve(bytes);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#timer = setTimeout(() => this.close(), IDLE_MS);
    };
    worker.onerror = (event): void => {
      // Without this an error in a worker ends the whole process.
      event.preventDefault();
      this.close();
    };
    return worker;
  }
}
