import { assertEquals } from "@std/assert";
import { parquetReadObjects } from "hyparquet";
import { FIGURES } from "../../contracts/figures.ts";
import { Points } from "./points.ts";
import { inOrder, joinParts, PartWriter, readCells } from "./points_part.ts";

const PATH = "/components/0/strategyParams/period";
const NAMES = [PATH, ...Object.keys(FIGURES), "status"];
const PLAN = {
  axes: [{ path: PATH, min: 2, max: 9 }],
  names: NAMES,
  statusNames: ["ran", "refused"],
} as unknown as ConstructorParameters<typeof PartWriter>[0];

/** Points whose first column is their number, and whose figures are undefined. */
function pointsOf(from: number, count: number): Points {
  const numbers = new Float64Array(count * NAMES.length).fill(NaN);
  for (let row = 0; row < count; row++) {
    numbers[row] = from + row;
    numbers[(NAMES.length - 1) * count + row] = row % 2;
  }
  return new Points(from, NAMES, numbers);
}

function partOf(stage: string, chunks: readonly Points[]): Uint8Array<ArrayBuffer> {
  const writer = new PartWriter(PLAN, stage);
  for (const points of chunks) writer.add(points);
  return writer.finish();
}

Deno.test("a part is a Parquet file, and parts are one file with all rows in order", async () => {
  const parts = new Map([
    ["a", partOf("all", [pointsOf(0, 300), pointsOf(300, 20)])],
    ["b", partOf("all", [pointsOf(320, 5)])],
    ["c", partOf("fold-1", [pointsOf(0, 7)])],
  ]);
  const read = (key: string): Promise<Uint8Array<ArrayBuffer>> =>
    Promise.resolve(parts.get(key) ?? new Uint8Array());
  const pieces = await Array.fromAsync(joinParts([...parts.keys()], read));
  const file = await new Blob(pieces).arrayBuffer();
  const rows = await parquetReadObjects({ file });
  assertEquals(rows.length, 332);
  assertEquals(rows.map(({ number }) => Number(number)), [
    ...Array.from({ length: 325 }, (_, at) => at),
    ...Array.from({ length: 7 }, (_, at) => at),
  ]);
  const [first, last] = [rows[0] ?? {}, rows.at(-1) ?? {}];
  assertEquals([first["stage"], first["period"], first["score"], first["status"]], [
    "all",
    0,
    NaN,
    "ran",
  ]);
  assertEquals([last["stage"], last["period"], last["status"]], ["fold-1", 6, "ran"]);
  const alone = await Promise.all(
    parts.values().map(({ buffer }) => parquetReadObjects({ file: buffer })),
  );
  assertEquals(alone.flat(), rows);
  const some = await readCells(parts.get("a") ?? new Uint8Array(), [298, 302]);
  assertEquals(some.slice(0, 3).map(({ name }) => name), ["stage", "number", "period"]);
  assertEquals(some[1]?.cells, [298n, 299n, 300n, 301n]);
});

Deno.test("parts come in the order of stages, and all candidates need one", () => {
  const report = { stages: [{ name: "b", count: 2 }, { name: "a", count: 3 }] };
  const parts = [{ stage: "a", rows: 3 }, { stage: "b", rows: 1 }, { stage: "b", rows: 1 }];
  assertEquals(inOrder(report, parts)?.map(({ stage }) => stage), ["b", "b", "a"]);
  assertEquals(inOrder(report, parts.slice(1)), null);
});
