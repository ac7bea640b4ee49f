import { createApp } from "../http/app.ts";
import { toEventLine, toJsonLine } from "../http/request_record.ts";
import { readConfig } from "../process/config.ts";
import { type OpenArena, openArena } from "../process/open_arena.ts";
import { printWelcome } from "../process/welcome.ts";
import { ROOT } from "./root.ts";
import { Served } from "./served.ts";
import { Home } from "./server_process.ts";

/** Limits that tests of the page do not reach. */
const GENEROUS = {
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SIMULATIONS_IN_FLIGHT: "100",
  ARENA_EVALUATIONS_IN_FLIGHT: "100",
};

/** A server in the process of the test, with the stores and threads of a process of its own. */
export class LocalServer extends Served {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #arena: OpenArena;
  readonly home: Home;
  readonly #isHomeOwn: boolean;
  readonly greeting: string;
  #stopped: Promise<void> | null = null;
  readonly #lines: readonly string[];

  private constructor(
    server: Deno.HttpServer<Deno.NetAddr>,
    arena: OpenArena,
    { home, isHomeOwn, greeting, lines }: {
      readonly home: Home;
      readonly isHomeOwn: boolean;
      readonly greeting: string;
      readonly lines: readonly string[];
    },
  ) {
    super();
    this.#server = server;
    this.#arena = arena;
    this.home = home;
    this.#isHomeOwn = isHomeOwn;
    this.greeting = greeting;
    this.#lines = lines;
  }

  /** Opens a server with the official datasets and a folder of its own, which no failure may happen to. */
  static async open(): Promise<LocalServer> {
    const home = await Home.make();
    const environment = { ...GENEROUS, ARENA_DATASETS: `${ROOT}datasets` };
    return await LocalServer.#open(home, environment, { isHomeOwn: true });
  }

  /** Opens a server over a folder, as {@linkcode Home.serve} does in a process. */
  static in(home: Home, environment: Readonly<Record<string, string>> = {}): Promise<LocalServer> {
    return LocalServer.#open(home, environment, { isHomeOwn: false });
  }

  static async #open(
    home: Home,
    environment: Readonly<Record<string, string>>,
    { isHomeOwn }: { readonly isHomeOwn: boolean },
  ): Promise<LocalServer> {
    const settings: Readonly<Record<string, string>> = {
      ARENA_DATASETS: home.folder,
      ARENA_KEYS: home.keysFile,
      ...environment,
    };
    const lines: string[] = [];
    const failed = (reason: string): void => {
      if (isHomeOwn) throw new Error(reason);
      lines.push(toEventLine(Date.now(), { event: "failure", reason }));
    };
    const arena = await openArena(readConfig((name) => settings[name]), {
      failed,
      exhausted: () => failed("every thread hangs"),
      log: (record) => void lines.push(toJsonLine(record)),
    });
    const app = createApp(arena.deps);
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request, { remoteAddr }) => app.fetch(request, { remoteAddress: remoteAddr.hostname }),
    );
    let greeting = "";
    await arena.withKeyRegister((keys) =>
      printWelcome({
        host: "127.0.0.1",
        port: server.addr.port,
        keys,
        print: (text) => void (greeting += `${text}\n`),
      })
    );
    arena.resumeSearches();
    return new LocalServer(server, arena, { home, isHomeOwn, greeting, lines });
  }

  get log(): string {
    return this.#lines.join("\n");
  }

  /** Stops the server; every call is the same stop. */
  stop(): Promise<void> {
    return this.#stopped ??= this.#stop();
  }

  async #stop(): Promise<void> {
    await this.#server.shutdown();
    await this.#arena.close();
    if (this.#isHomeOwn) await this.home[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
