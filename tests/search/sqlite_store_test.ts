import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { FolderParts } from "../../server/store/parts/folder_parts.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { openDatabase, OPERATING, SEARCHING } from "../../server/store/database.ts";
import { SEARCH_MIGRATIONS } from "../../server/store/search_migrations.ts";
import { keysIn, openSqliteSearches, searchesOf } from "../../server/store/searches.ts";
import { StoreError } from "../../server/store/sql.ts";
import { SqliteTrialStore } from "../../server/store/sql_trials.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { SqliteSearchDatabase } from "../../server/store/sqlite_search_database.ts";
import { diskFolder } from "../../server/process/disk_folder.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import type { Job, JobOutcome } from "../../server/store/search_store.ts";
import { turn, until } from "../../server/testing/until.ts";
import { testSearchStore } from "./store_contract.ts";
import { testSearchTrials } from "./trials_contract.ts";
import { type OpenSearchStore, PLENTY, rangesOf, resultOf, searchOf } from "./store_steps.ts";

const openStore = async (): Promise<OpenSearchStore> => {
  const folder = await Deno.makeTempDir();
  const files = new FolderParts(`${folder}/points`);
  const open = (): OpenSearchStore => {
    const keysFile = `${folder}/keys.sqlite`;
    const keys = openDatabase(keysFile);
    const store = openSqliteSearches(
      `${folder}/searches.sqlite`,
      systemClock,
      { files, ...keysIn(keysFile, diskFolder) },
    );
    return {
      searches: store.searches,
      jobs: store.jobs,
      trials: new SqliteTrialStore(new SqliteSql(() => keys)),
      reopen: () => Promise.resolve(open()),
      exec: (statement) => {
        using file = openDatabase(`${folder}/searches.sqlite`, SEARCHING, SEARCH_MIGRATIONS);
        file.exec(statement);
        return Promise.resolve();
      },
      close: async () => {
        await store.close();
        keys.close();
      },
    };
  };
  const first = open();
  const close = async (): Promise<void> => {
    await first.close();
    await Deno.remove(folder, { recursive: true });
  };
  return { ...first, close };
};

testSearchStore("SQLite", openStore);
testSearchTrials("SQLite", openStore);

Deno.test("SQLite: a search is added once another process gives up its lock, and no thread waits", async () => {
  const folder = await Deno.makeTempDir();
  const clock = new ManualClock();
  const path = `${folder}/searches.sqlite`;
  const { searches, close } = openSqliteSearches(path, clock, { files: new MemoryParts() });
  const other = openDatabase(path, OPERATING, SEARCH_MIGRATIONS);
  try {
    other.exec("BEGIN IMMEDIATE");
    const added = searches.add(searchOf("a"), PLENTY);
    assertEquals(await searches.find("a"), null, "reading needs no lock");
    other.exec("ROLLBACK");
    clock.advance(10);
    assert((await added).isAdded);

    other.exec("BEGIN IMMEDIATE");
    const refused = assertRejects(() => searches.cancel("a"), StoreError, "locked");
    for (let pause = 0; pause < 100; pause++) {
      await turn();
      clock.advance(10);
    }
    await refused;
  } finally {
    other.close();
    await close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("workers keep one more job at hand where a claim takes over a tenth of a range", async () => {
  const clock = new ManualClock();
  const file = openDatabase(":memory:", OPERATING, SEARCH_MIGRATIONS);
  const database = new SqliteSearchDatabase(new SqliteSql(() => file), clock, {
    close: () => file.close(),
  });
  const claim = database.claim.bind(database);
  const rangeMs = 100;
  let claimMs = 30;
  database.claim = (...asked) => {
    clock.advance(claimMs);
    return claim(...asked);
  };
  const { searches, jobs, close } = searchesOf(database, clock, { files: new MemoryParts() });
  await searches.add(searchOf("a"), PLENTY);
  const waiting: (() => void)[] = [];
  const run = async (job: Job): Promise<JobOutcome> => {
    if (job.kind === "step") return { kind: "ranges", ranges: rangesOf("one", 12) };
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { kind: "result", result: resultOf(job.from) };
  };
  /** Ends the job that was claimed first, and returns how many are then held. */
  const next = async (): Promise<number> => {
    clock.advance(rangeMs);
    waiting.shift()?.();
    await until(async () => (await searches.queue()).claimed === waiting.length);
    for (let turns = 0; turns < 20; turns++) await turn();
    return waiting.length;
  };
  const stopping = new AbortController();
  const work = jobs.work({
    parallel: 2,
    workers: 1,
    signal: stopping.signal,
    run,
    report: () => {},
  });
  await until(() => waiting.length === 2);
  const held = [await next(), await next()];
  claimMs = 3;
  held.push(await next(), await next(), await next());
  assertEquals(held, [3, 3, 3, 2, 2]);
  stopping.abort();
  for (const end of waiting) end();
  await work;
  await close();
});

Deno.test("SQLite: trials never make a file of keys that is missing", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/keys.sqlite`;
  await assertRejects(
    () => keysIn(path, diskFolder).addTrials([]),
    Error,
    "keys.sqlite is missing",
  );
  await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
  await Deno.remove(folder, { recursive: true });
});
