import { assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { openSqliteArena } from "../store/open.ts";
import { ManualClock } from "../../testing/clock.ts";
import { InlineWorker } from "../../testing/inline_worker.ts";
import { officialParts } from "../../testing/official.ts";
import { REVEAL } from "../../testing/reveal.ts";
import { enterCatalogue, seasonOf, withUtilities } from "../../testing/season.ts";
import { RangeService } from "../../search/workers/range_service.ts";
import { WorkerPool } from "../../search/workers/worker_pool.ts";
import { SEASON_BLOCK, SeasonSearch } from "./season_search.ts";

const BOARD = "susde-daily";
const MINUTE_MS = 60_000;
const { datasets, engine } = await officialParts();

/** Returns an engine each of whose blocks takes some minutes of a clock. */
function slow(clock: ManualClock, minutes: number): Engine {
  return withUtilities(engine, (paths, candidates) => {
    clock.advance(minutes * MINUTE_MS);
    return engine.pathUtilities(paths, candidates);
  });
}

/** Runs the first ranges of a season on one worker, each of whose blocks takes some minutes. */
async function firstRanges(minutes: number, ranges = 1): Promise<readonly number[]> {
  const clock = new ManualClock(Date.parse("2026-11-01T00:00:00Z"));
  const arena = openSqliteArena(":memory:", clock);
  const service = new RangeService(() => slow(clock, minutes));
  const parts = { module: null as unknown as WebAssembly.Module, datasets: [] };
  const pool = new WorkerPool(1, () => new InlineWorker(service), parts, clock);
  try {
    const definition = await seasonOf(engine, datasets);
    await arena.seasons.create(definition);
    await enterCatalogue(arena, definition, engine, datasets, 20);
    clock.advance(60 * MINUTE_MS);
    await arena.seasons.reveal(definition.seasonId, REVEAL);
    const search = await SeasonSearch.open(definition.seasonId, {
      id: "search",
      seasons: (question) => question(arena.seasons),
      ask: () => Promise.reject(new Error("no range asks the store of searches")),
      signer: null,
      engine,
      datasets,
      workers: pool.forKey(""),
      clock,
    });
    const range = {
      kind: "range",
      searchId: "search",
      stage: BOARD,
      task: "{}",
      units: 0,
    } as const;
    return await Promise.all(Array.from({ length: ranges }, async (_, at) => {
      const { count } = await search.range({
        ...range,
        from: at * SEASON_BLOCK,
        count: SEASON_BLOCK,
      });
      return count;
    }));
  } finally {
    pool.stop();
    await arena.close();
  }
}

Deno.test("a range of a season runs for as long as it moves forward", async () => {
  // Its 32 paths take five hours, whatever their price.
  assertEquals(await firstRanges(9), [20 * SEASON_BLOCK]);
  await assertRejects(
    () => firstRanges(10),
    StartError,
    `Cannot score ${BOARD}: no run of 32 paths has ended for 10 minutes`,
  );
});

Deno.test("a range of a season that waits for a worker is not stuck", async () => {
  // The second one waits five hours: a server claims one range more than it has workers.
  const all = 20 * SEASON_BLOCK;
  assertEquals(await firstRanges(9, 2), [all, all]);
});
