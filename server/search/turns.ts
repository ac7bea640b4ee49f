// This module is browser compatible.

/** Ends a turn: resolves when the call has the next one. */
export type Pause = () => Promise<void>;

interface Call {
  /** Time of its turns. */
  spentMs: number;
  /** Begins its next turn; null: it has a turn now. */
  resume: (() => void) | null;
}

/** How turns are measured and separated. */
export interface TurnsOptions {
  nowMs?(): number;
  /** Whether the worker leaves its core to requests after each turn. */
  isResting?(): boolean;
  /** Resolves after a time, and after the messages that have arrived were received. */
  wait?(ms: number): Promise<void>;
}

/** Longest rest after a turn: a stopped call notices its signal soon. */
const REST_MAX_MS = 16;

/**
 * Lets the calls of a worker take turns, so that a long call does not delay a short one until its own
 * end. The next turn belongs to the call that has had the least time; a new call begins as the one
 * with the least. Between two turns the worker receives messages, and rests as long as the turn took
 * while its core is wanted.
 */
export class Turns {
  readonly #options: Required<TurnsOptions>;
  readonly #calls = new Set<Call>();
  #isNextDue = false;

  constructor(options: TurnsOptions = {}) {
    const nowMs = (): number => performance.now();
    this.#options = { nowMs, isResting: () => false, wait: waiting(), ...options };
  }

  /**
   * Runs a call.
   *
   * @param work pauses before its first block and between two blocks
   */
  async run<T>(work: (pause: Pause) => Promise<T>): Promise<T> {
    const { nowMs } = this.#options;
    const least = Math.min(...[...this.#calls].map(({ spentMs }) => spentMs));
    const call: Call = { spentMs: Number.isFinite(least) ? least : 0, resume: null };
    this.#calls.add(call);
    let startMs = nowMs();
    try {
      return await work(async () => {
        const tookMs = nowMs() - startMs;
        call.spentMs += tookMs;
        await new Promise<void>((resolve) => {
          call.resume = resolve;
          this.#giveNext(tookMs);
        });
        startMs = nowMs();
      });
    } finally {
      this.#calls.delete(call);
      this.#giveNext(0);
    }
  }

  /** @param tookMs the time of the turn that ended */
  async #giveNext(tookMs: number): Promise<void> {
    if (this.#isNextDue) return;
    this.#isNextDue = true;
    const { isResting, wait } = this.#options;
    await wait(isResting() ? Math.min(REST_MAX_MS, tookMs) : 0);
    this.#isNextDue = false;
    const [next] = [...this.#calls].filter(({ resume }) => resume !== null)
      .toSorted((one, other) => one.spentMs - other.spentMs);
    const resume = next?.resume;
    if (next === undefined || !resume) return;
    next.resume = null;
    resume();
  }
}

/** A message to oneself arrives after earlier messages, and a hundred times as fast as a timer. */
function waiting(): (ms: number) => Promise<void> {
  let channel: MessageChannel | null = null;
  return (ms) =>
    new Promise((resolve) => {
      if (ms >= 1) {
        setTimeout(resolve, ms);
        return;
      }
      channel ??= new MessageChannel();
      channel.port1.onmessage = (): void => resolve();
      channel.port2.postMessage(null);
    });
}
