// This module is browser compatible.

/** Ends a turn: resolves when the call has the next one. */
export type Pause = () => Promise<void>;

interface Call {
  readonly keyId: string;
  /** Begins its next turn; null: it has a turn now. */
  resume: (() => void) | null;
}

/** How turns are measured and separated. */
export interface TurnsOptions {
  nowMs?(): number;
  /** Resolves after the messages that have arrived were received. */
  nextTask?(): Promise<void>;
}

/** The time that a key has had, which counts half after this time. */
const HALF_LIFE_MS = 10_000;
/** Keys that had less time are forgotten. */
const FORGOTTEN_MS = 1;

/** Time of a key, as of an instant. */
interface Spent {
  readonly ms: number;
  readonly atMs: number;
}

/**
 * Lets the calls of a worker take turns, so that a long call does not delay a short one until its own
 * end. The next turn belongs to the call whose key has had the least time lately: a key that searches
 * little goes before one that searches all the time, and keys that want more than their share get
 * equal shares. Between two turns the worker receives messages: new calls, and the signals of running
 * ones.
 */
export class Turns {
  readonly #nowMs: () => number;
  readonly #nextTask: () => Promise<void>;
  readonly #calls = new Set<Call>();
  readonly #spent = new Map<string, Spent>();
  #isNextDue = false;

  constructor({ nowMs = () => performance.now(), nextTask = messagesFirst() }: TurnsOptions = {}) {
    this.#nowMs = nowMs;
    this.#nextTask = nextTask;
  }

  /**
   * Runs a call of a key.
   *
   * @param work pauses before its first block and between two blocks
   */
  async run<T>(keyId: string, work: (pause: Pause) => Promise<T>): Promise<T> {
    const call: Call = { keyId, resume: null };
    this.#calls.add(call);
    let startMs = this.#nowMs();
    try {
      return await work(async () => {
        this.#spend(keyId, this.#nowMs() - startMs);
        await this.#turn(call);
        startMs = this.#nowMs();
      });
    } finally {
      this.#spend(keyId, this.#nowMs() - startMs);
      this.#calls.delete(call);
      this.#giveNext();
    }
  }

  /** Returns the time that a key has had lately. */
  #spentBy(keyId: string): number {
    const spent = this.#spent.get(keyId);
    return spent ? spent.ms * 2 ** ((spent.atMs - this.#nowMs()) / HALF_LIFE_MS) : 0;
  }

  #spend(keyId: string, ms: number): void {
    this.#spent.set(keyId, { ms: this.#spentBy(keyId) + ms, atMs: this.#nowMs() });
    for (const known of this.#spent.keys()) {
      if (this.#spentBy(known) < FORGOTTEN_MS) this.#spent.delete(known);
    }
  }

  #turn(call: Call): Promise<void> {
    return new Promise((resolve) => {
      call.resume = resolve;
      this.#giveNext();
    });
  }

  #giveNext(): void {
    if (this.#isNextDue) return;
    this.#isNextDue = true;
    this.#nextTask().then(() => {
      this.#isNextDue = false;
      const waiting = [...this.#calls].filter(({ resume }) => resume !== null);
      const [next] = waiting.map((call) => ({ call, spentMs: this.#spentBy(call.keyId) }))
        .toSorted((one, other) => one.spentMs - other.spentMs)
        .map(({ call }) => call);
      const resume = next?.resume;
      if (next === undefined || !resume) return;
      next.resume = null;
      resume();
    });
  }
}

/** A message to oneself arrives after earlier messages, and a hundred times as fast as a timer. */
function messagesFirst(): () => Promise<void> {
  let channel: MessageChannel | null = null;
  return () =>
    new Promise((resolve) => {
      channel ??= new MessageChannel();
      channel.port1.onmessage = (): void => resolve();
      channel.port2.postMessage(null);
    });
}
