import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { FIGURES } from "../contracts/plan.ts";
import {
  DISTINCT_KEPT,
  distinctCount,
  distinctOf,
  mergeDistinct,
  RESULTS_KEPT,
} from "./distinct.ts";
import { NO_HISTOGRAM } from "./histogram.ts";
import { arraysOf, mergeMaps, toMap } from "./maps.ts";
import { Points } from "./points.ts";
import { seededRandom } from "./random.ts";
import { mergeSummaries, NO_SUMMARY, type Summary, summaryOf } from "./summary.ts";

const AXES = [{ path: "/a", min: 0, max: 1, steps: 5 }, { path: "/b", values: ["x", "y"] }];
const PLAN = { axes: AXES, aim: "score", constraints: [{ figure: "fills", min: 5 }] } as const;
const OPTIONS = { plan: { ...PLAN, constraints: [...PLAN.constraints] }, topMax: 10 };
const NAMES = ["/a", "/b", ...Object.keys(FIGURES), "status"];

type Row = Readonly<Record<string, number>>;

/** Returns rows as columns; missing figures are 0. */
function pointsOf(rows: readonly Row[], from = 0): Points {
  const numbers = NAMES.flatMap((name) => rows.map((row) => row[name] ?? 0));
  return new Points(from, NAMES, Float64Array.from(numbers));
}

function randomRows(count: number, seed: number): Row[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({
    "/a": Math.floor(random() * 5) / 4,
    "/b": Math.floor(random() * 2),
    score: random() < 0.1 ? NaN : 300 * random() - 100,
    dailySharpe: random() - 0.3,
    fills: Math.floor(random() * 12),
    status: random() < 0.1 ? 2 : 0,
  }));
}

function inPieces(rows: readonly Row[], size: number): Summary {
  let summary = NO_SUMMARY;
  for (let from = 0; from < rows.length; from += size) {
    const piece = summaryOf(pointsOf(rows.slice(from, from + size), from), OPTIONS);
    summary = mergeSummaries(summary, piece, OPTIONS.topMax);
  }
  return summary;
}

Deno.test("the best is within the constraints, without duplicates, and has the smallest number", () => {
  const { top, statuses, merits } = summaryOf(
    pointsOf([
      { score: 10, fills: 9, "/a": 0.5 },
      { score: 90, fills: 2, "/a": 0.25 },
      { score: 50, fills: 5, "/a": 0 },
      { score: 50, fills: 5, "/a": 0 },
      { score: NaN, fills: NaN, status: 2, "/a": 1 },
    ], 100),
    OPTIONS,
  );
  assertEquals(
    top.map(({ number, merit, coordinates }) => [number, merit, coordinates]),
    [[102, 50, [0, 0]], [100, 10, [0.5, 0]]],
  );
  assertEquals([top[0]?.figures.score, top[0]?.figures.fills], [50, 5]);
  assertEquals([statuses, merits.count, merits.max], [[4, 0, 1, 0, 0, 0], 3, 50]);
});

Deno.test("for costs, less is better", () => {
  const plan = { ...OPTIONS.plan, aim: "maxDrawdown", constraints: [] } as const;
  const rows = [{ maxDrawdown: 0.2, "/a": 0 }, { maxDrawdown: 0.1, "/a": 1 }];
  const { top } = summaryOf(pointsOf(rows), { ...OPTIONS, plan: { ...plan, constraints: [] } });
  assertEquals(top.map(({ number, merit }) => [number, merit]), [[1, -0.1], [0, -0.2]]);
});

