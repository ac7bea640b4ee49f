import { assertEquals } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { headOf } from "../../server/season/rules/log.ts";
import { secondOf } from "../../server/season/rules/records.ts";
import { pathSeedsOf, seasonSeedOf } from "../../server/season/rules/seeds.ts";
import { openPostgresArena } from "../../server/season/store/postgres.ts";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { openPostgresSearches } from "../../server/store/postgres/searches.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { makeEngine, officialDatasets } from "../../server/testing/official.ts";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { enterCatalogue, scoreSeasons, seasonOf } from "../../server/testing/season.ts";
import { REVEAL, SECRET } from "../../server/testing/reveal.ts";

const HOUR_MS = 3_600_000;

const datasets = (await officialDatasets()).filter(({ header }) => header.timeframe === "daily");
const engine = await makeEngine(datasets);

testOnPostgres(
  "two workers that share a database score a season once, from its secret and entries",
  async (url) => {
    const arena = await openPostgresArena(url);
    try {
      const { seasons } = arena;
      const now = systemClock.epochMs();
      const season = await seasonOf(engine, datasets, {
        boards: ["susde-daily", "susdf-daily"],
        opensAt: secondOf(now - HOUR_MS),
        closesAt: secondOf(now + HOUR_MS),
      });
      await seasons.create(season);
      await enterCatalogue(arena, season, engine, datasets, 8);
      const sql = new PostgresSql(url);
      await sql.query("UPDATE seasons SET closes_at = ?", [now - HOUR_MS / 2]);
      await sql.close();
      assertEquals(await seasons.reveal("autumn-1", REVEAL), { kind: "done" });
      const workers = inlineWorkers(engine);
      await Promise.all([1, 2].map(async () => {
        const searches = await openPostgresSearches(url, systemClock, { files: new MemoryParts() });
        try {
          const clock = systemClock;
          await scoreSeasons({ arena, searches, engine, datasets, workers, clock });
        } finally {
          await searches.close();
        }
      }));
      const entries = await seasons.entries("autumn-1");
      const entriesRoot = await headOf(entries.map(({ log }) => log.leaf));
      const seed = await seasonSeedOf({ secret: SECRET, entriesRoot, beacon: null });
      const seeds = await pathSeedsOf(seed, season.paths);
      const results = await seasons.results("autumn-1");
      assertEquals(results.map(({ board }) => board), season.boards);
      for (const board of season.boards) {
        const { marketId = 0 } = datasets.find(({ header }) =>
          board.startsWith(header.marketKey)
        )?.header ?? {};
        const own = entries.filter((entry) => entry.board === board);
        const wanted = engine.pathUtilities(
          { marketId, timeframe: "daily", capital: 100_000, seeds },
          own.map(({ candidate }) => candidate),
        );
        const matrix = (await seasons.matrix("autumn-1", board))?.bytes;
        assertEquals(new Float64Array(new Uint8Array(matrix ?? []).buffer), wanted, board);
      }
      const leaves = (await seasons.log(0, 1_000)).map(({ leaf }) => leaf);
      assertEquals((await headOf(leaves)).toHex(), (await seasons.logEnd()).head.toHex());
    } finally {
      await arena.close();
    }
  },
);
