import { openDatabase } from "../../server/store/database.ts";
import { SqlKeyRegister, SqlKeyStore } from "../../server/store/sql_keys.ts";
import { SqliteTrialStore } from "../../server/store/sql_trials.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { countTries } from "../../server/store/trial_rows.ts";
import { WriteBehind } from "../../server/store/write_behind.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { CONTRACT, type OpenStores } from "./contract.ts";

function open(path: string): Promise<OpenStores> {
  return Promise.try(() => {
    const database = openDatabase(path);
    const sql = new SqliteSql(() => database);
    const [keys, trials] = [new SqlKeyStore(sql), new SqliteTrialStore(sql)];
    const target = { sql, close: (): void => database.close() };
    const writer = new WriteBehind(new ManualClock(), target, [keys, trials], () => {});
    return {
      keys,
      register: new SqlKeyRegister(sql),
      trials,
      countTries: (...tries) => countTries(sql, ...tries),
      flush: () => writer.flush(),
      close: () => writer.close(),
    };
  });
}

for (const [name, test] of Object.entries(CONTRACT)) {
  Deno.test(`SQLite: ${name}`, () =>
    withFolder((folder) => test(() => open(`${folder}/keys.sqlite`))));
}
