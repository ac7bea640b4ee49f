/** The exit code and the output of a finished program. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program runs. */
export interface RunOptions extends Pick<Deno.CommandOptions, "cwd" | "env" | "gid" | "uid"> {
  /** The text of its standard input; by default it has none. */
  readonly input?: string;
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: readonly string[],
  { input, ...options }: RunOptions = {},
): Promise<Outcome> {
  const stdin = input === undefined ? "null" : "piped";
  const piped = { stdin, stdout: "piped", stderr: "piped" } as const;
  const child = new Deno.Command(program, { args: [...args], ...options, ...piped }).spawn();
  if (input !== undefined) await new Blob([input]).stream().pipeTo(child.stdin);
  return await endOf(child);
}

/** Returns the outcome of a program whose output is piped. */
export async function endOf(child: Deno.ChildProcess): Promise<Outcome> {
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Runs a program to its end; returns its output.
 *
 * @throws {Error} with all that it printed, when it failed
 */
export async function outputOf(...command: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...command);
  if (code === 0) return stdout;
  const [program, args] = command;
  throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
}

/** Runs a script of Bash, which ends with the first command that fails; returns its output. */
export async function shell(script: string, options: RunOptions): Promise<string> {
  return await outputOf("bash", ["-euo", "pipefail", "-c", script], options);
}

/** Runs a program that prints where this one does; returns whether it succeeded. */
export async function succeeds(
  program: string,
  args: readonly string[],
  options: Pick<Deno.CommandOptions, "cwd" | "env" | "stdout"> = {},
): Promise<boolean> {
  const command = new Deno.Command(program, { args: [...args], stdin: "null", ...options });
  return (await command.spawn().status).success;
}
