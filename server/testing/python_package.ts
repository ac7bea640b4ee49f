import { succeeds } from "./programs.ts";

/**
 * Returns a Python that has a package from PyPI, installed on first use into a folder for temporary
 * files.
 *
 * @param name name of the package
 * @param version its version
 * @returns the command; null without Python 3.10 with venv, or without PyPI the first time
 */
export async function pythonWith(name: string, version: string): Promise<string | null> {
  const venv = `${Deno.env.get("TMPDIR") ?? "/tmp"}/arena-${name}-${version}`;
  const command = `${venv}/bin/python3`;
  if (await exists(command)) return command;
  const making = `${venv}-${Deno.pid}`;
  try {
    // The standard output belongs to the caller's own report.
    const options = { stdout: "null" } as const;
    const pip = ["install", "--quiet", `${name}==${version}`];
    const isMade = await succeeds("python3", ["-m", "venv", making], options) &&
      await succeeds(`${making}/bin/pip`, pip, options);
    // Installed completely or not at all, even when two processes run at once.
    if (isMade && !await exists(command)) await Deno.rename(making, venv);
    return isMade ? command : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  } finally {
    if (await exists(making)) await Deno.remove(making, { recursive: true });
  }
}

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}
