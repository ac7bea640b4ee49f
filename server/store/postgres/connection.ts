import postgres from "postgres";
import { ApiError, StartError } from "../../base/errors.ts";

/** Connections to a PostgreSQL database, opened as they are needed. */
export type Postgres = postgres.Sql;

/** What runs statements: connections, or a transaction on one of them. */
export type Statements = postgres.ISql;

/** Connections that a process may have open for keys, trials and searches. */
const CONNECTIONS_MAX = 8;
const CONNECT_SECONDS = 5;
/** How long a statement may take before the database ends it, milliseconds. */
const STATEMENT_MS = 30_000;

/** Bytes as the database writes them, in a type that every store has. */
const BYTES = {
  to: 17,
  from: [17],
  serialize: (bytes: Uint8Array): string => `\\x${bytes.toHex()}`,
  parse: (text: string): Uint8Array => Uint8Array.fromHex(text.slice(2)),
};

/** Makes the connections to a database; none is opened before the first statement. */
export function connect(url: string): Postgres {
  return postgres(url, {
    max: CONNECTIONS_MAX,
    connect_timeout: CONNECT_SECONDS,
    connection: { application_name: "arena", statement_timeout: STATEMENT_MS },
    types: { bytea: BYTES },
    // Such as "relation already exists, skipping".
    onnotice: () => {},
  });
}

/** Returns what to call a database in a sentence: no user and no password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${host}${pathname}`;
}

/** Returns whether the database cannot be reached or is stopping, and not that it refused something. */
export function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return isAway(error.cause);
  if (!(error instanceof Error) || error instanceof StartError) return false;
  const code = "code" in error ? String(error.code) : "";
  // Classes of SQLSTATE: connections, operators, resources.
  if ("severity" in error) return /^(?:08|57P|53)/.test(code);
  // Of the two libraries one has codes for all, the other a message for some.
  return /^(?:E(?!RR_)|CONNECT)/.test(code) || /^(?:Connection|timeout) /i.test(error.message);
}

/** Returns whether an error is from the database or the way to it, and not from this program. */
export function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error &&
    (error instanceof postgres.PostgresError || "code" in error && "errno" in error);
}
