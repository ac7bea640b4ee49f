import { freePort } from "./free_port.ts";
import { outputOf, run } from "./programs.ts";
import { findPostgres, testWith } from "./tools.ts";

/** The user of the server when the test runs as root, which PostgreSQL refuses. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** The databases are thrown away, so no statement waits for a disk. */
const SETTINGS = [
  "unix_socket_directories=''",
  "listen_addresses=127.0.0.1",
  "max_connections=60",
  "fsync=off",
  "full_page_writes=off",
];

/** The PostgreSQL of this machine, with its own folder and port. */
export class Postgres {
  static #shared: Promise<Postgres> | null = null;
  readonly #folder: string;
  readonly port = freePort();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the server that all tests of a file share, and that ends with the last of them. */
  static shared(): Promise<Postgres> {
    return this.#shared ??= this.#start();
  }

  /** Creates and starts a server; its user `arena` needs no password. */
  static async #start(): Promise<Postgres> {
    const folder = await Deno.makeTempDir({ prefix: "arena-postgres-" });
    if (isRoot()) await Deno.chown(folder, NOBODY.uid, NOBODY.gid);
    const options = ["-A", "trust", "-U", "arena", "-E", "UTF8", "-N"];
    await server("initdb", ["-D", `${folder}/data`, ...options]);
    const made = new Postgres(folder);
    await made.resume();
    return made;
  }

  /** Creates an empty database; returns its address. */
  async database(): Promise<string> {
    const name = `d${crypto.randomUUID().replaceAll("-", "")}`;
    const address = `postgres://arena@127.0.0.1:${this.port}/`;
    await this.sql(`CREATE DATABASE ${name}`, `${address}postgres`);
    return address + name;
  }

  /** Runs a statement on a database with psql; returns its output, a line per row. */
  async sql(statement: string, url: string): Promise<string> {
    return await server("psql", ["-d", url, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statement]);
  }

  /** Stops the server at once, which breaks every connection. */
  async halt(): Promise<void> {
    await server("pg_ctl", ["-D", `${this.#folder}/data`, "-m", "immediate", "-w", "stop"]);
  }

  /** Starts the server with the same folder and port. */
  async resume(): Promise<void> {
    const settings = SETTINGS.map((setting) => `-c ${setting}`);
    const places = ["-D", `${this.#folder}/data`, "-l", `${this.#folder}/log`];
    const options = `-p ${this.port} ${settings.join(" ")}`;
    await server("pg_ctl", [...places, "-w", "-t", "60", "-o", options, "start"]);
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
    const { stdout } = await run("pgrep", ["-P", pid]);
    const children = stdout.trim().split("\n").filter(Boolean);
    for (const each of [pid, ...children]) Deno.kill(Number(each), signal);
  }

  static {
    Deno.test.afterAll(async () => {
      const started = await this.#shared;
      if (started === null) return;
      // The server may be down already.
      await started.halt().catch(() => {});
      await Deno.remove(started.#folder, { recursive: true });
    });
  }
}

/** Defines a test that gets the address of an empty database. */
export function testOnPostgres(
  name: string,
  test: (url: string, postgres: Postgres, t: Deno.TestContext) => Promise<void>,
): void {
  testWith(["PostgreSQL"], name, async (t) => {
    const postgres = await Postgres.shared();
    await test(await postgres.database(), postgres, t);
  });
}

/** Runs a program of PostgreSQL; returns its output. */
async function server(program: string, args: readonly string[]): Promise<string> {
  const options = { cwd: "/", ...(isRoot() ? NOBODY : {}) };
  return (await outputOf(`${findPostgres()}/${program}`, args, options)).trimEnd();
}

/** Asks `id`, because tests have no permission for Deno.uid(). */
function isRoot(): boolean {
  const { stdout } = new Deno.Command("id", { args: ["-u"] }).outputSync();
  return new TextDecoder().decode(stdout).trim() === "0";
}
