import { assertEquals, assertRejects } from "@std/assert";
import { makeDatasetFiles, makeDatasets, writeDatasets } from "../../tests/support/datasets.ts";
import { StartError } from "../errors.ts";
import { loadDatasets } from "./loader.ts";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await writeDatasets(folder);
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("loadDatasets() reads what the manifest names", () =>
  withFolder(async (folder) => {
    assertEquals(await loadDatasets(folder), await makeDatasets());
  }));

Deno.test("loadDatasets() names a damaged file", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/susdf-daily.csv`, "\n", { append: true });
    await assertRejects(() => loadDatasets(folder), StartError, "Cannot use susdf-daily.csv: ");
  }));

Deno.test("loadDatasets() names a missing file", () =>
  withFolder(async (folder) => {
    await Deno.remove(`${folder}/ghousd-hourly.csv`);
    await assertRejects(
      () => loadDatasets(folder),
      StartError,
      `Cannot read ghousd-hourly.csv in ${folder}: it is missing`,
    );
  }));

Deno.test("loadDatasets() names a file with other bars than the manifest says", () =>
  withFolder(async (folder) => {
    const datasets = (await makeDatasetFiles()).map(({ entry }) => ({ ...entry, bars: 1 }));
    await Deno.writeTextFile(`${folder}/manifest.json`, JSON.stringify({ datasets }));
    await assertRejects(() => loadDatasets(folder), StartError, "the manifest says 1");
  }));
