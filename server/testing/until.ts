/** A condition of another process or of a server, which has limits, is asked for 20 times a second. */
const PAUSE_MS = 50;
/** A condition of this process mostly holds within a few turns of the event loop. */
const QUICK_TURNS = 100;
const REMINDER_MS = 30_000;

/**
 * Waits until a condition holds. It has no deadline, so a busy machine fails no test. When a test
 * hangs, lines on stderr name the condition, and Ctrl-C makes `deno test` name the test.
 *
 * @param isSo is asynchronous where it asks another process
 * @param what names the condition in those lines; null for a program that tells its own progress
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string | null = String(isSo),
): Promise<void> {
  await poll(what, isSo, Boolean);
}

/** Asks until the answer is as expected, and returns that answer; see {@linkcode until}. */
export async function poll<T>(
  what: string | null,
  ask: () => T | Promise<T>,
  isExpected: (answer: T) => boolean,
): Promise<T> {
  let remindedAtMs = performance.now();
  for (let turn = 0;; turn++) {
    const asked = ask();
    const answer = await asked;
    if (isExpected(answer)) return answer;
    if (what !== null && performance.now() - remindedAtMs > REMINDER_MS) {
      remindedAtMs = performance.now();
      await Deno.stderr.write(new TextEncoder().encode(`Still waiting for ${what}\n`));
    }
    const pauseMs = asked instanceof Promise || turn >= QUICK_TURNS ? PAUSE_MS : 0;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
