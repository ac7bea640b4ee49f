import { redactKeys } from "../auth/redact.ts";
import { ArenaClient, ArenaProblem, type CallOptions } from "../client/client.ts";
import { type Config, readConfig } from "../process/config.ts";
import { StartError } from "../base/errors.ts";
import { print } from "../process/output.ts";
import { type Command, JSON_OPTION, readCommand } from "./command_line.ts";
import { option } from "./option.ts";

const TIMEOUT_MS = 10_000;
const PROBE = {
  name: "probe",
  summary: "Calls a running server as its users do: readiness, markets, a simulation and its " +
    "evaluation.",
  options: {
    "url": option("URL", "Address of the server; by default that of ARENA_HOST and ARENA_PORT"),
    "timeout-ms": option("MS", `Time for all steps in milliseconds; ${TIMEOUT_MS} by default`),
    "ready": { type: "boolean", help: "Ask /readyz only, which needs no key" },
    "json": JSON_OPTION,
  },
  notes: "Without --ready it needs a key in ARENA_PROBE_KEY, with the scopes strategy:read, " +
    "strategy:simulate and evaluation:run.",
  examples: ["probe --ready", "ARENA_PROBE_KEY=$(cat probe.key) probe --url https://arena.example"],
} as const satisfies Command;
const STRATEGY_ID = "yield-rsi";
/** Addresses to call for addresses that one can only listen on. */
const CALLABLE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The result of a probe; `ms` has its steps in order, the last may have failed. */
interface Findings {
  readonly url: string;
  readonly ms: Record<string, number>;
  score?: number | null;
  engineVersion?: string;
}

interface ProbeOptions {
  readonly url: string;
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly isJson: boolean;
}

/**
 * Calls a running server as its users do: markets, a simulation and its evaluation. A server whose
 * engines hang or whose port accepts no connections can pass every simpler check.
 *
 * @param words arguments after `probe` on the command line
 * @throws {StartError} with the failed step and the reason
 */
export async function runProbe(words: readonly string[]): Promise<void> {
  const { url, key, timeoutMs, isJson } = readProbeOptions(words);
  const findings: Findings = { url, ms: {} };
  try {
    await runSteps(findings, key, timeoutMs);
  } catch (cause) {
    const step = Object.keys(findings.ms).at(-1) ?? "";
    const reason = redactKeys(failureText(cause, timeoutMs));
    if (isJson) print(JSON.stringify({ ok: false, ...findings, step, reason }));
    throw new StartError(`Cannot pass the probe of ${url} at ${step}: ${reason}`, { cause });
  }
  print(isJson ? JSON.stringify({ ok: true, ...findings }) : toLine(findings));
}

async function runSteps(findings: Findings, key: string | null, timeoutMs: number): Promise<void> {
  const options: CallOptions = { signal: AbortSignal.timeout(timeoutMs) };
  const arena = new ArenaClient({ baseUrl: findings.url, ...(key !== null && { apiKey: key }) });
  async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    findings.ms[step] = 0;
    try {
      return await work();
    } finally {
      findings.ms[step] = Math.round((performance.now() - startMs) * 10) / 10;
    }
  }
  await timed("readiness", () => arena.getReadiness(options));
  if (key === null) return;
  const [market] = await timed("markets", () => arena.listMarkets(options));
  if (market === undefined) throw new Error("there is no market, must be at least one");
  const candidate = { marketId: market.id, components: [{ strategyId: STRATEGY_ID }] };
  const run = await timed("simulation", () => arena.simulateSummary(candidate, options));
  const { score, evidence } = await timed("evaluation", () => arena.evaluate(run, options));
  findings.score = score;
  findings.engineVersion = evidence.engineVersion;
  const others = Object.entries(evidence).filter(([name, value]) =>
    JSON.stringify(value) !== JSON.stringify(run.evidence[name as keyof typeof evidence])
  );
  if (others.length > 0) {
    const names = others.map(([name]) => name).join(", ");
    throw new Error(`the evidence is not that of the simulation, it differs in ${names}`);
  }
}

function failureText(cause: unknown, timeoutMs: number): string {
  if (cause instanceof ArenaProblem) return `${cause.code}, ${cause.message}`;
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return `no answer in ${timeoutMs} ms`;
  const inner = cause.cause instanceof Error ? `: ${cause.cause.message}` : "";
  return cause.message + inner;
}

function toLine({ url, ms, score, engineVersion }: Findings): string {
  const times = Object.entries(ms).map(([step, time]) => `${step} ${time} ms`);
  const run = engineVersion === undefined ? [] : [`score ${score}`, `engine ${engineVersion}`];
  return `ok ${url}: ${[...times, ...run].join(", ")}`;
}

function readProbeOptions(words: readonly string[]): ProbeOptions {
  const { values } = readCommand(PROBE, words);
  const config = readConfig((name) => Deno.env.get(name));
  const { url = serverUrl(config), "timeout-ms": timeout = String(TIMEOUT_MS) } = values;
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new StartError(`Cannot probe: --url is "${url}", must be http:// or https://`);
  }
  if (!/^[1-9]\d{0,5}$/.test(timeout)) {
    throw new StartError(`Cannot probe: --timeout-ms is "${timeout}", must be from 1 to 999999`);
  }
  const key = values.ready ? null : config.probeKey;
  if (key === null && !values.ready) {
    throw new StartError("Cannot probe: ARENA_PROBE_KEY is not set, must be a key; or use --ready");
  }
  return { url, key, timeoutMs: Number(timeout), isJson: values.json ?? false };
}

function serverUrl({ host, port }: Config): string {
  const name = CALLABLE[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
