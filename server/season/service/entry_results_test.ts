import { assertEquals } from "@std/assert";
import type { StoredBoard, StoredEntry } from "../store/season_store.ts";
import { EntryResults } from "./entry_results.ts";

function entryOf(number: number): StoredEntry {
  return { seasonId: "one", board: "susde-daily", number } as StoredEntry;
}

Deno.test("a board is read once for the entries of a request, and once more for a new entry", async () => {
  let reads = 0;
  const rows = [1, 2, 3].map((number) => ({ number, state: "scored" }));
  const results = new EntryResults({
    board: (): Promise<StoredBoard> => {
      reads++;
      return Promise.resolve({ head: "", rows: JSON.stringify({ rows }) });
    },
  });
  const read = async (...numbers: number[]): Promise<readonly unknown[]> =>
    (await Promise.all(numbers.map((number) => results.rowOf(entryOf(number)))))
      .map((row) => row?.number ?? null);
  assertEquals([await read(1, 2, 9), reads], [[1, 2, null], 1]);
  assertEquals([await read(2, 1, 9), reads], [[2, 1, null], 1]);
  assertEquals([await read(3), reads], [[3], 2]);
});

Deno.test("a board that cannot be read is read again", async () => {
  let isAway = true;
  const results = new EntryResults({
    board: () =>
      isAway
        ? Promise.reject(new Error("away"))
        : Promise.resolve({ head: "", rows: '{"rows":[{"number":1}]}' }),
  });
  assertEquals(await results.rowOf(entryOf(1)).catch(() => "away"), "away");
  isAway = false;
  assertEquals((await results.rowOf(entryOf(1)))?.number, 1);
});
