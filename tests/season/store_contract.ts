import { assert, assertEquals } from "@std/assert";
import { headOf, leafOf, nextHead } from "../../server/season/rules/log.ts";
import { secondOf } from "../../server/season/rules/records.ts";
import type { LogRow, StoredSeason } from "../../server/season/store/season_store.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { testWith, type Tool } from "../../server/testing/tools.ts";
import { testEntries } from "./entries_contract.ts";
import { testPublished } from "./published_contract.ts";
import { boardOf, definitionOf, enter, HOUR_MS, type OpenArena } from "./store_steps.ts";
import { REVEAL, SECRET } from "../../server/testing/reveal.ts";

const DAY_MS = 24 * HOUR_MS;

export type ArenaTest = (name: string, run: (arena: OpenArena) => Promise<void>) => void;

/** Tests that every store of the arena passes. */
export function testArenaStore(
  name: string,
  open: () => Promise<OpenArena>,
  tools: readonly Tool[] = [],
): void {
  const test: ArenaTest = (sentence, run) => {
    testWith(tools, `${name}: ${sentence}`, async () => {
      const arena = await open();
      try {
        await run(arena);
        await assertOneChain(arena);
      } finally {
        await arena.close();
      }
    });
  };
  testSeasons(test);
  testEntries(test);
  testLog(test);
  testBoards(test);
  testPublished(test);
}

function testSeasons(test: ArenaTest): void {
  test("a season is stored as it was created; its id is taken for ever", async ({ seasons }) => {
    assertEquals([await seasons.list(), await seasons.find("one")], [[], null]);
    const definition = await definitionOf("one", {
      beacon: { network: "drand-quicknet", round: 7 },
    });
    assert(await seasons.create(definition));
    assert(!await seasons.create({ ...definition, title: "Another" }));
    assert(await seasons.create(await definitionOf("two")));
    const [, first] = await seasons.list();
    assertEquals(first, await seasons.find("one"));
    const { head } = (await seasons.log(0, 1))[0] ?? { head: null };
    assertEquals<unknown>(first, {
      definition,
      state: "open",
      reveal: null,
      voided: null,
      scoredAt: null,
      searchId: null,
      failure: null,
      counts: { "susde-hourly": 0, "ghousd-daily": 0 },
      entriesLastHour: 0,
      leaders: {},
      lastRecord: { index: 1, head },
    });
    assertEquals((await seasons.list()).map(idOf), ["two", "one"]);
  });

  test("the clock and the store decide the state", async ({ seasons, advance }) => {
    const state = async (): Promise<string | undefined> => (await seasons.find("one"))?.state;
    await seasons.create(await definitionOf("one"));
    const steps = [[-2, "announced"], [2, "open"], [2, "closed"], [-2, "open"], [2, "closed"]];
    await inTurn(steps, async ([hours, wanted]) => {
      await advance(Number(hours) * HOUR_MS);
      assertEquals(await state(), String(wanted));
    });
    assertEquals(await seasons.reveal("one", REVEAL), { kind: "done" });
    // A clock that falls back takes nothing back.
    await advance(-DAY_MS);
    assertEquals(await state(), "revealed");
  });

  test("a forbidden transition is refused with the state that was found", async (arena) => {
    const { seasons, advance } = arena;
    assertEquals(await seasons.reveal("none", REVEAL), { kind: "not-found" });
    assertEquals(await seasons.void("none", "why"), { kind: "not-found" });
    await seasons.create(await definitionOf("one"));
    await seasons.create(await definitionOf("two"));
    const refused = (state: string): object => ({ kind: "refused", state });
    assertEquals<unknown>(await seasons.reveal("one", REVEAL), refused("open"));
    await advance(-2 * HOUR_MS);
    assertEquals<unknown>(await seasons.reveal("one", REVEAL), refused("announced"));
    await advance(4 * HOUR_MS);
    assertEquals<unknown>(
      await seasons.saveBoard("one", boardOf("susde-hourly")),
      refused("closed"),
    );
    assertEquals(await seasons.reveal("one", REVEAL), { kind: "done" });
    assertEquals<unknown>(await seasons.reveal("one", REVEAL), refused("revealed"));
    assertEquals<unknown>(await seasons.void("one", "regret"), refused("revealed"));
    assertEquals(await seasons.void("two", "wrong capital"), { kind: "done" });
    assertEquals<unknown>(await seasons.void("two", "again"), refused("void"));
    assertEquals<unknown>(await seasons.reveal("two", REVEAL), refused("void"));
    const [two, one] = await seasons.list();
    assertEquals([one?.state, one?.reveal?.secret, two?.state, two?.voided?.reason], [
      "revealed",
      SECRET,
      "void",
      "wrong capital",
    ]);
    const kinds = (await seasons.log(0, 10)).map(({ kind }) => kind);
    assertEquals(kinds, ["season", "season", "reveal", "void"]);
  });
}

