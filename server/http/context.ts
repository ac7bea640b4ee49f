import type { Context } from "hono";
import type { ProxyTrust } from "../auth/client_address.ts";
import type { FailureThrottle } from "../auth/failure_throttle.ts";
import type { KeyRecord } from "../store/key_store.ts";
import type { KeyResolver } from "../auth/key_resolver.ts";
import type { Clock } from "../clock.ts";
import type { RunTimes } from "../engine/engine.ts";
import type { LocalEngine } from "../engine/local_engine.ts";
import type { EngineFacts } from "../engine/wire.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";
import type { Account } from "../limits/account.ts";
import type { BodyBytes } from "../limits/body_bytes.ts";
import type { Limiter } from "../limits/limiter.ts";
import type { RequestRecord } from "./request_record.ts";
import type { Catalog } from "../services/catalog.ts";
import type { Evaluations } from "../services/evaluations.ts";
import type { Simulations } from "../services/simulations.ts";
import type { CodedBodies, WebFiles } from "../services/web_files.ts";

/** Everything that the HTTP layer stands on; `main.ts` makes it, tests make their own. */
export interface Deps {
  readonly clock: Clock;
  readonly versions: EngineFacts;
  readonly local: LocalEngine;
  readonly catalog: Catalog;
  readonly simulations: Simulations;
  readonly evaluations: Evaluations;
  readonly keys: KeyResolver;
  readonly failures: FailureThrottle;
  readonly isTrustedProxy: ProxyTrust;
  readonly limiter: Limiter;
  readonly bodyBytes: BodyBytes;
  readonly bodies: BodyLimits;
  readonly lifecycle: Lifecycle;
  readonly web: Web;
  /** Takes the record of every finished request. */
  log(record: RequestRecord): void;
}

/** The page in a browser. */
export interface Web {
  readonly files: WebFiles;
  readonly bodies: CodedBodies;
}

/** How large and how slow a body may be. */
export interface BodyLimits {
  readonly simulationBytesMax: number;
  readonly evaluationBytesMax: number;
  readonly deadlineMs: number;
}

/** Where the process stands. */
export interface Lifecycle {
  /** When it started, by the clock. */
  readonly startedAtMs: number;
  /** Whether something is made that would hold requests up; `/readyz` says so. */
  isStarting: boolean;
  /** Whether the process is about to stop; `/readyz` says so, work is still taken. */
  isLeaving: boolean;
  /** Whether new work is refused because the process stops. */
  isDraining: boolean;
  /** Whether the port takes connections; the listener says so. */
  isAccepting: boolean;
  /** Fails with the code that says what is not ready. */
  checkReady(): Promise<void>;
}

/** What the listener knows of a connection. */
export interface Connection {
  /** Address of the client, without its port. */
  readonly remoteAddress: string;
}

/** What the steps of a request hand on: one object, which is faster than a variable each. */
export interface RequestState {
  readonly requestId: string;
  /** Set once the caller is known. */
  key?: KeyRecord;
  account?: Account;
  /** Path pattern of the operation, when there is one. */
  route?: string;
  /** Compute units charged so far. */
  cost: number;
  /** Set once an engine has answered. */
  run?: RunTimes;
  code?: ErrorCode;
  /** What was thrown, where it is ours to look into. */
  cause?: unknown;
}

/** Types of the app, for hono. */
export interface AppEnv {
  Bindings: Connection;
  Variables: { requestId: string; state: RequestState };
}

export type AppContext = Context<AppEnv>;

/** Returns what the steps before have found out. */
export function stateOf(c: AppContext): RequestState {
  return c.get("state");
}
