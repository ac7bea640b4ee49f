import { createApp } from "../http/app.ts";
import { systemClock } from "../base/clock.ts";
import { type Config, readConfig, SETTING_ROWS } from "./config.ts";
import { toEventLine, toJsonLine, toTextLine } from "../http/request_record.ts";
import { prepareDocuments } from "../http/routes/document.ts";
import { DOCUMENTS } from "../http/routes/operations.ts";
import { misspeltText } from "./misspelt.ts";
import type { Lifecycle } from "../http/context.ts";
import type { PortEvents } from "./listen/port_guard.ts";
import { printWelcome } from "./welcome.ts";
import { DescriptorRoom } from "./listen/descriptor_room.ts";
import { InFlight } from "./in_flight.ts";
import { LineQueue, type LineTarget } from "./telemetry/line_queue.ts";
import type { MetricSources } from "./telemetry/metrics.ts";
import { serveMetrics } from "./telemetry/metrics_server.ts";
import { printError, STDERR, STDOUT } from "./output.ts";
import { ProblemLogSampler } from "./telemetry/problem_log_sampler.ts";
import { onStopSignal } from "./signals.ts";
import { stopGracefully } from "./stop.ts";
import { type OpenArena, openArena } from "./open_arena.ts";

/**
 * Delay of the first worker and of the documents: creating and rendering block the thread, and the
 * first requests come at once.
 */
const REST_AFTER_MS = 200;
/** Threads that keep connections to a database: main, searches, and their jobs. */
const DATABASE_THREADS = 3;
/** Time for the last lines of the log when the process ends. */
const LOG_FLUSH_MS = 250;
/** Time that lines of the log wait to be written in one batch. */
const LOG_DELAY_MS = 100;

/**
 * Starts the server and returns when its port is open; SIGTERM and SIGINT end the process.
 *
 * @throws {StartError} that names the wrong value and the wanted one
 */
export async function serve(): Promise<void> {
  const config = readConfig((name) => Deno.env.get(name));
  const misspelt = misspeltText(SETTING_ROWS.map(([name]) => name), (name) => Deno.env.has(name));
  if (misspelt !== null) printError(misspelt);
  // Before any thread: one that finds no descriptor would end the process.
  const descriptors = openDescriptors(config);
  const log = queueTo(STDERR, LOG_DELAY_MS);
  const logEvent = (event: string, reason: string): void => log.write(eventLine(event, { reason }));
  const failed = (reason: string): void => logEvent("failure", reason);
  const toLine = isText(config) ? toTextLine : toJsonLine;
  const sampler = new ProblemLogSampler(
    systemClock,
    (suppressed) => log.write(eventLine("refusals without a line", { ...suppressed })),
  );
  const [arena, { listen }] = await Promise.all([
    openArena(config, {
      failed,
      exhausted: () => stop(1),
      log: (record) => {
        if (sampler.isLogged(record)) log.write(toLine(record));
        count(record);
      },
    }),
    // Loading the listener blocks this thread while other threads compile the engine.
    import("./listen/listen.ts"),
  ]);
  const { deps, deps: { lifecycle } } = arena;
  const count = await serveMetrics(config, gauges(arena, log), failed);
  const inFlight = new InFlight();
  const app = createApp(deps);
  const port = await listen(
    {
      ...config,
      portVariable: "ARENA_PORT",
      limit: (server) => descriptors.limit(server),
    },
    (request, remoteAddress) => inFlight.track(app.fetch(request, { remoteAddress })),
    acceptance(lifecycle, logEvent),
  );
  const stop = exitOnSignal({
    logEvent,
    openRequests: () => inFlight.count,
    drain: () => {
      const { drainMs, drainNoticeMs: noticeMs } = config;
      const clock = systemClock;
      return stopGracefully({ clock, lifecycle, inFlight, listener: port, noticeMs, drainMs });
    },
    release: () => arena.close(),
    flush: () => {
      sampler.flush();
      return log.close(LOG_FLUSH_MS);
    },
  });
  // The operator waits for the address, so it is written without delay.
  const out = queueTo(STDOUT, 0);
  const { host } = config;
  const print = (text: string): void => out.write(text);
  await arena.withKeyRegister((keys) => printWelcome({ host, port: port.port, keys, print }));
  await openTheRest(arena, failed);
}

