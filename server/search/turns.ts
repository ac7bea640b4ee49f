// This module is browser compatible.

/** Ends a turn: resolves when the call has the next one. */
export type Pause = () => Promise<void>;

interface Call {
  /** The time of all its turns. */
  spentMs: number;
  /** Begins its next turn; null: it has a turn now. */
  resume: (() => void) | null;
}

/** How turns are measured and separated. */
export interface TurnsOptions {
  nowMs?(): number;
  /** Resolves after the messages that have arrived were received. */
  nextTask?(): Promise<void>;
}

/**
 * Lets the calls of a worker take turns, so that a long call does not delay a short one until its own
 * end. The next turn belongs to the call whose turns have taken the least time. Between two turns the
 * worker receives messages: new calls, and the signals of running ones.
 */
export class Turns {
  readonly #nowMs: () => number;
  readonly #nextTask: () => Promise<void>;
  readonly #calls = new Set<Call>();
  #isNextDue = false;

  constructor({ nowMs = () => performance.now(), nextTask = messagesFirst() }: TurnsOptions = {}) {
    this.#nowMs = nowMs;
    this.#nextTask = nextTask;
  }

  /**
   * Runs a call.
   *
   * @param work pauses before its first block and between two blocks
   */
  async run<T>(work: (pause: Pause) => Promise<T>): Promise<T> {
    // A new call begins beside the others: it owes them no time, and they owe it none.
    const spent = [...this.#calls].map(({ spentMs }) => spentMs);
    const call: Call = { spentMs: spent.length === 0 ? 0 : Math.min(...spent), resume: null };
    this.#calls.add(call);
    let startMs = this.#nowMs();
    try {
      return await work(async () => {
        call.spentMs += this.#nowMs() - startMs;
        await this.#turn(call);
        startMs = this.#nowMs();
      });
    } finally {
      this.#calls.delete(call);
      this.#giveNext();
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
      const least = Math.min(...waiting.map(({ spentMs }) => spentMs));
      const next = waiting.find(({ spentMs }) => spentMs === least);
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
