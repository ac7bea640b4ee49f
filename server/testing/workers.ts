import type { Batch, FromWorker, ToWorker } from "../engine/messages.ts";
import { pack, unpack } from "../engine/packed.ts";

/** A worker of this thread; the test answers for it. */
export class FakeWorker extends EventTarget implements Worker {
  onmessage: Worker["onmessage"] = null;
  onmessageerror: Worker["onmessageerror"] = null;
  onerror: Worker["onerror"] = null;
  readonly received: ToWorker[] = [];
  isTerminated = false;

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** Says something to the pool. */
  say(message: FromWorker): void {
    const event = new MessageEvent("message", { data: message });
    this.onmessage?.call(this, event);
  }

  /** Counts what it has done, as a worker does between two messages. */
  advance(count: number): void {
    const [start] = this.received;
    if (start?.kind === "start") Atomics.add(start.progress, 0, count);
  }

  /** Answers the jobs that it has, each after `took` milliseconds, and says why it must go. */
  answer(texts: readonly string[], end: string | null = null, took = 0): void {
    const answers = pack(texts.map((text) => new TextEncoder().encode(text)));
    const trials = texts.map(() => null);
    this.say({ kind: "answers", answers, trials, engineMs: texts.map(() => took), end });
  }

  /** What it was asked, batch after batch. */
  get batches(): readonly (readonly string[])[] {
    const decoder = new TextDecoder();
    return this.received.filter((message) => message.kind !== "start").map((batch) =>
      bytesOf(batch).map((bytes) => decoder.decode(bytes))
    );
  }

  /** Fails as a worker does whose code throws. */
  fail(message: string): void {
    const event = new ErrorEvent("error", { message, cancelable: true });
    this.onerror?.call(this, event);
    if (!event.defaultPrevented) throw new Error("this would have ended the process");
  }
}

function bytesOf(batch: Batch): readonly Uint8Array[] {
  if (batch.kind === "simulate") return unpack(batch.requests);
  return [batch.kind === "plan" ? batch.request : batch.payload];
}
