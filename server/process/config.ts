// This module is browser compatible.

import { datasetFolders } from "../datasets/dataset_folders.ts";
import { StartError } from "../base/errors.ts";
import {
  databaseUrl,
  oneOf,
  orNull,
  ranges,
  text,
  whole,
  wholeOrNull,
  Wrong,
  WrongSecret,
} from "./variables.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Every variable of the environment that the server reads, with its default. */
const READERS = {
  /** Address to listen on. */
  ARENA_HOST: text("127.0.0.1"),
  /** Port to listen on; 0 takes a free one. */
  ARENA_PORT: whole(8080, 0, 65_535),
  /** Database of keys, trials and searches in place of files; several servers may share it. */
  DATABASE_URL: databaseUrl,
  /** File of keys and trials. */
  ARENA_KEYS: text("data/keys.sqlite"),
  /**
   * Folders of datasets, separated by commas, the official one first; by default the one beside
   * the program and those of `data/datasets`.
   */
  ARENA_DATASETS: datasetFolders,
  /** File of searches; by default `searches.sqlite` beside the keys. */
  ARENA_SEARCHES: orNull,
  /** Threads that work on searches beside the engine workers; by default one per core, 0: none. */
  ARENA_SEARCH_WORKERS: wholeOrNull(0, 256),
  /** Candidates of searches per day and key. */
  ARENA_SEARCH_CANDIDATES_PER_DAY: whole(10_000_000, 1, 1e12 - 1),
  /** Searches per key that have not ended. */
  ARENA_SEARCHES_AT_ONCE: whole(2, 1, 1e6),
  /** How long a search that has ended is kept, days. */
  ARENA_SEARCH_DAYS: whole(30, 1, 36_500),
  /** How long the head of a request may take to arrive, milliseconds. */
  ARENA_HEADER_TIMEOUT_MS: whole(10_000, 1, 600_000),
  /** How long a whole request may take to arrive, milliseconds. */
  ARENA_REQUEST_TIMEOUT_MS: whole(60_000, 1, 600_000),
  /** How long a connection may be inactive during a response, milliseconds. */
  ARENA_ANSWER_TIMEOUT_MS: whole(120_000, 1, 3_600_000),
  /** How long a connection may be idle between two requests, milliseconds. */
  ARENA_KEEP_ALIVE_MS: whole(5_000, 1, 600_000),
  /** Connections that may be open at once. */
  ARENA_CONNECTIONS: whole(10_000, 1, 1e6),
  /** Engine workers; 0 takes one per core. */
  ARENA_WORKERS: whole(0, 0, 256),
  /** Form of the log; by default text on a terminal, else JSON. */
  ARENA_LOG: oneOf(["json", "text"], null),
  /** How long a run may take before it is ended, milliseconds. */
  ARENA_JOB_DEADLINE_MS: whole(5_000, 100, 600_000),
  /** Compute units per second and key. */
  ARENA_BUDGET_UNITS: whole(50, 1, 1e9),
  /** Simulations in flight per key. */
  ARENA_SIMULATIONS_IN_FLIGHT: whole(2, 1, 1e6),
  /** Evaluations in flight per key. */
  ARENA_EVALUATIONS_IN_FLIGHT: whole(4, 1, 1e6),
  /** Largest body of a simulation, bytes. */
  ARENA_SIMULATION_BODY_BYTES: whole(64 * KIB, 1, 16 * MIB),
  /** Largest body of an evaluation, bytes; a larger one may need over 64 MiB in an engine. */
  ARENA_EVALUATION_BODY_BYTES: whole(8 * MIB, 1, 32 * MIB),
  /** Bytes of all bodies in flight. */
  ARENA_BODY_BYTES_IN_FLIGHT: whole(256 * MIB, 1, 64 * KIB * MIB),
  /** How long a body may take to arrive, milliseconds. */
  ARENA_BODY_DEADLINE_MS: whole(10_000, 1, 600_000),
  /** Failed authentications per minute and address. */
  ARENA_AUTH_FAILURES_PER_MINUTE: whole(10, 1, 1e6),
  /** Proxies whose `X-Forwarded-For` is read: addresses and CIDR ranges. */
  ARENA_TRUSTED_PROXIES: ranges,
  /** How long the key store may take, milliseconds. */
  ARENA_KEY_STORE_DEADLINE_MS: whole(500, 1, 60_000),
  /** Runs that may wait for an engine. */
  ARENA_QUEUE: whole(64, 0, 1e6),
  /** Address of the port for Prometheus. */
  ARENA_METRICS_HOST: text("127.0.0.1"),
  /** Port for Prometheus; 0: none. */
  ARENA_METRICS_PORT: whole(0, 0, 65_535),
  /** Key for `probe`; the server itself does not use it. */
  ARENA_PROBE_KEY: orNull,
  /** How long running requests may take after SIGTERM, milliseconds. */
  ARENA_DRAIN_MS: whole(30_000, 0, 600_000),
  /** Part of ARENA_DRAIN_MS in which `/readyz` fails and requests are still accepted, milliseconds. */
  ARENA_DRAIN_NOTICE_MS: whole(0, 0, 600_000),
};

type VariableName = keyof typeof READERS;
type Environment = { readonly [K in VariableName]: ReturnType<typeof READERS[K]> };

/** Names of the variables. */
export const VARIABLES = Object.keys(READERS) as readonly VariableName[];

