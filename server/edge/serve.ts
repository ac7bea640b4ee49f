import { createApp } from "../app.ts";
import { redactKeys } from "../auth/redact.ts";
import { systemClock } from "../clock.ts";
import { compose } from "../compose.ts";
import { type Config, readConfig } from "../config.ts";
import type { Deps } from "../context.ts";
import { StartError } from "../errors/start_error.ts";
import { toJsonLine, toTextLine } from "../request_record.ts";
import { Compressor } from "./compressor.ts";
import { startEngines } from "./engines.ts";
import { greet } from "./greeting.ts";
import { InFlight } from "./in_flight.ts";
import { LogWriter } from "./output.ts";
import { openStores } from "./stores.ts";
import { openWebFiles } from "./web_files.ts";

/**
 * Starts the server and returns when its port is open; SIGTERM and SIGINT end the process.
 *
 * @throws {StartError} that says what is wrong and what is wanted
 */
export async function serve(): Promise<void> {
  const config = readConfig((name) => Deno.env.get(name));
  const log = new LogWriter();
  const failed = (reason: string): void => log.write(toEventLine(reason));
  const { source, local, runner } = await startEngines(config, failed);
  const { keys, trials, close } = openStores(config.keysFile, failed);
  const toLine = isText(config) ? toTextLine : toJsonLine;
  const { limits, keyStoreDeadlineMs } = config;
  const compressor = new Compressor();
  const files = await openWebFiles(config.datasetsFolder, source.markets);
  const deps = await compose({
    ...{ clock: systemClock, limits, keyStoreDeadlineMs, source, local, runner, keys, trials },
    web: { files, compress: (bytes, coding) => compressor.compress(bytes, coding) },
    makeId: () => crypto.randomUUID(),
    log: (record) => log.write(toLine(record)),
  });
  const inFlight = new InFlight();
  const server = listen(config, deps, inFlight);
  await greet(config.host, server.addr.port, keys);
  onStop(async () => {
    deps.lifecycle.isDraining = true;
    const isInTime = await drain(server, inFlight, config.drainMs);
    close();
    runner.close();
    compressor.close();
    log.flush();
    // A worker in the middle of a run would keep the process alive.
    Deno.exit(isInTime ? 0 : 1);
  });
}

/** Says something that is ours to look into and belongs to no one request. */
function toEventLine(reason: string): string {
  return redactKeys(JSON.stringify({ time: new Date().toISOString(), event: "failure", reason }));
}

function isText({ logForm }: Config): boolean {
  return (logForm ?? (Deno.stderr.isTerminal() ? "text" : "json")) === "text";
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
    const detail = `Cannot listen on ${host}:${port}: it is taken, set ARENA_PORT`;
    throw new StartError(detail, { cause });
  }
}

/**
 * Finishes what is under way. The listener would cut off bodies that are still coming, so it stays
 * until they are there; what arrives in between is answered SHUTTING_DOWN.
 *
 * @returns whether it was all done in time
 */
async function drain(
  server: Deno.HttpServer<Deno.NetAddr>,
  inFlight: InFlight,
  drainMs: number,
): Promise<boolean> {
  const done = inFlight.idle().then(() => server.shutdown());
  const late = new Promise<"late">((resolve) => setTimeout(resolve, drainMs, "late"));
  return await Promise.race([done, late]) !== "late";
}

function onStop(stop: () => Promise<void>): void {
  let stopping: Promise<void> | null = null;
  const once = (): void => {
    stopping ??= stop();
  };
  Deno.addSignalListener("SIGINT", once);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", once);
}
