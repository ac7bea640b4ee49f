import { assert, assertEquals, assertThrows } from "@std/assert";
import { StartError } from "../../base/errors.ts";
import { compileEngine, loadEngine } from "../../engine/load.ts";
import { DatasetSummarySchema } from "../../contracts/dataset.ts";
import { okValue } from "../../engine/wire.ts";
import { parseColumns } from "../csv.ts";
import { toDataset } from "../dataset.ts";
import { entriesOf } from "../entries.ts";
import { parseManifest } from "../manifest.ts";
import {
  csvOf,
  EXPIRY,
  filesOf,
  goodRows,
  HOURS,
  importOf,
  refused,
  sourceOf,
  without,
} from "../../testing/import_sources.ts";
import { Readings } from "./readings.ts";
import { PRESETS } from "./sources/presets.ts";

const HOUR_MS = 3_600_000;

function readFile(files: Awaited<ReturnType<typeof filesOf>>, name: string): string {
  const file = files.find((one) => one.name === name);
  return new TextDecoder().decode(file?.content);
}

Deno.test("a market is imported as hourly and daily datasets that the engine accepts", async () => {
  const files = await filesOf([sourceOf(csvOf(goodRows()))], { asset: "susde" });
  assertEquals(JSON.parse(readFile(files, "manifest.json")).markets[0].asset, "susde");
  assertEquals(files.map(({ name }) => name), [
    "hourly.csv",
    "hourly.f64",
    "daily.csv",
    "daily.f64",
    "manifest.json",
  ]);
  const entries = entriesOf(parseManifest("manifest.json", readFile(files, "manifest.json")));
  const engine = loadEngine(await compileEngine());
  const taken = entries.map((entry) => {
    const dataset = toDataset(entry, parseColumns(entry.file, readFile(files, entry.file)));
    return okValue(DatasetSummarySchema, engine.addDataset(dataset));
  });
  assertEquals(taken.map(({ bars, lastTimestamp }) => [bars, lastTimestamp]), [
    [HOURS, EXPIRY],
    [35, EXPIRY],
  ]);
  const rows = goodRows();
  const sum = rows.slice(0, 24).reduce((total, { volume }) => total + Number(volume), 0);
  const [, first = ""] = readFile(files, "daily.csv").split("\n");
  assert(first.startsWith("2026-01-26T00:00:00Z,") && first.endsWith(`,${sum}`), first);
  // An incomplete first day has no volume and is left out.
  const { datasets: [, days] } = await importOf([sourceOf(csvOf(rows.slice(1)))]);
  assertEquals(days?.times.length, 34);
});

Deno.test("the same sources give the same bytes, in any order of rows and of columns", async () => {
  const rows = goodRows();
  const wanted = await filesOf([sourceOf(csvOf(rows))]);
  const reversed = rows.toReversed().map((row) =>
    Object.fromEntries(Object.entries(row).toReversed())
  );
  assertEquals(await filesOf([sourceOf(csvOf(reversed))]), wanted);
  assertEquals(await filesOf([sourceOf(JSON.stringify({ results: rows }), "rates.json")]), wanted);
  const half = rows.length / 2;
  const halves = [rows.slice(0, half), rows.slice(half)].map((part) => sourceOf(csvOf(part)));
  assertEquals(await filesOf(halves), wanted);
});

Deno.test("ptPrice, tvl and underlyingApy are computed, and compared with the source's", async () => {
  const rows = goodRows().map((row) => ({
    ...row,
    ptPrice: Number(row["ptPrice"]) * 1.0002,
    underlyingApy: 0.07,
  }));
  const { datasets: [hours], report } = await importOf([sourceOf(csvOf(rows))]);
  const { ptPrice = [], underlyingApy = [] } = hours?.columns ?? {};
  assert(Math.abs((ptPrice[0] ?? 0) - Number(goodRows()[0]?.["ptPrice"])) < 1e-12);
  assert(Math.abs((underlyingApy.at(-1) ?? 0) - 0.06) < 1e-9);
  const deviations = report.compared.map(({ column, median }) => [column, median.toFixed(4)]);
  assertEquals(deviations, [["ptPrice", "0.0002"], ["tvl", "0.0000"], ["underlyingApy", "0.0100"]]);
});

