import { assert, assertEquals } from "@std/assert";
import type { SearchReport } from "../../server/search/report/report.ts";
import { outcomeOf } from "../../server/store/end_search.ts";
import { isNightly } from "../../server/testing/nightly.ts";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { type Place, postgresPlace, sqlitePlace } from "./failing_places.ts";
import { LONG_STORIES, STORIES } from "./failing_stories.ts";
import { Failures } from "./failures.ts";
import { leftBy, type Story, tell } from "./tell_story.ts";

/** How a statement fails: before or after its effect, and whether the process goes on. */
const WAYS = {
  "is refused": { isAfter: false, isEnd: false },
  "loses its answer": { isAfter: true, isEnd: false },
  "is the last of its process": { isAfter: true, isEnd: true },
} as const;
type Way = keyof typeof WAYS;

/**
 * Lets statements of stories fail in some ways, and compares the rows that are left.
 *
 * @param each takes every statement, and every change that a process may end after, or every fifth
 */
async function failEach(
  t: Deno.TestContext,
  { place, failures }: { readonly place: Place; readonly failures: Failures },
  stories: Readonly<Record<string, Story>>,
  ways: readonly Way[],
  each = 1,
): Promise<void> {
  for (const [name, story] of Object.entries(stories)) {
    await tell(story, place, failures, null);
    const expected = await leftBy(story, place);
    assert(failures.durable.length > 3 && expected.includes("\n"), `${name} changes the store`);
    // A process that dies between two changes leaves what it left after the first of them.
    const durable = new Set(failures.durable.filter((_, at) => at % each === 0));
    for (const way of ways) {
      await t.step(`${name}: any statement ${way}`, async () => {
        const step = WAYS[way].isEnd ? 1 : each;
        for (let at = 1;; at += step) {
          if (WAYS[way].isEnd && at < failures.count && !durable.has(at)) continue;
          await tell(story, place, failures, { at, ...WAYS[way] });
          if (failures.failed === null) break;
          assertEquals(await leftBy(story, place), expected, `${at}: ${failures.failed}`);
        }
      });
    }
  }
}

Deno.test("SQLite: wherever a statement fails, a retry leaves the same bytes", async (t) => {
  const failures = new Failures();
  await using place = sqlitePlace(failures);
  // SQLite answers in the same call, so no answer is lost while the process goes on.
  await failEach(t, { place, failures }, STORIES, ["is refused", "is the last of its process"]);
});

Deno.test("SQLite: wherever the process of a long search ends, another leaves the same bytes", async (t) => {
  const failures = new Failures();
  await using place = sqlitePlace(failures);
  await failEach(t, { place, failures }, LONG_STORIES, ["is the last of its process"], 5);
  for (const [name, story] of Object.entries(LONG_STORIES)) {
    await tell(story, place, failures, null);
    const [row] = await place.rows("searches");
    const { stopped, paths }: SearchReport = JSON.parse(outcomeOf(row?.["outcome"]) ?? "");
    assertEquals(stopped.length > 0, name.includes("early end"), name);
    assertEquals((paths?.length ?? 0) > 0, name.includes("paths"), name);
  }
});

testOnPostgres(
  "PostgreSQL: wherever a statement fails, a retry leaves the same bytes",
  async (url, _, t) => {
    const failures = new Failures();
    await using place = await postgresPlace(url, failures);
    // What is refused is also lost, except for a single statement, of which SQLite has the same.
    const ways: readonly Way[] = ["loses its answer", "is the last of its process"];
    // A statement of a database is slow: the run of every night lets each of them fail.
    await failEach(t, { place, failures }, STORIES, ways, isNightly ? 1 : 5);
  },
);
