import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Arena } from "../../pkg/arena.js";
import { readExample } from "../../server/testing/examples.ts";
import { sharedFolder } from "../../server/testing/folder.ts";
import { freePort } from "../../server/testing/free_port.ts";
import { installPacked } from "../../server/testing/packed.ts";
import {
  makeEngine,
  officialDatasets,
  officialManifest,
  servedDatasets,
} from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";
import { SEASON_ID } from "../../server/testing/played_season.ts";
import { type Outcome, outputOf, run } from "../../server/testing/programs.ts";
import { smallArena, withArenaFolder } from "../../server/testing/small_arena.ts";
import { serveFolder } from "../../server/testing/static_files.ts";
import { testWith } from "../../server/testing/tools.ts";

const FILES = [
  "LICENSE",
  "README.md",
  "arena.d.ts",
  "arena.js",
  "arena_engine.js",
  "arena_engine_bg.wasm",
  "cli.js",
  "client.d.ts",
  "client.js",
  "datasets_manifest.d.ts",
  "package.json",
  "types.d.ts",
  "verify.js",
];

/** The packed package as a project has installed it, for all tests. */
const installed = sharedFolder(async (folder) => ({
  folder,
  project: await installPacked(folder),
}));

async function expectedHash(): Promise<string> {
  const arena = await Arena.open();
  const file = "susde-hourly.csv";
  const csv = await Deno.readTextFile(`${ROOT}datasets/${file}`);
  arena.addMarket(await officialManifest(), file, csv);
  const candidate = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
  return arena.simulate(candidate).evidence.resultHash;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isFile }) => isFile).map(({ name }) => name).toSorted();
}

testWith(
  ["node", "npm"],
  "the packed engine has its files, and Node and Deno run its example",
  async () => {
    const { folder, project } = await installed();
    const engine = `${project}/node_modules/arena-engine`;
    assertEquals(await namesIn(engine), FILES);
    const { datasets } = await officialManifest();
    assertEquals(
      await namesIn(`${engine}/datasets`),
      [...datasets.map(({ file }) => file), "manifest.json"].toSorted(),
    );
    await Deno.writeTextFile(
      `${project}/example.js`,
      await readExample("pkg/README.md", "js"),
    );
    const dry = ["publish", "--dry-run", "--offline", "--silent", "--json"];
    const published = await outputOf("npm", dry, { cwd: `${folder}/checkout/pkg` });
    assertStringIncludes(published, '"arena-engine@');
    const expected = await expectedHash();
    for (
      const [program, ...args] of [
        ["node"],
        [Deno.execPath(), "run", "--allow-read", "--node-modules-dir=manual"],
      ]
    ) {
      const printed = await outputOf(program ?? "", [...args, "example.js"], { cwd: project });
      assertEquals(JSON.parse(printed).resultHash, expected, program);
    }
  },
);

testWith(
  ["node", "npm", "bash"],
  "npx arena runs, evaluates, checks and sweeps in plain Node",
  async () => {
    const { project } = await installed();
    const candidate = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
    const plan = {
      base: candidate,
      axes: [{ path: "/components/0/strategyParams/k", values: [1, 1.5, 2] }],
    };
    const wrong = { marketId: 1, components: [{ strategyId: "yield-rsy" }] };
    await Deno.writeTextFile(`${project}/candidate.json`, JSON.stringify(candidate));
    await Deno.writeTextFile(`${project}/plan.json`, JSON.stringify(plan));
    await Deno.writeTextFile(`${project}/wrong.json`, JSON.stringify(wrong));
    const shell = (line: string): Promise<string> =>
      outputOf("bash", ["-euo", "pipefail", "-c", line], { cwd: project });
    const arena = "npx --offline arena";
    const run = JSON.parse(await shell(`${arena} simulate < candidate.json`));
    assertEquals(run.evidence.resultHash, await expectedHash());
    const scored = JSON.parse(
      await shell(`${arena} simulate < candidate.json | ${arena} evaluate`),
    );
    assert(!scored.verdict.trials.counted);
    const { candidateHash } = JSON.parse(await shell(`${arena} check < candidate.json`));
    assertEquals(candidateHash, run.evidence.candidateHash);
    const { columns, rows } = JSON.parse(await shell(`${arena} sweep < plan.json`));
    assertEquals([columns[0], rows.length], ["/components/0/strategyParams/k", 3]);
    assertEquals(rows[1][columns.indexOf("score")], scored.score);
    const refused = await assertRejects(() => shell(`${arena} check < wrong.json`), Error);
    assertStringIncludes(refused.message, "the nearest is yield-rsi");
  },
);

function outcomeOf(cwd: string, [program = "", ...args]: readonly string[]): Promise<Outcome> {
  return run(program, args, { cwd, env: { NO_COLOR: "1" } });
}

