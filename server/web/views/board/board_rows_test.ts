import { assertEquals } from "@std/assert";
import type { SweepPoint } from "../../engine/messages.ts";
import { SISTER_VERDICT } from "../../../testing/verdict.ts";
import type { Outcome } from "./outcomes.ts";
import {
  type BoardRow,
  boardRows,
  type Entry,
  filtered,
  grouped,
  GROUPS,
  rowRemark,
} from "./board_rows.ts";

function entry(strategyId: string, change: Partial<Entry> = {}): Entry {
  const candidate = { marketId: 1, components: [{ strategyId }] };
  return {
    candidate,
    name: strategyId,
    text: strategyId,
    category: "a",
    missing: null,
    ...change,
  };
}

/** An outcome that is not judged yet; without a score one that the engine refuses. */
function scored(score: number | null): Outcome {
  const point = score === null ? null : { score } as SweepPoint;
  const reason = score === null ? "it lacks a column" : "";
  return { point, reason, evaluation: null, isChecked: false };
}

function judged(
  score: number,
  edge: number,
  pValue: number,
  change: Partial<typeof SISTER_VERDICT> = {},
): Outcome {
  const verdict = { ...SISTER_VERDICT, edge, pValue, ...change };
  return { ...scored(score), evaluation: { verdict, eligibility: { gates: [] }, real: null } };
}

/** Returns the names of each group that has rows. */
function names(rows: readonly BoardRow[]): Readonly<Record<string, readonly string[]>> {
  const groups = grouped(rows);
  return Object.fromEntries(
    GROUPS.filter((id) => groups[id].length > 0)
      .map((id) => [id, groups[id].map(({ entry: { name } }) => name)]),
  );
}

function all(outcomes: Readonly<Record<string, Outcome>>, tries: number): readonly BoardRow[] {
  return boardRows(
    Object.keys(outcomes).map((id) => entry(id)),
    ({ components }) => outcomes[components[0]?.strategyId ?? ""],
    tries,
  );
}

Deno.test("the board is ordered by what holds on new data, not by the score of one path", () => {
  const outcomes = {
    lucky: judged(139.9, -0.0355, 1),
    sound: judged(99.9, 0.0041, 1e-6),
    better: judged(108, 0.0066, 1e-7),
    bad: judged(83.5, -0.05, 1),
    buyer: judged(99.9, -0.0002, 1, { sameAs: "hold" }),
    sleeper: judged(110.6, -0.01, 1, { sameAs: "idle" }),
    new: scored(120),
    newer: scored(125),
    refused: scored(null),
  };
  assertEquals(names(all(outcomes, 34)), {
    passed: ["better", "sound"],
    pending: ["new", "newer"],
    failed: ["lucky", "bad"],
    hold: ["buyer"],
    idle: ["sleeper"],
    refused: ["refused"],
  });
});

Deno.test("a check that changes no written edge moves no row", () => {
  const shipped = { one: judged(90, -0.0002, 1), other: judged(120, -0.0002, 1) };
  const checked = { ...shipped, other: judged(120, -0.000151, 1) };
  assertEquals(names(all(shipped, 34)), { failed: ["one", "other"] });
  assertEquals(names(all(checked, 34)), { failed: ["one", "other"] });
});

Deno.test("a rule that only held on this path stands if it beats Hold on new data", () => {
  const sound = judged(99.9, 0.004, 1e-6, { sameAs: "hold" });
  assertEquals(names(all({ sound }, 34)), { passed: ["sound"] });
});

Deno.test("the best of many must be better than the best of many without an edge", () => {
  const outcomes = { forward: judged(126, 0.002, 0.014) };
  assertEquals(names(all(outcomes, 1)), { passed: ["forward"] });
  // 1 - (1 - 0.014)^34 = 0.38
  assertEquals(names(all(outcomes, 34)), { failed: ["forward"] });
});

Deno.test("a row says that only its timing failed, and no other row does", () => {
  const timing = { paths: 32, edge: 0.001, t: 2.4, pValue: 0.01, pAdjusted: 0.01 };
  const untimed = judged(99.9, 0.004, 1e-6, { timing });
  // 1 - (1 - 0.01)^34 = 0.29
  assertEquals(all({ untimed }, 34).map(rowRemark), [["its timing earns nothing"]]);
  assertEquals(all({ untimed }, 5).map(rowRemark), [[]]);
  const unlucky = judged(99.9, -0.004, 1, { timing });
  const holding = judged(99.9, 0.004, 1e-6, { timing, sameAs: "hold" });
  const rows = all({ unlucky, holding, pending: scored(120) }, 34);
  assertEquals(rows.map(rowRemark), [[], ["here the same as Hold"], []]);
});

Deno.test("rows are filtered by category and by text", () => {
  const entries = [
    entry("yield-rsi", {
      text: "Yield RSI buys what is oversold",
      category: "technical-analysis",
    }),
    entry("pull-to-par", { category: "convergence" }),
  ];
  const rows = boardRows(entries, () => scored(120), 3);
  const found = (category: string, query: string): readonly string[] =>
    filtered(rows, { category, query }).map((row) => row.entry.name);
  assertEquals(found("", ""), ["yield-rsi", "pull-to-par"]);
  assertEquals(found("convergence", ""), ["pull-to-par"]);
  assertEquals(found("", " RSI  oversold"), ["yield-rsi"]);
  assertEquals(found("convergence", "rsi"), []);
});
