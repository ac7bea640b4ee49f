import { makeKey } from "../../server/auth/api_key.ts";
import { newRecord } from "../../server/auth/key_changes.ts";
import { SCOPES } from "../../server/contracts/scopes.ts";
import { openDatabase } from "../../server/store/database.ts";
import { SqlKeyRegister } from "../../server/store/sql_keys.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";

/** A server on the official datasets, and keys for it. */
export interface Fleet extends AsyncDisposable {
  /** The running server. */
  readonly server: ServerProcess;
  readonly keys: readonly string[];
  readonly home: Home;
  /** The servers' log file: the log of a long run is too large for memory. */
  readonly logFile: string;
  /** Starts another server on the same port and files after a kill. */
  restart(): Promise<void>;
  readonly keysFile: string;
}

/** Starts a server with some keys. */
export async function startFleet(
  keyCount: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const home = await Home.make();
  const database = openDatabase(home.keysFile);
  const store = new SqlKeyRegister(new SqliteSql(() => database));
  const keys = await inTurn(Array.from({ length: keyCount }), async () => {
    const made = await makeKey();
    await store.add(newRecord(made, { name: "soak", scopes: SCOPES, createdAt: Date.now() }));
    return made.key;
  });
  database.close();
  const settings = { ARENA_DATASETS: "", ARENA_LOG: "json", ...environment };
  const logFile = `${home.folder}/server.log`;
  // The shell replaces itself with the server and keeps its process id.
  const prefix = ["sh", "-c", 'exec "$@" 2>>"$0"', logFile];
  let server = await home.serve(settings, prefix);
  return {
    get server() {
      return server;
    },
    keys,
    home,
    logFile,
    restart: async () => {
      server = await home.serve({ ...settings, ARENA_PORT: String(server.port) }, prefix);
    },
    keysFile: home.keysFile,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await home[Symbol.asyncDispose]();
    },
  };
}
