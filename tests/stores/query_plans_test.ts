import { assert, assertEquals, assertMatch } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { ENTRIES_OF_KEY, OF_KEY } from "../../server/season/store/entry_rows.ts";
import { SEASON_MIGRATIONS } from "../../server/store/season_migrations.ts";
import { COUNTS } from "../../server/season/store/season_rows.ts";
import { BOARD_SORTS } from "../../server/contracts/leaderboard.ts";
import { boardSql, FIND_STANDING, FIRST } from "../../server/season/store/published_rows.ts";
import { COUNTS_OF_KEY, LAST, ROWS_OF_KEY } from "../../server/season/store/sql_published.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { SEARCH_MIGRATIONS } from "../../server/store/search_migrations.ts";
import {
  ENDED,
  KEPT_BYTES,
  KEPT_OF_ALL,
  OLDEST_OF_KEY,
  OPEN_BYTES,
} from "../../server/store/kept_searches.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { SqliteSearchDatabase } from "../../server/store/sqlite_search_database.ts";

function planOf(
  migrations: readonly string[],
  text: string,
  ...values: (string | Uint8Array)[]
): string {
  using database = openDatabase(":memory:", OPERATING, migrations);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
  return steps.map(({ detail }) => String(detail)).join("\n");
}

Deno.test("the entries of a key are found without reading those of other keys", () => {
  const plan = planOf(SEASON_MIGRATIONS, OF_KEY, "season", "key");
  assertMatch(plan, /SEARCH season_entries USING INDEX \S+ \(season_id=\? AND key_id=\?\)/u);
});

Deno.test("what a key has is counted without reading the rows of other keys", () => {
  assertMatch(
    planOf(SEASON_MIGRATIONS, ENTRIES_OF_KEY, "key"),
    /SEARCH season_entries USING COVERING INDEX \S+ \(season_id=\? AND key_id=\?\)/u,
  );
  assertMatch(
    planOf(SEASON_MIGRATIONS, COUNTS_OF_KEY, "key"),
    /^SEARCH published USING COVERING INDEX \S+ \(key_id=\?\)$/u,
  );
});

Deno.test("the entries of a season are counted without reading them", () => {
  const plan = planOf(SEASON_MIGRATIONS, `${COUNTS} WHERE season_id = ?`, "season");
  assertMatch(plan, /^SEARCH season_counts USING INDEX \S+ \(season_id=\?\)$/u);
});

Deno.test("a publication reads no row of its board but those of its key and its candidate", () => {
  const bytes = new Uint8Array(32);
  assertMatch(
    planOf(SEASON_MIGRATIONS, ROWS_OF_KEY, "key", bytes),
    /^SEARCH published USING COVERING INDEX \S+ \(key_id=\? AND dataset_hash=\?\)$/u,
  );
  assertMatch(planOf(SEASON_MIGRATIONS, LAST), /^SEARCH published USING COVERING INDEX \S+$/u);
  for (const text of [FIND_STANDING, FIRST]) {
    assertMatch(
      planOf(SEASON_MIGRATIONS, text, "1", bytes),
      /^SEARCH published USING (COVERING )?INDEX \S+ \(board=\? AND candidate_hash=\?\)$/u,
    );
  }
});

Deno.test("a page of a practice board is read from the index of its order, each row of it once", () => {
  const orders = BOARD_SORTS.flatMap((sort) =>
    [false, true].map((isEligible) => ({ sort, isEligible }))
  );
  for (const order of orders) {
    const { fromFirst, fromLast, ties } = boardSql(order);
    const index = `${order.isEligible ? "eligible" : "published"}_by_${order.sort}`;
    for (const text of [fromFirst, fromLast]) {
      const [, page, , row, sort] = planOf(SEASON_MIGRATIONS, text, "1", "1", "1").split("\n");
      assertEquals(page, `SEARCH published USING INDEX ${index} (board=?)`);
      assertMatch(row ?? "", /^SEARCH published USING INDEX \S+ \(published_at=\?\)$/u);
      assertEquals(sort, "USE TEMP B-TREE FOR ORDER BY");
    }
    assertEquals(
      planOf(SEASON_MIGRATIONS, ties, "1", "1", "1"),
      `SEARCH published USING INDEX ${index} (board=? AND texts=? AND by_${order.sort}=? AND ` +
        "published_at<?)",
    );
  }
});

Deno.test("searches that ended before an instant are found without reading the others", () => {
  assertMatch(
    planOf(SEARCH_MIGRATIONS, ENDED, "0"),
    /^SEARCH searches USING INDEX ended_searches \(ended_at<\?\)$/u,
  );
});

Deno.test("what a key keeps is counted without reading its searches", () => {
  const byKey = /^SEARCH kept_searches USING INDEX \S+ \(key_id=\?\)$/u;
  assertMatch(planOf(SEARCH_MIGRATIONS, KEPT_BYTES, "key", ""), byKey);
  assertMatch(planOf(SEARCH_MIGRATIONS, KEPT_OF_ALL), byKey);
  assertMatch(
    planOf(SEARCH_MIGRATIONS, OLDEST_OF_KEY, "key", "1"),
    /^SEARCH searches USING INDEX ended_searches_of_key \(key_id=\? AND ended_at>\?\)$/u,
  );
  const open = planOf(SEARCH_MIGRATIONS, OPEN_BYTES, "key");
  assertMatch(open, /SCAN searches USING INDEX open_searches$/mu);
  assertMatch(open, /^(?!.*SCAN (?!searches USING INDEX open_searches|open_now))/su);
});

Deno.test("a file gives the space of dropped rows back", async () => {
  const path = await Deno.makeTempFile();
  try {
    using file = openDatabase(path, OPERATING, SEARCH_MIGRATIONS);
    const sql = new SqliteSql(() => file);
    const database = new SqliteSearchDatabase(sql, systemClock, { close: () => file.close() });
    const pages = async (): Promise<number> =>
      Number((await database.query("PRAGMA page_count"))[0]?.["page_count"]);
    const before = await pages();
    await database.query("CREATE TABLE big (bytes BLOB)");
    await database.query("INSERT INTO big VALUES (zeroblob(1000000))");
    assert(await pages() > before + 200);
    await database.query("DROP TABLE big");
    await database.reclaim();
    // A file that gives pages back has some pages that say where the others are.
    assert(await pages() < before + 5, `${await pages()} pages after ${before}`);
  } finally {
    await Deno.remove(path);
  }
});
