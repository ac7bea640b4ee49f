import { assertEquals } from "@std/assert";
import { fakeDatabase } from "../../testing/fake_database.ts";
import { makeDatasetFiles, makeDatasets } from "../../testing/datasets.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import type { CheckedDataset } from "../local_datasets/reader_messages.ts";
import { saveLocal } from "../local_datasets/storage.ts";
import { keep } from "../views/workbench/market/import.ts";
import { localDatasets, openLocalDatasets } from "./local_markets.ts";

const summary = {} as DatasetSummary;
const [files, datasets] = await Promise.all([makeDatasetFiles(), makeDatasets()]);
const [hourly, daily] = datasets.slice(0, 2).map(({ header, columns }, at): CheckedDataset => {
  const { entry, csv } = files[at] ?? {};
  return { entry, header, columns, summary, csv: new TextEncoder().encode(csv) } as CheckedDataset;
});

Deno.test("a dataset that is imported while the stored ones are listed joins their list", async () => {
  fakeDatabase();
  if (hourly === undefined || daily === undefined) throw new Error("a market has two datasets");
  await saveLocal([hourly]);
  const held = Promise.withResolvers<DatasetSummary>();
  const listed = openLocalDatasets(() => held.promise);
  const header = { ...hourly.header, sha256: "f".repeat(64) };
  const [kept, refused] = [keep([daily]), keep([{ ...hourly, header }])];
  held.resolve(summary);
  await listed;
  assertEquals(await kept, null);
  assertEquals(
    await refused,
    "Cannot keep sUSDe: it already has hourly bars, from another file; remove it first, or give this one another name",
  );
  assertEquals(localDatasets.value.map((local) => local.header.timeframe), ["hourly", "daily"]);
});
