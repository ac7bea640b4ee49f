import { assertEquals } from "@std/assert";
import { Engine, MARKET_KEYS } from "../../datasets/engine.ts";
import { makeFiles } from "../../datasets/generate.ts";
import { readEntries } from "../../datasets/manifest.ts";
import { OFFICIAL_SEEDS } from "../../datasets/official.ts";
import { search } from "../../datasets/seeds.ts";
import { makeReport, shownReport } from "../../datasets/report.ts";

const FOLDER = new URL("../../datasets/", import.meta.url);
const engine = await Engine.load();

Deno.test("datasets:official generate gives the committed files byte for byte", async () => {
  const files = await makeFiles(engine);
  const committed = await Promise.all(
    files.map(async ({ name }) => ({
      name,
      content: await Deno.readFile(new URL(name, FOLDER)),
    })),
  );
  const different = files.filter(({ content }, at) => {
    const [made, found] = [content, committed[at]?.content ?? []];
    return made.length !== found.length || made.some((byte, index) => byte !== found[index]);
  });
  assertEquals(different.map(({ name }) => name), []);
});

Deno.test("the manifest lists exactly the CSV and packed files of the folder", async () => {
  const datasets = await readEntries(FOLDER);
  const names = (await Array.fromAsync(Deno.readDir(FOLDER))).map(({ name }) => name);
  assertEquals(
    datasets.flatMap(({ file, packed }) => packed ? [file, packed.file] : [file]).sort(),
    names.filter((name) => /\.(csv|f64)$/.test(name)).sort(),
  );
});

Deno.test("the README shows what datasets:statistics writes", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", FOLDER));
  assertEquals(shownReport(readme), await makeReport(engine));
});

for (const marketKey of MARKET_KEYS) {
  Deno.test(`the seed of ${marketKey} is the first with which every strategy fills`, () => {
    const official = OFFICIAL_SEEDS[marketKey];
    assertEquals(search(engine, marketKey, official).seed, official);
  });
}
