/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withFolder(work: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Returns a function that fills a temporary folder when it is first called, for all tests of a file; the
 * folder is removed after the last of them.
 */
export function sharedFolder<T>(fill: (folder: string) => Promise<T>): () => Promise<T> {
  let folder: string | null = null;
  let filled: Promise<T> | null = null;
  Deno.test.afterAll(async () => {
    if (folder !== null) await Deno.remove(folder, { recursive: true });
  });
  const make = async (): Promise<T> => await fill(folder = await Deno.makeTempDir());
  return () => filled ??= make();
}
