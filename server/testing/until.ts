/** Some seconds; what tests wait for takes some turns. */
const TURNS_MAX = 2_000;

/**
 * Lets everything that can run, run until something is so. It waits for no time to pass, but not for
 * ever: a guarantee that is broken shall fail and not hang.
 *
 * @param what is waited for, for the message
 * @throws {Error} when it is not so after so many turns of the event loop
 */
export async function until(
  isSo: () => boolean,
  what = String(isSo),
  turnsMax = TURNS_MAX,
): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    if (turn === turnsMax) {
      throw new Error(`Cannot go on: waited ${turnsMax} turns for ${what}, it must come`);
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

const ASKED_MAX = 600;
const PAUSE_MS = 50;

/**
 * Asks again and again until another process has come so far, half a minute at most.
 *
 * @param what is waited for, for the message
 * @throws {Error} when it is not so after 600 times
 */
export async function untilElsewhere(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
): Promise<void> {
  for (let asked = 0; !await isSo(); asked++) {
    if (asked === ASKED_MAX) {
      throw new Error(`Cannot go on: asked ${ASKED_MAX} times for ${what}, it must come`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
