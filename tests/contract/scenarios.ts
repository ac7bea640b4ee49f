import { keyIdOf } from "../../server/auth/api_key.ts";
import type { KeyStore } from "../../server/store/key_store.ts";
import { type Engine, EngineTrap } from "../../server/engine/engine.ts";
import {
  examplePath,
  type OperationDefinition,
  PATH_EXAMPLES,
} from "../../server/http/operation_definition.ts";
import type { ErrorCode } from "../../server/contracts/error_codes.ts";
import type { Account } from "../../server/limits/account.ts";
import { SERVICE_LIMITS } from "../../server/limits/key_limits.ts";
import {
  type Arena,
  type ArenaOptions,
  CANDIDATE,
  FAMILY,
  makeArena,
  makeHeldArena,
} from "../../server/testing/arena.ts";
import { publication } from "../../server/testing/practice.ts";
import { publishedLate, publishedTooOften } from "./practice_scenarios.ts";
import { pathOf, sendBody, simulated, validBody } from "../../server/testing/requests.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { openPool } from "../../server/testing/pool.ts";
import { TestRunner } from "../../server/testing/runners.ts";
import { until } from "../../server/testing/until.ts";

/** Brings an operation to answer a code. */
export type Scenario = (operation: OperationDefinition) => Promise<Response>;

/** Codes that no operation answers: the request found none. */
type RoutingCode = "NOT_FOUND" | "METHOD_NOT_ALLOWED";

