// Starts a server process: Deno writes down which files a process reads.
import { assert, assertEquals } from "@std/assert";
// deno-lint-ignore no-external-import -- part of the runtime
import { Buffer } from "node:buffer";
import { compileArguments } from "../../server/deploy/compile.ts";
import { CANDIDATE } from "../../server/testing/arena.ts";
import { outputOf, run } from "../../server/testing/programs.ts";
import { Home } from "../../server/testing/server_process.ts";
import { post } from "../../server/testing/wire.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { assertPublicPages } from "../../server/testing/public_pages.ts";
import { ROOT } from "../../server/testing/root.ts";

/** Some of the files that every server reads. */
const FIRST_READ = [
  "datasets/manifest.json",
  "engine-rs/RULES.md",
  "pkg/arena_engine_bg.wasm",
  "server/web/dist/index.html",
];

/** Returns the files of the repository that a server reads while it starts and answers. */
async function readByServer(home: Home): Promise<ReadonlySet<string>> {
  const audit = `${home.folder}/audit.jsonl`;
  await using server = await home.serve({
    DENO_AUDIT_PERMISSIONS: audit,
    ARENA_DATASETS: "",
    ARENA_WORKERS: "1",
  });
  const simulated = await post(server, "/simulations", JSON.stringify(CANDIDATE), server.key);
  assertEquals(simulated.status, 200, await simulated.text());
  await server.client().startSearch({ plan: SEARCH_PLAN });
  await assertPublicPages(server.origin);
  await server.stop();
  return await readIn(audit);
}

/** Returns the files of the repository that a search reads, including its worker. */
async function readBySearch(home: Home): Promise<ReadonlySet<string>> {
  const audit = `${home.folder}/search.jsonl`;
  const args = ["run", "-A", "main.ts", "search", "--strategy", "yield-rsi", "--timeframe", "daily"]
    .concat("--axis", "period=3d..9d:3", "--out", `${home.folder}/search`, "--workers", "1");
  await outputOf(Deno.execPath(), args, { cwd: ROOT, env: { DENO_AUDIT_PERMISSIONS: audit } });
  return new Set([...await readIn(audit), `${ROOT}server/search/workers/worker.ts`]);
}

/** Returns the files of the repository in an audit log. */
async function readIn(audit: string): Promise<ReadonlySet<string>> {
  const lines = (await Deno.readTextFile(audit)).trim().split("\n").map((line) => JSON.parse(line));
  const read = lines.filter(({ permission }) => permission === "read")
    .map(({ value }) => String(value)).filter((path) => path.startsWith(ROOT));
  const files = await Promise.all(read.map(async (path) => {
    return (await Deno.stat(path)).isFile ? [path] : [];
  }));
  return new Set(files.flat());
}

/** Returns bytes as text with a character for each, which can be searched ten times as fast. */
function binary(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer).toString("latin1");
}

Deno.test("the single program has the permissions of the start task, for any address and folder", async () => {
  const { permissions } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const flags = (await compileArguments("arena")).filter((flag) => flag.startsWith("--allow-"));
  const { env, sys } = permissions.start;
  const limited: Readonly<Record<string, readonly string[]>> = { env, sys };
  const expected = Object.keys(permissions.start).map((kind) =>
    [`--allow-${kind}`, ...limited[kind] === undefined ? [] : [limited[kind].join(",")]].join("=")
  );
  assertEquals(flags, expected);
});

Deno.test("the single program contains every file that a server and a search read", async () => {
  await using home = await Home.make();
  const paths = new Set([...await readByServer(home), ...await readBySearch(home)]);
  for (const name of FIRST_READ) {
    assert(paths.has(ROOT + name), `${name} is read`);
  }
  const output = `${home.folder}/arena`;
  // The runtime in a compiled program is another program than deno and would be downloaded. Here deno
  // takes its place: the files behind the runtime are the same, but the program does not run.
  const options = { cwd: ROOT, env: { DENORT_BIN: Deno.execPath() } };
  const compiled = await run(Deno.execPath(), await compileArguments(output), options);
  const listing = compiled.stdout + compiled.stderr;
  assertEquals(compiled.code, 0, listing);
  // Packages that are loaded on demand.
  const lazy = [
    "@hono/node-server",
    "@uwdata/flechette",
    "hyparquet-writer",
    "pg",
    "pg-boss",
  ];
  for (const name of lazy) {
    assert(listing.includes(name));
  }
  const runtimeLength = (await Deno.stat(Deno.execPath())).size;
  const packed = binary(await Deno.readFile(output)).slice(runtimeLength);
  const missing = await Promise.all([...paths, `${ROOT}main.ts`].map(async (path) => {
    return packed.includes(binary(await Deno.readFile(path))) ? [] : [path];
  }));
  assertEquals(missing.flat(), []);
  assert(!packed.includes("a file that nobody has written"), "the search can fail");
});
