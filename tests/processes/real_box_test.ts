import { assertEquals, assertMatch } from "@std/assert";
import { readFolder, REAL } from "../../server/datasets/folder.ts";
import { readExample } from "../../server/testing/examples.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { outputOf, shell } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";
import { Home } from "../../server/testing/server_process.ts";

const BOX = await readFolder(REAL);

/** Runs a script with the task `datasets` in a new folder that has the datasets of the repository. */
async function inFolder(script: string): Promise<{ folder: string; stdout: string }> {
  const folder = await Deno.makeTempDir();
  await Deno.symlink(`${ROOT}datasets`, `${folder}/datasets`);
  const run = `deno run --config ${ROOT}deno.json --allow-read --allow-write=. --allow-env=ARENA_*`;
  const own = script.replaceAll(
    "deno task datasets",
    `${run},DATABASE_URL ${ROOT}main.ts datasets`,
  );
  return { folder, stdout: await shell(own, { cwd: folder }) };
}

Deno.test("every maturity of the box is what the importer makes of its source", async () => {
  const { folder } = await inFolder(
    BOX.manifest.markets.map(({ marketKey, expiry, scalarRoot, asset }) =>
      `deno task datasets import datasets/real/source/${marketKey}.csv --key ${marketKey} ` +
      `--expiry ${expiry} --scalar-root ${scalarRoot} --asset ${asset}`
    ).join("\n"),
  );
  try {
    for (const { marketKey, file, packed } of BOX.entries) {
      for (const [name, made] of [[file, "daily.csv"], [packed?.file, "daily.f64"]]) {
        assertEquals(
          await Deno.readFile(`${folder}/data/datasets/${marketKey}/${made}`),
          await Deno.readFile(`${ROOT}datasets/real/${name}`),
        );
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a server runs a maturity of the box once it is enabled, and lists it once", async () => {
  const enable = "deno task datasets enable susde-25sep2025 susde-7may2026";
  const { folder, stdout } = await inFolder(enable);
  try {
    assertMatch(stdout, /susde-25sep2025: market 20250925 .*\n.*susde-7may2026: market 20260507/);
    assertMatch(await Deno.readTextFile(`${folder}/data/datasets/susde-7may2026/LICENSE`), /BSD 3/);
    await using home = await Home.make();
    await using without = await LocalServer.in(home, { ARENA_DATASETS: `${ROOT}datasets` });
    assertEquals(await marketsOf(without.origin, without.key), [1, 2, 3]);
    const ids = BOX.manifest.markets.map(({ marketId }) => marketId);
    assertEquals((await sourcesOf(without.origin)).examples, ids);
    await using other = await Home.make();
    const enabled = ["susde-25sep2025", "susde-7may2026"].map((key) => `${other.folder}/${key}`);
    for (const path of enabled) {
      await Deno.rename(`${folder}/data/datasets/${path.split("/").at(-1)}`, path);
    }
    await using server = await LocalServer.in(other, {
      ARENA_DATASETS: [`${ROOT}datasets`, ...enabled].join(),
    });
    assertEquals(await marketsOf(server.origin, server.key), [1, 2, 3, 20_250_925, 20_260_507]);
    const { examples, markets } = await sourcesOf(server.origin);
    assertEquals([examples, markets.length], [[20_251_127, 20_260_205], 7]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a key that the box does not have, and a market that exists, are not enabled", async () => {
  const refused = async (words: string): Promise<string> => {
    const { folder, stdout } = await inFolder(`! deno task datasets ${words} 2>&1`);
    await Deno.remove(folder, { recursive: true });
    return stdout;
  };
  assertMatch(
    await refused("enable susde"),
    /^Cannot enable susde: datasets\/real has susde-25sep/,
  );
  const twice = await refused("enable susde-7may2026 susde-7may2026");
  assertMatch(twice, /Cannot enable susde-7may2026: data\/datasets\/susde-7may2026 exists\n/);
});

Deno.test("the imports of the two READMEs run", async () => {
  const ofDatasets = await inFolder(await readExample("datasets/README.md", "sh"));
  await Deno.remove(ofDatasets.folder, { recursive: true });
  assertMatch(ofDatasets.stdout, /daily: 111 bars; absent: volume; estimated: scalarRoot/);
  assertMatch(ofDatasets.stdout, /1000 +my-market +daily +2025-06-06 +2025-09-24 +111 +81/);
  const ofBox = await inFolder(await readExample("datasets/real/README.md", "sh", 1));
  await Deno.remove(ofBox.folder, { recursive: true });
  assertMatch(ofBox.stdout, /daily: 91 bars; absent: volume; estimated: nothing/);
});

Deno.test("a fresh server and the command answer real without an import, with the same bytes", async () => {
  await using home = await Home.make();
  await using server = await LocalServer.in(home, { ARENA_DATASETS: `${ROOT}datasets` });
  const candidate = { marketId: 1, components: [{ strategyId: "maturity-ramp" }] };
  const post = async (path: string, body: string): Promise<string> => {
    const answer = await fetch(`${server.origin}/v1/families/strategy-arena/${path}`, {
      method: "POST",
      headers: { "x-api-key": String(server.key), "content-type": "application/json" },
      body,
    });
    assertEquals(answer.status, 200);
    return await answer.text();
  };
  const simulation = await post("simulations/summary", JSON.stringify(candidate));
  const { data } = JSON.parse(await post("evaluations", simulation));
  assertEquals(data.real.rows.length, 4);
  assertEquals([data.real.panel, data.real.scoredDays], ["susde-daily", 208]);
  const options = { env: { ARENA_DATASETS: "datasets" }, cwd: ROOT, input: simulation };
  const printed = await outputOf("deno", ["run", "-A", "--quiet", "main.ts", "evaluate"], options);
  assertEquals(JSON.parse(printed).real, data.real);
});

async function marketsOf(origin: string, key: string | null): Promise<readonly number[]> {
  const answer = await fetch(`${origin}/v1/families/strategy-arena/markets`, {
    headers: { "x-api-key": String(key) },
  });
  const { data } = await answer.json();
  return data.map(({ id }: { readonly id: number }) => id);
}

async function sourcesOf(
  origin: string,
): Promise<{ readonly examples: readonly number[]; readonly markets: readonly unknown[] }> {
  return await (await fetch(`${origin}/assets/sources.json`)).json();
}