/** One way to each code; a new code does not compile without one. */
export const SCENARIOS: Readonly<Record<Exclude<ErrorCode, RoutingCode>, Scenario>> = {
  MALFORMED_JSON: (operation) => withArena({}, (arena) => sendBody(arena, operation, "{")),
  REQUEST_VALIDATION_FAILED: (operation) =>
    withArena(
      {},
      (arena) =>
        operation.hasBody
          ? sendBody(arena, operation, {})
          : operation.id === "unpublish"
          ? sendBody(arena, operation, null, {}, `${FAMILY}/leaderboard/susde-daily/x`)
          : arena.request(`${examplePath(operation.path)}?from=x`),
    ),
  API_KEY_MISSING: (operation) => withKey(operation, ""),
  API_KEY_INVALID: (operation) => withKey(operation, `sa_AAAAAAAAAAAA_${"a".repeat(43)}`),
  API_KEY_INACTIVE: (operation) =>
    withArena({}, async (arena) => {
      return await send(arena, operation, await arena.addKey({ status: "revoked" }));
    }),
  SCOPE_INSUFFICIENT: (operation) =>
    withArena({}, async (arena) => {
      return await send(arena, operation, await arena.addKey({ scopes: [] }));
    }),
  STRATEGY_NOT_FOUND: ({ path }) =>
    withArena({}, (arena) => arena.request(path.replace("{strategyId}", "no-such"))),
  SEARCH_NOT_FOUND: (operation) => withArena({}, (arena) => sendBody(arena, operation, null)),
  SEARCH_POINTS_MISSING: (operation) =>
    withArena({}, async (arena) => {
      const body = { plan: SEARCH_PLAN, points: "all" };
      const { data } = await (await arena.post(`${FAMILY}/searches`, body)).json();
      return await arena.request(operation.path.replace("{searchId}", data.searchId));
    }),
  SEARCH_QUOTA_EXCEEDED: (operation) =>
    withArena({ searchLimits: { atOnce: 1 } }, async (arena) => {
      const body = await validBody(arena, operation);
      await sendBody(arena, operation, body);
      return await sendBody(arena, operation, body);
    }),
  SEASON_NOT_FOUND: (operation) =>
    withArena({}, async (arena) => {
      const path = examplePath(operation.path.replace("{seasonId}", "no-such"));
      return await sendBody(arena, operation, await validBody(arena, operation), {}, path);
    }),
  SEASON_NOT_OPEN: (operation) =>
    withArena({}, async (arena) => {
      await arena.arenaStore.seasons.void(PATH_EXAMPLES.seasonId, "wrong capital");
      return await sendBody(arena, operation, await validBody(arena, operation));
    }),
  ENTRY_QUOTA_EXCEEDED: (operation) =>
    withArena({ limits: { budgetUnits: 1000 } }, async (arena) => {
      if (operation.id === "publish") return await publishedTooOften(arena, operation);
      const periods = Array.from({ length: 5 }, (_, at) => 5 + at);
      await inTurn(periods, async (period) => {
        const components = [{ strategyId: "yield-rsi", strategyParams: { period } }];
        await sendBody(arena, operation, { candidate: { ...CANDIDATE, components } });
      });
      return await sendBody(arena, operation, await validBody(arena, operation));
    }),
  RECEIPT_INVALID: (operation) =>
    withArena({}, async (arena) => {
      const body = await publication(arena, { changes: { keyTag: "0".repeat(16) } });
      return await sendBody(arena, operation, body);
    }),
  REQUEST_TIMEOUT: (operation) =>
    withArena({}, async ({ request, clock, deps }) => {
      const body = new ReadableStream({ start: (stream) => stream.enqueue(bytes("{")) });
      const headers = { "content-type": "application/json" };
      const answer = request(examplePath(operation.path), { method: "POST", body, headers });
      await until(() => deps.bodyBytes.held === 1);
      clock.advance(10_000);
      return await answer;
    }),
  IDEMPOTENCY_KEY_REUSED: (operation) =>
    withArena({}, async (arena) => {
      const headers = { "idempotency-key": "1" };
      const body = await validBody(arena, operation);
      await sendBody(arena, operation, body, headers);
      return await sendBody(arena, operation, { ...Object(body), other: 1 }, headers);
    }),
  SIMULATION_STALE: (operation) =>
    withArena({}, async (arena) => {
      if (operation.id === "publish") return await publishedLate(arena, operation);
      const payload = await simulated(arena);
      const evidence = { ...Object(payload["evidence"]), formulaVersion: 1 };
      return await sendBody(arena, operation, { ...payload, evidence });
    }),
  SIMULATION_MISMATCH: (operation) =>
    withArena({}, async (arena) => {
      const payload = await simulated(arena);
      const metrics = { ...Object(payload["metrics"]), sharpe: 9 };
      return await sendBody(arena, operation, { ...payload, metrics });
    }),
  PAYLOAD_TOO_LARGE: (operation) =>
    withArena(
      { limits: { simulationBodyBytes: 9, evaluationBodyBytes: 9 } },
      (arena) => sendBody(arena, operation, " ".repeat(40)),
    ),
  UNSUPPORTED_MEDIA_TYPE: (operation) =>
    withArena(
      {},
      (arena) => sendBody(arena, operation, "{}", { "content-type": "text/plain" }),
    ),
  STRATEGY_MISSING_REQUIRED_FEATURE: (operation) =>
    withArena({}, async (arena) => {
      // Only market 1 has a next maturity.
      const candidate = { marketId: 2, components: [{ strategyId: "term-slope" }] };
      if (operation.id === "startSearch") {
        const axes = [{ path: "/components/0/weightBps", min: 1000, max: 10_000, steps: 4 }];
        return await sendBody(arena, operation, { plan: { base: candidate, axes } });
      }
      if (operation.id === "enterSeason") return await sendBody(arena, operation, { candidate });
      if (operation.id !== "evaluate") return await sendBody(arena, operation, candidate);
      const payload = await simulated(arena, { ...CANDIDATE, marketId: 2 });
      return await sendBody(arena, operation, { ...payload, candidate });
    }),
  COMPUTE_BUDGET_EXCEEDED: (operation) =>
    withArena({}, async (arena) => {
      const body = await validBody(arena, operation);
      accountOf(arena).charge(arena.clock.nowMs(), 50);
      return await sendBody(arena, operation, body);
    }),
  CONCURRENCY_LIMIT_EXCEEDED: async (operation) => {
    if (operation.id === "watchSearch") return await streamedTooOften(operation, 4);
    if (operation.id.startsWith("getSearch")) return await streamedTooOften(operation, 2);
    const limits = { simulationsInFlight: 1, evaluationsInFlight: 1 };
    return await withArena({ limits }, async (arena) => {
      const body = await validBody(arena, operation);
      accountOf(arena).takeSlot("simulations", arena.clock.nowMs());
      accountOf(arena).takeSlot("evaluations", arena.clock.nowMs());
      return await sendBody(arena, operation, body);
    });
  },
  RATE_LIMIT_EXCEEDED: (operation) =>
    withArena({}, async (arena) => {
      const failures = Array.from({ length: 10 }, () => send(arena, operation, ""));
      await Promise.all(failures);
      return await send(arena, operation, "");
    }),
  INTERNAL_UNEXPECTED: async (operation) => {
    if (operation.id === "checkCandidate") {
      return await withArena({ local: trapping }, (arena) => sendBody(arena, operation, CANDIDATE));
    }
    const nothing = Object.create(null);
    const services = ["catalog", "simulations", "searches", "seasons", "practice"];
    const broken = { deps: Object.fromEntries(services.map((name) => [name, nothing])) };
    // A batch answers with the errors of its runs.
    const isRun = operation.hasBody &&
      ![...STORED, "simulateBatch"].some((name) => name === operation.tag || name === operation.id);
    const arena = await makeHeldArena(isRun ? {} : broken);
    const body = await validBody(await makeArena(), operation);
    const answer = sendBody(arena, operation, body);
    if (isRun) await until(() => arena.runner.waitingCount === 1);
    arena.runner.finish({ isTrap: true });
    return await answer;
  },
  RUN_TIMEOUT: async (operation) => {
    const body = await validBody(await makeArena(), operation);
    const hung = await openPool();
    // No run is light enough for the server's own thread.
    hung.pool.runInline = () => null;
    const arena = await makeArena({ runner: () => hung.pool });
    const answer = sendBody(arena, operation, body);
    await until(() => hung.pool.stats.busy === 1);
    hung.clock.advance(5_000);
    return await answer;
  },
  DATA_DATASET_NOT_FOUND: async (operation) => {
    const answer = bytes(NO_DATASET);
    const refusal = { value: () => ({ bytes: answer, trial: null }) };
    const refusing = (engine: Engine): Engine =>
      Object.create(engine, {
        simulateAdmitted: refusal,
        evaluate: { value: () => answer },
        check: { value: () => answer },
      });
    const body = await validBody(await makeArena(), operation);
    return await withArena(
      { local: refusing, runner: (engine) => new TestRunner(refusing(engine)) },
      (arena) => sendBody(arena, operation, body),
    );
  },
  AUTH_UNAVAILABLE: (operation) => {
    const keys = (store: KeyStore): KeyStore =>
      Object.assign(store, { find: () => Promise.reject(new Error("the disk is gone")) });
    return withArena({ keys }, (arena) => sendBody(arena, operation, CANDIDATE));
  },
  OVERLOADED: async (operation) => {
    const body = await validBody(await makeArena(), operation);
    if (STORED.includes(operation.tag)) {
      const arena = await makeArena();
      arena.closeSearches();
      return await sendBody(arena, operation, body);
    }
    if (operation.id === "checkCandidate") {
      // The first request makes the service replace its engine.
      return await withArena({ local: trapping }, async (arena) => {
        await sendBody(arena, operation, body);
        return await sendBody(arena, operation, body);
      });
    }
    const runner = (engine: Engine): TestRunner =>
      Object.assign(new TestRunner(engine), { isAlive: false, isSaturated: true });
    return await withArena({ runner }, (arena) => sendBody(arena, operation, body));
  },
  SHUTTING_DOWN: (operation) =>
    withArena({}, (arena) => {
      arena.deps.lifecycle.isDraining = true;
      return sendBody(arena, operation, CANDIDATE);
    }),
};

