import { assert, assertEquals, assertMatch } from "@std/assert";
import { readExample } from "../server/testing/examples.ts";
import { ROOT } from "../server/testing/root.ts";
import { Home } from "../server/testing/server_process.ts";

const KEY = "susde-25sep2025";

/** Runs a script in a new folder that has the datasets of the repository; returns that folder. */
async function inFolder(script: string): Promise<{ folder: string; stdout: string }> {
  const folder = await Deno.makeTempDir();
  await Deno.symlink(`${ROOT}datasets`, `${folder}/datasets`);
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", script],
    cwd: folder,
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return { folder, stdout: new TextDecoder().decode(stdout) };
}

/** Returns a script whose task `datasets` runs outside of the repository. */
function outside(script: string): string {
  const run = `deno run --config ${ROOT}deno.json --allow-read --allow-write=. --allow-env=ARENA_*`;
  return script.replaceAll("deno task datasets", `${run},DATABASE_URL ${ROOT}main.ts datasets`);
}

Deno.test("the example market is what its import makes, and a server runs it after that", async () => {
  const { folder } = await inFolder(
    outside(await readExample("datasets/examples/README.md", "sh", 1)),
  );
  try {
    for (const name of ["manifest.json", "daily.csv", "daily.f64"]) {
      const [made, committed] = await Promise.all([
        Deno.readFile(`${folder}/data/datasets/${KEY}/${name}`),
        Deno.readFile(`${ROOT}datasets/examples/${KEY}/${name}`),
      ]);
      assertEquals(made, committed, name);
    }
    await using home = await Home.make();
    await using without = await home.serve({ ARENA_DATASETS: "datasets" });
    assertEquals(await marketsOf(without.origin, without.key), [1, 2, 3]);
    assertEquals((await sourcesOf(without.origin)).examples, [20_250_925]);
    await using other = await Home.make();
    const imported = `${other.folder}/${KEY}`;
    await Deno.rename(`${folder}/data/datasets/${KEY}`, imported);
    await using server = await other.serve({ ARENA_DATASETS: `datasets,${imported}` });
    assertEquals(await marketsOf(server.origin, server.key), [1, 2, 3, 20_250_925]);
    const { examples, markets } = await sourcesOf(server.origin);
    assertEquals([examples, markets.length], [[], 4]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the import of datasets/README.md runs on the example", async () => {
  const script = await readExample("datasets/README.md", "sh");
  assertMatch(script, /datasets\/examples/);
  const { folder, stdout } = await inFolder(outside(script));
  await Deno.remove(folder, { recursive: true });
  assertMatch(stdout, /daily: 113 bars; absent: volume; estimated: scalarRoot/);
  assertMatch(stdout, /1000 +my-market +daily +2025-06-05 +2025-09-25 +113 +83/);
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
