import { assertEquals } from "@std/assert";
import type { BoardRow } from "../../../contracts/season.ts";
import { groupRows, rowKey, toTableRows } from "./groups.ts";

function row(number: number | "hold" | "idle", change: Partial<BoardRow> = {}): BoardRow {
  const isLine = typeof number === "string";
  return {
    number: isLine ? null : number,
    ...isLine && { line: number },
    keyTag: null,
    candidate: null,
    candidateHash: null,
    meanUtility: 0,
    score: 0,
    edge: 0,
    edgeStandardError: 0,
    rank: 1,
    rankInterval: [1, 1],
    beatsLines: false,
    leader: false,
    sameAs: null,
    like: null,
    state: "scored",
    failure: null,
    ...change,
  };
}

const ROWS = [
  row(4),
  row(2, { like: 4 }),
  row(7),
  row(9, { sameAs: 2 }),
  row("hold"),
  row(5, { sameAs: "hold" }),
];

Deno.test("rows that move with a row or equal it stand under it", () => {
  const groups = groupRows(ROWS).map(({ head, under }) => [rowKey(head), ...under.map(rowKey)]);
  assertEquals(groups, [[4, 2, 9], [7], ["hold", 5]]);
});

Deno.test("a group shows its rows when it is unfolded", () => {
  const groups = groupRows(ROWS);
  const shown = (keys: readonly (number | "hold")[]): readonly unknown[] =>
    toTableRows(groups, new Set(keys)).map(({ row, underCount, isUnder }) =>
      [rowKey(row), underCount, isUnder] as const
    );
  assertEquals(shown([]), [[4, 2, false], [7, 0, false], ["hold", 1, false]]);
  assertEquals(shown(["hold"]), [
    [4, 2, false],
    [7, 0, false],
    ["hold", 1, false],
    [5, 0, true],
  ]);
});
