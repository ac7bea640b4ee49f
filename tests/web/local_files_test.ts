import { assert, assertEquals, assertRejects } from "@std/assert";
import { originOf } from "../../server/contracts/market_ids.ts";
import { StartError } from "../../server/base/errors.ts";
import {
  type Drop,
  droppedFiles,
  readContents,
} from "../../server/web/views/workbench/market/dropped_files.ts";
import { exportManifest } from "../../server/web/views/workbench/market/import.ts";
import type {
  CheckedDataset,
  DroppedFile,
  TypedFacts,
} from "../../server/web/local_datasets/reader_messages.ts";
import { readFiles } from "../../server/web/local_datasets/read_files.ts";
import { makeEngine } from "../../server/testing/arena.ts";
import {
  type DatasetFile,
  makeDatasetFiles,
  makeImported,
  manifestOf,
} from "../../server/testing/datasets.ts";

const made = await makeDatasetFiles();

function madeAs(name: string): DatasetFile {
  const found = made.find(({ entry }) => entry.file === name);
  assert(found !== undefined);
  return found;
}

function fileOf(name: string, text: string): DroppedFile {
  return { name, content: new TextEncoder().encode(text) };
}

const hourly = fileOf("hours.csv", madeAs("susdf-hourly.csv").csv);
const daily = fileOf("days.csv", madeAs("susdf-daily.csv").csv);
const FACTS: TypedFacts = {
  name: "Té st",
  expiry: "2026-03-02T00:00",
  farExpiry: "",
  scalarRoot: "22",
  isEstimated: false,
};

async function take(
  files: readonly DroppedFile[],
  facts: TypedFacts | null = null,
): Promise<readonly CheckedDataset[]> {
  const reading = await readFiles(files, facts, await makeEngine());
  assert(reading.kind === "datasets");
  return reading.datasets;
}

async function refusal(files: readonly DroppedFile[], facts: TypedFacts | null): Promise<string> {
  return (await assertRejects(() => take(files, facts), StartError)).message;
}

Deno.test("facts that files contain are not asked for: timeframes, and the expiry from the price", async () => {
  const reading = await readFiles([hourly, daily], null, await makeEngine());
  assert(reading.kind === "asked");
  const { files, hasFar, facts } = reading.asked;
  assertEquals(files.map(({ timeframe }) => timeframe), ["hourly", "daily"]);
  assertEquals([hasFar, facts.name, facts.expiry], [false, "hours", "2026-03-02T00:00"]);
});

Deno.test("files with typed facts become datasets of one local market", async () => {
  const taken = await take([hourly, daily], FACTS);
  assertEquals(taken.map(({ entry }) => entry.file), ["hourly.csv", "daily.csv"]);
  const [first, other] = taken;
  assert(first !== undefined && other !== undefined);
  const { entry } = first;
  assertEquals([entry.marketKey, originOf(entry.marketId)], ["te-st", "mine"]);
  assertEquals(other.entry.marketId, entry.marketId);
  assertEquals(taken.map(({ csv }) => csv), [hourly.content, daily.content]);
});

Deno.test("files with a manifest are imported as it says, and exports can be imported", async () => {
  const { entry, csv } = await makeImported();
  const text = JSON.stringify(manifestOf([entry]));
  const [taken] = await take([fileOf("manifest.json", text), fileOf("daily.csv", csv)]);
  assert(taken !== undefined);
  const { marketId: _, ...facts } = taken.entry;
  const { marketId: __, ...given } = entry;
  assertEquals(JSON.parse(JSON.stringify(facts)), JSON.parse(JSON.stringify(given)));
  assertEquals([taken.summary.absent, taken.summary.estimated], [entry.absent, entry.estimated]);
  const manifest = exportManifest([taken.entry], []);
  assertEquals(manifest, JSON.parse(text));
  const [again] = await take([
    fileOf("manifest.json", JSON.stringify(manifest)),
    { name: "daily.csv", content: taken.csv },
  ]);
  assertEquals(again, taken);
});

