import { systemClock } from "../../server/base/clock.ts";
import { openDatabase, SEARCHING } from "../../server/store/database.ts";
import { SEARCH_MIGRATIONS } from "../../server/store/search_migrations.ts";
import { openSqliteSearches } from "../../server/store/searches.ts";
import { testSearchStore } from "./store_contract.ts";
import type { OpenSearchStore } from "./store_steps.ts";

testSearchStore("SQLite", async () => {
  const folder = await Deno.makeTempDir();
  const open = (): OpenSearchStore => {
    const store = openSqliteSearches(`${folder}/searches.sqlite`, systemClock);
    return {
      searches: store.searches,
      jobs: store.jobs,
      reopen: () => Promise.resolve(open()),
      loseJobs: () => {
        using file = openDatabase(`${folder}/searches.sqlite`, SEARCHING, SEARCH_MIGRATIONS);
        file.exec("DELETE FROM jobs");
        return Promise.resolve();
      },
      close: () => Promise.resolve(store.close()),
    };
  };
  const first = open();
  const close = async (): Promise<void> => {
    await first.close();
    await Deno.remove(folder, { recursive: true });
  };
  return { ...first, close };
});
