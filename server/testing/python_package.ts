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
    const isMade = await run("python3", ["-m", "venv", making]) &&
      await run(`${making}/bin/pip`, ["install", "--quiet", `${name}==${version}`]);
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

async function run(command: string, args: readonly string[]): Promise<boolean> {
  // The standard output belongs to the caller's own report.
  const child = new Deno.Command(command, {
    args: [...args],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  });
  return (await child.spawn().status).success;
}

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}
