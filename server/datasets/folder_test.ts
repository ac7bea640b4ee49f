import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { makeDatasetFiles, makeImported, writeDatasets } from "../testing/datasets.ts";
import { withFolder } from "../testing/folder.ts";
import { StartError } from "../base/errors.ts";
import { listFolders, readFolders } from "./folder.ts";
import { loadDatasets } from "./loader.ts";

function fail(sentence: string): never {
  throw new Error(sentence);
}

/** Runs a test with the official folder and the folder of an imported market. */
async function withFolders(
  work: (official: string, imported: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const [official, imported] = [`${folder}/official`, `${folder}/imported`];
    await Promise.all([official, imported].map((path) => Deno.mkdir(path)));
    await writeDatasets(official);
    await writeDatasets(imported, [await makeImported()]);
    await work(official, imported);
  });
}

Deno.test("datasets of several folders are loaded, the official ones first", () =>
  withFolders(async (official, imported) => {
    const loaded = await loadDatasets([official, imported], fail);
    assertEquals(
      loaded.map(({ header: { marketId, timeframe } }) => `${marketId} ${timeframe}`),
      ["1 hourly", "1 daily", "2 hourly", "2 daily", "3 hourly", "3 daily", "1000 daily"],
    );
  }));

Deno.test("folders with a manifest are loaded beside the official one, by name", () =>
  withFolder(async (folder) => {
    await Promise.all(["b", "a", "c"].map((name) => Deno.mkdir(`${folder}/${name}`)));
    await Promise.all(
      ["b", "a"].map((name) => Deno.writeTextFile(`${folder}/${name}/manifest.json`, "")),
    );
    const found = await listFolders(null, folder);
    assertEquals(found.map(({ name }) => name), ["datasets", `${folder}/a`, `${folder}/b`]);
  }));

Deno.test("a market in two folders is refused, and both folders are named", () =>
  withFolders(async (official, imported) => {
    const [file] = await makeDatasetFiles();
    if (file === undefined) throw new Error("there are datasets");
    const { entry, csv } = file;
    const cases = [
      [{ marketKey: "susde" }, `both have a market with marketKey susde`],
      [{ marketId: 4 }, "it has a market 4; 1 to 999 are those of the official folder"],
      [{ marketId: 4_000_000_000 }, "those above are what a browser keeps to itself"],
    ] as const;
    for (const [change, message] of cases) {
      const own = { ...entry, marketId: 1000, marketKey: "own", ...change };
      await writeDatasets(imported, [{ csv, entry: own }]);
      await assertRejects(() => loadDatasets([official, imported], fail), StartError, message);
    }
    await writeDatasets(imported, [await makeImported()]);
    await assertRejects(
      () => loadDatasets([official, imported, imported], fail),
      StartError,
      `Cannot use ${imported} and ${imported}: both have a market with marketId 1000`,
    );
    await assertRejects(
      () => loadDatasets([imported], fail),
      StartError,
      "the first folder is the official one, whose markets are 1 to 999",
    );
  }));

Deno.test("a bad folder among the imported markets is skipped with a sentence", () =>
  withFolder(async (imports) => {
    const names = ["broken", "own", "twice", "unread"];
    await Promise.all(names.map((name) => Deno.mkdir(`${imports}/${name}`)));
    for (const name of ["own", "twice"]) {
      await writeDatasets(`${imports}/${name}`, [await makeImported()]);
    }
    await Deno.writeTextFile(`${imports}/broken/manifest.json`, "{");
    const damaged = await makeImported();
    await writeDatasets(`${imports}/unread`, [damaged]);
    await Deno.writeTextFile(`${imports}/unread/${damaged.entry.file}`, "damaged");
    const [said, skipped]: [string[], string[]] = [[], []];
    const loaded = await loadDatasets(
      null,
      (sentence) => void said.push(sentence),
      (name) => void skipped.push(name),
      imports,
    );
    const own = loaded.filter(({ header: { marketId } }) => marketId >= 1000);
    assertEquals([loaded.length > 1, own.length], [true, 1]);
    assertEquals(
      skipped.toSorted(),
      ["broken", "twice", "unread"].map((name) => `${imports}/${name}`),
    );
    const sentences = said.filter((sentence) => sentence.endsWith("is skipped"));
    assertEquals(sentences.length, 3);
    assertMatch(sentences.join(), /unread is skipped/);
    assertMatch(
      sentences.join(),
      /\/own and \S+\/twice: both have a market with marketId 1000; /,
    );
  }));

Deno.test("a given folder without a manifest is refused", async () => {
  const folders = await listFolders(["/nowhere"]);
  await assertRejects(
    () => readFolders(folders),
    StartError,
    "Cannot read /nowhere/manifest.json: it is missing",
  );
});
