import type { Folder } from "../store/store_file.ts";

/** The file system of this machine. */
export const diskFolder: Folder = {
  identityOf(path): string | null {
    try {
      const { dev, ino } = Deno.statSync(path);
      return `${dev}:${ino}`;
    } catch {
      // A file without stat cannot be opened either.
      return null;
    }
  },
  remove: (path) => Deno.removeSync(path),
};
