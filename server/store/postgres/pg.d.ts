/**
 * The part of `pg` that the store uses; the package has no types of its own. pg-boss brings `pg`
 * along, so `deno.json` names the same version.
 */

export interface QueryResult {
  readonly rows: Readonly<Record<string, unknown>>[];
}

export interface Client {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "end", listener: () => void): void;
  on(event: "notification", listener: (message: { readonly payload?: string }) => void): void;
  off(event: "error", listener: (error: Error) => void): void;
  /** Closes the connection, also under a running statement. */
  end(): Promise<void>;
  /** Gives the connection back to its pool, which drops a broken one. */
  release(): void;
}

export interface PoolOptions {
  readonly connectionString: string;
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  // deno-lint-ignore camelcase -- the driver's name
  readonly application_name: string;
  // deno-lint-ignore camelcase -- the driver's name
  readonly statement_timeout: number;
  readonly options: string;
  readonly types: { getTypeParser(oid: number, format?: string): (text: string) => unknown };
}

export class Pool {
  constructor(options: PoolOptions);
  connect(): Promise<Client>;
  on(event: "error", listener: (error: Error) => void): void;
  /** Resolves when every connection is closed. */
  end(): Promise<void>;
}

/** An error that the server sent. */
export class DatabaseError extends Error {
  constructor(message: string, length: number, name: "error");
  /** SQLSTATE. */
  code: string | undefined;
}

export const types: PoolOptions["types"];
