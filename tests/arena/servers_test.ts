import { assert, assertEquals } from "@std/assert";
import type { Entered, EntryRequest } from "../../server/contracts/season.ts";
import { systemClock } from "../../server/base/clock.ts";
import { FAMILY } from "../../server/testing/arena.ts";
import { headOf, leafOf } from "../../server/season/log.ts";
import type { ArenaStore } from "../../server/store/arena/arena_store.ts";
import { openSqliteArena } from "../../server/store/arena/open.ts";
import { openPostgresArena } from "../../server/store/postgres/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { openSeason } from "../../server/testing/seasons.ts";
import { Home } from "../../server/testing/server_process.ts";
import { needing } from "../../server/testing/tools.ts";
import { poll } from "../../server/testing/until.ts";
import { untilReadyz } from "../../server/testing/wire.ts";

const SEASON = "autumn-1";
const ENTRIES = `${FAMILY}/seasons/${SEASON}/entries`;
const DATASETS = [{ header: { marketKey: "susde", timeframe: "daily" } }] as const;

function requestOf(period: number): EntryRequest {
  const components = [{ strategyId: "yield-rsi", strategyParams: { period } }];
  return { candidate: { marketId: 1, timeframe: "daily", components } };
}

async function createSeason({ seasons }: ArenaStore, entriesPerKey: number): Promise<void> {
  const season = await openSeason(DATASETS, { epochMs: Date.now() });
  await seasons.create({ ...season, entriesPerKey });
}

Deno.test("an entry whose server is killed before its answer is there, and is answered with 200", async () => {
  await using home = await Home.make();
  const arena = openSqliteArena(home.arenaFile, systemClock);
  try {
    await createSeason(arena, 5);
    await using killed = await home.serve();
    await untilReadyz(killed, '"ready"');
    const { key } = killed;
    assert(key !== null);
    const post = (origin: string): Promise<Response> =>
      fetch(origin + ENTRIES, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify(requestOf(9)),
      });
    const lost = post(killed.origin).then((answer) => answer.body?.cancel(), () => {});
    await poll(
      "the entry in the file",
      () => arena.seasons.entries(SEASON),
      ({ length }) => length === 1,
    );
    await killed.kill();
    await lost;
    const [stored] = await arena.seasons.entries(SEASON);
    await using again = await home.serve();
    await untilReadyz(again, '"ready"');
    const { entry } = await again.patientClient(key).enterSeason(SEASON, requestOf(9));
    assertEquals([entry.number, entry.leaf, entry.salt], [
      1,
      stored?.log.leaf.toHex(),
      stored?.salt.toHex(),
    ]);
    const answer = await post(again.origin);
    assertEquals([answer.status, (await answer.json()).data.entry], [200, entry]);
    assertEquals((await arena.seasons.entries(SEASON)).length, 1);
  } finally {
    await arena.close();
  }
});

Deno.test({
  ...needing(["PostgreSQL"], "two servers of one database enter at once, and make one chain"),
  async fn(): Promise<void> {
    await using postgres = await Postgres.start();
    await using home = await Home.make();
    const url = await postgres.database();
    const arena = await openPostgresArena(url);
    try {
      await createSeason(arena, 20);
      const env = {
        DATABASE_URL: url,
        ARENA_WORKERS: "1",
        ARENA_SEARCH_WORKERS: "0",
        // For a busy machine.
        ARENA_KEY_STORE_DEADLINE_MS: "20000",
        // An entry costs what a simulation costs.
        ARENA_BUDGET_UNITS: "1000",
        ARENA_SIMULATIONS_IN_FLIGHT: "100",
      };
      await using first = await home.serve(env);
      await using second = await home.serve(env);
      const servers = [first, second];
      await Promise.all(servers.map((server) => untilReadyz(server, '"ready"')));
      const key = first.key ?? second.key ?? "";
      const clients = servers.map((server) => server.patientClient(key));
      // The first call of each starts its store thread.
      await inTurn(clients, (client) => client.listSeasons());
      // Both servers take the same ten candidates, and five of their own each.
      const numbers = Array.from({ length: 15 }, (_, at) => at);
      const entered = await Promise.all(
        clients.flatMap((client, server) =>
          numbers.map((at) =>
            client.enterSeason(SEASON, requestOf(at < 10 ? 2 + at : 20 + at + 50 * server))
          )
        ),
      );
      const log = await arena.seasons.log(0, 100);
      assertEquals(log.map(({ index }) => index), log.map((_, at) => at + 1));
      assertEquals((await headOf(log.map(({ leaf }) => leaf))).toHex(), log.at(-1)?.head.toHex());
      const leaves = new Set(entered.map(({ entry }) => entry.leaf));
      assertEquals(leaves, new Set(log.slice(1).map(({ leaf }) => leaf.toHex())));
      assertEquals(leaves.size, 20);
      await inTurn(entered, async ({ entry }: Entered) => {
        const { number, candidateHash, keyTag, salt, acceptedAt } = entry;
        const record = {
          kind: "entry",
          seasonId: SEASON,
          number,
          candidateHash,
          keyTag,
          salt,
          acceptedAt,
        } as const;
        assertEquals((await leafOf(record)).toHex(), entry.leaf);
      });
    } finally {
      await arena.close();
    }
  },
});
