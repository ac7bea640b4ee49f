/**
 * Lets everything that can run, run until something is so. It waits for no time to pass; a test that
 * waits in vain ends with its own timeout.
 */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    // deno-lint-ignore no-await-in-loop -- each turn of the event loop comes after the last
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
