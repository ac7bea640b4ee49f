import { assert, assertEquals } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";
import { importsOf, readSources } from "../server/testing/sources.ts";

const page = await readPage(".github/ARCHITECTURE.md");
/** What lies below the page. */
const rooms = (await Promise.all(
  ["engine", "process", "search", "season", "web"].map((room) =>
    readPage(`server/${room}/README.md`)
  ),
)).join("\n");
const WORDS_MAX = 1_500;
const PATH = /`((?:\.?[\w-]+\/)+[\w.-]*|[\w-]+\.ts)`/g;
/** An invariant: its file and the name of its test. */
const INVARIANT = /^\| [^|`]*(?:`[^`]+`[^|`]*)? +\| `([^`]+\.(?:ts|rs))`, "([^"]+)" +\|$/gm;

async function readPage(path: string): Promise<string> {
  return await Deno.readTextFile(ROOT + path);
}

/** Returns the rooms in a section's table, by row. */
function roomsOf(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  const rows = [...section.matchAll(/^\| (\d+) +\| `([\w/]+)` /gm)];
  const byRow = Map.groupBy(rows, ([, row]) => Number(row));
  return [...byRow].sort(([a], [b]) => a - b).map(([, rooms]) =>
    rooms.map(([, , room = ""]) => room).toSorted()
  );
}

/** Returns the table of layers of a test, in TypeScript or in Rust. */
async function layersOf(path: string): Promise<readonly (readonly string[])[]> {
  const [, table = ""] = (await Deno.readTextFile(ROOT + path)).split(/const LAYERS: .* = /);
  const [rows = ""] = table.split(/^\];/m);
  return [...rows.matchAll(/^ +&?\[(.*)\],$/gm)].map(([, row = ""]) =>
    [...row.matchAll(/"([\w/]+)"/g)].map(([, room = ""]) => room).toSorted()
  );
}

for (
  const [heading, test] of [
    ["The rooms of `server/`", "tests/architecture_test.ts"],
    ["The modules of `engine-rs/src/`", "engine-rs/tests/architecture.rs"],
  ] as const
) {
  Deno.test(`${heading} of ARCHITECTURE.md are the layers of ${test}`, async () => {
    const layers = await layersOf(test);
    assert(layers.length >= 8, "the layers were found");
    assertEquals(roomsOf(heading), layers);
  });
}

Deno.test("the rooms within a room of ARCHITECTURE.md are its folders", async () => {
  const [[, room = "", list = ""] = []] = [
    ...page.matchAll(/^\| \d+ +\| `(\w+)` .*in rooms: (.*)\|$/gm),
  ];
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const entries = await Array.fromAsync(Deno.readDir(`${ROOT}server/${room}`));
  const folders = entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  assertEquals(named.toSorted(), folders.toSorted());
});

Deno.test("every arrow of the picture in ARCHITECTURE.md is an import", async () => {
  const [, picture = ""] = /flowchart TD\n([\s\S]*?)```/.exec(page) ?? [];
  const labels = new Map(
    [...picture.matchAll(/(\w+)\["([^":]+)/g)].map(([, id = "", label = ""]) => [id, label]),
  );
  const isIn = (path: string, id: string): boolean =>
    (labels.get(id) ?? id).split(", ")
      .some((room) => path.startsWith(room === "pkg" ? "pkg/" : `server/${room}/`));
  const arrows = picture.split("\n").flatMap((line) => {
    const ids = line.trim().split(" --> ").map((node) => node.replace(/\[.*/, ""));
    return ids.slice(1).map((to, at) => [ids[at] ?? "", to] as const);
  });
  assert(arrows.length > 10, "the arrows were found");
  const sources = (await readSources()).filter(({ path }) => /(?<!_test)\.tsx?$/.test(path));
  const without = arrows.filter(([from, to]) =>
    !sources.some((source) =>
      isIn(source.path, from) && importsOf(source).some((path) => isIn(path, to))
    )
  );
  assertEquals(without, []);
});

Deno.test("the dependencies of ARCHITECTURE.md are those of the programs", async () => {
  const [, table = ""] = page.split("## Dependencies");
  const named = [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  );
  const { imports } = JSON.parse(await readPage("deno.json"));
  const packages = Object.values<string>(imports).map((text) =>
    text.replace(/^npm:\/?((?:@[^/]+\/)?[^@/]+)@.*$/, "$1").replace(/^(@modelcontext.*\/).*/, "$1*")
  );
  const manifests = ["engine-rs/Cargo.toml", "engine-rs/tests/Cargo.toml"].map(readPage);
  const crates = [...(await Promise.all(manifests)).join("\n").matchAll(/^([\w-]+) = .*"=\d/gm)];
  assertEquals(new Set(named), new Set([...packages, "@std/*", ...crates.map(([, name]) => name)]));
});

Deno.test("every path that ARCHITECTURE.md and the pages below it name exists", async () => {
  const withoutRooms = page.replaceAll(/^\| \d+ .*$/gm, "");
  for (const [text, atLeast] of [[withoutRooms, 30], [rooms, 30]] as const) {
    const paths = [...text.matchAll(PATH)].map(([, path = ""]) => path);
    assert(paths.length > atLeast, "the paths were found");
    await Promise.all(paths.map((path) => Deno.stat(ROOT + path)));
  }
});

Deno.test("every invariant of ARCHITECTURE.md names a test that exists", async () => {
  const rows = page.split("| always")[1]?.split(/\n{2,}/)[0]?.trim().split("\n").slice(2) ?? [];
  const holders = [...page.matchAll(INVARIANT)];
  assert(holders.length > 20, "the invariants were found");
  assertEquals(holders.length, rows.length, "every row is an invariant with its test");
  await Promise.all(holders.map(async ([, path = "", name = ""]) => {
    const text = await readPage(path);
    const isThere = text.includes(`"${name}"`) || text.includes(`fn ${name}(`);
    assert(isThere, `${path} has the test "${name}"`);
  }));
});

Deno.test("every command that these pages name is a task", async () => {
  const { tasks } = JSON.parse(await readPage("deno.json"));
  const text = rooms + await readPage(".github/CONTRIBUTING.md");
  const named = [...text.matchAll(/`deno task ([\w:]+)/g)].map(([, name = ""]) => name);
  assertEquals(named.filter((name) => !(name in tasks)), []);
  assert(named.length > 3, "the commands were found");
});

Deno.test("ARCHITECTURE.md is read in a few minutes", () => {
  const words = page.split(/\s+/).filter((word) => /\w/.test(word));
  assert(words.length <= WORDS_MAX, `${words.length} words, must be at most ${WORDS_MAX}`);
});