Deno.test("a refused file is reported with its name and the position", async () => {
  const far = fileOf("far.csv", madeAs("susde-daily.csv").csv);
  const manifest = fileOf(
    "manifest.json",
    JSON.stringify(manifestOf(made.map((one) => one.entry))),
  );
  const wrongByte = { name: "w.csv", content: new Uint8Array([0xff, 0xfe, 0x31]) };
  const half = fileOf("h.csv", new TextDecoder().decode(daily.content).replace("T00", "T01"));
  const short = fileOf("s.csv", new TextDecoder().decode(daily.content).split("\n", 2).join("\n"));
  for (
    const [files, facts, sentence] of [
      [[], null, "Cannot take these files: there is no CSV file among them"],
      [[wrongByte], null, "Cannot read w.csv: it is not UTF-8"],
      [
        [half],
        null,
        "Cannot use h.csv, line 3, column 1 (timestamp): the second bar is 1380 minutes",
      ],
      [[short], null, "Cannot use s.csv, line 3, column 1 (timestamp): there are no two bars"],
      [[daily, fileOf("b.csv", "")], null, 'Cannot read b.csv: first column is ""'],
      [[daily, { ...daily, name: "b.csv" }], null, "Cannot take b.csv: another file has the same"],
      [[daily, manifest], null, "Cannot take days.csv: manifest.json does not name it"],
      [
        [{ ...daily, name: "susde-daily.csv" }, manifest],
        null,
        "Cannot use susde-daily.csv: its SHA-256 is",
      ],
      [[daily], { ...FACTS, name: " " }, 'Cannot use the name ""'],
      [[daily], { ...FACTS, name: "測試" }, "it must have a letter from a to z or a digit"],
      [[daily], { ...FACTS, scalarRoot: "-1" }, 'Cannot use the scalar root "-1"'],
      [[daily], { ...FACTS, expiry: "" }, 'Cannot use the expiry ""'],
      [[far], FACTS, 'Cannot use the expiry of the next maturity ""'],
      [
        [daily],
        { ...FACTS, expiry: "2026-01-20T00:00" },
        "Cannot use days.csv, line 21, column 1 (timestamp)",
      ],
    ] as const
  ) {
    const message = await refusal(files, facts);
    assert(message.includes(sentence), `${message}, expected: ${sentence}`);
  }
});

Deno.test("a dropped folder gives its own files, not those of its folders", async () => {
  const entryOf = (name: string): unknown => ({
    isDirectory: false,
    file: (done: (file: File) => void): void => done(new File(["x"], name)),
  });
  const parts = [[entryOf("manifest.json")], [entryOf("daily.csv"), { isDirectory: true }], []];
  const folder = {
    isDirectory: true,
    createReader: () => ({
      readEntries: (done: (entries: unknown) => void): void => done(parts.shift()),
    }),
  };
  const beside = new File(["y"], "hourly.csv");
  const transfer = {
    items: [folder, entryOf("hourly.csv")].map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: [new File([], "folder"), beside],
  };
  const files = await droppedFiles(transfer as unknown as Drop);
  assertEquals(files.map(({ name }) => name), ["hourly.csv", "manifest.json", "daily.csv"]);
});

Deno.test("too large files and duplicate names are refused before they are read", async () => {
  const unread = { arrayBuffer: () => Promise.reject(new Error("read")) };
  const file = (name: string, size = 1): File => ({ ...unread, name, size }) as unknown as File;
  const large = await readContents([file("a.csv", 65 * 2 ** 20)]);
  assertEquals(large, "Cannot take a.csv: it has 65 MB, may have 64");
  const twice = await readContents([file("a.csv"), file("a.csv")]);
  assertEquals(twice, "Cannot take two files with the name a.csv: drop one market at a time");
  assertEquals(await readContents([file("daily.f64"), file("notes.txt")]), []);
});
