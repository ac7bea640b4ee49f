import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { assert, assertEquals } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { openPostgresSearches } from "../../server/store/postgres/searches.ts";
import { PostgresTrialStore } from "../../server/store/sql_trials.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { Postgres, testOnPostgres } from "../../server/testing/postgres.ts";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { migrate } from "../../server/store/postgres/migrations.ts";
import { PostgresSearchDatabase } from "../../server/store/postgres/search_database.ts";
import type { JobClaim } from "../../server/store/search_database.ts";
import type { Job } from "../../server/store/search_store.ts";
import { until } from "../../server/testing/until.ts";
import { testSearchStore } from "./store_contract.ts";
import { testSearchTrials } from "./trials_contract.ts";
import {
  isDone,
  type OpenSearchStore,
  outcomeOf,
  PLENTY,
  rangesOf,
  searchOf,
  working,
} from "./store_steps.ts";

const files = new MemoryParts();

const openStore = async (): Promise<OpenSearchStore> => {
  const url = await (await Postgres.shared()).database();
  const open = async (): Promise<OpenSearchStore> => {
    const { searches, jobs, close } = await openPostgresSearches(url, systemClock, { files });
    const sql = new PostgresSql(url);
    return {
      searches,
      jobs,
      trials: new PostgresTrialStore(sql, systemClock, 5_000),
      reopen: open,
      exec: (statement) => withSql(url, async (sql) => void await sql.query(statement)),
      close: async () => {
        await close();
        await sql.close();
      },
    };
  };
  return await open();
};

testSearchStore("PostgreSQL", openStore, ["PostgreSQL"]);
testSearchTrials("PostgreSQL", openStore, ["PostgreSQL"]);

async function withSql(url: string, work: (sql: PostgresSql) => Promise<void>): Promise<void> {
  const sql = new PostgresSql(url);
  try {
    await work(sql);
  } finally {
    await sql.close();
  }
}

testOnPostgres("PostgreSQL: results of one search do not wait for each other", async (url) => {
  const store = await openPostgresSearches(url, systemClock, { files });
  const { searches } = store;
  await searches.add(searchOf("a"), PLENTY);
  const outcome = outcomeOf(searches);
  const locked = Promise.withResolvers<void>();
  // The ranges of a fast machine would end before the lock.
  const afterLock = async (job: Job): Promise<Awaited<ReturnType<typeof outcome>>> => {
    if (job.kind !== "step") await locked.promise;
    return await outcome(job);
  };
  await withSql(url, (sql) =>
    working(store, afterLock, async () => {
      await until(async () => (await searches.find("a"))?.status === "running");
      // A result that locked its search would wait here until the end of this transaction.
      await sql.transaction(async ({ query }) => {
        await query("SELECT 1 FROM searches WHERE id = 'a' FOR UPDATE");
        locked.resolve();
        await until(async () => (await searches.progress("a")).done >= 50);
      });
      await until(() => isDone(searches, "a"));
    }));
  await store.close();
});

testOnPostgres(
  "PostgreSQL: the first orders after a start may take all connections",
  async (url) => {
    const connections = 4;
    const { searches, close } = await openPostgresSearches(url, systemClock, {
      files,
      connections,
    });
    try {
      const ids = Array.from({ length: connections }, (_, at) => `search-${at}`);
      await Promise.all(ids.map((id) => searches.add(searchOf(id), PLENTY)));
    } finally {
      await close();
    }
  },
);