const NO_DATASET = '{"error":{"code":"DATA_DATASET_NOT_FOUND","detail":"no file x.csv"}}';

/** Returns an engine that traps on every check. */
function trapping(engine: Engine): Engine {
  const value = (): never => {
    throw new EngineTrap("Cannot finish an engine call: the engine broke off");
  };
  return Object.create(engine, { check: { value } });
}

/** Groups of operations that need a store and run nothing. */
const STORED = ["key", "searches", "seasons", "leaderboard"];

/** Opens as many streams as may be open at once, then sends the request; pages count as files. */
async function streamedTooOften(operation: OperationDefinition, most: number): Promise<Response> {
  const arena = await makeArena();
  const path = await pathOf(arena, operation);
  const streamed = path.replace(/points.*$/, "points.parquet");
  const streams = await inTurn(Array.from({ length: most }), async () => {
    const { body } = await arena.request(streamed);
    const reader = body?.getReader();
    await reader?.read();
    return reader;
  });
  const answer = await arena.request(path);
  await Promise.all(streams.map((reader) => reader?.cancel()));
  return answer;
}

async function withArena(
  options: ArenaOptions,
  work: (arena: Arena) => Promise<Response>,
): Promise<Response> {
  return await work(await makeArena(options));
}

async function withKey(operation: OperationDefinition, key: string): Promise<Response> {
  return await withArena({}, (arena) => send(arena, operation, key));
}

function send(arena: Arena, operation: OperationDefinition, key: string): Promise<Response> {
  return sendBody(arena, operation, CANDIDATE, { "x-api-key": key });
}

function accountOf({ deps, key, clock }: Arena): Account {
  return deps.limiter.account({ id: keyIdOf(key) ?? "", limits: SERVICE_LIMITS }, clock.nowMs());
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
