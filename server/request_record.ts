// This module is browser compatible.

import { redactKeys } from "./auth/redact.ts";
import type { ErrorCode } from "./errors/codes.ts";

/** What is kept of a finished request. It has no header, no body and nothing of a key but its id. */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly requestId: string;
  readonly method: string;
  /** Pattern of the operation; null when none was reached. */
  readonly route: string | null;
  readonly path: string;
  readonly status: number;
  /** Milliseconds from the head of the request to the head of the answer. */
  readonly durationMs: number;
  readonly keyId: string | null;
  /** Compute units charged. */
  readonly cost: number;
  /** Milliseconds in the engine and in waiting for it; null when none has answered. */
  readonly engineMs: number | null;
  readonly queueMs: number | null;
  readonly code: ErrorCode | null;
  /** What happened, for errors that are ours. */
  readonly cause: string | null;
}

/** Returns the record as one line of JSON. */
export function toJsonLine(record: RequestRecord): string {
  const { timestamp, requestId, method, status, durationMs, keyId, cost, code } = record;
  const { engineMs, queueMs, cause } = record;
  const line = {
    ...{ time: new Date(timestamp).toISOString(), requestId, method },
    ...{ route: record.route ?? record.path, status, durationMs, keyId, cost, code },
    ...(engineMs !== null && { engineMs, queueMs }),
    ...(cause !== null && { cause }),
  };
  return redactKeys(JSON.stringify(line));
}

/** Returns the record as one line for people. */
export function toTextLine(record: RequestRecord): string {
  const { timestamp, method, path, route, status, durationMs, cost, keyId, code } = record;
  const { engineMs, queueMs, requestId, cause } = record;
  const run = `(engine ${engineMs?.toFixed(1)}, queue ${queueMs?.toFixed(1)})`;
  const parts = [
    new Date(timestamp).toISOString().slice(11, 23),
    `${method} ${route ?? path} ${status}${code === null ? "" : ` ${code}`}`,
    `${durationMs.toFixed(1)} ms${engineMs === null ? "" : ` ${run}`}`,
    `${cost} CU`,
    keyId ?? "-",
    requestId,
  ];
  return redactKeys(cause === null ? parts.join("  ") : `${parts.join("  ")}\n${cause}`);
}
