import { assert, assertEquals } from "@std/assert";
import { sha256Hex } from "../../server/base/hash.ts";
import { compileEngine, reloadEngine } from "../../server/engine/load.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { ArenaFolder } from "../../server/services/arena/arena_folder.ts";
import { NO_PRACTICE } from "../../server/services/arena/empty_arena.ts";
import { openSqliteArena } from "../../server/store/arena/open.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { enterCatalogue, seasonOf } from "../../server/testing/season.ts";
import { type Moment, runScoring } from "./score_kills.ts";

const OPENS = "2026-11-01T00:00:00Z";
const CLOSED = "2026-11-01T01:00:00Z";

/** Lines before a kill: before the reveal, before a job, in the middle of one, and after some. */
const LINES = [1, 2, 3, 4, 6, 7, 9, 5];
/** The end of a season has moments of its own: before and after each board is stored. */
const ENDS = ["saving", "saving", "saved", "saved"];
const MOMENTS: readonly Moment[] = [
  ...[...LINES, ...LINES].map((most): Moment => (_, at) => at === most),
  ...ENDS.map((moment): Moment => (line) => line === moment),
];

/** Makes a season with entries in a folder, which is closed now. */
async function makeClosed(folder: string): Promise<void> {
  const datasets = await officialDatasets();
  const engine = await reloadEngine(await compileEngine(), 3200);
  for (const dataset of datasets) okBytes(engine.addDataset(dataset));
  const clock = new ManualClock(Date.parse(OPENS));
  const arena = openSqliteArena(`${folder}/arena.sqlite`, clock);
  try {
    const boards = ["susde-daily", "susdf-daily"];
    const season = await seasonOf(engine, datasets, { boards, paths: 1_024 });
    await arena.seasons.create(season);
    await enterCatalogue(arena, season, engine, datasets, 6);
  } finally {
    await arena.close();
  }
}

/** Returns the fingerprints of all files of the folder. */
async function filesOf(folder: string): Promise<readonly (readonly [string, string])[]> {
  const clock = new ManualClock(Date.parse(CLOSED));
  const store = openSqliteArena(`${folder}/arena.sqlite`, clock);
  try {
    const files = new ArenaFolder({ store, practice: NO_PRACTICE, clock });
    const paths = await files.paths();
    return await Promise.all(paths.map(async (path) => {
      return [path, await sha256Hex((await files.file(path))?.bytes ?? "")] as const;
    }));
  } finally {
    await store.close();
  }
}

Deno.test("a season that is killed 20 times has the same files as one that is not", async () => {
  await withFolder(async (undisturbed) => {
    await withFolder(async (disturbed) => {
      await makeClosed(undisturbed);
      await Deno.copyFile(`${undisturbed}/arena.sqlite`, `${disturbed}/arena.sqlite`);
      assert(await runScoring(undisturbed, () => false, CLOSED));
      assertEquals(MOMENTS.length, 20);
      for (const [kill, moment] of MOMENTS.entries()) {
        assert(
          !await runScoring(disturbed, moment, CLOSED),
          `the season was scored before kill ${kill + 1}`,
        );
      }
      assert(await runScoring(disturbed, () => false, CLOSED));
      assertEquals(await filesOf(disturbed), await filesOf(undisturbed));
    });
  });
});