Deno.test("merged pieces equal the whole, whatever their size", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 90 }),
      (count, size) => {
        const rows = randomRows(count, count);
        const [whole, joined] = [inPieces(rows, count), inPieces(rows, size)];
        const { merits, maps, ...exact } = whole;
        const { merits: ownMerits, maps: ownMaps, ...ownExact } = joined;
        assertEquals(ownExact, exact);
        assertEquals([ownMerits.count, ownMerits.min], [merits.count, merits.min]);
        assert(Math.abs(ownMerits.mean - merits.mean) < 1e-9);
        const parts = (all: Summary["maps"]) => all.map(({ best, counts }) => ({ best, counts }));
        assertEquals(parts(ownMaps), parts(maps));
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("a map has the best merit and the number of points of each cell", () => {
  const rows = [
    { score: 1, fills: 9, "/a": 0.25, "/b": 1 },
    { score: 3, fills: 9, "/a": 0.25, "/b": 1 },
    { score: 2, fills: 9, "/a": 1, "/b": 0 },
  ];
  const [, , cells] = summaryOf(pointsOf(rows), OPTIONS).maps;
  const map = cells && toMap(cells);
  assertEquals([map?.axes, map?.width, map?.height], [[0, 1], 5, 2]);
  assertEquals(map?.counts, [0, 0, 0, 0, 1, 0, 2, 0, 0, 0]);
  assertEquals(map?.best, [null, null, null, null, 2, null, 3, null, null, null]);
});

Deno.test("merging maps changes none of them, whichever has none", () => {
  const rows = [{ score: 1, fills: 9, "/a": 0.25, "/b": 1 }, {
    score: 3,
    fills: 9,
    "/a": 1,
    "/b": 0,
  }];
  const [one, other] = rows.map((row) => summaryOf(pointsOf([row]), OPTIONS).maps) as [
    Summary["maps"],
    Summary["maps"],
  ];
  const before = structuredClone([one, other]);
  const merged = mergeMaps(one, other);
  assertEquals(
    merged.map(({ best }) => best.filter((merit) => !Number.isNaN(merit))).at(2),
    new Float64Array([3, 1]),
  );
  assertEquals(mergeMaps(one, []), mergeMaps([], one));
  for (const array of arraysOf([...merged, ...mergeMaps(one, []), ...mergeMaps([], other)])) {
    array.fill(7);
  }
  assertEquals([one, other], before);
});

Deno.test("few distinct candidates are counted exactly, many within a few percent", () => {
  const few = inPieces(randomRows(300, 1), 50);
  assertEquals(distinctCount(few.tried.hashes, 300), { count: 10, isExact: true });
  const random = seededRandom(4);
  const rows = Array.from({ length: 50_000 }, () => ({ "/a": random(), "/b": 0 }));
  const { count, isExact } = distinctCount(inPieces(rows, 7_000).tried.hashes, 50_000);
  assert(!isExact && Math.abs(count / 50_000 - 1) < 0.1, String(count));
});

Deno.test("no more candidates are counted than ran", () => {
  const random = seededRandom(5);
  const sizes = [4_097, 4_176, 4_500, 5_000, 6_000, 7_000];
  const counts = sizes.map((size) => {
    const rows = Array.from({ length: size }, () => ({ "/a": random(), "/b": 0 }));
    const { tried, statuses } = inPieces(rows, 2_000);
    return distinctCount(tried.hashes, statuses[0] ?? 0).count;
  });
  assert(counts.every((count, at) => count <= (sizes[at] ?? 0)), counts.join());
});

Deno.test("candidates with the same figures are one result, and those without a fill are counted", () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => ({
    "/a": at / 3_000,
    score: at < 1_000 ? 100 : at % 40,
    fills: at < 1_000 ? 0 : 4,
    turnover: 0,
    cvar: 0,
    ...at === 2_999 && { status: 3 },
  }));
  const summary = inPieces(rows, 700);
  assertEquals(summary.untraded, 1_000);
  assertEquals(distinctCount(summary.results, 2_999, RESULTS_KEPT), { count: 41, isExact: true });
  assertEquals(distinctCount(summary.tried.hashes, 2_999), { count: 2_999, isExact: true });
});

Deno.test("an empty range has the empty summary", () => {
  const { ranked: _, ...summary } = summaryOf(pointsOf([{ score: 1, fills: 9 }]), OPTIONS);
  assertEquals(mergeSummaries(NO_SUMMARY, summary, 10), summary);
  assertEquals(mergeSummaries(summary, NO_SUMMARY, 10), summary);
  assertEquals(NO_SUMMARY.histogram, NO_HISTOGRAM);
});

Deno.test("a summary equals its plain definitions in any order and with duplicates", () => {
  const choices = [3000, 40, 3];
  for (const choice of choices) {
    const random = seededRandom(choice);
    const rows = Array.from({ length: 3000 }, () => {
      const place = Math.floor(random() * choice);
      return {
        "/a": place / choice,
        score: place % 7 === 0 ? NaN : 50 * Math.sin(place),
        fills: 9,
      };
    });
    const { top, histogram } = summaryOf(pointsOf(rows), OPTIONS);
    const numbered = rows.map((row, number) => ({ ...row, number }))
      .filter(({ score }) => !Number.isNaN(score));
    const sorted = numbered.toSorted((one, other) =>
      other.score - one.score || one.number - other.number
    );
    const firsts = sorted.filter((row, at) =>
      sorted.findIndex((o) => o["/a"] === row["/a"]) === at
    );
    assertEquals(top.map(({ number }) => number), firsts.slice(0, 10).map(({ number }) => number));
    const bins = histogram.counts.map((_, at) =>
      numbered.filter(({ score }) => Math.floor(score / histogram.width) === histogram.first + at)
        .length
    );
    assertEquals(histogram.counts, bins);
  }
});

Deno.test("the kept hashes are the smallest, ascending and distinct", () => {
  const random = seededRandom(9);
  const columns = [1, 2].map(() => Float64Array.from({ length: 6000 }, () => random() - 0.5));
  const each = columns[0]?.length ?? 0;
  const hashes = Array.from(
    { length: each },
    (_, row) =>
      distinctOf(columns.map((column) => column.subarray(row, row + 1)), () => true)[0] ?? NaN,
  );
  const smallest = [...new Set(hashes)].sort((one, other) => one - other).slice(0, DISTINCT_KEPT);
  const halves = [0, 1].map((half) => distinctOf(columns, (row) => row % 2 === half));
  assertEquals(distinctOf(columns, () => true), smallest);
  assertEquals(mergeDistinct(halves[0] ?? [], halves[1] ?? []), smallest);
});

Deno.test("rows that are repeated or not selected hide no hash", () => {
  const levels = Float64Array.from({ length: 6000 }, (_, row) => row % 1500);
  const all = distinctOf([levels.slice(0, 1500)], () => true);
  for (const kept of [10, 1400, 2000]) {
    assertEquals(distinctOf([levels], () => true, { kept }), all.slice(0, kept));
    assertEquals(distinctOf([levels], (row) => row >= 4500, { kept }), all.slice(0, kept));
  }
  assertEquals(distinctOf([levels], () => false), []);
});
