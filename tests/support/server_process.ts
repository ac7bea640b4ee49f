import { ArenaClient } from "../../server/client/client.ts";
import { writeDatasets } from "./datasets.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** What a finished process left. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A task of `deno.json` that runs `main.ts`. */
type Task = "start" | "keys" | "backup" | "restore" | "probe" | "simulate" | "evaluate";

/** A folder of its own with the test datasets and room for keys. */
export class Home implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<Home> {
    const folder = await Deno.makeTempDir();
    await writeDatasets(folder);
    return new Home(folder);
  }

  get keysFile(): string {
    return `${this.folder}/data/keys.sqlite`;
  }

  /** Starts a command with the permissions of its task, and those for this folder. */
  async spawn(
    task: Task,
    words: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
    stdin: "null" | "piped" = "null",
  ): Promise<Deno.ChildProcess> {
    const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
    const [, ...flags] = String(tasks[task]).split(" ");
    const folders = flags.map((flag) =>
      /^--allow-(read|write)=/.test(flag) ? `${flag},${this.folder}` : flag
    );
    return new Deno.Command(Deno.execPath(), {
      args: [...folders, ...words],
      cwd: ROOT,
      env: {
        ARENA_DATASETS: this.folder,
        ARENA_KEYS: this.keysFile,
        ARENA_PORT: "0",
        ...environment,
      },
      stdin,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Runs a command to its end, with a text to read if there is one. */
  async run(
    task: Task,
    words: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
    input: string | null = null,
  ): Promise<Outcome> {
    const stdin = input === null ? "null" : "piped";
    const child = await this.spawn(task, words, environment, stdin);
    if (input !== null) await new Blob([input]).stream().pipeTo(child.stdin);
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** Starts the server; resolves when its port is open. */
  async serve(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    return await ServerProcess.of(await this.spawn("start", [], environment));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** A running server. */
export class ServerProcess implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #rest: Promise<string>;
  readonly #stderr: Promise<string>;
  /** What it printed until it listened. */
  readonly greeting: string;
  #outcome: Promise<Outcome> | null = null;

  private constructor(
    process: Deno.ChildProcess,
    greeting: string,
    rest: Promise<string>,
    stderr: Promise<string>,
  ) {
    this.#process = process;
    this.greeting = greeting;
    this.#rest = rest;
    this.#stderr = stderr;
  }

  static async of(process: Deno.ChildProcess): Promise<ServerProcess> {
    const stderr = new Response(process.stderr).text();
    const [head, tail] = process.stdout.tee();
    let greeting = "";
    for await (const text of head.pipeThrough(new TextDecoderStream())) {
      greeting += text;
      if (greeting.endsWith("/evaluations\n\n")) break;
    }
    if (!greeting.includes("listens on")) throw new Error(greeting + await stderr);
    return new ServerProcess(process, greeting, new Response(tail).text(), stderr);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get origin(): string {
    return /listens on (\S+)/.exec(this.greeting)?.[1] ?? "";
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  /** The development key; null when none was printed. */
  get key(): string | null {
    return /key, shown this once: (\S+)/.exec(this.greeting)?.[1] ?? null;
  }

  /** Returns a client with a key, the development key when left out. */
  client(apiKey = this.key ?? ""): ArenaClient {
    return new ArenaClient({ baseUrl: this.origin, apiKey });
  }

  /** Asks it to stop; gives what it left. Asking again gives the same. */
  stop(): Promise<Outcome> {
    this.#outcome ??= this.#stop();
    return this.#outcome;
  }

  async #stop(): Promise<Outcome> {
    try {
      this.#process.kill("SIGTERM");
    } catch (error) {
      // It has ended by itself; its code says how.
      if (!(error instanceof TypeError)) throw error;
    }
    const { code } = await this.#process.status;
    return { code, stdout: await this.#rest, stderr: await this.#stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
