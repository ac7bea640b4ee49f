import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  makeDatasetFiles,
  makeDatasets,
  manifestOf,
  writeDatasets,
  writePacked,
} from "../testing/datasets.ts";
import { ROOT } from "../testing/root.ts";
import { StartError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";
import { loadDatasets } from "./loader.ts";
import { parseManifest } from "./manifest.ts";
import { OFFICIAL_MANIFEST_SHA256 } from "./official_manifest.ts";

function fail(sentence: string): never {
  throw new Error(sentence);
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await writeDatasets(folder);
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("loadDatasets() reads the files of the manifest", () =>
  withFolder(async (folder) => {
    assertEquals(await loadDatasets([folder], fail), await makeDatasets());
  }));

Deno.test("loadDatasets() names a damaged file", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/susdf-daily.csv`, "\n", { append: true });
    await assertRejects(
      () => loadDatasets([folder], fail),
      StartError,
      `Cannot use ${folder}/susdf-daily.csv: `,
    );
  }));

Deno.test("loadDatasets() names a missing file", () =>
  withFolder(async (folder) => {
    await Deno.remove(`${folder}/ghousd-hourly.csv`);
    await assertRejects(
      () => loadDatasets([folder], fail),
      StartError,
      `Cannot read ${folder}/ghousd-hourly.csv: it is missing`,
    );
  }));

Deno.test("loadDatasets() names a file whose bars differ from the manifest", () =>
  withFolder(async (folder) => {
    const entries = (await makeDatasetFiles()).map(({ entry }) => ({ ...entry, bars: 1 }));
    await Deno.writeTextFile(`${folder}/manifest.json`, JSON.stringify(manifestOf(entries)));
    await assertRejects(() => loadDatasets([folder], fail), StartError, "the manifest says 1");
  }));

Deno.test("every manifest is checked but the official one, which its fingerprint identifies", () =>
  withFolder(async (folder) => {
    const official = await Deno.readFile(`${ROOT}datasets/manifest.json`);
    assertEquals(OFFICIAL_MANIFEST_SHA256, await sha256Hex(official));
    const text = new TextDecoder().decode(official);
    assertEquals<unknown>(parseManifest("manifest.json", text), JSON.parse(text));
    await Deno.writeTextFile(`${folder}/manifest.json`, JSON.stringify({ markets: [{}] }));
    const message = `Cannot read ${folder}/manifest.json: /markets/0/marketId is missing`;
    await assertRejects(() => loadDatasets([folder], fail), StartError, message);
  }));

Deno.test("a packed official dataset equals its CSV file bit for bit", async () => {
  const [packed, parsed] = [await Deno.makeTempDir(), await Deno.makeTempDir()];
  for await (const { name, isFile } of Deno.readDir(`${ROOT}datasets`)) {
    const copyTo = (folder: string) =>
      Deno.copyFile(`${ROOT}datasets/${name}`, `${folder}/${name}`);
    if (isFile && name !== "manifest.json" && !name.endsWith(".csv")) await copyTo(packed);
    if (isFile && name.endsWith(".csv")) await copyTo(parsed);
  }
  const text = await Deno.readTextFile(`${ROOT}datasets/manifest.json`);
  await Deno.writeTextFile(`${packed}/manifest.json`, text);
  const { markets, datasets } = parseManifest("manifest.json", text);
  const unpacked = datasets.map(({ packed: _, ...entry }) => entry);
  await Deno.writeTextFile(
    `${parsed}/manifest.json`,
    JSON.stringify({ markets, datasets: unpacked }),
  );
  const bits = async (folder: string) =>
    (await loadDatasets([folder], fail)).map(({ header, columns }) => [
      header,
      new BigUint64Array(columns.slice().buffer),
    ]);
  assertEquals(await bits(packed), await bits(parsed));
  await Promise.all([packed, parsed].map((folder) => Deno.remove(folder, { recursive: true })));
});

Deno.test("a packed file is read in place of its CSV file", () =>
  withFolder(async (folder) => {
    await writePacked(folder);
    await Deno.remove(`${folder}/susde-hourly.csv`);
    assertEquals(await loadDatasets([folder], fail), await makeDatasets());
  }));

Deno.test("an unusable packed file is reported, and its CSV file is read", () =>
  withFolder(async (folder) => {
    const [first, second, third, fourth, ...others] = await writePacked(folder);
    assert(first?.packed && second?.packed && third?.packed && fourth?.packed);
    await Deno.remove(`${folder}/${first.packed.file}`);
    await Deno.writeTextFile(`${folder}/${second.packed.file}`, "\n", { append: true });
    // Complete, but its numbers differ from the CSV file, as after an edit of the CSV file alone.
    const changed = { ...third, packed: fourth.packed };
    const entries = [first, second, changed, fourth, ...others];
    await Deno.writeTextFile(`${folder}/manifest.json`, JSON.stringify(manifestOf(entries)));
    const said: string[] = [];
    const loaded = await loadDatasets([folder], (sentence) => said.push(sentence));
    assertEquals(loaded, await makeDatasets());
    const { file, sha256 } = second.packed;
    const found = await sha256Hex(await Deno.readFile(`${folder}/${file}`));
    assertEquals(said.toSorted(), [
      `Cannot read ${folder}/${first.packed.file}: it is missing; ${folder}/${first.file} is read in its place`,
      `Cannot use ${folder}/${file}: its SHA-256 is ${found}, the manifest says ${sha256}; ${folder}/${second.file} is read in its place`,
      `Cannot use ${folder}/${fourth.packed.file}: it was made from another CSV file; ${folder}/${third.file} is read in its place`,
    ]);
  }));
