import { assert, assertEquals } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";

const page = await Deno.readTextFile(`${ROOT}.github/ARCHITECTURE.md`);
const paragraphs = page.split(/\n{2,}/).map((text) => text.replaceAll("\n", " "));
const invariants = paragraphs.filter((text) => text.startsWith("**Architecture Invariant:**"));
const PATH = /`((?:\.?[\w-]+\/)+[\w.-]*|[\w-]+\.ts)`/g;
/** A test: its file, followed by one or two names. */
const HOLDER = /`([^`]+)`, "([^"]+)"(?: and "([^"]+)")?/g;

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

Deno.test("every path that ARCHITECTURE.md names exists", async () => {
  const withoutRooms = page.replaceAll(/^\| \d+ .*$/gm, "");
  const paths = [...withoutRooms.matchAll(PATH)].map(([, path = ""]) => path);
  assert(paths.length > 50, "the paths were found");
  await Promise.all(paths.map((path) => Deno.stat(ROOT + path)));
});

Deno.test("every invariant of ARCHITECTURE.md names a test that exists", async () => {
  assert(invariants.length > 10, "the invariants were found");
  await Promise.all(invariants.map(async (invariant) => {
    const holders = [...invariant.matchAll(HOLDER)];
    assert(holders.length > 0, invariant);
    await Promise.all(holders.map(async ([, path = "", ...names]) => {
      const text = await Deno.readTextFile(ROOT + path);
      for (const name of names.filter((each) => each !== undefined)) {
        const isThere = text.includes(`"${name}"`) || text.includes(`fn ${name}(`);
        assert(isThere, `${path} has the test "${name}"`);
      }
    }));
  }));
});

Deno.test("every command that ARCHITECTURE.md names is a task", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const named = [...page.matchAll(/`deno task ([\w:]+)`/g)].map(([, name = ""]) => name);
  assertEquals(named.filter((name) => !(name in tasks)), []);
  assert(named.length > 3, "the commands were found");
});