/** Returns what happens when the port stops accepting connections, and accepts them again. */
function acceptance(
  lifecycle: Lifecycle,
  logEvent: (event: string, reason: string) => void,
): PortEvents {
  return {
    onUnavailable: (reason) => {
      lifecycle.isAccepting = false;
      logEvent("not accepting", reason);
    },
    onAvailable: (reason) => {
      lifecycle.isAccepting = true;
      logEvent("accepting", reason);
    },
  };
}

/** Opens what the first responses did not need. */
async function openTheRest(
  { deps, runner, resumeSearches }: OpenArena,
  failed: (reason: string) => void,
): Promise<void> {
  await new Promise<void>((resolve) => systemClock.after(REST_AFTER_MS, resolve));
  await runner.open();
  // The catalog also validates the output of the engine.
  await deps.catalog();
  await deps.webFiles();
  await prepareDocuments(DOCUMENTS, deps)
    .catch((error) => failed(`Cannot make the documents: ${error}`));
  resumeSearches();
}

/** Returns what the metrics read of a running arena. */
function gauges(
  { deps, runner, storeThread, hasSearches }: OpenArena,
  log: LineQueue,
): MetricSources {
  return {
    versions: deps.versions,
    pool: () => runner.stats,
    bodyBytes: () => deps.bodyBytes.held,
    accounts: () => deps.limiter.size,
    logLinesLost: () => log.lostCount,
    // A scrape does not start the store thread of a server without searches.
    searchQueue: () =>
      hasSearches() ? storeThread.service.queue().catch(() => null) : Promise.resolve(null),
  };
}

/** Reserves what connections of databases and open files of points may take. */
function openDescriptors(
  { connections: { connectionsMax }, databaseUrl, databaseConnections, searches }: Config,
): DescriptorRoom {
  const ofDatabase = databaseUrl === null ? 0 : DATABASE_THREADS * (databaseConnections + 2);
  return new DescriptorRoom({ connectionsMax, reserved: ofDatabase + searches.filesAtOnce });
}

interface StopSteps {
  logEvent(event: string, reason: string): void;
  /** Returns the number of requests that an exit would cut off now. */
  openRequests(): number;
  /** Stops gracefully; resolves with the number of requests that were cut off. */
  drain(): Promise<number>;
  /** Releases files and workers. */
  release(): Promise<void>;
  /** Writes the last log lines. */
  flush(): Promise<void>;
}

/**
 * Exits after a signal, with 0 when every request was answered. The returned function does the same
 * with another exit code, for a process that only a restart can repair.
 */
function exitOnSignal(
  { logEvent, openRequests, drain, release, flush }: StopSteps,
): (code: number) => void {
  // A worker in a run, or a write to a blocked pipe, would keep the process alive.
  const end = (code: number): Promise<void> => flush().finally(() => Deno.exit(code));
  let stopping: Promise<void> | null = null;
  const once = (code: number): void => {
    stopping ??= stopWith(code);
  };
  const stopWith = async (code: number): Promise<void> => {
    const count = await drain();
    if (count > 0) logEvent("failure", `Stopped before the end: requests cut off: ${count}`);
    try {
      await release();
    } catch (error) {
      logEvent("failure", `Cannot release all resources: ${error}`);
    }
    await end(count > 0 ? 1 : code);
  };
  onStopSignal({
    stop: () => once(0),
    stopNow: async () => {
      logEvent("stopped at once", `a second signal came, requests cut off: ${openRequests()}`);
      await end(1);
    },
  });
  return once;
}

function queueTo(target: LineTarget, delayMs: number): LineQueue {
  return new LineQueue({
    target,
    delayMs,
    clock: systemClock,
    lostLine: (count, reason) =>
      eventLine("failure", { reason: `${count} log lines were lost: ${reason}` }),
  });
}

/** Returns a log line for an event that belongs to no request. */
function eventLine(event: string, facts: Readonly<Record<string, unknown>>): string {
  return toEventLine(systemClock.epochMs(), { event, ...facts });
}

function isText({ logForm }: Config): boolean {
  return (logForm ?? (Deno.stderr.isTerminal() ? "text" : "json")) === "text";
}
