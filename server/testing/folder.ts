/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withFolder(work: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
