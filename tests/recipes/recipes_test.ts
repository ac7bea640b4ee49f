// Starts a server process: a copy of the repository has its own.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Home } from "../../server/testing/server_process.ts";
import { needing } from "../../server/testing/tools.ts";
import { Scratch } from "./scratch.ts";

const FAMILY_PATH = "/v1/families/strategy-arena";

/** Reads with the development key of a server. */
async function read(origin: string, key: string | null, path: string): Promise<Response> {
  return await fetch(origin + path, { headers: { "x-api-key": key ?? "" } });
}

Deno.test({
  ...needing(
    ["bash", "cargo", "wasm-pack"],
    "the recipes of the engine: a strategy is in the catalogue, a metric in answer, rules and page",
  ),
  fn: async () => {
    await using scratch = await Scratch.make("engine");
    const [simulated, measured] = await scratch.follow("A strategy", "A metric");
    const simulation = JSON.parse(simulated);
    assertEquals(simulation.candidate.components[0].strategyId, "spread-floor");
    assert(simulation.metrics.fills > 0, "it trades");
    const text = (path: string): Promise<string> => Deno.readTextFile(scratch.folder + path);
    assertStringIncludes(await text("datasets/README.md"), "| spread-floor ");
    const { metrics } = JSON.parse(measured);
    assertEquals(metrics.dayRange, metrics.bestDay - metrics.worstDay);
    assertStringIncludes(await text("engine-rs/RULES.md"), "dayRange");
    assertStringIncludes(await text("pkg/types.d.ts"), "dayRange: number");
    const page = (await Array.fromAsync(Deno.readDir(`${scratch.folder}server/web/dist`)))
      .filter(({ name }) => /^(main|chunk-\w+)\.js$/.test(name));
    const scripts = await Promise.all(page.map(({ name }) => text(`server/web/dist/${name}`)));
    assertStringIncludes(scripts.join(), "Day range");

    await using home = await Home.make(scratch.folder);
    await using server = await home.serve({ ARENA_DATASETS: "" });
    const path = `${FAMILY_PATH}/strategies/spread-floor/parameters`;
    const { data } = await (await read(server.origin, server.key, path)).json();
    assertEquals(data.schema.properties.floor.maximum, 0.2);
    const { components } = await (await fetch(`${server.origin}/openapi/v1.json`)).json();
    assertEquals(
      components.schemas.Metrics.properties.dayRange.description,
      "Best daily return less the worst",
    );
    // The quick tests that read the catalogue; `pkg/` itself is built without --dev for a commit.
    await scratch.sh(
      "deno test --no-check -A server/wording server/services server/web/model " +
        "tests/contract/successes_test.ts tests/contract/document_test.ts " +
        "tests/datasets/default_verdicts_test.ts",
    );
  },
});

Deno.test({
  ...needing(
    ["bash", "chromium"],
    "the recipes of the server: an operation, an error code with its page, and a view",
  ),
  fn: async () => {
    await using scratch = await Scratch.make("server");
    const [, , viewed] = await scratch.follow(
      "An operation",
      "An error code",
      "A view of the page",
    );
    assertStringIncludes(
      viewed,
      "every view is accessible and fits: phone (needs chromium) ... ok",
    );
    await using home = await Home.make(scratch.folder);
    await using server = await home.serve({ ARENA_DATASETS: "" });
    const { origin, key } = server;
    const { data } = await (await read(origin, key, `${FAMILY_PATH}/versions`)).json();
    assertEquals(typeof data.engineVersion, "string");
    const { paths } = await (await fetch(`${origin}/openapi/v1.json`)).json();
    assertEquals(paths[`${FAMILY_PATH}/versions`].get.operationId, "getVersions");
    const refused = await read(origin, key, `${FAMILY_PATH}/markets?timeframe=daily`);
    const { code, type } = await refused.json();
    assertEquals([refused.status, code], [400, "QUERY_NOT_TAKEN"]);
    const page = await fetch(origin + type);
    assertStringIncludes(await page.text(), "Leave out the");
  },
});

Deno.test({
  ...needing(["bash", "chromium"], "the recipe for a column puts it into the report of a search"),
  fn: async () => {
    await using scratch = await Scratch.make("column");
    await scratch.follow("A column of the search report");
    const report = await Deno.readTextFile(`${scratch.folder}server/web/dist/report.js`);
    assertStringIncludes(report, '"maxDrawdown","cvar","turnover"');
  },
});
