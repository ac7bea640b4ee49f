/** Turns of the event loop before a poll begins to pause: most of what is awaited is that near. */
const TURNS_WITHOUT_PAUSE = 100;
const PAUSE_MS = 20;
const REMINDER_MS = 30_000;

/**
 * Waits until a condition holds. There is no deadline, so that a busy machine fails no test: the
 * runner ends a test that hangs, and the lines on stderr name the condition it waits for.
 *
 * @param what names the condition in those lines
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
): Promise<void> {
  await poll(what, isSo, Boolean);
}

/** Asks until the answer is as expected, and returns that answer; see {@linkcode until}. */
export async function poll<T>(
  what: string,
  ask: () => T | Promise<T>,
  isExpected: (answer: T) => boolean,
): Promise<T> {
  let remindedAtMs = performance.now();
  for (let turn = 0;; turn++) {
    const answer = await ask();
    if (isExpected(answer)) return answer;
    if (performance.now() - remindedAtMs > REMINDER_MS) {
      remindedAtMs = performance.now();
      await Deno.stderr.write(new TextEncoder().encode(`Still waiting for ${what}\n`));
    }
    const pauseMs = turn < TURNS_WITHOUT_PAUSE ? 0 : PAUSE_MS;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
