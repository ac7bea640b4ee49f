import { sharedFolder } from "../../server/testing/folder.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";

/** The folder that `pip` installs. */
export const PACKAGE = `${ROOT}pkg`;

/** Runs Python with the packages of a folder before all others; returns what it prints. */
export async function python(folder: string, words: readonly string[]): Promise<string> {
  const env = { PYTHONPATH: folder, XDG_CACHE_HOME: folder, PYTHONDONTWRITEBYTECODE: "1" };
  return await outputOf("python3", words, { env });
}

/** Installs the package as `pip install ./pkg` does, without its dependencies. */
const installed = sharedFolder(async (folder) => {
  const flags = ["--quiet", "--no-build-isolation", "--no-deps", "--target", folder];
  await python(folder, ["-m", "pip", "install", ...flags, PACKAGE]);
  return folder;
});

/** Works in the folder of the installed package, which all tests of a file share. */
export async function withPackage(work: (folder: string) => Promise<void>): Promise<void> {
  await work(await installed());
}
