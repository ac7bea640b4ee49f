import { freePort } from "./free_port.ts";
import { findPostgres } from "./tools.ts";

/** The user of the server when the test runs as root, which PostgreSQL refuses. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** For a database that is thrown away: no statement waits for a disk. */
const CARELESS = ["fsync=off", "full_page_writes=off"];

const SETTINGS = [
  "unix_socket_directories=''",
  "listen_addresses=127.0.0.1",
  "max_connections=60",
];

/** The PostgreSQL of this machine, with its own folder and port. */
export class Postgres implements AsyncDisposable {
  readonly #folder: string;
  readonly #settings: readonly string[];
  readonly port: number;

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.#settings = settings;
    this.port = port;
  }

  /**
   * Creates and starts a server; its user `arena` needs no password.
   *
   * @param isDurable whether statements wait for the disk, for measurements
   */
  static async start({ isDurable = false } = {}): Promise<Postgres> {
    const folder = await Deno.makeTempDir({ prefix: "arena-postgres-" });
    if (isRoot()) await Deno.chown(folder, NOBODY.uid, NOBODY.gid);
    await run("initdb", ["-D", `${folder}/data`, "-A", "trust", "-U", "arena", "-E", "UTF8", "-N"]);
    const settings = isDurable ? SETTINGS : [...SETTINGS, ...CARELESS];
    const made = new Postgres(folder, freePort(), settings);
    await made.resume();
    return made;
  }

  /** Returns the address of a database; each test uses its own. */
  url(database = "postgres"): string {
    return `postgres://arena@127.0.0.1:${this.port}/${database}`;
  }

  /** Creates an empty database; returns its address. */
  async database(): Promise<string> {
    const name = `d${crypto.randomUUID().replaceAll("-", "")}`;
    await this.sql(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  /** Runs a statement with psql; returns its output, a line per row. */
  async sql(statement: string, database = "postgres"): Promise<string> {
    const words = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "arena", "-d", database];
    return await run("psql", [...words, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statement]);
  }

  /** Stops the server at once, which breaks every connection. */
  async halt(): Promise<void> {
    await run("pg_ctl", ["-D", `${this.#folder}/data`, "-m", "immediate", "-w", "stop"]);
  }

  /** Starts the server with the same folder and port. */
  async resume(): Promise<void> {
    const settings = this.#settings.map((setting) => `-c ${setting}`);
    await run("pg_ctl", [
      "-D",
      `${this.#folder}/data`,
      "-l",
      `${this.#folder}/log`,
      "-w",
      "-t",
      "60",
      "-o",
      `-p ${this.port} ${settings.join(" ")}`,
      "start",
    ]);
  }

  /** Stops all processes of the server where they are; connections stay open. */
  async freeze(): Promise<void> {
    await this.#signal("SIGSTOP");
  }

  /** Lets the processes go on. */
  async thaw(): Promise<void> {
    await this.#signal("SIGCONT");
  }

  async #signal(signal: Deno.Signal): Promise<void> {
    const [pid = ""] = (await Deno.readTextFile(`${this.#folder}/data/postmaster.pid`)).split("\n");
    const { stdout } = await new Deno.Command("pgrep", { args: ["-P", pid] }).output();
    const children = new TextDecoder().decode(stdout).trim().split("\n").filter(Boolean);
    for (const each of [pid, ...children]) Deno.kill(Number(each), signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The server may be down already.
    await this.halt().catch(() => {});
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** Runs a program of PostgreSQL; returns its output. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(`${findPostgres()}/${program}`, {
    args: [...args],
    cwd: "/",
    stdin: "null",
    ...(isRoot() ? NOBODY : {}),
  }).output();
  if (success) return new TextDecoder().decode(stdout).trimEnd();
  throw new Error(`Cannot run ${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

/** Asks `id`, because tests have no permission for Deno.uid(). */
function isRoot(): boolean {
  const { stdout } = new Deno.Command("id", { args: ["-u"] }).outputSync();
  return new TextDecoder().decode(stdout).trim() === "0";
}
