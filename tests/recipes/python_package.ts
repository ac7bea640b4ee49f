import { assert } from "@std/assert";
import { sharedFolder } from "../../server/testing/folder.ts";
import { ROOT } from "../../server/testing/root.ts";

/** The folder that `pip` installs. */
export const PACKAGE = `${ROOT}pkg`;

/** Runs Python with the packages of a folder before all others; returns what it prints. */
export async function python(folder: string, words: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("python3", {
    args: [...words],
    env: { PYTHONPATH: folder, XDG_CACHE_HOME: folder, PYTHONDONTWRITEBYTECODE: "1" },
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
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
