import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  csvOf,
  EXPIRY,
  goodRows,
  HOURS,
  only,
  without,
} from "../../server/testing/import_sources.ts";
import { MARKET, PendleService } from "../../server/testing/pendle_service.ts";
import { type Outcome, run } from "../../server/testing/programs.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { ROOT } from "../../server/testing/root.ts";

const HEAP_MIB = 96;
const LARGE_BYTES = 96 * 1024 * 1024;

const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));

/** Runs the task `datasets` of `deno.json` on a folder of its own. */
async function inFolder(
  folder: string,
  verb: string,
  words: readonly string[],
  more: readonly string[] = [],
): Promise<Outcome> {
  const [, , ...line] = String(tasks.datasets.command).split(" ");
  const at = line.indexOf("main.ts");
  const args = [
    "run",
    "--config",
    `${ROOT}deno.json`,
    ...line.slice(0, at),
    // The permission set names folders of the repository.
    "--allow-write=data/datasets",
    ...more,
    `${ROOT}main.ts`,
    ...line.slice(at + 1),
    ...verb.split(" "),
    ...words,
  ];
  return await run(Deno.execPath(), args, { cwd: folder });
}

/** A folder with the two files of a market. */
async function makeFolder(): Promise<string> {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/data/datasets`, { recursive: true });
  await Deno.writeTextFile(`${folder}/rates.csv`, csvOf(without(goodRows(), "syIndex")));
  await Deno.writeTextFile(`${folder}/index.csv`, csvOf(only(goodRows(), "timestamp", "syIndex")));
  return folder;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const nested = await Promise.all(
    entries.map(async ({ name, isDirectory }) =>
      isDirectory ? (await filesIn(`${folder}/${name}`)).map((inner) => `${name}/${inner}`) : [name]
    ),
  );
  return nested.flat().sort();
}

/** Returns the fingerprint of a file, or of a compressed file's content. */
async function hashOf(path: string): Promise<string> {
  const { readable } = await Deno.open(path);
  const isPacked = path.endsWith(".gz");
  const bytes = isPacked ? readable.pipeThrough(new DecompressionStream("gzip")) : readable;
  return await sha256Hex(await new Response(bytes).bytes());
}

const KEY = ["--key", "test-market", "--expiry", EXPIRY];
const FILES = [
  "daily.csv",
  "daily.f64",
  "hourly.csv",
  "hourly.f64",
  "manifest.json",
  "raw/import.json",
  "raw/index.csv.gz",
  "raw/rates.csv.gz",
];

Deno.test("files become a market with its raw files, and rebuilding gives the same bytes", async () => {
  const folder = await makeFolder();
  const made = await inFolder(folder, "import", ["rates.csv", "index.csv", ...KEY]);
  assertEquals([made.code, made.stderr], [0, ""]);
  assertMatch(made.stdout, /^market 1000 test-market: rates.csv as plain, index.csv as plain\n/);
  const market = `${folder}/data/datasets/test-market`;
  assertEquals(
    await filesIn(`${folder}/data/datasets`),
    FILES.map((name) => `test-market/${name}`),
  );
  const raw = (await Deno.open(`${market}/raw/rates.csv.gz`)).readable;
  const text = await new Response(raw.pipeThrough(new DecompressionStream("gzip"))).text();
  assertEquals(text, csvOf(without(goodRows(), "syIndex")));
  const again = await inFolder(folder, "import", [
    "--again",
    "data/datasets/test-market",
    "--into",
    "data/datasets/copies",
  ]);
  assertEquals(again.code, 0, again.stderr);
  const hashes = (root: string): Promise<readonly string[]> =>
    Promise.all(FILES.map(async (name) => `${name} ${await hashOf(`${root}/${name}`)}`));
  assertEquals(await hashes(`${folder}/data/datasets/copies/test-market`), await hashes(market));
  const twice = await inFolder(folder, "import", ["rates.csv", "index.csv", ...KEY]);
  assertEquals(twice.code, 1);
  assertMatch(twice.stderr, /test-market: it exists, say --replace to replace it\n$/);
  const replaced = await inFolder(folder, "import", [
    "rates.csv",
    "index.csv",
    "--replace",
    ...KEY,
  ]);
  // The market keeps its id; another market gets the next.
  assertMatch(replaced.stdout, /^market 1000 test-market: /);
  const other = await inFolder(folder, "import", [
    "rates.csv",
    "index.csv",
    ...KEY,
    "--key",
    "other",
  ]);
  assertMatch(other.stdout, /^market 1001 other: /);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a failed import leaves no files, and explains itself in one sentence", async () => {
  const folder = await makeFolder();
  const faults: readonly (readonly [readonly string[], RegExp])[] = [
    [["rates.csv", ...KEY], /^Cannot import: syIndex decides what idle capital earns/],
    [
      ["rates.csv"],
      /^Cannot import: 3 things are missing\n {2}1\. --key is missing.*\n {2}2\. --expiry is .*\n {2}3\. syIndex /,
    ],
    [["none.csv", ...KEY], /^Cannot import none\.csv: it is missing\n$/],
    [["data", ...KEY], /^Cannot import data: it is a folder, must be a file\n$/],
    [["rates.csv", "rates.csv", "index.csv", ...KEY], /: it is the same file as rates\.csv\n$/],
    [["rates.csv", "index.csv", ...KEY, "--id", "7"], /^Cannot import: --id must be 1000 or more/],
    [["rates.csv", "--asset", "eth", ...KEY], /^Cannot import: --asset must be one of susde, /],
    [["rates.csv", "--sy-index", "1.19"], /^Cannot import: a constant syIndex is refused/],
    [["rates.csv", "--zone", "cet", ...KEY], /^Cannot import: --zone is "cet", must be utc\n$/],
    [["rates.csv", "--map", "price=x", ...KEY], /--map is "price=x", must be NAME=/],
  ];
  for (const [words, sentence] of faults) {
    const { code, stdout, stderr } = await inFolder(folder, "import", words);
    assertEquals([code, stdout], [1, ""], words.join(" "));
    assertMatch(stderr, sentence);
    assertEquals(await filesIn(`${folder}/data/datasets`), []);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("check prints the facts of a market, and stops at the first fault", async () => {
  const folder = await makeFolder();
  await inFolder(folder, "import", ["rates.csv", "index.csv", ...KEY]);
  const market = "data/datasets/test-market";
  const { code, stdout, stderr } = await inFolder(folder, "check", [market]);
  assertEquals(code, 0, stderr);
  assertMatch(stdout, /^market 1000 test-market: test-market, to 2026-03-01T00:00:00Z\n/);
  assertMatch(stdout, new RegExp(`\nbars +${HOURS} +35\nscored +120 +5\n`));
  assertMatch(stdout, /\nstrategies: \d+ of \d+ run; not term-slope, forward-rate-value\n/);
  assertMatch(stdout, /\nhours in which implied does not move, %( +\d+){4}\n/);
  const path = `${folder}/${market}/daily.csv`;
  const text = await Deno.readTextFile(path);
  const lines = text.split("\n");
  const damaged = lines.with(4, (lines[4] ?? "").replace(/,[^,]*/, ",0.2")).join("\n");
  await Deno.writeTextFile(path, damaged);
  const changed = await inFolder(folder, "check", [market]);
  assertEquals(changed.code, 1);
  assertMatch(changed.stderr, /daily\.csv: its SHA-256 is \w+, the manifest says \w+\n$/);
  const none = await inFolder(folder, "check", ["none"]);
  assertEquals([none.code, none.stderr], [
    1,
    "Cannot check none: there is no such file or folder\n",
  ]);
  // Without a manifest, the facts of the market are options.
  await Deno.writeTextFile(`${folder}/lone.csv`, damaged);
  const facts = ["--expiry", EXPIRY, "--scalar-root", "26.5"];
  const lone = await inFolder(folder, "check", ["lone.csv", ...facts]);
  assertEquals(lone.code, 1);
  assertMatch(lone.stderr, /^Cannot use \.\/lone\.csv, line 5, column 4 \(ptPrice\): /);
  await Deno.writeTextFile(`${folder}/lone.csv`, text);
  assertEquals((await inFolder(folder, "check", ["lone.csv", ...facts])).code, 0);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("list shows the official and the imported datasets", async () => {
  const folder = await makeFolder();
  await inFolder(folder, "import", ["rates.csv", "index.csv", ...KEY]);
  const table = await inFolder(folder, "list", []);
  assertEquals(table.code, 0, table.stderr);
  assertEquals(table.stdout.trimEnd().split("\n").length, 1 + 6 + 2);
  assertMatch(table.stdout, /\n1000 +test-market +hourly +2026-01-25 +2026-03-01 +840 +120 /);
  const { stdout } = await inFolder(folder, "list", ["--json"]);
  const listed: readonly { folder: string; marketId: number }[] = JSON.parse(stdout);
  assertEquals(listed.map(({ marketId }) => marketId), [1, 1, 2, 2, 3, 3, 1000, 1000]);
  assertEquals(listed.at(-1)?.folder, "data/datasets/test-market");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a market is fetched, resumed after a failure, and kept with its answers", async () => {
  const folder = await makeFolder();
  await using service = new PendleService();
  const words = ["--chain", "1", "--market", MARKET, "--key", "fetched", "--api", service.api];
  const local = ["--allow-net=127.0.0.1"];
  service.override = ({ search }) =>
    search.includes("resumeToken") ? new Response("gone", { status: 404 }) : null;
  const failed = await inFolder(folder, "import --from pendle", words, local);
  assertEquals(failed.code, 1);
  assertMatch(failed.stderr, /history 3 of 3: \d+ rows\n[\s\S]*the service answers 404: gone\n$/);
  const asked = service.asked.length;
  service.override = () => null;
  const made = await inFolder(folder, "import --from pendle", words, local);
  assertEquals(made.code, 0, made.stderr);
  assertEquals(service.asked.length, asked + 1);
  const files = await filesIn(`${folder}/data/datasets`);
  assert(files.includes("fetched/raw/transactions-0002.json.gz"));
  assert(files.every((name) => name.startsWith("fetched/")), files.join(" "));
  const manifest = JSON.parse(
    await Deno.readTextFile(`${folder}/data/datasets/fetched/manifest.json`),
  );
  const { provenance: { source, chain, market } } = manifest.datasets[0];
  assertEquals([source, chain, market], ["pendle", "1", MARKET]);
  assertEquals(manifest.markets[0].name, "PT Test 01MAR2026");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a large file takes no more memory than a small one", async () => {
  const folder = await makeFolder();
  const start = Date.parse(EXPIRY) - HOURS * 3_600_000;
  using file = await Deno.create(`${folder}/large.csv`);
  const encoder = new TextEncoder();
  const pad = "x".repeat(900);
  const names = "timestamp,impliedApy,totalPt,totalSy,syIndex,scalarRoot,pad";
  const rows = Math.floor(LARGE_BYTES / 1_000);
  file.writeSync(encoder.encode(`${names}\n`));
  for (let at = 0; at <= rows;) {
    const lines: string[] = [];
    for (const end = Math.min(at + 1_000, rows + 1); at < end; at++) {
      const time = new Date(start + at / rows * HOURS * 3_600_000).toISOString();
      lines.push(`${time},0.08,3e6,6e6,${1.1 + at / rows / 100},26.5,${pad}`);
    }
    file.writeSync(encoder.encode(`${lines.join("\n")}\n`));
  }
  const { code, stdout, stderr } = await inFolder(
    folder,
    "import",
    ["events:large.csv", ...KEY],
    [`--v8-flags=--max-old-space-size=${HEAP_MIB}`],
  );
  assertEquals(code, 0, stderr);
  assertMatch(stdout, /\nhourly: 841 bars; absent: volume; estimated: nothing\n/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the import of datasets/README.md works on files with the columns that it names", async () => {
  const readme = await Deno.readTextFile(`${ROOT}datasets/README.md`);
  const [, section = ""] = readme.split("Two files are enough:");
  const [, line = ""] = /datasets import (rates[\s\S]*?)\n```/.exec(section) ?? [];
  const words = line.replace("\\\n", "").split(/\s+/);
  const endMs = Date.parse(words[words.indexOf("--end") + 1] ?? "");
  const folder = await makeFolder();
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    timestamp: new Date(endMs - (999 - at) * 3_600_000).toISOString().replace(".000", ""),
    impliedApy: 0.1 + 0.01 * Math.sin(at / 50),
    tvl: 5e7,
    syIndex: 1.1 * 1.06 ** (at / 8760),
  }));
  const fileOf = (columns: readonly (keyof typeof rows[number])[]): string =>
    [columns, ...rows.map((row) => columns.map((column) => row[column]))].join("\n") + "\n";
  const named = [...section.matchAll(/`(timestamp|impliedApy|tvl|syIndex)`/g)].map(([, name]) =>
    name
  );
  assertEquals(named.slice(0, 5), ["timestamp", "impliedApy", "tvl", "timestamp", "syIndex"]);
  await Deno.writeTextFile(`${folder}/rates.csv`, fileOf(["timestamp", "impliedApy", "tvl"]));
  await Deno.writeTextFile(`${folder}/index.csv`, fileOf(["timestamp", "syIndex"]));
  const { code, stdout, stderr } = await inFolder(folder, "import", words);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^hourly: 1000 bars; absent: volume/m);
  assertEquals((await inFolder(folder, "check", ["data/datasets/my-market"])).code, 0);
});
