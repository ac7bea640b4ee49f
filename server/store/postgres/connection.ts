// @ts-types="./pg.d.ts"
import { type Client, DatabaseError, Pool, type QueryResult, types } from "pg";
import { type Row, type Sql, StoreError, type Transaction, type Value } from "../sql.ts";

/** Connections of one thread by default. */
const CONNECTIONS = 8;
const CONNECT_MS = 5_000;
/** After this time the database ends a statement. */
const STATEMENT_MS = 30_000;

const BYTEA = 17;

/** A transaction that pg-boss can take part in. */
export interface PostgresTransaction extends Transaction {
  /** Runs statements as PostgreSQL writes them, with `$1` for the first value. */
  executeSql(text: string, values?: readonly unknown[]): Promise<QueryResult>;
}

/** The connections of one thread to a PostgreSQL database, opened as they are needed. */
export class PostgresSql implements Sql {
  readonly #pool: Pool;
  /** Connections that run a statement or a transaction. */
  readonly #busy = new Set<Client>();

  /** @param connections most connections at once */
  constructor(url: string, connections = CONNECTIONS) {
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: "arena",
      statement_timeout: STATEMENT_MS,
      // SQLite has no schemas, so the shared statements name none.
      options: "-c search_path=arena",
      types: {
        getTypeParser: (oid, format) =>
          oid === BYTEA
            ? (text): Uint8Array => Uint8Array.fromHex(text.slice(2))
            : types.getTypeParser(oid, format),
      },
    });
    this.#pool.on("error", ignore);
  }

  async query(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    return (await this.executeSql(numbered(text), values)).rows;
  }

  /** Runs statements as PostgreSQL writes them, with `$1` for the first value. */
  executeSql(text: string, values?: readonly unknown[]): Promise<QueryResult> {
    return this.#withClient(async (client) => {
      try {
        return await run(client, text, values);
      } catch (error) {
        // A text of pg-boss may begin a transaction, which must not meet the next caller.
        await rollBack(client);
        throw error;
      }
    });
  }

  transaction<T>(work: (transaction: PostgresTransaction) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await run(client, "BEGIN");
      try {
        const outcome = await work(transactionOn(client));
        await run(client, "COMMIT");
        return outcome;
      } catch (error) {
        await rollBack(client);
        throw error;
      }
    });
  }

  /**
   * Listens to a channel on a connection of its own, until the connection is lost or the signal aborts.
   *
   * @param heard receives the payload of each notification
   * @param options the name by which other processes see the connection
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    { name, signal }: { readonly name: string; readonly signal: AbortSignal },
  ): Promise<void> {
    return this.#withClient(async (client) => {
      const ended = new Promise<void>((resolve) => {
        client.on("end", resolve);
        client.on("error", () => resolve());
        signal.addEventListener("abort", () => resolve());
      });
      client.on("notification", ({ payload = "" }) => heard(payload));
      await run(client, `LISTEN ${channel}`);
      await run(client, "SELECT set_config('application_name', $1, false)", [name]);
      if (!signal.aborted) await ended;
      // Its listeners are not for the next caller.
      await client.end();
    });
  }

  /** Closes all connections at once, also those that run a statement. */
  async close(): Promise<void> {
    const ended = this.#pool.end();
    await Promise.all([...this.#busy].map((client) => client.end()));
    await ended;
  }

  async #withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error) => {
      throw storeError(error);
    });
    client.on("error", ignore);
    this.#busy.add(client);
    try {
      return await work(client);
    } finally {
      this.#busy.delete(client);
      client.off("error", ignore);
      // The pool drops a broken connection.
      client.release();
    }
  }
}

/** A broken connection emits an error, and rejects its statement; the next one opens another. */
function ignore(): void {}

/** Returns a name of a database for a sentence: without user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${host}${pathname}`;
}

/**
 * Returns an error of the driver as a `StoreError`. An error that the server did not send is one of
 * the connection, which passes; of the server's errors those pass whose class of SQLSTATE says that
 * connections (08) or resources (53) fail, that a transaction was rolled back for another (40), or
 * that an operator stops the server (57P).
 */
export function storeError(error: Error): StoreError {
  if (!(error instanceof DatabaseError)) {
    return new StoreError(error, { isTemporary: true, code: null });
  }
  const code = error.code ?? "";
  return new StoreError(error, { isTemporary: /^(?:08|40|53|57P)/.test(code), code });
}

function transactionOn(client: Client): PostgresTransaction {
  const query: Transaction["query"] = async (text, values = []) =>
    (await run(client, numbered(text), values)).rows;
  return {
    query,
    forUpdate: " FOR UPDATE",
    lock: async (name) => {
      await query("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [name]);
    },
    executeSql: (text, values) => run(client, text, values),
  };
}

/** A connection whose transaction is still open must not serve another caller. */
async function rollBack(client: Client): Promise<void> {
  await client.query("ROLLBACK").catch(() => client.end());
}

/** Without values, the text may be several statements. */
async function run(
  client: Client,
  text: string,
  values?: readonly unknown[],
): Promise<QueryResult> {
  try {
    return await client.query(text, values);
  } catch (error) {
    throw error instanceof Error ? storeError(error) : error;
  }
}

/** Numbers the placeholders, as PostgreSQL wants them. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll("?", () => `$${++count}`);
}
