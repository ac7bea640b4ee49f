// This module is browser compatible.

import { redactKeys } from "./auth/redact.ts";
import type { ErrorCode } from "./errors/codes.ts";

/** What is kept of a finished request. It has no header, no body and nothing of a key but its id. */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly requestId: string;
  readonly method: string;
  /** Pattern of the operation; for unknown paths the path. */
  readonly route: string;
  readonly status: number;
  /** Milliseconds from the head of the request to the head of the answer. */
  readonly durationMs: number;
  readonly keyId: string | null;
  /** Compute units charged. */
  readonly cost: number;
  readonly code: ErrorCode | null;
  /** What happened, for errors that are ours. */
  readonly cause: string | null;
}

/** Returns the record as one line of JSON. */
export function toJsonLine(record: RequestRecord): string {
  const { timestamp, requestId, method, route, status, durationMs, keyId, cost, code, cause } =
    record;
  const time = new Date(timestamp).toISOString();
  const line = { time, requestId, method, route, status, durationMs, keyId, cost, code };
  return redactKeys(JSON.stringify(cause === null ? line : { ...line, cause }));
}

/** Returns the record as one line for people. */
export function toTextLine(record: RequestRecord): string {
  const { timestamp, method, route, status, durationMs, cost, keyId, code, requestId, cause } =
    record;
  const parts = [
    new Date(timestamp).toISOString().slice(11, 23),
    `${method} ${route} ${status}${code === null ? "" : ` ${code}`}`,
    `${durationMs.toFixed(1)} ms`,
    `${cost} CU`,
    keyId ?? "-",
    requestId,
  ];
  return redactKeys(cause === null ? parts.join("  ") : `${parts.join("  ")}\n${cause}`);
}
