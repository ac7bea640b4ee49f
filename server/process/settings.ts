// This module is browser compatible.

import { datasetFolders } from "../datasets/dataset_folders.ts";
import {
  databaseUrl,
  listOrNull,
  oneOf,
  publicUrl,
  ranges,
  text,
  textOrNull,
  whole,
  wholeOrNull,
} from "./setting_types.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * The settings of a server, by group and key: the variable of the environment, its type with the
 * default, and its meaning on the deployment page. Durations of variables that end in `_MS` are in
 * milliseconds.
 */
export const SETTINGS = {
  server: {
    host: ["ARENA_HOST", text("127.0.0.1"), "Address to listen on"],
    port: ["ARENA_PORT", whole(8080, 0, 65_535), "Port; 0 takes a free one"],
    trustedProxies: [
      "ARENA_TRUSTED_PROXIES",
      ranges,
      "Addresses and CIDR ranges, separated by commas",
    ],
    databaseUrl: ["DATABASE_URL", databaseUrl, "PostgreSQL in place of the files"],
    // One listens, and one holds a lock while others make tables.
    databaseConnections: [
      "ARENA_DATABASE_CONNECTIONS",
      whole(8, 4, 1_000),
      "Connections of a thread to it; seasons take 2 more",
    ],
    keysFile: ["ARENA_KEYS", text("data/keys.sqlite"), "File of keys and trials"],
    keyStoreDeadlineMs: [
      "ARENA_KEY_STORE_DEADLINE_MS",
      whole(500, 1, 60_000),
      "Time to read a key, then 503",
    ],
    datasetFolders: [
      "ARENA_DATASETS",
      listOrNull("beside the program", datasetFolders),
      "Folders by commas, the official datasets first",
    ],
    workerCount: ["ARENA_WORKERS", whole(0, 0, 256), "Engines; 0 takes one per core"],
    queueMax: ["ARENA_QUEUE", whole(64, 0, 1e6), "Runs that may wait, shared between keys"],
    jobDeadlineMs: [
      "ARENA_JOB_DEADLINE_MS",
      whole(5_000, 100, 600_000),
      "Time for a run, then it is terminated: 500",
    ],
    drainMs: ["ARENA_DRAIN_MS", whole(30_000, 0, 600_000), "Time for running requests at a stop"],
    drainNoticeMs: [
      "ARENA_DRAIN_NOTICE_MS",
      whole(0, 0, 600_000),
      "Part of it in which only `/readyz` fails",
    ],
    probeKey: [
      "ARENA_PROBE_KEY",
      textOrNull("none"),
      "Key of the probe; the server does not read it",
    ],
    publicUrl: ["ARENA_PUBLIC_URL", publicUrl, "Public address, which receipts name"],
    signingKeyFile: [
      "ARENA_SIGNING_KEY_FILE",
      textOrNull("none"),
      "File of the key that signs receipts, mode 0600",
    ],
    logForm: ["ARENA_LOG", oneOf("`text` on terminals", ["json", "text"]), "`json` or `text`"],
  },
  connections: {
    headerTimeoutMs: [
      "ARENA_HEADER_TIMEOUT_MS",
      whole(10_000, 1, 600_000),
      "Time for the head of a request",
    ],
    requestTimeoutMs: [
      "ARENA_REQUEST_TIMEOUT_MS",
      whole(60_000, 1, 600_000),
      "Time for the whole request",
    ],
    answerTimeoutMs: [
      "ARENA_ANSWER_TIMEOUT_MS",
      whole(120_000, 1, 3_600_000),
      "Inactivity during a response",
    ],
    keepAliveMs: [
      "ARENA_KEEP_ALIVE_MS",
      whole(5_000, 1, 600_000),
      "Idle time between two requests",
    ],
    connectionsMax: ["ARENA_CONNECTIONS", whole(10_000, 1, 1e6), "Connections at once"],
  },
  limits: {
    budgetUnits: ["ARENA_BUDGET_UNITS", whole(50, 1, 1e9), "Compute units per second and key"],
    simulationsInFlight: [
      "ARENA_SIMULATIONS_IN_FLIGHT",
      whole(2, 1, 1e6),
      "Simulations at once, per key",
    ],
    evaluationsInFlight: [
      "ARENA_EVALUATIONS_IN_FLIGHT",
      whole(4, 1, 1e6),
      "Evaluations at once, per key",
    ],
    simulationBodyBytes: [
      "ARENA_SIMULATION_BODY_BYTES",
      whole(64 * KIB, 1, 16 * MIB),
      "Largest body of a simulation",
    ],
    // A larger one may need over 64 MiB in an engine.
    evaluationBodyBytes: [
      "ARENA_EVALUATION_BODY_BYTES",
      whole(8 * MIB, 1, 32 * MIB),
      "Largest body of an evaluation",
    ],
    bodyBytesInFlight: [
      "ARENA_BODY_BYTES_IN_FLIGHT",
      whole(256 * MIB, 1, 64 * KIB * MIB),
      "All bodies at once, shared between keys",
    ],
    bodyDeadlineMs: [
      "ARENA_BODY_DEADLINE_MS",
      whole(10_000, 1, 600_000),
      "Time for a body to arrive, then 408",
    ],
    authFailuresPerMinute: [
      "ARENA_AUTH_FAILURES_PER_MINUTE",
      whole(10, 1, 1e6),
      "Failed authentications per address",
    ],
    addressUnitsPerMinute: [
      "ARENA_ADDRESS_UNITS_PER_MINUTE",
      whole(6_000, 1, 1e9),
      "Requests plus units of 64 KiB below `/arena/`, per address",
    ],
  },
  searches: {
    file: ["ARENA_SEARCHES", textOrNull("beside the keys"), "File of searches: `searches.sqlite`"],
    points: ["ARENA_SEARCH_POINTS", textOrNull("beside the searches"), "Folder of points"],
    workerCount: [
      "ARENA_SEARCH_WORKERS",
      wholeOrNull("one per core", 0, 256),
      "Threads that work on searches; 0: none",
    ],
    unitsPerDay: [
      "ARENA_SEARCH_UNITS_PER_DAY",
      whole(100_000_000, 1, 1e13 - 1),
      "Compute units of searches per day (UTC) and key",
    ],
    atOnce: ["ARENA_SEARCHES_AT_ONCE", whole(2, 1, 1e6), "Unfinished searches per key"],
    filesAtOnce: [
      "ARENA_SEARCH_FILES",
      whole(2, 1, 1e6),
      "Downloads of points at once, per key",
    ],
    bytes: [
      "ARENA_SEARCH_BYTES",
      whole(20 * KIB * MIB, 1, 1e13 - 1),
      "Bytes of stored searches, shared between keys",
    ],
    bytesOfKey: [
      "ARENA_SEARCH_KEY_BYTES",
      whole(4 * KIB * MIB, 1, 1e13 - 1),
      "Bytes of stored searches, per key",
    ],
    pointsDays: [
      "ARENA_SEARCH_POINTS_DAYS",
      whole(3, 1, 36_500),
      "Days that the points of a finished search are kept",
    ],
    keepDays: ["ARENA_SEARCH_DAYS", whole(30, 1, 36_500), "Days that a finished search is kept"],
  },
  arena: {
    file: [
      "ARENA_FILE",
      textOrNull("beside the keys"),
      "File of seasons and their log: `arena.sqlite`",
    ],
  },
  metrics: {
    host: ["ARENA_METRICS_HOST", text("127.0.0.1"), "Address of the port for Prometheus"],
    port: ["ARENA_METRICS_PORT", whole(0, 0, 65_535), "Port for Prometheus; 0: none"],
  },
} as const;