/** The configuration of a server, checked. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly connections: ConnectionLimits;
  /** PostgreSQL in place of the files; null: there is none. */
  readonly databaseUrl: string | null;
  readonly keysFile: string;
  /** The official one first; null: the one beside the program, and those of imported markets. */
  readonly datasetFolders: readonly string[] | null;
  /** 0: one per core. */
  readonly workerCount: number;
  /** null: text on a terminal, else JSON. */
  readonly logForm: "json" | "text" | null;
  readonly queueMax: number;
  readonly jobDeadlineMs: number;
  readonly drainMs: number;
  readonly drainNoticeMs: number;
  readonly keyStoreDeadlineMs: number;
  /** Addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  readonly metrics: MetricsConfig;
  /** null: there is none. */
  readonly probeKey: string | null;
  readonly limits: Limits;
  readonly searches: SearchConfig;
}

/** Where searches are, and how many. */
export interface SearchConfig {
  readonly file: string;
  /** null: one per core. */
  readonly workerCount: number | null;
  readonly candidatesPerDay: number;
  readonly atOnce: number;
  readonly keepDays: number;
}

/** Address of the metrics for Prometheus. */
export interface MetricsConfig {
  readonly host: string;
  /** 0: no metrics. */
  readonly port: number;
}

/** Limits of the port on its clients. */
export interface ConnectionLimits {
  readonly headerTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly answerTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly connectionsMax: number;
}

/** Every limit of the service. */
export interface Limits {
  readonly budgetUnits: number;
  readonly simulationsInFlight: number;
  readonly evaluationsInFlight: number;
  readonly simulationBodyBytes: number;
  readonly evaluationBodyBytes: number;
  readonly bodyBytesInFlight: number;
  readonly bodyDeadlineMs: number;
  readonly authFailuresPerMinute: number;
}

/**
 * Reads the configuration.
 *
 * @param read returns the value of a variable
 * @throws {StartError} that names every invalid variable
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readConfig(() => undefined).limits.budgetUnits, 50);
 * ```
 */
export function readConfig(read: (name: string) => string | undefined): Config {
  const errors: string[] = [];
  const values = VARIABLES.map((name) => {
    const given = read(name);
    try {
      return [name, READERS[name](given)];
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      const shown = error instanceof WrongSecret ? "not such an address" : `"${given}"`;
      errors.push(`${name} is ${shown}, ${error.message}`);
      return [name, null];
    }
  });
  if (errors.length === 0) return toConfig(Object.fromEntries(values));
  throw new StartError(`Cannot start: ${errors.join("; ")}`);
}

function toConfig(environment: Environment): Config {
  return {
    host: environment.ARENA_HOST,
    port: environment.ARENA_PORT,
    connections: {
      headerTimeoutMs: environment.ARENA_HEADER_TIMEOUT_MS,
      requestTimeoutMs: environment.ARENA_REQUEST_TIMEOUT_MS,
      answerTimeoutMs: environment.ARENA_ANSWER_TIMEOUT_MS,
      keepAliveMs: environment.ARENA_KEEP_ALIVE_MS,
      connectionsMax: environment.ARENA_CONNECTIONS,
    },
    databaseUrl: environment.DATABASE_URL,
    keysFile: environment.ARENA_KEYS,
    datasetFolders: environment.ARENA_DATASETS,
    workerCount: environment.ARENA_WORKERS,
    logForm: environment.ARENA_LOG,
    queueMax: environment.ARENA_QUEUE,
    jobDeadlineMs: environment.ARENA_JOB_DEADLINE_MS,
    drainMs: environment.ARENA_DRAIN_MS,
    drainNoticeMs: environment.ARENA_DRAIN_NOTICE_MS,
    keyStoreDeadlineMs: environment.ARENA_KEY_STORE_DEADLINE_MS,
    trustedProxies: environment.ARENA_TRUSTED_PROXIES,
    probeKey: environment.ARENA_PROBE_KEY,
    metrics: { host: environment.ARENA_METRICS_HOST, port: environment.ARENA_METRICS_PORT },
    limits: {
      budgetUnits: environment.ARENA_BUDGET_UNITS,
      simulationsInFlight: environment.ARENA_SIMULATIONS_IN_FLIGHT,
      evaluationsInFlight: environment.ARENA_EVALUATIONS_IN_FLIGHT,
      simulationBodyBytes: environment.ARENA_SIMULATION_BODY_BYTES,
      evaluationBodyBytes: environment.ARENA_EVALUATION_BODY_BYTES,
      bodyBytesInFlight: environment.ARENA_BODY_BYTES_IN_FLIGHT,
      bodyDeadlineMs: environment.ARENA_BODY_DEADLINE_MS,
      authFailuresPerMinute: environment.ARENA_AUTH_FAILURES_PER_MINUTE,
    },
    searches: {
      file: environment.ARENA_SEARCHES ?? beside(environment.ARENA_KEYS, "searches.sqlite"),
      workerCount: environment.ARENA_SEARCH_WORKERS,
      candidatesPerDay: environment.ARENA_SEARCH_CANDIDATES_PER_DAY,
      atOnce: environment.ARENA_SEARCHES_AT_ONCE,
      keepDays: environment.ARENA_SEARCH_DAYS,
    },
  };
}

function beside(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1) + name;
}
