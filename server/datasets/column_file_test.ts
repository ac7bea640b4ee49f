import { assertEquals, assertThrows } from "@std/assert";
import { StartError } from "../base/errors.ts";
import { packColumns, unpackColumns } from "./column_file.ts";

const LITTLE_ENDIAN = true;

const SHA256 = "ab".repeat(32);
const VALUES = [1e12, 2e12, 0.1, -0, Number.MIN_VALUE, 1 / 3];
const COLUMNS = {
  names: ["timestamp", "ptPrice", "volume"],
  rowCount: 2,
  values: new Float64Array(VALUES),
};

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

Deno.test("a packed file returns its columns bit for bit, without a copy", () => {
  const packed = packColumns(COLUMNS, SHA256);
  const read = unpackColumns("x.f64", packed, SHA256);
  assertEquals(read, COLUMNS);
  assertEquals(
    [...read.values].map((value) => Object.is(value, -0)),
    VALUES.map((_, at) => at === 3),
  );
  assertEquals(read.values.buffer, packed.buffer);
});

Deno.test("doubles are little endian and aligned to their length", () => {
  for (let length = 1; length <= 9; length++) {
    const names = ["t".repeat(length)];
    const packed = packColumns({ names, rowCount: 1, values: new Float64Array([0.1]) }, SHA256);
    assertEquals(packed.length % 8, 0);
    const last = new DataView(packed.buffer).getFloat64(packed.length - 8, LITTLE_ENDIAN);
    assertEquals([packed.indexOf(10), last], [packed.length - 9, 0.1]);
  }
});

Deno.test("a part of a view is packed as itself", () => {
  const values = new Float64Array([9, ...VALUES, 9]).subarray(1, 7);
  assertEquals(packColumns({ ...COLUMNS, values }, SHA256), packColumns(COLUMNS, SHA256));
});

Deno.test("a file that was not packed from the CSV file is refused with the reason", () => {
  const packed = packColumns(COLUMNS, SHA256);
  const wrong: [Uint8Array<ArrayBuffer>, string][] = [
    [packColumns(COLUMNS, "cd".repeat(32)), "Cannot use x.f64: it was made from another CSV file"],
    [packed.slice(0, -8), "Cannot read x.f64: it names 3 columns, 5 values do not fill them"],
  ];
  const others = ["", "\n", "timestamp\n1", "[1, 2]\n", "null  \n", '{"columns":[1]}       \n'];
  for (const bytes of [packed.slice(0, -1), packed.slice(1), ...others.map(toBytes)]) {
    wrong.push([bytes, "Cannot read x.f64: it is not a packed file"]);
  }
  for (const [bytes, message] of wrong) {
    assertThrows(() => unpackColumns("x.f64", bytes, SHA256), StartError, message);
  }
});
