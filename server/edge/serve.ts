import { createApp } from "../app.ts";
import { makeKey } from "../auth/api_key.ts";
import type { KeyStore } from "../auth/key_store.ts";
import { SCOPES } from "../contracts/scopes.ts";
import { systemClock } from "../clock.ts";
import { compose, readSource } from "../compose.ts";
import { type Config, readConfig } from "../config.ts";
import type { Deps } from "../context.ts";
import { loadDatasets } from "../datasets/loader.ts";
import { compileEngine, loadEngine, reloadEngine } from "../engine/load.ts";
import { LocalEngine } from "../engine/local_engine.ts";
import { EnginePool } from "../engine/pool.ts";
import { StartError } from "../errors/start_error.ts";
import { toJsonLine, toTextLine } from "../request_record.ts";
import { SqliteKeyStore } from "../store/sqlite_key_store.ts";
import { SqliteTrialStore } from "../store/sqlite_trial_store.ts";
import { firstScore } from "./first_steps.ts";
import { InFlight } from "./in_flight.ts";
import { openKeysFile } from "./keys_file.ts";
import { LogWriter, print } from "./output.ts";

const TRIALS_FLUSH_EVERY_MS = 1_000;

/**
 * Starts the server and returns when its port is open; SIGTERM and SIGINT end the process.
 *
 * @throws {StartError} that says what is wrong and what is wanted
 */
export async function serve(): Promise<void> {
  const config = readConfig((name) => Deno.env.get(name));
  const log = new LogWriter();
  const [module, datasets] = await Promise.all([
    compileEngine(),
    loadDatasets(config.datasetsFolder),
  ]);
  const lost = (reason: string): void =>
    log.write(JSON.stringify({ event: "engine-lost", reason }));
  const starting = EnginePool.start({
    workersMax: config.workerCount || navigator.hardwareConcurrency,
    queueMax: config.queueMax,
    spawn: () => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" }),
    lost,
  }, { module, datasets });
  const engine = loadEngine(module);
  const source = readSource(engine, datasets);
  const database = openKeysFile(config.keysFile);
  const keys = new SqliteKeyStore(database);
  const trials = new SqliteTrialStore(database);
  const isText = (config.logForm ?? (Deno.stderr.isTerminal() ? "text" : "json")) === "text";
  const pool = await starting;
  const deps = await compose({
    clock: systemClock,
    limits: config.limits,
    keyStoreDeadlineMs: config.keyStoreDeadlineMs,
    source,
    local: new LocalEngine(engine, {
      datasets,
      reload: (generation) => reloadEngine(module, generation),
      lost,
    }),
    runner: pool,
    keys,
    trials,
    makeId: () => crypto.randomUUID(),
    log: (record) => log.write(isText ? toTextLine(record) : toJsonLine(record)),
  });
  const inFlight = new InFlight();
  const server = listen(config, deps, inFlight);
  await greet(config, server.addr.port, keys);
  const flushing = setInterval(() => trials.flush(), TRIALS_FLUSH_EVERY_MS);
  onStop(async () => {
    deps.lifecycle.isDraining = true;
    const late = new Promise<"late">((resolve) => setTimeout(resolve, config.drainMs, "late"));
    // The listener would cut off bodies that are still coming, so it stays until they are there;
    // what arrives in between is answered SHUTTING_DOWN.
    const done = inFlight.idle().then(() => server.shutdown());
    const outcome = await Promise.race([done, late]);
    clearInterval(flushing);
    trials.flush();
    database.close();
    pool.close();
    log.flush();
    // A worker in the middle of a run would keep the process alive.
    Deno.exit(outcome === "late" ? 1 : 0);
  });
}

function listen(
  { host, port }: Config,
  deps: Deps,
  inFlight: InFlight,
): Deno.HttpServer<Deno.NetAddr> {
  const app = createApp(deps);
  try {
    return Deno.serve(
      { hostname: host, port, onListen: () => {} },
      (request, { remoteAddr }) =>
        inFlight.track(app.fetch(request, { remoteAddress: remoteAddr.hostname })),
    );
  } catch (cause) {
    if (!(cause instanceof Deno.errors.AddrInUse)) throw cause;
    throw new StartError(`Cannot listen on ${host}:${port}: it is taken, set ARENA_PORT`, {
      cause,
    });
  }
}

/** Prints where the server listens; on the first start on a loopback address, a key too. */
async function greet({ host }: Config, port: number, keys: KeyStore): Promise<void> {
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  print(`Strategy arena listens on ${origin}`);
  const isFirst = (await keys.list()).length === 0;
  if (isFirst && isLoopback(host)) {
    const { id, key, hash } = await makeKey();
    await keys.add({
      ...{ id, name: "development", hash, scopes: SCOPES, status: "active" },
      ...{ createdAt: Date.now(), expiresAt: null, lastUsedAt: null },
    });
    print(`Development key, shown this once: ${key}`);
    print(`A first score:\n\n${firstScore(origin, key)}\n`);
  } else {
    const isKeyless = isFirst ? "There is no key yet: " : "";
    print(`${isKeyless}deno task keys create --name NAME --scopes ${SCOPES.join(",")}`);
    print(`A score, with a key in ARENA_KEY:\n\n${firstScore(origin, "$ARENA_KEY")}\n`);
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function onStop(stop: () => Promise<void>): void {
  let stopping: Promise<void> | null = null;
  const once = (): void => {
    stopping ??= stop();
  };
  Deno.addSignalListener("SIGINT", once);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", once);
}
