import type { Port } from "../base/remote.ts";
import type { FromWorker, ToWorker } from "../base/remote_messages.ts";
import type { Trial } from "../contracts/trial.ts";
import type { BatchAnswers, SlotMemory } from "../engine/job_service.ts";
import { pack, type Packed, unpack } from "../engine/packed.ts";
import type { Bytes } from "../engine/engine.ts";

type Call = ToWorker & { readonly kind: "call" };

/** A worker of this thread; the test answers for it. */
export class FakeWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  /** Calls of `JobService`, the first one of `run`. */
  readonly calls: Call[] = [];
  isTerminated = false;

  postMessage(message: ToWorker): void {
    if (message.kind === "call") this.calls.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** The memory that it shares with its slot. */
  get memory(): SlotMemory {
    const [run] = this.calls;
    if (run === undefined) throw new Error("it was not started");
    return run.args[1] as SlotMemory;
  }

  /** Reports that it is ready for the first batch. */
  ready(): void {
    this.#say({ kind: "callback", id: 1, at: 2, args: [] });
  }

  /** Asks for the counts of the current evaluation's trial. */
  tellTrial(trial: Trial): void {
    const { id = 0 } = this.calls.at(-1) ?? {};
    this.#say({ kind: "callback", id, at: 2, args: [trial] });
  }

  /** Adds to its progress, as a worker does between two messages. */
  advance(count: number): void {
    if (this.calls.length > 0) Atomics.add(this.memory.progress, 0, count);
  }

  /** Answers its jobs, each after `took` milliseconds; `end` is the reason why it must be replaced. */
  async answer(texts: readonly string[], end: string | null = null, took = 0): Promise<void> {
    const answers = pack(texts.map((text) => new TextEncoder().encode(text)));
    const trials = texts.map(() => null);
    await this.answerWith({ answers, trials, engineMs: texts.map(() => took), end });
  }

  /** Answers the last batch. */
  async answerWith(value: BatchAnswers): Promise<void> {
    const { id = 0 } = this.calls.slice(1).at(-1) ?? {};
    this.#say({ kind: "value", id, value });
    await settled();
  }

  /** Fails to start, or traps between two batches. */
  async breakOff(message: string): Promise<void> {
    const error = { name: "Error", message, cause: null, members: {} };
    this.#say({ kind: "failed", id: 1, error });
    await settled();
  }

  /** The requests that it received, batch after batch. */
  get batches(): readonly (readonly string[])[] {
    const decoder = new TextDecoder();
    return this.calls.slice(1).map((call) => bytesOf(call).map((bytes) => decoder.decode(bytes)));
  }

  /** Fails as a worker does whose code throws. */
  fail(message: string): void {
    const event = new ErrorEvent("error", { message, cancelable: true });
    this.onerror?.call(this as unknown as Worker, event);
    if (!event.defaultPrevented) throw new Error("this would have ended the process");
  }

  #say(message: FromWorker): void {
    const event = new MessageEvent("message", { data: message });
    this.onmessage?.call(this as unknown as Worker, event);
  }
}

/** The requests of a batch; the payload of an evaluation. */
function bytesOf({ method, args }: Call): readonly Uint8Array[] {
  if (method === "simulate") return unpack(args[0] as Packed);
  return [args[1] as Bytes];
}

/** Lets resolved promises settle. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
