import { assertEquals } from "@std/assert";
import { sha256Hex } from "../../server/base/hash.ts";
import type { BoardRow, SeasonDefinition } from "../../server/contracts/season.ts";
import { type Engine, EngineTrap } from "../../server/engine/engine.ts";
import { boardDatasets } from "../../server/season/jobs/season_boards.ts";
import { readRows } from "../../server/season/rules/board.ts";
import { headOf } from "../../server/season/rules/log.ts";
import { pathSeedsOf, seasonSeedOf } from "../../server/season/rules/seeds.ts";
import { ArenaFolder } from "../../server/season/service/arena_folder.ts";
import { NO_PRACTICE } from "../../server/season/service/empty_arena.ts";
import type { ArenaStore } from "../../server/season/store/arena_store.ts";
import { openSqliteArena } from "../../server/season/store/open.ts";
import { openSqliteSearches } from "../../server/store/searches.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { makeEngine, officialDatasets } from "../../server/testing/official.ts";
import { filesOf } from "../../server/testing/played_season.ts";
import {
  enterCatalogue,
  scoreSeasons,
  seasonOf,
  withUtilities,
} from "../../server/testing/season.ts";
import { REVEAL, SECRET } from "../../server/testing/reveal.ts";
import { Verifier } from "../../server/testing/verifier.ts";

const datasets = (await officialDatasets()).filter(({ header }) => header.timeframe === "daily");
const engine = await makeEngine(datasets);

/** Plays a season up to its boards, and returns what a test asks of the store. */
async function played<T>(
  change: Partial<SeasonDefinition>,
  entries: number,
  ask: (arena: ArenaStore, folder: ArenaFolder) => Promise<T>,
  runs: Engine = engine,
): Promise<T> {
  const clock = new ManualClock(Date.parse("2026-11-01T00:00:00Z"));
  const arena = openSqliteArena(":memory:", clock);
  const searches = openSqliteSearches(":memory:", clock, { files: new MemoryParts() });
  try {
    const definition = await seasonOf(engine, datasets, change);
    await arena.seasons.create(definition);
    await enterCatalogue(arena, definition, engine, datasets, entries);
    clock.advance(3_600_000);
    assertEquals(await arena.seasons.reveal(definition.seasonId, REVEAL), { kind: "done" });
    const workers = inlineWorkers(runs);
    await scoreSeasons({ arena, searches, engine, datasets, workers, clock });
    return await ask(arena, new ArenaFolder({ store: arena, practice: NO_PRACTICE, clock }));
  } finally {
    await searches.close();
    await arena.close();
  }
}

Deno.test("a season is scored: its boards follow from secret, entries and engine", async () => {
  await played({ boards: ["susde-daily", "ghousd-daily"] }, 21, async ({ seasons }, folder) => {
    const season = await seasons.find("autumn-1");
    assertEquals(season?.state, "scored");
    const entries = await seasons.entries("autumn-1");
    assertEquals(entries.length, 42);
    const entriesRoot = await headOf(entries.map(({ log }) => log.leaf));
    const seed = await seasonSeedOf({ secret: SECRET, entriesRoot, beacon: null });
    const seeds = await pathSeedsOf(seed, 64);
    for (const board of ["susde-daily", "ghousd-daily"]) {
      const marketId = boardDatasets(datasets).get(board)?.header.marketId ?? 0;
      const own = entries.filter((entry) => entry.board === board);
      const paths = { marketId, timeframe: "daily" as const, capital: 100_000, seeds };
      const wanted = engine.pathUtilities(paths, own.map(({ candidate }) => candidate));
      const matrix = (await seasons.matrix("autumn-1", board))?.bytes;
      assertEquals(new Float64Array(matrix?.buffer ?? []), wanted);
      const rows = readRows((await seasons.board("autumn-1", board))?.rows ?? "");
      assertEquals(rows.length, own.length + 2);
      const file = await folder.file(`autumn-1/${board}.json`);
      const [result] = (await seasons.results("autumn-1")).filter((each) => each.board === board);
      assertEquals(result?.boardHash, await sha256Hex(file?.bytes ?? ""));
      assertEquals(result?.matrixHash, await sha256Hex(matrix ?? ""));
    }
  });
});

