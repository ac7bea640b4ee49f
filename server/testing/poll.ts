const TRIES = 600;
const PAUSE_MS = 50;

/**
 * Asks another process until it answers as expected, which it does in its own time; returns that
 * answer.
 *
 * @throws {Error} after half a minute, with what it waited for
 */
export async function poll<T>(
  waitsFor: string,
  ask: () => Promise<T>,
  isSo: (answer: T) => boolean,
  tries = TRIES,
): Promise<T> {
  const answer = await ask();
  if (isSo(answer)) return answer;
  if (tries === 0) throw new Error(`Cannot wait longer for ${waitsFor}`);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return await poll(waitsFor, ask, isSo, tries - 1);
}
