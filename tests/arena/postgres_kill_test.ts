import { assert, assertEquals } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { compileEngine, reloadEngine } from "../../server/engine/load.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { headOf } from "../../server/season/log.ts";
import { secondOf } from "../../server/season/records.ts";
import { openPostgresArena } from "../../server/store/postgres/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { enterCatalogue, seasonOf } from "../../server/testing/season.ts";
import { needing } from "../../server/testing/tools.ts";
import { type Moment, runScoring } from "./score_kills.ts";

const HOUR_MS = 3_600_000;

/** After the reveal, in the middle of a job, and before and after a board is stored. */
const MOMENTS: readonly Moment[] = [
  (_, at) => at === 2,
  (_, at) => at === 6,
  (line) => line === "saving",
  (line) => line === "saved",
];

/** Makes a season with entries in a database, which is closed now. */
async function makeClosedIn(postgres: Postgres): Promise<string> {
  const datasets = await officialDatasets();
  const engine = await reloadEngine(await compileEngine(), 3300);
  for (const dataset of datasets) okBytes(engine.addDataset(dataset));
  const url = await postgres.database();
  const arena = await openPostgresArena(url);
  try {
    const now = systemClock.epochMs();
    const boards = ["susde-daily", "susdf-daily"];
    const [opensAt, closesAt] = [secondOf(now - HOUR_MS), secondOf(now + HOUR_MS)];
    const season = await seasonOf(engine, datasets, { boards, paths: 1_024, opensAt, closesAt });
    await arena.seasons.create(season);
    await enterCatalogue(arena, season, engine, datasets, 6);
  } finally {
    await arena.close();
  }
  await postgres.sql(
    `UPDATE arena.seasons SET closes_at = ${systemClock.epochMs() - HOUR_MS / 2}`,
    nameOf(url),
  );
  return url;
}

/** Returns the results of the season, its matrices and the kinds of its records. */
async function scoredIn(url: string): Promise<unknown> {
  const { seasons, close } = await openPostgresArena(url);
  try {
    const results = await seasons.results("autumn-1");
    const log = await seasons.log(0, 1_000);
    const end = await seasons.logEnd();
    assertEquals(log.map(({ index }) => index), log.map((_, at) => at + 1));
    assertEquals((await headOf(log.map(({ leaf }) => leaf))).toHex(), end.head.toHex());
    return {
      boards: results.map(({ board, matrixHash, boardHash }) => [board, matrixHash, boardHash])
        .toSorted(),
      matrices: await inTurn(results, async ({ board, matrixHash }) => {
        const bytes = (await seasons.matrix("autumn-1", board))?.bytes ?? "";
        assertEquals(await sha256Hex(bytes), matrixHash);
        return bytes.length;
      }),
      kinds: log.map(({ record }) => record?.kind ?? "entry").toSorted(),
    };
  } finally {
    await close();
  }
}

Deno.test({
  ...needing(
    ["PostgreSQL"],
    "a season in a database that is killed has the boards of one that is not",
  ),
  async fn(): Promise<void> {
    await using postgres = await Postgres.start();
    const undisturbed = await makeClosedIn(postgres);
    const disturbed = postgres.url("disturbed");
    await postgres.sql(`CREATE DATABASE disturbed TEMPLATE ${nameOf(undisturbed)}`);
    assert(await runScoring(undisturbed, () => false));
    // A job of a dead process is claimed again after ten seconds, so each kill costs as much.
    for (const [kill, moment] of MOMENTS.entries()) {
      assert(!await runScoring(disturbed, moment), `the season was scored before kill ${kill + 1}`);
    }
    assert(await runScoring(disturbed, () => false));
    assertEquals(await scoredIn(disturbed), await scoredIn(undisturbed));
  },
});

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
