import { assert, assertEquals, assertRejects } from "@std/assert";
import type { ArenaTest } from "./store_contract.ts";
import { definitionOf, enter, entryOf, HOUR_MS } from "./store_steps.ts";
import { REVEAL } from "../../server/testing/reveal.ts";

export function testEntries(test: ArenaTest): void {
  test("an entry is accepted from the opening to the close", async (arena) => {
    const { seasons, advance } = arena;
    await seasons.create(await definitionOf("one"));
    const outcome = async (): Promise<unknown> => {
      const entered = await seasons.enter(await entryOf("one", "key", Math.random()));
      return entered.kind === "not-open" ? entered.season.state : entered.kind;
    };
    await advance(-2 * HOUR_MS);
    assertEquals(await outcome(), "announced");
    await advance(2 * HOUR_MS);
    assertEquals(await outcome(), "entered");
    await advance(2 * HOUR_MS);
    assertEquals(await outcome(), "closed");
    // The secret is not out, so whoever enters now knows no more than before.
    await advance(-2 * HOUR_MS);
    assertEquals(await outcome(), "entered");
    await advance(2 * HOUR_MS);
    await seasons.reveal("one", REVEAL);
    await advance(-2 * HOUR_MS);
    assertEquals(await outcome(), "revealed");
    assertEquals((await seasons.entries("one")).map(({ number }) => number), [1, 2]);
    assertEquals(await seasons.enter(await entryOf("none", "key", 1)), { kind: "not-found" });
    await seasons.create(await definitionOf("two"));
    await seasons.void("two", "wrong capital");
    const refused = await seasons.enter(await entryOf("two", "key", 1));
    assert(refused.kind === "not-open" && refused.season.state === "void");
  });

  test("the same candidate of the same key again is the same entry", async (arena) => {
    const { seasons, advance } = arena;
    await seasons.create(await definitionOf("one"));
    const first = await enter(arena, "one", "key", 1);
    const again = async (): Promise<void> => {
      const same = await seasons.enter(await entryOf("one", "key", 1, { name: "Another" }));
      assertEquals(same, { kind: "entered", entry: first, isNew: false });
    };
    await again();
    const other = await enter(arena, "one", "neighbour", 1);
    assertEquals([first.number, other.number], [1, 2]);
    // A caller whose answer was lost asks again, perhaps after the close.
    await advance(2 * HOUR_MS);
    await again();
    await seasons.reveal("one", REVEAL);
    await again();
    assertEquals(await seasons.entries("one", "key"), [first]);
    assertEquals(await seasons.entries("one"), [first, other]);
    assertEquals(await seasons.countEntries("key"), [{ seasonId: "one", entries: 1, limit: 3 }]);
    assertEquals(await seasons.countEntries("stranger"), []);
  });

  test("a key has its number of entries, on all boards together", async (arena) => {
    const { seasons } = arena;
    await seasons.create(await definitionOf("one"));
    await seasons.create(await definitionOf("two"));
    await enter(arena, "one", "key", 1);
    await enter(arena, "one", "key", 2, { board: "ghousd-daily" });
    await enter(arena, "one", "key", 3);
    const full = { kind: "quota", limit: 3, used: 3 } as const;
    const fourth = await entryOf("one", "key", 4, { board: "ghousd-daily" });
    assertEquals(await seasons.enter(fourth), full);
    assertEquals((await enter(arena, "one", "key", 1)).number, 1);
    await enter(arena, "one", "neighbour", 4);
    await enter(arena, "two", "key", 4);
    const [two, one] = await seasons.list();
    assertEquals(one?.counts, { "susde-hourly": 3, "ghousd-daily": 1 });
    assertEquals([one?.entriesLastHour, two?.entriesLastHour], [4, 1]);
    const { log } = (await seasons.entries("one")).at(-1) ?? {};
    assertEquals(one?.lastRecord, { index: log?.index, head: log?.head });
  });

  test("processes that enter at once make one chain, and no quota is exceeded", async (arena) => {
    const other = await arena.another();
    try {
      await arena.seasons.create(await definitionOf("one", { entriesPerKey: 5 }));
      const all = Array.from({ length: 40 }, async (_, at) => {
        const { seasons } = at % 2 === 0 ? arena : other;
        // Ten of each key; pairs of them are the same candidate.
        return await seasons.enter(await entryOf("one", `key ${at % 4}`, Math.floor(at / 8)));
      });
      const outcomes = await Promise.all(all);
      assertEquals(new Set(outcomes.map(({ kind }) => kind)), new Set(["entered"]));
      const entries = await other.seasons.entries("one");
      assertEquals(entries.map(({ number }) => number), entries.map((_, at) => at + 1));
      assertEquals(entries.length, 20);
      const more = await Promise.all(["a", "b", "c"].map(async (_, at) => {
        const { seasons } = at % 2 === 0 ? arena : other;
        return (await seasons.enter(await entryOf("one", "key 0", 100 + at))).kind;
      }));
      assertEquals(more, ["quota", "quota", "quota"]);
    } finally {
      await other.close();
    }
  });

  test("an entry whose caller has given up before its turn is not made", async ({ seasons }) => {
    await seasons.create(await definitionOf("one"));
    const lost = await entryOf("one", "key", 1);
    await assertRejects(() => seasons.enter(lost, AbortSignal.abort()), DOMException);
    assertEquals((await seasons.logEnd()).index, 1);
    const late = new AbortController();
    const entered = await seasons.enter(lost, late.signal);
    late.abort();
    assert(entered.kind === "entered" && entered.isNew);
    assertEquals((await seasons.entries("one")).length, 1);
  });

  test("a name is hidden by the operator or by its key, and no hash changes", async (arena) => {
    const { seasons } = arena;
    await seasons.create(await definitionOf("one"));
    const entry = await enter(arena, "one", "key", 1);
    const before = await seasons.log(0, 10);
    assert(!await seasons.hideName("one", 1, "neighbour"));
    assert(!await seasons.hideName("one", 2));
    assertEquals(await seasons.entries("one"), [entry]);
    assert(await seasons.hideName("one", 1, "key"));
    assert(await seasons.hideName("one", 1));
    assertEquals(await seasons.entries("one"), [{ ...entry, isNameHidden: true }]);
    assertEquals(await seasons.log(0, 10), before);
  });
}
