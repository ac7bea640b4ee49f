import type { SharedMemory } from "../../search/give_way.ts";
import { systemClock } from "../../base/clock.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Bytes } from "../../engine/engine.ts";
import type { PointsPage, Searcher, SearchService } from "../../services/search_service.ts";
import { searchesUnavailable } from "../../services/searches_unavailable.ts";
import type { SearchPlace } from "./open_searches.ts";
import { received, type SearchCall, type SearchMethod, type SearchReply } from "./calls.ts";

/** What the thread of searches begins with. */
export interface SearchStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  readonly place: SearchPlace;
  /** Workers; 0: others work on the searches. */
  readonly workers: number;
  /** How long a search that has ended is kept. */
  readonly keepDays: number;
  /** Of `Requests`, which come before searches. */
  readonly requests: SharedMemory;
}

interface Waiting {
  resolve(bytes: Bytes | null): void;
  reject(error: Error): void;
}

/** When a thread that was lost is started again. */
const RESTART_MS = 30_000;

/**
 * The searches of a server, on a thread of their own: the store, the steps and the reports take time
 * that requests would wait for. It starts with the first use.
 */
export class SearchThread implements SearchService {
  readonly #start: SearchStart;
  readonly #spawn: () => Worker;
  readonly #report: (sentence: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #calls = 0;
  #cancelRestart: () => void = () => {};

  /** @param report is told what happens to searches, for the log */
  constructor(start: SearchStart, spawn: () => Worker, report: (sentence: string) => void) {
    this.#start = start;
    this.#spawn = spawn;
    this.#report = report;
  }

  start(searcher: Searcher, body: Bytes): Promise<Bytes> {
    return this.#call("start", searcher, body);
  }

  list(searcher: Searcher): Promise<Bytes> {
    return this.#call("list", searcher);
  }

  view(searcher: Searcher, searchId: string): Promise<Bytes> {
    return this.#call("view", searcher, searchId);
  }

  cancel(searcher: Searcher, searchId: string): Promise<Bytes> {
    return this.#call("cancel", searcher, searchId);
  }

  points(searcher: Searcher, searchId: string, page: PointsPage): Promise<Bytes> {
    return this.#call("points", searcher, searchId, page);
  }

  async file(searcher: Searcher, searchId: string): Promise<AsyncIterable<Bytes>> {
    const id = ++this.#calls;
    await this.#send({ kind: "call", id, method: "file", args: [searcher, searchId] });
    return this.#pieces(id);
  }

  /** Starts the thread, which goes on with the searches that have not ended. */
  open(): void {
    if (this.#worker !== null) return;
    this.#cancelRestart();
    const worker = this.#spawn();
    worker.onmessage = ({ data: reply }: MessageEvent<SearchReply>): void => this.#take(reply);
    worker.onerror = (event): void => {
      // Without this an error in a worker ends the whole process.
      event.preventDefault();
      if (this.#worker === worker) this.#lose(event.message);
    };
    worker.postMessage(this.#start);
    this.#worker = worker;
  }

  /** Ends the thread, whatever it does: a range in hand is run again after the next start. */
  close(): void {
    this.#cancelRestart();
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #call(method: SearchMethod, ...args: readonly unknown[]): Promise<Bytes> {
    const bytes = await this.#send({ kind: "call", id: ++this.#calls, method, args });
    if (bytes === null) throw new Error(`Cannot read the answer to ${method}: it is empty`);
    return bytes;
  }

  #send(call: SearchCall): Promise<Bytes | null> {
    this.open();
    return new Promise((resolve, reject) => {
      this.#waiting.set(call.id, { resolve, reject });
      this.#worker?.postMessage(call);
    });
  }

  async *#pieces(id: number): AsyncGenerator<Bytes> {
    let isWhole = false;
    try {
      while (true) {
        const piece = await this.#send({ kind: "next", id });
        isWhole = piece === null;
        if (piece === null) return;
        yield piece;
      }
    } finally {
      if (!isWhole) this.#worker?.postMessage({ kind: "stop", id } satisfies SearchCall);
    }
  }

  #take(reply: SearchReply): void {
    if (reply.kind === "report") return this.#report(reply.sentence);
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === "reply") waiting?.resolve(reply.bytes);
    else waiting?.reject(received(reply.error));
  }

  /** Another thread is started by the next call, or some time later. */
  #lose(reason: string): void {
    this.close();
    this.#cancelRestart = systemClock.after(RESTART_MS, () => this.open());
    this.#report(`Cannot go on with searches, it is tried again: ${reason}`);
    const error = searchesUnavailable(reason);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
