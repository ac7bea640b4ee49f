import { assert, assertEquals, assertMatch } from "@std/assert";
import type { SeasonVersions } from "../../server/contracts/season.ts";
import { JobRunner } from "../../server/search/jobs/job_runner.ts";
import { seasonKind } from "../../server/season/jobs/season_kind.ts";
import { orderSeasons } from "../../server/season/jobs/season_queue.ts";
import { ArenaFolder } from "../../server/season/service/arena_folder.ts";
import { NO_PRACTICE } from "../../server/season/service/empty_arena.ts";
import type { ArenaStore } from "../../server/season/store/arena_store.ts";
import { openSqliteArena } from "../../server/season/store/open.ts";
import { openSqliteSearches, type Searches } from "../../server/store/searches.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { makeEngine, officialDatasets } from "../../server/testing/official.ts";
import { seasonOf } from "../../server/testing/season.ts";
import { until } from "../../server/testing/until.ts";
import { REVEAL } from "../../server/testing/reveal.ts";

const MINUTE_MS = 60_000;
const datasets = (await officialDatasets()).filter(({ header }) => header.timeframe === "daily");
const engine = await makeEngine(datasets);

interface Setup {
  readonly clock: ManualClock;
  readonly arena: ArenaStore;
  readonly stored: Searches;
  order(): Promise<void>;
  /** Runs all jobs until no search is open. */
  work(): Promise<void>;
}

/** A revealed season that began with some versions. */
async function withRevealed(
  versions: Partial<SeasonVersions>,
  test: (setup: Setup) => Promise<void>,
): Promise<void> {
  const clock = new ManualClock(Date.parse("2026-11-01T00:00:00Z"));
  const arena = openSqliteArena(":memory:", clock);
  const stored = openSqliteSearches(":memory:", clock, { files: new MemoryParts() });
  try {
    const season = await seasonOf(engine, datasets);
    await arena.seasons.create({ ...season, versions: { ...season.versions, ...versions } });
    clock.advance(60 * MINUTE_MS);
    await arena.seasons.reveal("autumn-1", REVEAL);
    const { searches, jobs } = stored;
    const { seasons } = arena;
    const workers = inlineWorkers(engine);
    const otherKind = seasonKind(seasons);
    const runner = new JobRunner({ store: searches, engine, datasets, workers, otherKind, clock });
    await test({
      clock,
      arena,
      stored,
      order: () => orderSeasons({ seasons, searches, engine, datasets, clock }),
      work: async () => {
        const stopping = new AbortController();
        const report = (): void => {};
        const work = jobs.work({
          parallel: 2,
          signal: stopping.signal,
          run: (job) => runner.run(job),
          report,
        });
        await until(async () => (await searches.used("season:autumn-1", 0)).atOnce === 0);
        stopping.abort();
        await work;
      },
    });
  } finally {
    await stored.close();
    await arena.close();
  }
}

Deno.test("a revealed season gets one search, which no key lists and no quota counts", async () => {
  await withRevealed({}, async ({ arena: { seasons }, stored: { searches }, order, work }) => {
    await order();
    await order();
    const { searches: listed, use } = await searches.ofKey("season:autumn-1", {
      since: 0,
      most: 10,
    });
    assertEquals([listed.length, listed[0]?.id, use.units], [1, "autumn-1.1", 0]);
    assertEquals((await searches.ofKey("key", { since: 0, most: 10 })).searches, []);
    await work();
    assertEquals((await seasons.find("autumn-1"))?.state, "scored");
    await order();
    assertEquals((await seasons.find("autumn-1"))?.searchId, "autumn-1.1");
  });
});

Deno.test("a failed search is tried again a minute later, and after ten the page says why", async () => {
  await withRevealed({ formulaVersion: 99 }, async ({ clock, arena, stored, order, work }) => {
    const { seasons } = arena;
    const folder = new ArenaFolder({ store: arena, practice: NO_PRACTICE, clock });
    const failureOf = async (): Promise<string | null> => {
      const bytes = (await folder.file("autumn-1/season.json"))?.bytes;
      return JSON.parse(new TextDecoder().decode(bytes)).failure;
    };
    await order();
    await work();
    assertEquals((await stored.searches.find("autumn-1.1"))?.status, "failed");
    await order();
    assertEquals((await seasons.find("autumn-1"))?.searchId, "autumn-1.1");
    assertEquals(await failureOf(), null);
    clock.advance(MINUTE_MS);
    await order();
    assertEquals((await seasons.find("autumn-1"))?.searchId, "autumn-1.2");
    clock.advance(9 * MINUTE_MS);
    const failure = await failureOf();
    const wanted = /^Cannot score autumn-1: this program has formulaVersion .+ needs 99; run the /;
    assertMatch(failure ?? "", wanted);
  });
});

Deno.test("another engine with the same rules scores a season, as it reveals one", async () => {
  await withRevealed({ engineVersion: "0.0.1" }, async ({ arena, order, work }) => {
    await order();
    await work();
    assertEquals((await arena.seasons.find("autumn-1"))?.state, "scored");
  });
});

Deno.test("a search that the store of searches lost is ordered again", async () => {
  await withRevealed({}, async ({ arena: { seasons }, stored: { searches }, order, work }) => {
    await seasons.setSearch("autumn-1", "autumn-1.4");
    await order();
    assert(await searches.find("autumn-1.5") !== null);
    await work();
    assertEquals((await seasons.find("autumn-1"))?.state, "scored");
  });
});
