import { createApp } from "../app.ts";
import { redactKeys } from "../auth/redact.ts";
import { systemClock } from "../clock.ts";
import { compose } from "../compose.ts";
import { type Config, readConfig } from "../config.ts";
import { toJsonLine, toTextLine } from "../request_record.ts";
import { Compressor } from "./compressor.ts";
import { startEngines } from "./engines.ts";
import { greet } from "./greeting.ts";
import { InFlight } from "./in_flight.ts";
import { listen, type Listener } from "./listen.ts";
import { serveMetrics } from "./metrics_server.ts";
import { LogWriter } from "./output.ts";
import { openStores, withRegister } from "./stores.ts";
import { startTelemetry } from "./telemetry.ts";
import { trustProxies } from "./trusted_proxies.ts";
import { openWebFiles } from "./web_files.ts";

/**
 * Starts the server and returns when its port is open; SIGTERM and SIGINT end the process.
 *
 * @param listener is taken before `ARENA_LISTENER`
 * @throws {StartError} that says what is wrong and what is wanted
 */
export async function serve(listener?: string): Promise<void> {
  const given: Record<string, string | undefined> = { ARENA_LISTENER: listener };
  const config = readConfig((name) => given[name] ?? Deno.env.get(name));
  const log = new LogWriter();
  const failed = (reason: string): void => log.write(toEventLine(reason));
  const starting = startEngines(config, failed);
  // The page's files are read while the engine takes the datasets.
  const [{ source, local, runner }, files] = await Promise.all([
    starting,
    openWebFiles(config.datasetsFolder, starting.then(({ source: { markets } }) => markets)),
  ]);
  const { keys, trials, close } = openStores(config.keysFile, failed);
  const toLine = isText(config) ? toTextLine : toJsonLine;
  const { limits, keyStoreDeadlineMs } = config;
  const observe = await startTelemetry();
  const isTrustedProxy = await trustProxies(config.trustedProxies);
  const compressor = new Compressor();
  const deps = await compose({
    ...{ clock: systemClock, limits, keyStoreDeadlineMs, isTrustedProxy },
    ...{ source, local, runner, keys, trials },
    web: { files, compress: (bytes, coding) => compressor.compress(bytes, coding) },
    makeId: () => crypto.randomUUID(),
    log: (record) => {
      log.write(toLine(record));
      observe(record);
      count(record);
    },
  });
  const count = serveMetrics(config.metrics, {
    versions: deps.versions,
    pool: () => runner.stats,
    bodyBytes: () => deps.bodyBytes.held,
    accounts: () => deps.limiter.size,
    logLinesLost: () => log.lost,
  });
  const inFlight = new InFlight();
  const app = createApp(deps);
  const server = await listen(
    config,
    (request, remoteAddress) => inFlight.track(app.fetch(request, { remoteAddress })),
  );
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
  await withRegister(config.keysFile, (register) => greet(config.host, server.port, register));
  await runner.open();
}

/** Says something that is ours to look into and belongs to no one request. */
function toEventLine(reason: string): string {
  return redactKeys(JSON.stringify({ time: new Date().toISOString(), event: "failure", reason }));
}

function isText({ logForm }: Config): boolean {
  return (logForm ?? (Deno.stderr.isTerminal() ? "text" : "json")) === "text";
}

/**
 * Finishes what is under way. The listener would cut off bodies that are still coming, so it stays
 * until they are there; what arrives in between is answered SHUTTING_DOWN.
 *
 * @returns whether it was all done in time
 */
async function drain(
  server: Listener,
  inFlight: InFlight,
  drainMs: number,
): Promise<boolean> {
  const done = inFlight.idle().then(() => server.close());
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
