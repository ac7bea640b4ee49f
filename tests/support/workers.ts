import type { FromWorker, ToWorker } from "../../server/engine/messages.ts";

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

  /** Answers the job that it has. */
  answer(text: string, isSpent = false): void {
    const bytes = new TextEncoder().encode(text);
    this.say({ kind: "answer", answer: { bytes, dailySharpe: null }, isSpent });
  }

  /** Fails as a worker does whose code throws. */
  fail(message: string): void {
    const event = new ErrorEvent("error", { message, cancelable: true });
    this.onerror?.call(this, event);
    if (!event.defaultPrevented) throw new Error("this would have ended the process");
  }
}