testOnPostgres("PostgreSQL: many workers take one step after each stage", async (url) => {
  const stores = await Promise.all(
    Array.from({ length: 4 }, () => openPostgresSearches(url, systemClock, { files })),
  );
  const { searches } = stores[0] ?? failed();
  const jobs: string[] = [];
  const ids = Array.from({ length: 10 }, (_, at) => `search-${at}`);
  const working4 = (during: () => Promise<void>): Promise<void> =>
    stores.reduce<() => Promise<void>>((inner, store) => () => {
      const outcome = outcomeOf(store.searches);
      const run = (job: Job): ReturnType<typeof outcome> => {
        jobs.push(
          job.kind === "step" ? job.searchId : `${job.searchId} ${job.stage} ${job.from}`,
        );
        return outcome(job);
      };
      return working(store, run, inner);
    }, during)();
  await working4(async () => {
    await Promise.all(ids.map((id) => searches.add(searchOf(id), PLENTY)));
    await until(async () => {
      const ended = await Promise.all(ids.map((id) => isDone(searches, id)));
      return ended.every(Boolean);
    });
  });
  // Three steps and ten ranges of each.
  assertEquals(jobs.length, ids.length * 13);
  assertEquals(new Set(jobs).size, ids.length * 11);
  await Promise.all(stores.map((store) => store.close()));
});

function failed(): never {
  throw new Error("there is no store");
}

testOnPostgres(
  "a worker hears at once that another process cancelled its search, before its heartbeat",
  async (url) => {
    // The clock stands still: there is no heartbeat.
    const working = await openPostgresSearches(url, new ManualClock(), { files });
    const other = await openPostgresSearches(url, systemClock, { files });
    await other.searches.add(searchOf("a"), PLENTY);
    const [begun, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stopping = new AbortController();
    const work = working.jobs.work({
      parallel: 1,
      workers: 3,
      signal: stopping.signal,
      report: () => {},
      run: (_, cancelled) =>
        new Promise((_, reject) => {
          cancelled.addEventListener("abort", () => {
            told.resolve();
            reject(new Error("stopped"));
          });
          begun.resolve();
        }),
    });
    await begun.promise;
    await until(async () => await other.searches.workersAlive() === 3);
    await other.searches.cancel("a");
    await told.promise;
    stopping.abort();
    await work;
    await until(async () => await other.searches.workersAlive() === 0);
    await Promise.all([working.close(), other.close()]);
  },
);

testOnPostgres(
  "PostgreSQL: of two holders of a job the later one alone completes it",
  async (url) => {
    const sql = new PostgresSql(url);
    await migrate(sql);
    const database = await PostgresSearchDatabase.open(sql);
    const claim = async (): Promise<JobClaim> => {
      let [found]: readonly JobClaim[] = [];
      await until(async () => ([found] = await database.claim(1, []), found !== undefined));
      if (found === undefined) throw new Error("there is no job");
      return found;
    };
    const rows = async (): Promise<
      unknown
    > => [
      ...await sql.query("SELECT search_id, units::integer, claimed::integer FROM search_jobs"),
    ];
    const complete = (held: JobClaim): Promise<boolean> =>
      database.transaction((transaction) => transaction.complete(held));
    const [range] = rangesOf("one", 1);
    if (range === undefined) throw new Error("there is no range");
    const add = (searchId: string): Promise<void> =>
      database.transaction((transaction) =>
        transaction.addRanges({ searchId, keyId: "key" }, [range])
      );
    await add("a");
    const first = await claim();
    assertEquals(await rows(), [{ search_id: "a", units: 30, claimed: 1 }]);
    await database.release(first, { isComplete: false });
    assertEquals(await rows(), [{ search_id: "a", units: 30, claimed: 0 }]);
    const second = await claim();
    // As if the first holder was only slow: it neither completes the job nor gives it back.
    assert(!await complete(first));
    await database.release(first, { isComplete: false });
    assertEquals(await rows(), [{ search_id: "a", units: 30, claimed: 1 }]);
    assertEquals([await complete(second), await complete(second), await rows()], [true, false, []]);
    await add("b");
    const dropped = await claim();
    assertEquals(await database.transaction(({ dropJobs }) => dropJobs("b")), 30);
    assertEquals([await complete(dropped), await rows()], [false, []]);
    await database.close();
  },
);
