import { assert, assertEquals } from "@std/assert";
import { differencesFrom } from "./difference.ts";
import type { CompareRow } from "./rows.ts";

const DAYS = Array.from({ length: 60 }, (_, day) => day);

function row(name: string, kind: CompareRow["kind"], place: string, daily: number): CompareRow {
  const none = new Float64Array();
  return {
    kind,
    name,
    place,
    colour: "ink",
    dash: null,
    path: {
      timestamp: none,
      values: none,
      daily: { days: DAYS, returns: DAYS.map(() => daily) },
    },
    figures: null,
    resolved: null,
    candidate: kind === "candidate" ? { marketId: 1, components: [{ strategyId: "x" }] } : null,
    evaluation: null,
    failure: null,
  };
}

const ROWS = [
  row("A", "candidate", "one, hourly, 5,000", 3 / 365),
  row("B", "candidate", "two, hourly", 3 / 365),
  row("Hold, one", "hold", "one, hourly", 1 / 365),
  row("Hold, two", "hold", "two, hourly", 2 / 365),
];

function means(base: Parameters<typeof differencesFrom>[1]): readonly (number | null)[] {
  const differences = differencesFrom(ROWS, base);
  return ROWS.map((one) => {
    const mean = differences.get(one)?.mean ?? null;
    return mean === null ? null : Math.round(mean * 1e6) / 1e6;
  });
}

Deno.test("a passive line belongs to the row's own market, whatever the capital", () => {
  assertEquals(means("hold"), [2, 1, null, null]);
  assertEquals(means("idle"), [null, null, null, null]);
});

Deno.test("a candidate as base is the same for all rows", () => {
  assertEquals(means({ name: "B" }), [0, null, -2, -1]);
});

Deno.test("a line without a run has no difference", () => {
  const [first, ...others] = ROWS;
  assert(first !== undefined);
  const failed = { ...first, path: null };
  assertEquals(differencesFrom([failed, ...others], "hold").get(failed), null);
});