Deno.test("a number of the wrong unit or column is refused, with line and column", async () => {
  const rows = goodRows();
  const scaled = (name: string, factor: number): string =>
    csvOf(rows.map((row) => ({ ...row, [name]: Number(row[name]) * factor })));
  const percent = await refused(scaled("impliedApy", 100));
  assert(percent.startsWith("rates.csv, line 2, column 2 (impliedApy): impliedApy is 8"), percent);
  assert(percent.includes("--unit"), percent);
  const few = await refused(scaled("impliedApy", 10));
  assert(few.includes("impliedApy is typically 0.8"), few);
  const dollars = await refused(scaled("ptPrice", 3_800));
  assert(dollars.startsWith("rates.csv, line 2, column 6 (ptPrice): ptPrice is "), dollars);
  const cheap = await refused(scaled("ptPrice", 0.9));
  assert(cheap.includes("ptPrice of the source deviates by"), cheap);
  // In the last weeks, a yield a point off hardly changes the price.
  const other = csvOf(
    rows.map((row) => ({ ...row, impliedApy: Number(row["impliedApy"]) + 0.012 })),
  );
  assert((await refused(other)).startsWith("ptPrice of the source deviates by"));
  const raw = await refused(scaled("syIndex", 1e18));
  assert(raw.startsWith("rates.csv, line 2, column 5 (syIndex)"), raw);
  const swapped = csvOf(rows.map((row) => ({
    ...row,
    totalPt: row["totalSy"] ?? 0,
    totalSy: row["totalPt"] ?? 0,
  })));
  assert((await refused(swapped)).startsWith("tvl of the source deviates by"));
});

Deno.test("declared percent is read as percent", async () => {
  const wanted = await importOf([sourceOf(csvOf(goodRows()))]);
  const rows = goodRows().map((row) => ({ ...row, impliedApy: 100 * Number(row["impliedApy"]) }));
  const found = await importOf([sourceOf(csvOf(rows))], { percent: ["impliedApy"] });
  const [a = 0, b = 0] = [wanted, found].map(({ datasets }) =>
    datasets[0]?.columns["impliedApy"]?.[5]
  );
  assert(Math.abs(a - b) < 1e-15);
});

Deno.test("gaps of up to six hours are filled and counted, longer gaps refused", async () => {
  const rows = goodRows();
  const cut = (from: number, count: number): string => csvOf(rows.toSpliced(from, count));
  const { datasets: [hours], report } = await importOf([sourceOf(cut(100, 6))]);
  assertEquals(report.fillings.filter(({ quantity }) => quantity === "impliedApy"), [
    {
      quantity: "impliedApy",
      from: String(rows[100]?.["timestamp"]).replace(".000", ""),
      bars: 6,
      hours: 1,
    },
  ]);
  const { impliedApy = [], volume = [] } = hours?.columns ?? {};
  assertEquals(impliedApy[105], impliedApy[99]);
  assertEquals(volume.slice(99, 107), [1_001, 0, 0, 0, 0, 0, 0, 1_001]);
  const sentence = await refused(cut(100, 7));
  assert(sentence.includes(String(rows[100]?.["timestamp"]).slice(0, 13)), sentence);
});

Deno.test("of duplicate rows the last is used, and duplicates may not disagree", async () => {
  const rows = goodRows();
  const again = { ...rows[7], impliedApy: Number(rows[7]?.["impliedApy"]) + 0.00005 };
  const { datasets: [hours], report } = await importOf([sourceOf(csvOf([...rows, again]))]);
  assertEquals(hours?.columns["impliedApy"]?.[7], again.impliedApy);
  assert(report.duplicates.some((text) => text.includes(`line ${HOURS + 2}`)));
  const other = { ...rows[7], impliedApy: 0.3 };
  const sentence = await refused(csvOf([...rows, other]));
  assert(sentence.includes("line 9") && sentence.includes(`line ${HOURS + 2}`), sentence);
});

Deno.test("the memory for duplicates is bounded", () => {
  const readings = new Readings();
  const [preset = null] = PRESETS.filter(({ id }) => id === "plain");
  const series = preset && readings.open("syIndex", "level", preset);
  assert(series !== null);
  const add = (): void => {
    for (let at = 0; at < 500_002; at++) {
      readings.add(series, 0, { value: 1, time: 0, place: () => "x" });
    }
  };
  assertThrows(add, StartError, "x: more than 500000 values are given twice");
});

