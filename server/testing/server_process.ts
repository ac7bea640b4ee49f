import { writeDatasets } from "./datasets.ts";
import { endOf, type Outcome } from "./programs.ts";
import { ROOT } from "./root.ts";
import { Served } from "./served.ts";

/** A command of `main.ts`, which has a task of `deno.json` or belongs to the task `admin`. */
type Task =
  | "start"
  | "keys"
  | "backup"
  | "restore"
  | "probe"
  | "season"
  | "signing"
  | "simulate"
  | "evaluate"
  | "worker";

type PermissionSets = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface SpawnOptions {
  readonly stdin?: "null" | "piped";
  /** A program, with its arguments, that starts the command. */
  readonly prefix?: readonly string[];
}

/** A temporary folder with the test datasets and the keys. */
export class Home implements AsyncDisposable {
  readonly folder: string;
  readonly #root: string;

  private constructor(folder: string, root: string) {
    this.folder = folder;
    this.#root = root;
  }

  /** @param root the repository, with a slash at the end; by default this one */
  static async make(root = ROOT): Promise<Home> {
    const folder = await Deno.makeTempDir();
    await writeDatasets(folder);
    await Deno.mkdir(`${folder}/data`);
    return new Home(folder, root);
  }

  get keysFile(): string {
    return `${this.folder}/data/keys.sqlite`;
  }

  get arenaFile(): string {
    return `${this.folder}/data/arena.sqlite`;
  }

  /** Starts the command of a task directly, which saves the process of `deno task`. */
  async spawn(
    task: Task,
    words: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
    { stdin = "null", prefix = [] }: SpawnOptions = {},
  ): Promise<Deno.ChildProcess> {
    const { tasks, permissions } = JSON.parse(await Deno.readTextFile(`${this.#root}deno.json`));
    const env: Record<string, string> = {
      ARENA_DATASETS: this.folder,
      ARENA_KEYS: this.keysFile,
      ARENA_PORT: "0",
      ...environment,
    };
    const { command: text } = tasks[task] ?? { command: `${tasks.admin.command} ${task}` };
    const [, run = "", ...flags] = String(text).split(" ");
    const at = flags.indexOf("main.ts");
    flags.splice(at, 0, ...this.#granted(flags, permissions));
    const line = [...prefix, Deno.execPath(), run, ...flags, ...words];
    const [command = "", ...args] = line;
    return new Deno.Command(command, {
      args,
      cwd: this.#root,
      env,
      stdin,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Returns the flags that add this folder to the permission set of a task. */
  #granted(flags: readonly string[], sets: PermissionSets): readonly string[] {
    const name = flags.find((flag) => flag.startsWith("-P="))?.slice("-P=".length) ?? "";
    return Object.entries(sets[name] ?? {}).flatMap(([kind, paths]) =>
      /^(read|write)$/.test(kind) && Array.isArray(paths)
        ? [`--allow-${kind}=${[...paths, this.folder].join(",")}`]
        : []
    );
  }

  /** Runs a command to its end, with a text as its input when one is given. */
  async run(
    task: Task,
    words: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
    input: string | null = null,
  ): Promise<Outcome> {
    const stdin = input === null ? "null" : "piped";
    const child = await this.spawn(task, words, environment, { stdin });
    if (input !== null) await new Blob([input]).stream().pipeTo(child.stdin);
    return await endOf(child);
  }

  /** Starts the server; resolves when its port is open. */
  async serve(
    environment: Readonly<Record<string, string>> = {},
    prefix: readonly string[] = [],
  ): Promise<ServerProcess> {
    return await ServerProcess.of(await this.spawn("start", [], environment, { prefix }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** The text of a stream so far. */
export class Log {
  text = "";
  readonly whole: Promise<string>;

  constructor(stream: ReadableStream<BufferSource>) {
    this.whole = this.#read(stream);
  }

  async #read(stream: ReadableStream<BufferSource>): Promise<string> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) this.text += text;
    return this.text;
  }
}

export class ServerProcess extends Served {
  readonly #process: Deno.ChildProcess;
  readonly #rest: Promise<string>;
  readonly #stderr: Log;
  readonly greeting: string;
  #outcome: Promise<Outcome> | null = null;
  #isKilled = false;

  private constructor(
    process: Deno.ChildProcess,
    greeting: string,
    rest: Promise<string>,
    stderr: Log,
  ) {
    super();
    this.#process = process;
    this.greeting = greeting;
    this.#rest = rest;
    this.#stderr = stderr;
    process.status.then((status) => this.#explain(status));
  }

  /** Starts a server by a program and its arguments. */
  static start(
    program: string,
    args: readonly string[],
    options: Pick<Deno.CommandOptions, "cwd" | "env">,
  ): Promise<ServerProcess> {
    const piped = { ...options, stdout: "piped", stderr: "piped" } as const;
    return ServerProcess.of(new Deno.Command(program, { args: [...args], ...piped }).spawn());
  }

  static async of(process: Deno.ChildProcess): Promise<ServerProcess> {
    const stderr = new Log(process.stderr);
    const [head, tail] = process.stdout.tee();
    let greeting = "";
    for await (const text of head.pipeThrough(new TextDecoderStream())) {
      greeting += text;
      if (greeting.endsWith("/evaluations\n\n")) break;
    }
    if (!greeting.includes("listens on")) throw new Error(greeting + await stderr.whole);
    return new ServerProcess(process, greeting, new Response(tail).text(), stderr);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get log(): string {
    return this.#stderr.text;
  }

  /** Stops the server; every call returns the same outcome. */
  stop(): Promise<Outcome> {
    this.#outcome ??= this.#stop();
    return this.#outcome;
  }

  async #stop(): Promise<Outcome> {
    try {
      this.#process.kill("SIGTERM");
    } catch (error) {
      // The server has ended by itself, and its exit code says how.
      if (!(error instanceof TypeError)) throw error;
    }
    const { code } = await this.#process.status;
    return { code, stdout: await this.#rest, stderr: await this.#stderr.whole };
  }

  /** Kills the server at once, like a power cut. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    this.#process.kill("SIGKILL");
    await this.#process.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Prints the log of a server that ended by itself: its test only sees a lost connection. */
  async #explain({ code, signal }: Deno.CommandStatus): Promise<void> {
    if (this.#isKilled || this.#outcome !== null) return;
    const line = `The server ended by itself (${signal ?? code}): ${await this.#stderr.whole}\n`;
    await Deno.stderr.write(new TextEncoder().encode(line));
  }
}

/**
 * Works with a server of a checkout that starts by the permissions of its task. They have no folder of a
 * test for its keys, so these are in the checkout, and removed in the end.
 */
export async function withStarted<T>(
  args: readonly string[],
  work: (server: ServerProcess) => Promise<T>,
  { cwd = ROOT, env = {} }: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Promise<T> {
  const folder = `data/test-${crypto.randomUUID()}`;
  const own = { ARENA_PORT: "0", ARENA_KEYS: `${folder}/keys.sqlite`, ...env };
  try {
    await using server = await ServerProcess.start(Deno.execPath(), args, { cwd, env: own });
    return await work(server);
  } finally {
    await Deno.remove(cwd + folder, { recursive: true });
  }
}
