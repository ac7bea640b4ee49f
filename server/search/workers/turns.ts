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

/** A rest in multiples of the turn before it: a quarter of the time is the search's. */
const RESTS_PER_TURN = 3;
/** Longest rest, after turns that nothing interrupts. */
const REST_MAX_MS = 100;

/**
 * Lets the calls of a worker take turns, so that a long call does not delay a short one until its own
 * end. The next turn belongs to the call that has had the least time; a new call begins as the one
 * with the least. Between two turns the worker receives messages, and while its core is wanted it
 * rests three times as long as the turn took.
 */
export class Turns {
  readonly #options: Required<TurnsOptions>;
  readonly #calls = new Set<Call>();
  #isNextDue = false;
  /** Ends a rest. */
  #wake: () => void = () => {};

  constructor(options: TurnsOptions = {}) {
    const nowMs = (): number => performance.now();
    this.#options = { nowMs, isResting: () => false, wait: waiting(), ...options };
  }

  /**
   * Runs a call.
   *
   * @param signal ends a rest, so that a stopped call hears of it
   * @param work pauses before its first block and between two blocks
   */
  async run<T>(signal: AbortSignal, work: (pause: Pause) => Promise<T>): Promise<T> {
    const { nowMs } = this.#options;
    const least = Math.min(...[...this.#calls].map(({ spentMs }) => spentMs));
    const call: Call = { spentMs: Number.isFinite(least) ? least : 0, resume: null };
    this.#calls.add(call);
    let startMs = nowMs();
    const wake = (): void => this.#wake();
    signal.addEventListener("abort", wake);
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
      signal.removeEventListener("abort", wake);
      this.#calls.delete(call);
      this.#giveNext(nowMs() - startMs);
    }
  }

  /** @param tookMs the time of the turn that ended */
  async #giveNext(tookMs: number): Promise<void> {
    if (this.#isNextDue) return;
    this.#isNextDue = true;
    const { isResting, wait } = this.#options;
    const restMs = isResting() ? Math.min(REST_MAX_MS, RESTS_PER_TURN * tookMs) : 0;
    await Promise.race([wait(restMs), new Promise<void>((resolve) => this.#wake = resolve)]);
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
      if (ms > 0) {
        setTimeout(resolve, ms);
        return;
      }
      channel ??= new MessageChannel();
      channel.port1.onmessage = (): void => resolve();
      channel.port2.postMessage(null);
    });
}
