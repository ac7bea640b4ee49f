import { assertEquals } from "@std/assert";
import { freeName, type HistoryRow, joinRows, ROWS_MAX, searchRows } from "./history_rows.ts";

function row(hash: string, lastAt: number, change: Partial<HistoryRow> = {}): HistoryRow {
  return {
    hash,
    candidate: { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
    score: 50,
    idle: 79,
    annualizedMeanReturn: 0.1,
    maxDrawdown: 0.02,
    fills: 3,
    firstAt: lastAt,
    lastAt,
    note: "",
    name: "",
    ...change,
  };
}

Deno.test("a candidate that runs again keeps one row, with its first time and its note", () => {
  const before = joinRows([], [row("a", 1, { note: "good", score: 1 }), row("b", 2)]);
  const rows = joinRows(before, [row("a", 3, { score: 2 })]);
  assertEquals(rows.map(({ hash }) => hash), ["a", "b"]);
  assertEquals([rows[0]?.note, rows[0]?.score, rows[0]?.firstAt, rows[0]?.lastAt], [
    "good",
    2,
    1,
    3,
  ]);
});

Deno.test("an older row does not replace a newer one", () => {
  const [joined] = joinRows([row("a", 5, { score: 9 })], [row("a", 1, { score: 1, note: "old" })]);
  assertEquals([joined?.score, joined?.lastAt, joined?.note, joined?.firstAt], [9, 5, "old", 1]);
});

Deno.test("above the limit the oldest rows without a note are dropped", () => {
  const many = Array.from({ length: ROWS_MAX }, (_, at) => row(`r${at}`, 100 + at));
  const rows = joinRows(joinRows([], [row("noted", 1, { note: "!" }), row("bare", 2)]), many);
  assertEquals(rows.length, ROWS_MAX + 1);
  assertEquals(rows.at(-1)?.hash, "noted");
});

Deno.test("a search looks in the candidate and in the note", () => {
  const rows = [row("a", 1, { note: "Before the crash" }), row("b", 2)];
  const textOf = ({ hash }: HistoryRow): string => hash === "a" ? "Yield RSI" : "Bollinger";
  assertEquals(searchRows(rows, " ", textOf).length, 2);
  assertEquals(searchRows(rows, "rsi CRASH", textOf).map(({ hash }) => hash), ["a"]);
  assertEquals(searchRows(rows, "bollinger crash", textOf), []);
});

Deno.test("a name stays with its candidate, is searched, and keeps an old row", () => {
  const many = Array.from({ length: ROWS_MAX }, (_, at) => row(`other-${at}`, 10 + at));
  const rows = joinRows([row("a", 1, { name: "Calm" })], [row("a", 2), ...many]);
  assertEquals(rows.find(({ hash }) => hash === "a")?.name, "Calm");
  assertEquals(searchRows(rows, "calm", () => "").map(({ hash }) => hash), ["a"]);
});

Deno.test("a rule gets the first name that is free, and a verdict stays with its candidate", () => {
  const rows = [row("a", 1, { name: "My rule 1" }), row("b", 2, { name: "My rule 3" })];
  assertEquals(freeName(rows), "My rule 2");
  const judged = { key: "data 2" } as NonNullable<HistoryRow["judged"]>;
  const [joined] = joinRows([row("a", 1, { judged })], [row("a", 2)]);
  assertEquals(joined?.judged, judged);
});
