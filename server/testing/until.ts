import { type Clock, systemClock, withDeadline } from "../base/clock.ts";

/** A condition of another process or of a server, which has limits, is asked for 20 times a second. */
const PAUSE_MS = 50;
/** The first questions come sooner, each so much later than the one before. */
const GROWTH_MS = 2;
/** A condition of this process mostly holds within a few turns of the event loop. */
const QUICK_TURNS = 100;
/** After those it is looked at as often as a timer allows to without keeping a core. */
const LOOK_MS = 4;
/** Far longer than a busy machine needs, and short of what a reader of a hanging test endures. */
const MOST_MS = 5 * 60_000;

/** Lets everything run that waits for no clock. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Moves a clock on until some work has ended; returns its outcome. */
export async function whileMoving<T>(
  clock: { advance(ms: number): void },
  work: Promise<T>,
  stepMs = 1_000,
): Promise<T> {
  let isOver = false;
  work.finally(() => isOver = true).catch(() => {});
  await until(
    () => {
      if (!isOver) clock.advance(stepMs);
      return isOver;
    },
    "work whose clock is moved",
    { pauseMs: 0 },
  );
  return await work;
}

/** How long to wait, and by which clock. */
export interface Patience {
  readonly clock?: Clock;
  readonly mostMs?: number;
  /** 0 where every question moves a clock, so that none is asked in vain. */
  readonly pauseMs?: number;
}

/**
 * Waits until a condition holds. It fails after five minutes rather than seconds, so a busy machine
 * fails no test and a hanging one says for what it waits.
 *
 * @param isSo is asynchronous where it asks another process
 * @param name names the condition in the error
 * @throws {Error} when the condition never held
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  name = String(isSo),
  patience: Patience = {},
): Promise<void> {
  await poll(name, isSo, Boolean, patience);
}

/** Asks until the answer is as expected, and returns that answer; see {@linkcode until}. */
export async function poll<T>(
  name: string,
  ask: () => T | Promise<T>,
  isExpected: (answer: T) => boolean,
  { clock = systemClock, mostMs = MOST_MS, pauseMs }: Patience = {},
): Promise<T> {
  let isOver = false;
  const asking = async (): Promise<T> => {
    for (let turn = 0;; turn++) {
      const asked = ask();
      const answer = await asked;
      if (isOver || isExpected(answer)) return answer;
      const wait = pauseMs ??
        (asked instanceof Promise
          ? Math.min(GROWTH_MS * turn, PAUSE_MS)
          : turn < QUICK_TURNS
          ? 0
          : LOOK_MS);
      await new Promise<void>((resolve) => clock.after(wait, resolve));
    }
  };
  // The deadline also ends a question that is never answered.
  return await withDeadline(clock, mostMs, asking(), () => {
    isOver = true;
    return new Error(`Waited ${mostMs / 1_000} s in vain for ${name}`);
  });
}
