import { assertEquals } from "@std/assert";
import { CALIBRATION } from "../contracts/calibration.ts";
import { type CalibrationTable, calibrationText, kindText, meaningOf } from "./calibration.ts";

const table: CalibrationTable = CALIBRATION;

Deno.test("every figure of the calibration has a meaning, and every dataset has its numbers", () => {
  const names = table.figures.map(({ name }) => name);
  assertEquals(names.filter((name) => meaningOf(name) === null), []);
  for (const { values } of table.datasets) assertEquals(Object.keys(values), names);
});

Deno.test("numbers are formatted by their unit", () => {
  assertEquals(calibrationText("count", [1200, null]), "1,200 / –");
  assertEquals(calibrationText("share", [0, 0.001, 0.884]), "0 % / 0.10 % / 88 %");
  assertEquals(calibrationText("rate", [0.0066, -0.001]), "+0.66 / −0.10");
  assertEquals(calibrationText("ratio", [0.785]), "0.79");
  assertEquals(calibrationText("ratio"), "");
});

Deno.test("only the half-years of susde are called flattering, with the measured rates", () => {
  assertEquals(
    kindText(table, "susde", "hourly"),
    "The half-years of this market flatter: 0.62 % of candidates without an edge pass on them, " +
      "against 0.10 % on other half-years. Expect less than the edge shown.",
  );
  const kind = table.datasets.filter(({ marketKey, timeframe }) =>
    kindText(table, marketKey, timeframe) !== null
  );
  assertEquals(kind.map(({ marketKey }) => marketKey), ["susde", "susde"]);
  assertEquals(kindText(table, "imported", "hourly"), null);
});
