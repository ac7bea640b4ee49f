// This module is browser compatible.

import { redactKeys } from "../auth/redact.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";

/** The log record of a finished request. Of headers, body and key it has only the key's id. */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly requestId: string;
  readonly method: string;
  /** Path pattern of the operation; null when no operation was reached. */
  readonly route: string | null;
  readonly path: string;
  readonly status: number;
  /** Milliseconds from the head of the request to the head of the response. */
  readonly durationMs: number;
  readonly keyId: string | null;
  /** Network of the caller, a /24 or a /64; null when it is unknown. */
  readonly network: string | null;
  /** Compute units charged. */
  readonly cost: number;
  /** Milliseconds in the engine and in its queue; null when no engine ran. */
  readonly engineMs: number | null;
  readonly queueMs: number | null;
  readonly code: ErrorCode | null;
  /** The cause of a service error. */
  readonly cause: string | null;
}

export function toJsonLine(record: RequestRecord): string {
  const { timestamp, requestId, method, status, durationMs, keyId, network, cost, code } = record;
  const { engineMs, queueMs, cause } = record;
  const line = {
    time: new Date(timestamp).toISOString(),
    requestId,
    method,
    route: record.route ?? record.path,
    status,
    durationMs,
    keyId,
    network,
    cost,
    code,
    ...(engineMs !== null && { engineMs, queueMs }),
    ...(cause !== null && { cause }),
  };
  return toLogLine(JSON.stringify(line));
}

/** Returns the record as one line for people. */
export function toTextLine(record: RequestRecord): string {
  const { timestamp, method, path, route, status, durationMs, cost, keyId, network } = record;
  const { code, engineMs, queueMs, requestId, cause } = record;
  const run = `(engine ${engineMs?.toFixed(1)}, queue ${queueMs?.toFixed(1)})`;
  const parts = [
    new Date(timestamp).toISOString().slice(11, 23),
    `${method} ${route ?? path} ${status}${code === null ? "" : ` ${code}`}`,
    `${durationMs.toFixed(1)} ms${engineMs === null ? "" : ` ${run}`}`,
    `${cost} CU`,
    keyId ?? "-",
    network ?? "-",
    requestId,
  ];
  const lines = [parts.join("  "), ...(cause?.split("\n") ?? [])];
  return lines.map(toLogLine).join("\n");
}

/** Returns an event outside any request as one line of JSON. */
export function toEventLine(timestamp: number, event: Readonly<Record<string, unknown>>): string {
  return toLogLine(JSON.stringify({ time: new Date(timestamp).toISOString(), ...event }));
}

/**
 * Makes a text safe for a log: redacts keys, and escapes control characters as JSON does, because a
 * path could use them to forge lines or control the operator's terminal.
 */
function toLogLine(text: string): string {
  const redacted = redactKeys(text);
  // Nearly all lines are printable ASCII, and this test is cheaper.
  return /^[ -~]*$/.test(redacted) ? redacted : redacted.replaceAll(/\p{C}/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return character.split("").map((unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }).join("");
}
