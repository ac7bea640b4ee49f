import { openDatabase } from "../../server/store/database.ts";
import { inTransaction } from "../../server/store/sqlite.ts";
import { SqliteKeyRegister, SqliteKeyStore } from "../../server/store/sqlite_key_store.ts";
import { SqliteTrialStore } from "../../server/store/sqlite_trial_store.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { CONTRACT, type OpenStores } from "./contract.ts";

function open(path: string): Promise<OpenStores> {
  return Promise.try(() => {
    const database = openDatabase(path);
    const [keys, trials] = [new SqliteKeyStore(database), new SqliteTrialStore(database)];
    return {
      keys,
      register: new SqliteKeyRegister(database),
      trials,
      flush: () =>
        Promise.try(() => {
          inTransaction(database, () => [keys, trials].forEach((pending) => pending.write()));
          [keys, trials].forEach((pending) => pending.clear());
        }),
      close: () => Promise.try(() => database.close()),
    };
  });
}

for (const [name, test] of Object.entries(CONTRACT)) {
  Deno.test(`SQLite: ${name}`, () =>
    withFolder((folder) => test(() => open(`${folder}/keys.sqlite`))));
}
