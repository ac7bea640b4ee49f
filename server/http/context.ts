import type { RequestKeys } from "../limits/request_keys.ts";
import type { Context } from "hono";
import type { IsTrustedProxy } from "../auth/client_address.ts";
import type { FailureThrottle } from "../auth/failure_throttle.ts";
import type { KeyRecord } from "../store/key_store.ts";
import type { KeyResolver } from "../auth/key_resolver.ts";
import type { Clock } from "../base/clock.ts";
import type { RunTimes } from "../engine/engine.ts";
import type { LocalEngine } from "../engine/local_engine.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";
import type { Account } from "../limits/account.ts";
import type { AddressBudgets } from "../limits/address_budget.ts";
import type { BodyBytes } from "../limits/body_bytes.ts";
import type { Limiter } from "../limits/limiter.ts";
import type { CodedBodies } from "../services/web_files.ts";
import type { RequestRecord } from "./request_record.ts";

/** What every request needs. The parts of one operation stand beside it, in its routes. */
export interface Deps {
  readonly clock: Clock;
  readonly local: LocalEngine;
  readonly keys: KeyResolver;
  readonly failures: FailureThrottle;
  /** Budgets of callers without a key. */
  readonly addresses: AddressBudgets;
  readonly isTrustedProxy: IsTrustedProxy;
  readonly limiter: Limiter;
  readonly bodyBytes: BodyBytes;
  readonly requestKeys: RequestKeys;
  readonly bodies: BodyLimits;
  readonly codedBodies: CodedBodies;
  readonly lifecycle: Lifecycle;
  /** Receives the record of every finished request. */
  log(record: RequestRecord): void;
}

/** Limits on the size and the duration of a body. */
export interface BodyLimits {
  readonly simulationBytesMax: number;
  readonly evaluationBytesMax: number;
  readonly deadlineMs: number;
}

/** The state of the process between start and stop. */
export interface Lifecycle {
  /** Start of the process on the monotonic clock. */
  readonly startedAtMs: number;
  /** Whether the process is about to stop: `/readyz` reports it while requests are still accepted. */
  isStopping: boolean;
  /** Whether new requests are rejected because the process stops. */
  isDraining: boolean;
  /** Whether the port accepts connections, as the listener reports it. */
  isAccepting: boolean;
  /** Rejects with the code of the part that is not ready. */
  checkReady(): Promise<void>;
}

/** A connection, as the listener reports it. */
export interface Connection {
  /** Address of the client, without its port. */
  readonly remoteAddress: string;
}

/** State shared by the steps of a request, in one object: faster than one hono variable each. */
export interface RequestState {
  readonly requestId: string;
  /** Set after authentication. */
  key?: KeyRecord;
  account?: Account;
  /** Path pattern of the operation, if there is one. */
  route?: string;
  /** Compute units that the request was charged so far. */
  cost: number;
  /** Set after a run. */
  run?: RunTimes;
  code?: ErrorCode;
  /** Cause of a service error, for the log. */
  cause?: unknown;
}

/** Types of the app, for hono. */
export interface AppEnv {
  Bindings: Connection;
  Variables: { requestId: string; state: RequestState };
}

export type AppContext = Context<AppEnv>;

export function stateOf(c: AppContext): RequestState {
  return c.get("state");
}
