import { assertEquals } from "@std/assert";
import { type FileMetaData, parquetMetadata, parquetReadObjects } from "hyparquet";
import { FIGURES } from "../../contracts/figures.ts";
import { seededRandom } from "../../testing/seeded_random.ts";
import { Points } from "./points.ts";
import { PartWriter } from "./points_part.ts";

const STRATEGY = "/components/0/strategyId";
const PERIOD = "/components/0/strategyParams/period";
const NAMES = [PERIOD, STRATEGY, ...Object.keys(FIGURES), "status"];
const PLAN = {
  axes: [{ path: PERIOD, min: 0, max: 1 }, { path: STRATEGY, values: ["a", "bé", "c"] }],
  names: NAMES,
  statusNames: ["ran", "refused"],
};
const COUNT = 1_000;
const random = seededRandom(3);

/** Columns with few, many, undefined and infinite values. */
const COLUMNS: Readonly<Record<string, (row: number) => number>> = {
  annualizedMeanReturn: () => NaN,
  maxDrawdown: (row) => [0, -0, 1, NaN][row % 4] ?? 0,
  cvar: (row) => Math.floor(row / 100),
  turnover: () => random() < 0.5 ? random() : 0.5,
  executionCost: () => Infinity,
  score: (row) => row < 900 ? 1 : row,
  dailySharpe: () => Math.floor(40 * random()),
  probabilisticSharpe: (row) => row % 2 === 0 ? -Infinity : Number.MIN_VALUE,
  fills: () => random(),
};

function pointsOf(from: number, count: number): Points {
  const columns = NAMES.map((name): (row: number) => number => {
    if (name === PERIOD) return () => random();
    if (name === STRATEGY) return (row) => row % 3;
    return COLUMNS[name] ?? ((row) => row % 2);
  });
  const numbers = columns.flatMap((at) => Array.from({ length: count }, (_, row) => at(row)));
  return new Points(from, NAMES, Float64Array.from(numbers));
}

async function written(chunks: readonly Points[]): Promise<{
  readonly metadata: FileMetaData;
  readonly rows: readonly Record<string, unknown>[];
}> {
  const writer = new PartWriter(PLAN, "all");
  for (const points of chunks) writer.add(points);
  const { buffer: file } = writer.finish();
  const rows = await parquetReadObjects({ file });
  return { metadata: parquetMetadata(file), rows };
}

// A dictionary has one entry for 0 and -0.
Deno.test("every value of a row group reads back", async () => {
  const chunks = [
    pointsOf(3e10, COUNT),
    pointsOf(3e10 + COUNT, 1),
    pointsOf(3e10 + COUNT + 1, 129),
  ];
  const { rows } = await written(chunks);
  assertEquals(rows.map(({ number }) => Number(number)), [
    ...Array.from({ length: COUNT + 130 }, (_, at) => 3e10 + at),
  ]);
  let at = 0;
  for (const points of chunks) {
    const own = rows.slice(at, at += points.count);
    for (const name of ["period", ...Object.keys(FIGURES)]) {
      const read = Float64Array.from(own, (row) => Number(row[name]));
      const column = points.column(name === "period" ? PERIOD : name);
      assertEquals(read.map((number) => number + 0), column.map((number) => number + 0), name);
    }
    const texts = own.map(({ stage, strategyId, status }) => [stage, strategyId, status].join());
    const codes = [points.column(STRATEGY), points.column("status")];
    assertEquals(
      texts,
      own.map((_, row) =>
        [
          "all",
          PLAN.axes[1]?.values?.[codes[0]?.[row] ?? 0],
          PLAN.statusNames[codes[1]?.[row] ?? 0],
        ]
          .join()
      ),
    );
  }
});

Deno.test("a row group says the bounds of its columns, without NaN", async () => {
  const { metadata } = await written([pointsOf(7, COUNT)]);
  const columns = metadata.row_groups[0]?.columns.map((column) => column.meta_data) ?? [];
  const bounds = (name: string): unknown => {
    const found = columns.find((column) => column?.path_in_schema[0] === name)?.statistics;
    return [found?.min_value, found?.max_value];
  };
  assertEquals(bounds("number"), [7n, 1006n]);
  assertEquals(bounds("annualizedMeanReturn"), [undefined, undefined]);
  assertEquals(bounds("maxDrawdown"), [-0, 1]);
  assertEquals(bounds("probabilisticSharpe"), [-Infinity, Number.MIN_VALUE]);
  assertEquals(bounds("strategyId"), ["a", "c"]);
});
