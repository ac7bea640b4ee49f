import { assertEquals } from "@std/assert";
import type { SweepPoint } from "../../engine/messages.ts";
import type { Outcome } from "./outcomes.ts";
import { type BoardRow, type Entry, filtered, rankedRows } from "./rows.ts";

function entry(strategyId: string, change: Partial<Entry> = {}): Entry {
  const candidate = { marketId: 1, components: [{ strategyId }] };
  return {
    candidate,
    name: strategyId,
    text: strategyId,
    category: "a",
    missing: null,
    mark: null,
    ...change,
  };
}

function scored(score: number | null): Outcome {
  const point = score === null ? null : { score } as SweepPoint;
  return { point, reason: "", curve: null, evaluation: null };
}

/** Returns a row in a word. */
function name(row: BoardRow): string {
  return row.kind === "strategy" ? `${row.rank} ${row.entry.name}` : row.kind;
}

Deno.test("rows are sorted by score, including Hold and idle", () => {
  const scores: Record<string, number | null> = { low: 10, best: 120, hold: 100, refused: null };
  const entries = ["low", "waits", "refused", "best", "hold"].map((id) => entry(id));
  const rows = rankedRows(entries, ({ components }) => {
    const score = scores[components[0]?.strategyId ?? ""];
    return score === undefined ? undefined : scored(score);
  }, { hold: 100, idle: 79 });
  assertEquals(rows.map(name), ["1 best", "hold", "2 hold", "idle", "3 low", "4 refused"]);
});

Deno.test("the passive lines are sorted, also if idle is better than Hold", () => {
  const rows = rankedRows([entry("x")], () => scored(110), { hold: 100, idle: 130 });
  assertEquals(rows.map(name), ["idle", "1 x", "hold"]);
});

Deno.test("filtered rows keep their ranks, by category, by text and by owner", () => {
  const entries = [
    entry("yield-rsi", {
      text: "Yield RSI buys what is oversold",
      category: "technical-analysis",
    }),
    entry("pull-to-par", { category: "convergence" }),
    entry("my-own", { category: "convergence", mark: "pinned" }),
  ];
  const rows = rankedRows(entries, () => scored(120), { hold: 100, idle: 79 });
  const names = (category: string, query: string): readonly string[] =>
    filtered(rows, { category, query }).map(name);
  const lines = ["hold", "idle"];
  assertEquals(names("", ""), ["1 yield-rsi", "2 pull-to-par", "3 my-own", ...lines]);
  assertEquals(names("convergence", ""), ["2 pull-to-par", "3 my-own", ...lines]);
  assertEquals(names("mine", ""), ["3 my-own", ...lines]);
  assertEquals(names("", " RSI  oversold"), ["1 yield-rsi", ...lines]);
  assertEquals(names("convergence", "rsi"), lines);
});
