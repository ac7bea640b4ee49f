import { freePort } from "./free_port.ts";
import { findPostgres } from "./tools.ts";

/** A person whom the server runs as where a test runs as root, which PostgreSQL refuses. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Right for what is thrown away: nothing waits for a disk. */
const CARELESS = ["fsync=off", "full_page_writes=off"];

const SETTINGS = [
  "unix_socket_directories=''",
  "listen_addresses=127.0.0.1",
  "max_connections=60",
];

/** PostgreSQL of this machine, on a folder and a port of its own. */
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
   * Makes a server and starts it; its user `arena` needs no password.
   *
   * @param isDurable whether it writes to the disk as one that is kept, for what is measured
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

  /** The address of a database; each test takes one of its own. */
  url(database = "postgres"): string {
    return `postgres://arena@127.0.0.1:${this.port}/${database}`;
  }

  /** Makes an empty database; returns its address. */
  async database(): Promise<string> {
    const name = `d${crypto.randomUUID().replaceAll("-", "")}`;
    await this.sql(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  /** Runs a statement as an operator would; returns what it prints, a line per row. */
  async sql(statement: string, database = "postgres"): Promise<string> {
    const words = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "arena", "-d", database];
    return await run("psql", [...words, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statement]);
  }

  /** Ends it at once: every connection breaks. */
  async halt(): Promise<void> {
    await run("pg_ctl", ["-D", `${this.#folder}/data`, "-m", "immediate", "-w", "stop"]);
  }

  /** Starts it again, on the same folder and port. */
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

  async [Symbol.asyncDispose](): Promise<void> {
    // It may be down already.
    await this.halt().catch(() => {});
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** Runs a program of PostgreSQL; returns what it prints. */
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

/** Not Deno.uid(), for which tests have no permission. */
function isRoot(): boolean {
  const { stdout } = new Deno.Command("id", { args: ["-u"] }).outputSync();
  return new TextDecoder().decode(stdout).trim() === "0";
}
