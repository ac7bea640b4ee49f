/**
 * The app on the official datasets without limits per key, on two ports: unchanged, and with a constant
 * answer instead of summaries. Prints both ports and a key, and ends with its parent.
 *
 * @module
 */

import { createApp } from "../../server/http/app.ts";
import { makeKey } from "../../server/auth/api_key.ts";
import { newRecord } from "../../server/auth/key_changes.ts";
import { systemClock } from "../../server/base/clock.ts";
import { compose } from "../../server/process/compose.ts";
import { listen } from "../../server/process/listen/listen.ts";
import { readConfig } from "../../server/process/config.ts";
import { SCOPES } from "../../server/contracts/scopes.ts";
import { startEngines } from "../../server/process/engines.ts";
import { respond } from "../../server/http/respond.ts";
import { withBody } from "../../server/http/with_body.ts";
import { toJsonLine } from "../../server/http/request_record.ts";
import type { Operation } from "../../server/http/routes/operation.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { openDatabase } from "../../server/store/database.ts";
import { SqlKeyRegister, SqlKeyStore } from "../../server/store/sql_keys.ts";
import { SqliteTrialStore } from "../../server/store/sql_trials.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { CANDIDATE } from "./candidate.ts";

const UNLIMITED: Readonly<Record<string, string>> = {
  ARENA_BUDGET_UNITS: "1000000000",
  ARENA_SIMULATIONS_IN_FLIGHT: "1000000",
  ARENA_QUEUE: "1000000",
};

const config = readConfig((name) => UNLIMITED[name]);
const lost = (reason: string): never => {
  throw new Error(reason);
};
const { source, local, runner } = await startEngines(config, {
  onLost: lost,
  onExhausted: () => lost("spent"),
  onRun: () => {},
});
await runner.open();
const database = openDatabase(":memory:");
const sql = new SqliteSql(() => database);
const keys = new SqlKeyStore(sql);
const made = await makeKey();
const { id, key } = made;
await new SqlKeyRegister(sql).add(
  newRecord(made, { name: "bench", scopes: SCOPES, createdAt: Date.now() }),
);
const deps = await compose({
  clock: systemClock,
  config,
  isTrustedProxy: () => false,
  source,
  local,
  runner,
  keys,
  trials: new SqliteTrialStore(sql),
  signer: null,
  searches: Object.create(null),
  seasons: Object.create(null),
  arena: Object.create(null),
  practice: Object.create(null),
  // The page is not requested.
  web: { files: () => Promise.resolve(new Map()), compress: (bytes) => Promise.resolve(bytes) },
  // The line is formatted as in a server, and discarded.
  log: (record) => void toJsonLine(record),
});

const payload = await deps.simulations.simulate({
  body: new TextEncoder().encode(CANDIDATE),
  view: "summary",
  keyId: id,
  charge: () => {},
  onRun: () => {},
});

/** The steps of a summary without its run: the body is read and ignored. */
const CONSTANT: Pick<Operation, "handle"> = {
  handle: async (c) => {
    const rule = {
      slot: "simulations",
      bytesMax: deps.bodies.simulationBytesMax,
      admit: (keyId: string) => deps.simulations.admit(keyId),
    } as const;
    return respond(c, deps, await withBody(c, deps, rule, () => Promise.resolve(payload)));
  },
};
const constant = OPERATIONS.map((operation) =>
  operation.id === "simulateSummary" ? { ...operation, ...CONSTANT } : operation
);

const address = {
  host: "127.0.0.1",
  port: 0,
  portVariable: "",
  connections: config.connections,
  limit: () => {},
};
const events = { onUnavailable: lost, onAvailable: () => {} };
const ports = await Promise.all([OPERATIONS, constant].map(async (operations) => {
  const app = createApp(deps, operations);
  const { port } = await listen(
    address,
    (request, remoteAddress) => app.fetch(request, { remoteAddress }),
    events,
  );
  return port;
}));

await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ ports, key }) + "\n"));
// The input is closed: the parent has ended.
await Deno.stdin.readable.pipeTo(new WritableStream());
Deno.exit();
