import { makeKey } from "../auth/api_key.ts";
import { newRecord } from "../auth/key_changes.ts";
import { ArenaClient } from "../client/client.ts";
import { SCOPES } from "../contracts/scopes.ts";
import { createApp } from "../http/app.ts";
import { readConfig } from "../process/config.ts";
import { openArena } from "../process/open_arena.ts";
import { ROOT } from "./root.ts";
import { Home } from "./server_process.ts";

/** Limits that tests of the page do not reach. */
const GENEROUS = {
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SIMULATIONS_IN_FLIGHT: "100",
  ARENA_EVALUATIONS_IN_FLIGHT: "100",
};

/** A server with the official datasets in the process of the test, so that both always end together. */
export class LocalServer {
  readonly #stop: () => Promise<void>;
  readonly home: Home;
  readonly origin: string;
  /** A key with every scope. */
  readonly key: string;

  private constructor(home: Home, origin: string, key: string, stop: () => Promise<void>) {
    this.home = home;
    this.origin = origin;
    this.key = key;
    this.#stop = stop;
  }

  static async open(): Promise<LocalServer> {
    const home = await Home.make();
    const settings: Readonly<Record<string, string>> = {
      ...GENEROUS,
      ARENA_DATASETS: `${ROOT}datasets`,
      ARENA_KEYS: home.keysFile,
    };
    const failed = (reason: string): never => {
      throw new Error(reason);
    };
    const arena = await openArena(readConfig((name) => settings[name]), {
      failed,
      exhausted: () => failed("every thread hangs"),
      log: () => {},
    });
    const made = await makeKey();
    const facts = { name: "page", scopes: SCOPES, createdAt: Date.now() };
    await arena.withKeyRegister((register) => register.add(newRecord(made, facts)));
    const app = createApp(arena.deps);
    const port = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request, { remoteAddr }) => app.fetch(request, { remoteAddress: remoteAddr.hostname }),
    );
    let stopped: Promise<void> | null = null;
    const stop = async (): Promise<void> => {
      await port.shutdown();
      await arena.close();
      await home[Symbol.asyncDispose]();
    };
    const origin = `http://127.0.0.1:${port.addr.port}`;
    return new LocalServer(home, origin, made.key, () => stopped ??= stop());
  }

  client(): ArenaClient {
    return new ArenaClient({ baseUrl: this.origin, apiKey: this.key });
  }

  /** Stops the server; every call is the same stop. */
  stop(): Promise<void> {
    return this.#stop();
  }
}
