import { ROOT } from "./root.ts";

/** Folders of what is built, installed or measured: nothing in them was written by hand. */
const BUILT = /^(?:\.git|data|backups|coverage|target|node_modules|dist)$/;
const TEXT = /\.(?:css|d\.ts|html|js|json|md|rs|service|toml|ts|tsx|yml)$/;

/** A text file of the repository. */
export interface SourceText {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Returns the paths of all files that were written by hand, in order. */
export async function sourcePaths(folder = ""): Promise<readonly string[]> {
  const entries = await Array.fromAsync(Deno.readDir(ROOT + folder));
  const nested = entries.filter(({ name }) => !BUILT.test(name)).map(({ name, isDirectory }) =>
    isDirectory ? sourcePaths(`${folder}${name}/`) : [folder + name]
  );
  return (await Promise.all(nested)).flat().toSorted();
}

/** Returns every text file that was written by hand. */
export async function readSources(): Promise<readonly SourceText[]> {
  const paths = (await sourcePaths()).filter((path) => TEXT.test(path));
  return await Promise.all(
    paths.map(async (path) => ({ path, text: await Deno.readTextFile(ROOT + path) })),
  );
}

/** Returns the imports of a module: files by path from the root, packages by name. */
export function importsOf({ path, text }: SourceText): readonly string[] {
  return [...text.matchAll(/\b(?:from|import) ?\(?\s*"([^"]+)"/g)].map(([, name = ""]) =>
    name.startsWith(".") ? new URL(name, `file:///${path}`).pathname.slice(1) : name
  );
}
