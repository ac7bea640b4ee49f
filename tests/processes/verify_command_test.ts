import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { makeEngine, servedDatasets } from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";
import { SEASON_ID } from "../../server/testing/played_season.ts";
import { type Outcome, run } from "../../server/testing/programs.ts";
import { smallArena, withArenaFolder } from "../../server/testing/small_arena.ts";
import { serveFolder } from "../../server/testing/static_files.ts";

const datasets = await servedDatasets();
const arena = await smallArena(await makeEngine(datasets), datasets);

async function verify(...words: readonly string[]): Promise<Outcome> {
  const args = ["run", "--quiet", "--no-prompt", "-P=verify", "main.ts", "verify", ...words];
  return await run(Deno.execPath(), args, { cwd: ROOT, env: { NO_COLOR: "1" } });
}

Deno.test("verify says each step of a season, from a folder and from any static host", async () => {
  await withArenaFolder(arena, async (folder) => {
    const here = await verify(`${folder}/arena/${SEASON_ID}`, "--offline");
    assertEquals([here.code, here.stderr], [0, ""]);
    assertEquals(here.stdout.match(/^holds /gm)?.length, 16);
    assertMatch(here.stdout, /^holds {4}season {5}all 4 entries of susde-daily, hold and idle/m);

    const host = serveFolder(folder);
    try {
      const url = `http://127.0.0.1:${host.addr.port}/arena/${SEASON_ID}/season.json`;
      const sampled = await verify(url, "--offline", "--sample", "2", "--json");
      assertEquals([sampled.code, sampled.stderr], [0, ""]);
      assertStringIncludes(sampled.stdout, "2 random entries of susde-daily");
      assertEquals(JSON.parse(sampled.stdout).length, 16);
    } finally {
      await host.shutdown();
    }
  });
});

Deno.test("verify names the first wrong step and ends with 1", async () => {
  await withArenaFolder(arena, async (folder) => {
    const matrix = `${folder}/arena/${SEASON_ID}/susde-daily.f64`;
    const bytes = await Deno.readFile(matrix);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await Deno.writeFile(matrix, bytes);
    const { code, stdout, stderr } = await verify(
      `${folder}/arena/${SEASON_ID}/season.json`,
      "--offline",
    );
    assertEquals(code, 1);
    assertMatch(stdout, /\nwrong {4}season {5}matrixHash is "\w+", recomputed "\w+"\n$/);
    assertMatch(stderr, /^Cannot verify .*season\.json: season: matrixHash is/);
  });
});

Deno.test("verify takes keys and a head that the reader has kept", async () => {
  await withArenaFolder(arena, async (folder) => {
    const [receipt, own] = [`${folder}/receipt.json`, `${folder}/own`];
    // Alone the receipt is of nobody.
    const alone = await verify(receipt, "--offline");
    assertEquals(alone.code, 0);
    assertMatch(alone.stdout, /^skipped {2}signature .*keys\.json is not in/);
    const trusted = await verify(receipt, "--offline", "--keys", `${folder}/arena/keys.json`);
    assertMatch(trusted.stdout, /^holds {4}signature/);

    await Deno.writeTextFile(own, JSON.stringify({ index: 3, head: "0".repeat(64), entries: 1 }));
    const headed = await verify(`${folder}/arena/${SEASON_ID}`, "--offline", "--head", own);
    assertEquals(headed.code, 1);
    assertMatch(headed.stderr, /log: the head after record 3 in the noted file is/);
    for (const option of ["--head", "--keys"]) {
      await Deno.writeTextFile(own, "[1]");
      const { code, stderr } = await verify(receipt, "--offline", option, own);
      assertEquals(code, 1);
      assertMatch(stderr, /^Cannot verify: .* is not an object\n$/);
      assertMatch((await verify(receipt, option, `${own}er`)).stderr, /^Cannot read --/);
    }
    assertMatch(
      (await verify(`${folder}/no`)).stderr,
      /^Cannot verify .*no: there is no such file\n$/,
    );
    assertMatch((await verify(receipt, "--sample", "x")).stderr, /must be a whole number/);
  });
});

Deno.test("verify asks no address that is more than the origin of an arena", async () => {
  const asked: string[] = [];
  const host = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    asked.push(url);
    return new Response(null, { status: 404 });
  });
  const file = await Deno.makeTempFile();
  try {
    const origin = `http://127.0.0.1:${host.addr.port}`;
    for (const [suffix, asks] of [["\\admin\\delete?", false], ["?", false], ["", true]] as const) {
      const payload = JSON.stringify({ kind: "arena-entry-1", issuer: origin + suffix });
      await Deno.writeTextFile(file, JSON.stringify({ payload, keyId: "", signature: "" }));
      await verify(file);
      assertEquals(asked.length > 0, asks, asked.join());
    }
  } finally {
    await host.shutdown();
    await Deno.remove(file);
  }
});
