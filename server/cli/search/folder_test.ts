import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { withFolder } from "../../testing/folder.ts";
import { inTurn } from "../../testing/in_turn.ts";
import { StartError } from "../../base/errors.ts";
import { Points } from "../../search/points.ts";
import { NO_SUMMARY } from "../../search/summary.ts";
import { SearchFolder, type SearchIdentity } from "./folder.ts";

const IDENTITY: SearchIdentity = {
  plan: { aim: "score" },
  versions: {},
  datasets: [],
  topMax: 20,
  keepsPoints: true,
};

async function refused(path: string, identity = IDENTITY): Promise<string> {
  const { message } = await assertRejects(() => SearchFolder.open(path, identity), StartError);
  return message;
}

async function namesIn(path: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
}

Deno.test("a folder has one search at a time, and gives it back", async () => {
  await withFolder(async (path) => {
    {
      using _folder = await SearchFolder.open(path, IDENTITY);
      assertStringIncludes(await refused(path), "another search is running in it");
    }
    using _again = await SearchFolder.open(path, IDENTITY);
  });
});

Deno.test("what a process that was killed had begun is removed, what it finished is not", async () => {
  await withFolder(async (path) => {
    {
      using folder = await SearchFolder.open(path, IDENTITY);
      const points = new Points(0, ["a"], new Float64Array([1, 2]));
      await folder.save("all", points, { ...NO_SUMMARY, count: 2 }, points.count === 2);
    }
    const begun = ["top.json.7.partial", "parts/all/2.f64.7.partial"];
    await inTurn(begun, (name) => Deno.writeTextFile(`${path}/${name}`, "half"));
    using folder = await SearchFolder.open(path, IDENTITY);
    assertEquals(await namesIn(path), ["parts", "search.json"]);
    assertEquals(await namesIn(`${path}/parts/all`), ["0.f64", "0.json"]);
    assertEquals((await folder.load("all", { from: 0, count: 2 }))?.count, 2);
  });
});

Deno.test("a folder of another search, and one that is none, stay as they are", async () => {
  await withFolder(async (path) => {
    (await SearchFolder.open(path, IDENTITY))[Symbol.dispose]();
    const other = { ...IDENTITY, plan: { aim: "edge" }, topMax: 5 };
    assertStringIncludes(await refused(path, other), "another search (plan, --top differ)");
    await Deno.writeTextFile(`${path}/search.json`, "{}");
    assertStringIncludes(await refused(path), "its search.json is not that of a search");
    await Deno.mkdir(`${path}/photos`);
    await Deno.writeTextFile(`${path}/photos/cat.txt`, "cat");
    assertStringIncludes(await refused(`${path}/photos`), "it holds cat.txt and no search");
    assertEquals(await namesIn(`${path}/photos`), ["cat.txt"]);
    assertStringIncludes(await refused(`${path}/search.json`), `Cannot search into ${path}`);
  });
});

Deno.test("a file that cannot be written is a sentence, and leaves what was there", async () => {
  await withFolder(async (path) => {
    using folder = await SearchFolder.open(path, IDENTITY);
    await folder.write("top.json", "[]");
    // What is in its way has the same end as a disk that is full.
    await Deno.mkdir(`${path}/top.json.${Deno.pid}.partial`);
    const { message } = await assertRejects(() => folder.write("top.json", "[1]"), StartError);
    assertStringIncludes(message, `Cannot write ${path}/top.json: `);
    assertStringIncludes(message, "what is done is kept, the same command goes on");
    assertEquals(await Deno.readTextFile(`${path}/top.json`), "[]");
    assertEquals(await namesIn(path), ["parts", "search.json", "top.json"]);
  });
});

Deno.test("a damaged range says which file to remove", async () => {
  await withFolder(async (path) => {
    using folder = await SearchFolder.open(path, IDENTITY);
    await Deno.mkdir(`${path}/parts/all`);
    await Deno.writeTextFile(`${path}/parts/all/0.json`, "{");
    const range = { from: 0, count: 1 };
    const loading = await assertRejects(() => folder.load("all", range), StartError);
    assertStringIncludes(loading.message, "parts/all/0.json: it is damaged, remove it");
    const reading = await assertRejects(() => folder.points("all", range, ["a"]), StartError);
    assertStringIncludes(reading.message, "parts/all/0.f64: No such file");
  });
});
