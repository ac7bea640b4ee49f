/**
 * Reveals and scores the season of a folder, and tells of every job on stdout. It goes on when a byte
 * has come on stdin, so the kill test ends it exactly there. With files its clock stands still, so that
 * the log has no instant that depends on kills.
 *
 * @module
 */
import { systemClock } from "../../server/base/clock.ts";
import { openPostgresArena } from "../../server/store/postgres/arena.ts";
import { openPostgresSearches } from "../../server/store/postgres/searches.ts";
import { openSqliteArena } from "../../server/store/arena/open.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { spawnSearchWorker } from "../../server/process/store_thread/spawn_worker.ts";
import { WorkerPool } from "../../server/search/worker_pool.ts";
import type { SeasonStore } from "../../server/store/arena/season_store.ts";
import { openSqliteSearches } from "../../server/store/searches.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { scoreSeasons } from "../../server/testing/season.ts";
import { REVEAL } from "../../server/testing/reveal.ts";

const [place = "", seasonId = "", now = ""] = Deno.args;
/** A folder with the files of SQLite, or a database. */
const isDatabase = place.startsWith("postgres:");

function tell(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
  Deno.stdin.readSync(new Uint8Array(1));
}

const datasets = (await officialDatasets()).filter(({ header }) => header.timeframe === "daily");
const module = await compileEngine();
const engine = loadEngine(module);
for (const dataset of datasets) okBytes(engine.addDataset(dataset));
const clock = isDatabase ? systemClock : new ManualClock(Date.parse(now));
const files = new MemoryParts();
const { seasons, ...stores } = isDatabase
  ? await openPostgresArena(place)
  : openSqliteArena(`${place}/arena.sqlite`, clock);
const searches = isDatabase
  ? await openPostgresSearches(place, clock, { files })
  : openSqliteSearches(`${place}/searches.sqlite`, clock, { files });
const told: SeasonStore = new Proxy(seasons, {
  get(store, name): unknown {
    if (name !== "saveBoard") {
      const member: unknown = Reflect.get(store, name);
      return typeof member === "function" ? member.bind(store) : member;
    }
    return async (...args: Parameters<SeasonStore["saveBoard"]>) => {
      tell("saving");
      const outcome = await store.saveBoard(...args);
      tell("saved");
      return outcome;
    };
  },
});
tell("revealing");
await seasons.reveal(seasonId, REVEAL);
tell("revealed");
await scoreSeasons({
  arena: { ...stores, seasons: told },
  searches,
  engine,
  datasets,
  workers: new WorkerPool(2, spawnSearchWorker, { module, datasets }),
  clock,
  onJob: tell,
});
tell("scored");
Deno.exit();