/** Verifies the season of a folder as it is published, and returns what was not said to hold. */
async function doubtsOf(folder: ArenaFolder): Promise<readonly string[]> {
  const files = await filesOf(folder);
  const found = await new Verifier(files, engine, datasets)
    .verify(files.get("autumn-1/season.json"));
  return found.filter(({ outcome }) => outcome !== "holds").map(({ text }) => text);
}

Deno.test("every season that the store publishes is one that verify holds true", async () => {
  const unsigned = (board: string): string => `${board} has no receipt: the arena signs nothing`;
  const boards = ["susde-daily", "ghousd-daily"];
  for (const entries of [0, 3]) {
    const doubts = await played({ boards }, entries, (_, folder) => doubtsOf(folder));
    assertEquals(doubts, boards.map(unsigned), `${entries} entries`);
  }
});

/** Returns an engine that breaks off, or has no number, on a path from which on a candidate fails. */
function failing(
  entries: ReadonlyMap<string, { readonly seed: bigint; readonly traps: boolean }>,
): Engine {
  return withUtilities(engine, (paths, candidates) => {
    const found = engine.pathUtilities(paths, candidates);
    candidates.forEach((candidate, row) => {
      const failure = entries.get(candidate);
      const column = failure === undefined ? -1 : paths.seeds.indexOf(failure.seed);
      if (failure === undefined || column < 0) return;
      if (failure.traps) throw new EngineTrap("unreachable");
      found[row * paths.seeds.length + column] = NaN;
    });
    return found;
  });
}

Deno.test("an entry that fails on any path is named with it, and all others are ranked", async () => {
  const readRowsOf = async ({ seasons }: ArenaStore): Promise<readonly BoardRow[]> =>
    readRows((await seasons.board("autumn-1", "susde-daily"))?.rows ?? "");
  const { rows, seeds, entries } = await played({}, 12, async (arena) => {
    const all = await arena.seasons.entries("autumn-1");
    const entriesRoot = await headOf(all.map(({ log }) => log.leaf));
    const seed = await seasonSeedOf({ secret: SECRET, entriesRoot, beacon: null });
    return { rows: await readRowsOf(arena), seeds: await pathSeedsOf(seed, 64), entries: all };
  });
  const fails = (number: number, path: number, traps: boolean) =>
    [
      entries[number - 1]?.candidate ?? "",
      { seed: seeds[path - 1] ?? 0n, traps },
    ] as const;
  // Two entries trap the engine on one path, one on another, and one has no number on a third.
  const TRAPS = true;
  const runs = failing(
    new Map([fails(2, 40, TRAPS), fails(5, 40, TRAPS), fails(7, 3, TRAPS), fails(9, 64, !TRAPS)]),
  );
  await played({}, 12, async (arena) => {
    const found = await readRowsOf(arena);
    const failed = found.filter(({ state }) => state === "failed");
    assertEquals(failed.map(({ number, failure }) => [number, failure?.path]), [
      [2, 40],
      [5, 40],
      [7, 3],
      [9, 64],
    ]);
    assertEquals(failed.map(({ failure }) => failure?.message), [
      "Cannot rank the entry: the engine broke off on path 40",
      "Cannot rank the entry: the engine broke off on path 40",
      "Cannot rank the entry: the engine broke off on path 3",
      "Cannot rank the entry: the run has no finite utility on path 64",
    ]);
    const means = (of: readonly BoardRow[]): readonly unknown[] =>
      of.filter(({ number }) => ![2, 5, 7, 9].includes(number ?? 0))
        .map(({ number, line, meanUtility }) => [number, line, meanUtility]);
    assertEquals(means(found), means(rows));
  }, runs);
});
