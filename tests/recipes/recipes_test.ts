// Starts a server process: a copy of the repository has its own.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Home } from "../../server/testing/server_process.ts";
import { testWith } from "../../server/testing/tools.ts";
import { Scratch } from "./scratch.ts";

testWith(
  ["bash", "cargo", "wasm-pack"],
  "the recipes of the engine: a strategy is in the catalogue, a metric in answer, rules and page",
  async () => {
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
    const { schema } = await server.client().getStrategyParameters("spread-floor");
    assertEquals(Object(schema).properties.floor.maximum, 0.2);
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
);
