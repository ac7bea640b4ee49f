import { assertEquals, assertThrows } from "@std/assert";
import { StartError } from "../base/errors.ts";
import { parseColumns } from "./csv.ts";

Deno.test("parseColumns() returns values by column, timestamps in milliseconds", () => {
  const columns = parseColumns(
    "x.csv",
    'timestamp,ptPrice,"volume"\n1970-01-01T00:00:01Z,0.98,0\n1970-01-01T00:00:02.5Z,-1e-07,12\n',
  );
  assertEquals(columns.names, ["timestamp", "ptPrice", "volume"]);
  assertEquals(columns.rowCount, 2);
  assertEquals([...columns.values], [1000, 2500, 0.98, -1e-7, 0, 12]);
});

Deno.test("parseColumns() reads a file the same with and without quotes", () => {
  for (const end of ["\n", "\r\n"]) {
    const lines = ["timestamp,p", "1970-01-01T00:00:01Z,0.98", "1970-01-01T00:00:02Z,1e-7"];
    for (const last of ["", end]) {
      const plain = lines.join(end) + last;
      assertEquals(
        parseColumns("x.csv", plain),
        parseColumns("x.csv", plain.replace("timestamp", '"timestamp"')),
      );
    }
  }
});

Deno.test("parseColumns() names file, line and column of a wrong field", () => {
  const wrong: [string, string][] = [
    ["time,p\n", 'Cannot read x.csv: first column is "time", must be timestamp'],
    ["timestamp,p\n1970-01-01T00:00:00Z\n", "Cannot read x.csv: line 2 has 1 fields, must have 2"],
    [
      "timestamp,p\n1970-01-01T00:00:00Z,1\n1970-01-01,2\n",
      'Cannot read x.csv: timestamp in line 3 is "1970-01-01", must be an ISO 8601 instant ending in Z',
    ],
    [
      "timestamp,p\n1970-13-01T00:00:00Z,2\n",
      'Cannot read x.csv: timestamp in line 2 is "1970-13-01T00:00:00Z", must be an ISO 8601',
    ],
    ['timestamp,p\n1970-01-01T00:00:00Z,"1\n', "Cannot read x.csv: it is not CSV"],
  ];
  for (const field of ["", " 1", "NaN", "Infinity", "0x10", "+1", "01", "1."]) {
    wrong.push([
      `timestamp,p\n1970-01-01T00:00:00Z,${field}\n`,
      `Cannot read x.csv: p in line 2 is "${field}", must be a number`,
    ]);
  }
  for (const [text, message] of wrong) {
    assertThrows(() => parseColumns("x.csv", text), StartError, message);
  }
});
