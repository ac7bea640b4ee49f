import { assert, assertEquals } from "@std/assert";
import { FIGURES } from "../contracts/plan.ts";
import { Points } from "./points.ts";
import { seededRandom } from "./random.ts";
import { listOf, mergeRanked, NO_RANKED, rankedOf } from "./ranked.ts";
import { readSummary, summaryOf, toText } from "./summary.ts";

const AXES = [{ path: "/a", min: 0, max: 99 }, { path: "/b", min: 0, max: 99 }];
const NAMES = ["/a", "/b", ...Object.keys(FIGURES), "status"];

interface Row {
  readonly merit: number;
  readonly coordinates: readonly [number, number];
}

/** Rows with ties, duplicates, both zeros, and rows without merit. */
function randomRows(count: number, seed: number): readonly Row[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({
    merit: random() < 0.1 ? NaN : Math.floor(40 * random()) / 8 - 2,
    coordinates: [random() < 0.2 ? -0 : Math.floor(12 * random()), Math.floor(9 * random()) / 3],
  }));
}

function pointsOf(rows: readonly Row[], from: number): Points {
  const columns = NAMES.map((name, at) =>
    rows.map(({ merit, coordinates }) => name === "score" ? merit : coordinates[at] ?? 0)
  );
  return new Points(from, NAMES, Float64Array.from(columns.flat()));
}

/** The best without duplicates, by sorting all rows. */
function expected(rows: readonly Row[], most: number): readonly (readonly number[])[] {
  const seen = new Set<string>();
  return rows.map((row, number) => ({ ...row, number }))
    .filter(({ merit }) => !Number.isNaN(merit))
    .toSorted((one, other) => other.merit - one.merit || one.number - other.number)
    .filter(({ coordinates }) => !seen.has(coordinates.join()) && seen.add(coordinates.join()))
    .slice(0, most)
    .map(({ number, merit, coordinates }) => [number, merit, ...coordinates]);
}

Deno.test("the ranked candidates of ranges merge into those of the whole stage", () => {
  for (let seed = 0; seed < 40; seed++) {
    const rows = randomRows(1 + 23 * seed, seed);
    for (const [size, most] of [[7, 5], [64, 40], [1000, 1000]] as const) {
      const lists = [];
      for (let from = 0; from < rows.length; from += size) {
        const points = pointsOf(rows.slice(from, from + size), from);
        lists.push(rankedOf(points, points.column("score"), most));
      }
      const merged = mergeRanked(lists, most);
      assertEquals([...merged.rows], expected(rows, most).flat());
      const some = Math.ceil(lists.length / 2);
      const first = mergeRanked([NO_RANKED, ...lists.slice(0, some)], most);
      assertEquals(mergeRanked([first, ...lists.slice(some)], most), merged);
      const passed = listOf(merged, AXES);
      const coordinates = expected(rows, most).map(([, , ...rest]) => rest.map((one) => one + 0));
      assertEquals(passed.length, coordinates.length);
      assertEquals(passed.slice(2, 7), coordinates.slice(2, 7));
      assertEquals(passed.slice(0, most), coordinates);
    }
  }
});

Deno.test("candidates that pass to the next stage are stored in 11 bytes a number", () => {
  const count = 4_096;
  const rows = Array.from({ length: count }, (_, at): Row => ({
    merit: Math.sin(at),
    coordinates: [Math.sqrt(at), Math.cbrt(at)],
  }));
  const plan = {
    axes: AXES,
    aim: "score",
    constraints: [],
  } as const;
  const options = { plan: { ...plan, axes: [...plan.axes], constraints: [] }, topMax: 10 };
  const summary = summaryOf(pointsOf(rows, 0), { ...options, passes: count });
  const text = toText(summary);
  assertEquals(readSummary(text), summary);
  const without = toText(summaryOf(pointsOf(rows, 0), options));
  const [numbers, bytes] = [summary.ranked.rows.length, text.length - without.length];
  assert(numbers === 4 * count && bytes < 11 * numbers, `${bytes} bytes, ${numbers} numbers`);
});