function testLog(test: ArenaTest): void {
  test("the record of an entry is public from the reveal on, never of a void season", async (arena) => {
    const { seasons, advance } = arena;
    await seasons.create(await definitionOf("one"));
    await seasons.create(await definitionOf("two"));
    const entry = await enter(arena, "one", "key", 1);
    await enter(arena, "two", "key", 1);
    const records = async (): Promise<readonly unknown[]> =>
      (await seasons.log(2, 2)).map(({ record }) => record);
    assertEquals(await records(), [null, null]);
    await advance(2 * HOUR_MS);
    assertEquals(await records(), [null, null]);
    await seasons.void("two", "wrong capital");
    await seasons.reveal("one", REVEAL);
    const [record, ofVoid] = await records();
    assertEquals<unknown>({ ...record ?? {}, keyTag: "" }, {
      kind: "entry",
      seasonId: "one",
      number: 1,
      candidateHash: entry.candidateHash,
      keyTag: "",
      salt: entry.salt.toHex(),
      acceptedAt: secondOf(entry.acceptedAt),
    });
    assertEquals(ofVoid, null);
  });

  test("the log is read in parts, and ends with its head", async ({ seasons }) => {
    assertEquals(await seasons.logEnd(), { index: 0, head: new Uint8Array(32) });
    await inTurn(["one", "two", "three"], async (id) => {
      await seasons.create(await definitionOf(id));
    });
    const all = await seasons.log(0, 10);
    assertEquals([...await seasons.log(0, 2), ...await seasons.log(2, 2)], all);
    assertEquals(await seasons.log(3, 2), []);
    assertEquals(await seasons.logEnd(), { index: 3, head: all[2]?.head ?? new Uint8Array() });
  });
}

function testBoards(test: ArenaTest): void {
  test("the last board makes a season scored; a board is stored once", async (arena) => {
    const { seasons, advance } = arena;
    await seasons.create(await definitionOf("one"));
    await advance(2 * HOUR_MS);
    await seasons.reveal("one", REVEAL);
    await seasons.setSearch("one", "a");
    await seasons.setSearch("one", "b");
    await seasons.noteFailure("one", "no market");
    const found = async (): Promise<Partial<StoredSeason>> => await seasons.find("one") ?? {};
    assertEquals(await found().then(({ searchId, failure }) => [searchId, failure]), [
      "b",
      "no market",
    ]);
    assertEquals(await seasons.board("one", "ghousd-daily"), null);
    assertEquals(await seasons.saveBoard("one", boardOf("ghousd-daily")), { kind: "done" });
    assertEquals(await found().then(({ state, failure, leaders }) => [state, failure, leaders]), [
      "revealed",
      null,
      { "ghousd-daily": 2 },
    ]);
    assertEquals(await seasons.saveBoard("one", boardOf("ghousd-daily")), { kind: "done" });
    await seasons.saveBoard("one", boardOf("susde-hourly"));
    await seasons.saveBoard("one", boardOf("susde-hourly"));
    const { state, scoredAt } = await found();
    const results = await seasons.results("one");
    assertEquals([state, scoredAt], ["scored", results[1]?.at]);
    const kinds = (await seasons.log(0, 10)).map(({ kind }) => kind);
    assertEquals(kinds, ["season", "reveal", "result", "result"]);
    const { board, matrixHash, boardHash, head, rows, matrix } = boardOf("ghousd-daily");
    assertEquals(await seasons.board("one", board), { head, rows });
    const { length: size } = matrix;
    assertEquals(await seasons.matrix("one", board), { bytes: matrix, size });
    assertEquals(await seasons.matrix("one", board, 3, 9), { bytes: matrix.slice(3, 12), size });
    assertEquals((await seasons.matrix("one", board, size, 9))?.bytes.length, 0);
    assertEquals(await seasons.matrix("one", "none"), null);
    const [, , third] = await seasons.log(0, 10);
    assertEquals(results[0], {
      board,
      matrixHash,
      boardHash,
      at: results[0]?.at ?? 0,
      log: { index: 3, head: third?.head.toHex() ?? "" },
      receipt: '{"index":3}',
    });
  });
}

/** Asserts that the heads of the log are the chain of its leaves, and the leaves those of its records. */
async function assertOneChain({ seasons }: OpenArena): Promise<void> {
  const rows = await seasons.log(0, 100);
  assertEquals(rows.map(({ index }) => index), rows.map((_, at) => at + 1));
  let head = await headOf([]);
  await inTurn(rows, async (row: LogRow) => {
    if (row.record !== null) assertEquals(await leafOf(row.record), row.leaf);
    head = await nextHead(head, row.leaf);
    assertEquals(row.head, head);
  });
  assertEquals((await seasons.logEnd()).head, head);
}

function idOf({ definition }: StoredSeason): string {
  return definition.seasonId;
}
