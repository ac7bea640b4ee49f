import { createApp } from "../http/app.ts";
import { systemClock } from "../clock.ts";
import { compose } from "./compose.ts";
import { type Config, readConfig } from "./config.ts";
import { toEventLine, toJsonLine, toTextLine } from "../http/request_record.ts";
import { prepareDocuments } from "../http/routes/document.ts";
import { DOCUMENTS } from "../http/routes/operations.ts";
import { Compressor } from "./compressor.ts";
import { startEngines } from "./engines.ts";
import { printWelcome } from "./greeting.ts";
import { InFlight } from "./in_flight.ts";
import { LineQueue, type LineTarget } from "./telemetry/line_queue.ts";
import { listen } from "./listen/listen.ts";
import { serveMetrics } from "./telemetry/metrics_server.ts";
import { STDERR, STDOUT } from "./output.ts";
import { ProblemLogSampler } from "./telemetry/refusal_sampler.ts";
import { listenToSignals } from "./signals.ts";
import { stopGracefully } from "./stop.ts";
import { openStores, withKeyRegister } from "./stores.ts";
import { startTelemetry } from "./telemetry/telemetry.ts";
import { proxyMatcher } from "./listen/trusted_proxies.ts";
import { openWebFiles } from "./web_files.ts";

/** For the last lines of the log, when the process ends. */
const LAST_LINES_MS = 250;

/**
 * Starts the server and returns when its port is open; SIGTERM and SIGINT end the process.
 *
 * @param listener is taken before `ARENA_LISTENER`
 * @throws {StartError} that says what is wrong and what is wanted
 */
export async function serve(listener?: string): Promise<void> {
  const given: Record<string, string | undefined> = { ARENA_LISTENER: listener };
  const config = readConfig((name) => given[name] ?? Deno.env.get(name));
  const log = queueTo(STDERR);
  const say = (event: string, reason: string): void => log.write(eventLine(event, { reason }));
  const failed = (reason: string): void => say("failure", reason);
  const starting = startEngines(config, failed, () => stop(1));
  // The page's files are read while the engine takes the datasets.
  const [{ source, local, runner }, files] = await Promise.all([
    starting,
    openWebFiles(config.datasetsFolder, starting.then(({ source: { markets } }) => markets)),
  ]);
  const { keys, trials, close } = openStores(config.keysFile, failed);
  const toLine = isText(config) ? toTextLine : toJsonLine;
  const { limits, keyStoreDeadlineMs } = config;
  const observe = await startTelemetry();
  const isTrustedProxy = await proxyMatcher(config.trustedProxies);
  const compressor = new Compressor();
  const sampler = new ProblemLogSampler(
    systemClock,
    (unwritten) => log.write(eventLine("refusals without a line", { ...unwritten })),
  );
  const deps = await compose({
    clock: systemClock,
    limits,
    keyStoreDeadlineMs,
    isTrustedProxy,
    source,
    local,
    runner,
    keys,
    trials,
    web: { files, compress: (bytes, coding) => compressor.compress(bytes, coding) },
    makeId: () => crypto.randomUUID(),
    log: (record) => {
      if (sampler.takes(record)) log.write(toLine(record));
      observe(record);
      count(record);
    },
  });
  const { lifecycle } = deps;
  lifecycle.isStarting = true;
  const count = serveMetrics(config.metrics, {
    versions: deps.versions,
    pool: () => runner.stats,
    bodyBytes: () => deps.bodyBytes.held,
    accounts: () => deps.limiter.size,
    logLinesLost: () => log.lostCount,
  }, failed);
  const inFlight = new InFlight();
  const app = createApp(deps);
  const port = await listen(
    config,
    (request, remoteAddress) => inFlight.track(app.fetch(request, { remoteAddress })),
    {
      onUnavailable: (reason) => {
        lifecycle.isAccepting = false;
        say("not accepting", reason);
      },
      onAvailable: (reason) => {
        lifecycle.isAccepting = true;
        say("accepting", reason);
      },
    },
  );
  const stop = endOnSignal({
    say,
    cutCount: () => inFlight.count,
    stop: () => {
      const { drainMs, drainNoticeMs: noticeMs } = config;
      const clock = systemClock;
      return stopGracefully({ clock, lifecycle, inFlight, listener: port, noticeMs, drainMs });
    },
    release: () => {
      close();
      runner.close();
      compressor.close();
    },
    flush: () => {
      sampler.flush();
      return log.close(LAST_LINES_MS);
    },
  });
  const out = queueTo(STDOUT);
  await withKeyRegister(config.keysFile, (register) =>
    printWelcome({
      host: config.host,
      port: port.port,
      keys: register,
      print: (text) => out.write(text),
    }));
  await runner.open();
  await prepareDocuments(DOCUMENTS, deps)
    .catch((error) => failed(`Cannot make the documents: ${error}`));
  lifecycle.isStarting = false;
}

interface Ending {
  say(event: string, reason: string): void;
  /** How many requests are cut off by an end now. */
  cutCount(): number;
  /** Stops in order; gives how many requests were cut off. */
  stop(): Promise<number>;
  /** Gives back what is held. */
  release(): void;
  /** Writes the last lines. */
  flush(): Promise<void>;
}

/**
 * Ends the process when a signal comes: with 0 when every request was answered. What it returns does
 * the same, with a code of its own, for a process that can only be helped by a new one.
 */
function endOnSignal({ say, cutCount, stop, release, flush }: Ending): (code: number) => void {
  // A worker in the middle of a run, or a write that nobody reads, would keep the process alive.
  const end = (code: number): Promise<void> => flush().finally(() => Deno.exit(code));
  let stopping: Promise<void> | null = null;
  const once = (code: number): void => {
    stopping ??= stopWith(code);
  };
  const stopWith = async (code: number): Promise<void> => {
    const count = await stop();
    if (count > 0) say("failure", `Stopped before the end: requests cut off: ${count}`);
    try {
      release();
    } catch (error) {
      say("failure", `Cannot give back what is held: ${error}`);
    }
    await end(count > 0 ? 1 : code);
  };
  listenToSignals({
    stop: () => once(0),
    stopNow: async () => {
      say("stopped at once", `a second signal came, requests cut off: ${cutCount()}`);
      await end(1);
    },
  });
  return once;
}

function queueTo(target: LineTarget): LineQueue {
  return new LineQueue({
    target,
    clock: systemClock,
    lostLine: (count, reason) =>
      eventLine("failure", { reason: `${count} log lines were lost: ${reason}` }),
  });
}

/** Says something that belongs to no one request. */
function eventLine(event: string, facts: Readonly<Record<string, unknown>>): string {
  return toEventLine(systemClock.epochMs(), { event, ...facts });
}

function isText({ logForm }: Config): boolean {
  return (logForm ?? (Deno.stderr.isTerminal() ? "text" : "json")) === "text";
}
