import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../server/base/errors.ts";
import {
  chooseFiles,
  type Drop,
  droppedFiles,
} from "../../server/web/views/workbench/market/dropped_files.ts";
import { exportManifest } from "../../server/web/views/workbench/market/import.ts";
import type {
  AskedFacts,
  CheckedDataset,
  Reading,
  TypedFacts,
} from "../../server/web/local_datasets/reader_messages.ts";
import { readFiles } from "../../server/web/local_datasets/read_files.ts";
import { csvOf, EXPIRY, goodRows, only, without } from "../../server/testing/import_sources.ts";
import { makeEngine } from "../../server/testing/official.ts";
import {
  type DatasetFile,
  makeDatasetFiles,
  makeImported,
  manifestOf,
} from "../../server/testing/datasets.ts";

const made = await makeDatasetFiles();
const SOURCE = csvOf(goodRows());
const SHORT = without(goodRows(), "ptPrice", "scalarRoot", "totalPt", "totalSy");

function madeAs(name: string): DatasetFile {
  const found = made.find(({ entry }) => entry.file === name);
  assert(found !== undefined);
  return found;
}

const daily = new File([madeAs("susdf-daily.csv").csv], "days.csv");

async function read(files: readonly File[], facts: TypedFacts | null = null): Promise<Reading> {
  return await readFiles(files, facts, await makeEngine());
}

async function ask(files: readonly File[]): Promise<AskedFacts> {
  const reading = await read(files);
  assert(reading.kind === "asked");
  return reading.asked;
}

async function take(
  files: readonly File[],
  facts: TypedFacts | null = null,
): Promise<readonly CheckedDataset[]> {
  const reading = await read(files, facts);
  assert(reading.kind === "datasets", JSON.stringify(reading));
  return reading.datasets;
}

function factsOf(texts: TypedFacts["texts"], others: Partial<TypedFacts> = {}): TypedFacts {
  return { texts, forms: {}, map: {}, ...others };
}

Deno.test("what files tell is not asked: the expiry by prices, columns, how they would be read", async () => {
  const { tables, questions, report, facts } = await ask([new File([SOURCE], "susde-x.csv")]);
  assertEquals(questions, []);
  assertEquals(facts.texts, { name: "susde-x", asset: "susde", expiry: EXPIRY.slice(0, 16) });
  assert(report.includes("expiry: the prices of the source agree with it"), report.join());
  const [{ columns: [time, implied] = [] } = {}] = tables;
  assertEquals([time?.reads, implied?.reads, implied?.first.length], [
    "timestamp",
    "impliedApy",
    3,
  ]);
  const named = await ask([new File([csvOf(SHORT)], "usde-1mar2026.csv")]);
  assertEquals(named.facts.texts["expiry"], "2026-03-01T00:00");
});

Deno.test("everything that files lack is asked at once, with their columns", async () => {
  const bare = SHORT.map(({ syIndex: _, timestamp = "", ...row }) => ({
    when: String(timestamp).slice(0, 10),
    ...row,
  }));
  const lost = await ask([new File([csvOf(bare)], "a.csv")]);
  assertEquals(lost.questions.length, 2);
  assert(lost.questions[1]?.includes("no column says the time"), lost.questions.join());
  assertEquals(lost.tables[0]?.columns.map(({ reads }) => reads), Array(4).fill(null));
  const { questions } = await ask([
    new File([csvOf(only(SHORT, "timestamp", "impliedApy"))], "a.csv"),
  ]);
  for (const part of ["--expiry is missing", "syIndex decides", "the curve", "the pool"]) {
    assert(questions.some((question) => question.includes(part)), questions.join("\n"));
  }
  const constant = goodRows().map((row) => ({ ...row, syIndex: 1, ptPrice: "" }));
  const { questions: [expiry, index] } = await ask([new File([csvOf(constant)], "a.csv")]);
  assert(expiry?.includes("--expiry") && index?.includes("--sy-index constant"), index);
});

Deno.test("files with a manifest are imported as it says, and exports can be imported", async () => {
  const { entry, csv } = await makeImported();
  const text = JSON.stringify(manifestOf([entry]));
  const [taken] = await take([new File([text], "manifest.json"), new File([csv], "daily.csv")]);
  assert(taken !== undefined);
  const { marketId: _, ...facts } = taken.entry;
  const { marketId: __, ...given } = entry;
  assertEquals(JSON.parse(JSON.stringify(facts)), JSON.parse(JSON.stringify(given)));
  assertEquals([taken.summary.absent, taken.summary.estimated], [entry.absent, entry.estimated]);
  const manifest = exportManifest([taken.entry], []);
  assertEquals(manifest, JSON.parse(text));
  const [again] = await take([
    new File([JSON.stringify(manifest)], "manifest.json"),
    new File([taken.csv], "daily.csv"),
  ]);
  assertEquals(again, taken);
});

Deno.test("a refused file is reported with its name and the position", async () => {
  const entries = made.map((one) => one.entry);
  const manifest = new File([JSON.stringify(manifestOf(entries))], "manifest.json");
  const wrong = new File([new Uint8Array([0xff, 0xfe, 0x31])], "w.csv");
  const source = new File([SOURCE], "a.csv");
  const facts = { name: "a", expiry: EXPIRY.slice(0, 16) };
  for (
    const [files, typed, sentence] of [
      [[], null, "Cannot take these files: none is a CSV or JSON file"],
      [[daily, manifest], null, "Cannot take days.csv: manifest.json does not name it"],
      [
        [new File([daily], "susde-daily.csv"), manifest],
        null,
        "Cannot use susde-daily.csv: its SHA-256 is",
      ],
      [[manifest], null, "Cannot take manifest.json alone"],
      [[new File([wrong], "susde-daily.csv"), manifest], null, "its SHA-256 is"],
      [[source], { ...facts, name: " " }, 'Cannot use the name ""'],
      [[source], { ...facts, name: "測試" }, "from a to z, or a digit"],
      [[source], { ...facts, "scalar-root": "x" }, '--scalar-root is "x", must be a number'],
      [[source], { ...facts, "scalar-root": "-1" }, "--scalar-root"],
      [[source], { ...facts, expiry: "soon" }, "--expiry must be an instant"],
      [[source, new File([SOURCE], "b.csv")], facts, "b.csv: it is the same file as a.csv"],
    ] as const
  ) {
    const given = typed === null ? null : factsOf(typed);
    const { message } = await assertRejects(() => read(files, given), StartError);
    assert(message.includes(sentence), `${message}, expected: ${sentence}`);
  }
  const { questions } = await ask([wrong]);
  assert(questions.at(-1)?.includes("w.csv, line 1, column 1: it is UTF-16"), questions.join());
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

Deno.test("too large files and duplicate names are refused before they are read", () => {
  const file = (name: string, size = 1): File => ({ name, size }) as File;
  const large = chooseFiles([file("a.csv", 40 * 2 ** 20), file("b.json", 460 * 2 ** 20)]);
  assert(String(large).startsWith("Cannot take a.csv, b.json: 500 MB, may have 64"), String(large));
  const twice = chooseFiles([file("a.csv"), file("a.csv")]);
  assertEquals(twice, "Cannot take two files with the name a.csv: drop one market at a time");
  assertEquals(chooseFiles([file("daily.f64"), file("README.md")]), []);
});