testWith(["node", "npm"], "npx arena verify says what the command of a checkout says", async () => {
  const { project } = await installed();
  const datasets = await servedDatasets();
  const arena = await smallArena(await makeEngine(datasets), datasets);
  const npx = ["npx", "--offline", "--loglevel=silent", "arena"];
  const checkout = [Deno.execPath(), "run", "--quiet", "--no-prompt", "-P=verify", "main.ts"];
  await withArenaFolder(arena, async (folder) => {
    const [season, keys] = [`${folder}/arena/${SEASON_ID}`, `${folder}/arena/keys.json`];
    const same = async (...words: readonly string[]): Promise<string> => {
      const own = await outcomeOf(project, [...npx, "verify", ...words]);
      const theirs = await outcomeOf(ROOT, [...checkout, "verify", ...words]);
      assertEquals(own, theirs, words.join(" "));
      return `${own.code} ${own.stdout}`;
    };
    const whole = await same(season, "--offline");
    assertEquals(whole.match(/^(?:0 )?holds /gm)?.length, 16);
    const evaluated = await same(`${folder}/evaluation.json`, "--offline", "--keys", keys);
    assertStringIncludes(evaluated, "evaluation the candidate was run again");
    const host = serveFolder(folder);
    try {
      const url = `http://127.0.0.1:${host.addr.port}/arena/${SEASON_ID}/`;
      assertStringIncludes(await same(url, "--offline", "--json"), '"step":"season"');
    } finally {
      await host.shutdown();
    }
    await same(`${folder}/none.json`);
    const gone = [...npx, "verify", `http://127.0.0.1:${freePort()}/arena/x/season.json`];
    assertStringIncludes((await outcomeOf(project, gone)).stderr, "ECONNREFUSED");
    // Decoders that drop what they cannot read would take it for the same signature.
    const signature = `!${arena.entries[0]?.signature}`;
    const receipt = JSON.stringify({ ...arena.entries[0], signature });
    await Deno.writeTextFile(`${folder}/receipt.json`, receipt);
    const dropped = await same(`${folder}/receipt.json`, "--offline", "--keys", keys);
    assertStringIncludes(dropped, "1 wrong    signature  the signature is not one of key");
    const matrix = `${season}/susde-daily.f64`;
    const bytes = await Deno.readFile(matrix);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await Deno.writeFile(matrix, bytes);
    assertStringIncludes(await same(season, "--offline"), "wrong    season     matrixHash is");
  });
});

/** Prints what `verify` finds of the season of a folder, whose name is the first argument. */
const VERIFIES = `
import { readFile } from "node:fs/promises";
import { verify } from "arena-engine";

const [folder, season] = process.argv.slice(2);
const read = (path) => readFile(folder + "/" + path).catch(() => null);
const packed = (file) =>
  readFile(new URL(import.meta.resolve("arena-engine/datasets/" + file)), "utf8");
const manifest = JSON.parse(await packed("manifest.json"));
const markets = await Promise.all(
  manifest.datasets.map(async ({ file }) => ({ manifest, file, csv: await packed(file) })),
);
const findings = [];
const options = { read, markets, keys: await read("keys.json") };
for await (const finding of verify(await read(season), options)) findings.push(finding);
console.log(JSON.stringify(findings));
`;

testWith(
  ["node", "npm"],
  "a program verifies a season by the library as by the command",
  async () => {
    const { project } = await installed();
    await Deno.writeTextFile(`${project}/verifies.js`, VERIFIES);
    const datasets = await officialDatasets();
    const arena = await smallArena(await makeEngine(datasets), datasets);
    await withArenaFolder(arena, async (folder) => {
      const words = [`${folder}/arena`, `${SEASON_ID}/season.json`];
      const verified = async (): Promise<readonly Record<string, string>[]> =>
        JSON.parse(await outputOf("node", ["verifies.js", ...words], { cwd: project }));
      const found = await verified();
      const npx = ["--offline", "--loglevel=silent", "arena", "verify", words.join("/")];
      const keys = ["--keys", `${folder}/arena/keys.json`, "--offline", "--json"];
      const told = JSON.parse(await outputOf("npx", [...npx, ...keys], { cwd: project }));
      const outcomesOf = (all: readonly Record<string, string>[]): readonly string[] =>
        all.map(({ step, outcome }) => `${step} ${outcome}`);
      assertEquals(outcomesOf(found), outcomesOf(told));
      assertEquals(found.filter(({ outcome }) => outcome === "holds").length, 16);
      const matrix = `${folder}/arena/${SEASON_ID}/susde-daily.f64`;
      const bytes = await Deno.readFile(matrix);
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      await Deno.writeFile(matrix, bytes);
      const last = (await verified()).at(-1);
      assertEquals(last?.["outcome"], "wrong");
      assertStringIncludes(last?.["text"] ?? "", "matrixHash is");
    });
  },
);