Deno.test("timestamps within five minutes are rounded to the hour, others refused", async () => {
  const rows = goodRows();
  const shifted = (ms: number): string =>
    csvOf(rows.with(50, {
      ...rows[50],
      timestamp: new Date(Date.parse(String(rows[50]?.["timestamp"])) + ms).toISOString(),
    }));
  const { report } = await importOf([sourceOf(shifted(240_000))]);
  const made = await filesOf([sourceOf(shifted(240_000))]);
  const { provenance } = JSON.parse(readFile(made, "manifest.json")).datasets[0];
  assertEquals(provenance.corrections, ["stamps rounded to the hour: 1"]);
  assertEquals(report.rounded, ["rates.csv, line 52, column 1 (timestamp)"]);
  const sentence = await refused(shifted(360_000));
  assert(sentence.startsWith("rates.csv, line 52, column 1 (timestamp): "), sentence);
});

Deno.test("rows after expiry and invalid yields of the last hours are dropped", async () => {
  const rows = goodRows();
  const late = {
    ...rows.at(-1),
    timestamp: new Date(Date.parse(EXPIRY) + HOUR_MS).toISOString(),
  };
  const last = { ...rows.at(-1), impliedApy: -0.9464 };
  const jump = { ...rows.at(-2), impliedApy: 0.32 };
  const bare = without([...rows.slice(0, -2), jump, last, late], "ptPrice", "tvl");
  const { datasets: [hours], report } = await importOf([sourceOf(csvOf(bare))]);
  assertEquals(hours?.times.length, HOURS - 1);
  assertEquals(report.dropped.map((text) => text.replace(/.*: /, "")), [
    "after expiry",
    "impliedApy is -0.9464, under -0.5",
  ]);
  assertEquals(report.warnings.length, 1);
  const early = rows.with(100, { ...rows[100], impliedApy: 1.5 });
  const sentence = await refused(csvOf(early));
  assert(sentence.includes("line 102, column 2 (impliedApy)"), sentence);
});

Deno.test("a history that ends before expiry is refused unless the user states its end", async () => {
  const text = csvOf(goodRows().slice(0, -30));
  const sentence = await refused(text);
  assert(sentence.includes("say --end 2026-02-27T18:00:00Z"), sentence);
  const { datasets: [hours] } = await importOf([sourceOf(text)], { end: "2026-02-27T18:00:00Z" });
  assertEquals(hours?.times.length, HOURS - 30);
  const start = String(goodRows()[0]?.["timestamp"]);
  const headless = csvOf(goodRows().slice(1));
  assert((await refused(headless, { start })).startsWith("--start is 2026-01-25T01:00:00Z"));
});

Deno.test("rows before --start or after expiry are not validated", async () => {
  const rows = goodRows().map((row, at) => at < 10 ? { ...row, totalPt: 0, impliedApy: 0 } : row);
  const late = { ...rows.at(-1), timestamp: "2026-03-02T00:00:00Z", totalPt: 0 };
  const text = csvOf([...rows, late]);
  const sentence = await refused(text);
  assert(sentence.startsWith("rates.csv, line 2, column 3 (totalPt): totalPt is 0"), sentence);
  assert(sentence.endsWith("say --start to begin later"), sentence);
  const start = String(rows[10]?.["timestamp"]);
  const { datasets: [hours] } = await importOf([sourceOf(text)], { start });
  assertEquals(hours?.times.length, HOURS - 10);
});

Deno.test("up to two missing days of daily rows are carried, counted and listed", async () => {
  const rows = goodRows(24 * 40).filter((_, at) => at % 24 === 23);
  const { report } = await importOf([sourceOf(csvOf(rows.toSpliced(20, 2)))]);
  const from = String(rows[20]?.["timestamp"]).replace(".000", "");
  assertEquals(report.fillings.find(({ quantity }) => quantity === "impliedApy"), {
    quantity: "impliedApy",
    from,
    bars: 2,
    hours: 24,
  });
  const files = await filesOf([sourceOf(csvOf(rows.toSpliced(20, 2)))]);
  assertEquals(JSON.parse(readFile(files, "manifest.json")).datasets[0].provenance.filled, 2);
  const sentence = await refused(csvOf(rows.toSpliced(20, 3)));
  assert(
    sentence.startsWith(`impliedApy has no row from ${from} on for more than 2 days`),
    sentence,
  );
});
