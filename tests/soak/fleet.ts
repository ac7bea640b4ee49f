import { makeKey } from "../../server/auth/api_key.ts";
import { newRecord } from "../../server/auth/key_changes.ts";
import { SCOPES } from "../../server/contracts/scopes.ts";
import { openDatabase } from "../../server/store/database.ts";
import { SqliteKeyRegister } from "../../server/store/sqlite_key_store.ts";
import { inTurn } from "../support/in_turn.ts";
import { Home, type ServerProcess } from "../support/server_process.ts";

/** A server on the official datasets, and keys for it. */
export interface Fleet extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly keys: readonly string[];
  readonly keysFile: string;
}

/** Starts a server with some keys. */
export async function startFleet(
  keyCount: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const home = await Home.make();
  await Deno.mkdir(`${home.folder}/data`);
  const database = openDatabase(home.keysFile);
  const store = new SqliteKeyRegister(database);
  const keys = await inTurn(Array.from({ length: keyCount }), async () => {
    const made = await makeKey();
    await store.add(newRecord(made, { name: "soak", scopes: SCOPES, createdAt: Date.now() }));
    return made.key;
  });
  database.close();
  const server = await home.serve({ ARENA_DATASETS: "", ARENA_LOG: "json", ...environment });
  return {
    server,
    keys,
    keysFile: home.keysFile,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await home[Symbol.asyncDispose]();
    },
  };
}
