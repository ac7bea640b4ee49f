// Starts a server process: a copy of the repository has its own.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { FAMILY } from "../../server/testing/arena.ts";
import { Home } from "../../server/testing/server_process.ts";
import { testWith } from "../../server/testing/tools.ts";
import { Scratch } from "./scratch.ts";

testWith(
  ["bash", "chromium"],
  "the recipes of the server: an operation, an error code with its page, a view, and a column",
  async () => {
    await using scratch = await Scratch.make("server");
    const [, , viewed] = await scratch.follow(
      "An operation",
      "An error code",
      "A view of the page",
      "A column of the search report",
    );
    assertStringIncludes(
      viewed,
      "every view is accessible and fits: phone (needs chromium) ... ok",
    );
    await using home = await Home.make(scratch.folder);
    await using server = await home.serve({ ARENA_DATASETS: "" });
    const { origin, key } = server;
    const read = (path: string): Promise<Response> =>
      fetch(`${origin}${FAMILY}${path}`, { headers: { "x-api-key": key } });
    const { data } = await (await read("/versions")).json();
    assertEquals(typeof data.engineVersion, "string");
    const { paths } = await (await fetch(`${origin}/openapi/v1.json`)).json();
    assertEquals(paths[`${FAMILY}/versions`].get.operationId, "getVersions");
    const refused = await read("/markets?timeframe=daily");
    const { code, type } = await refused.json();
    assertEquals([refused.status, code], [400, "QUERY_NOT_TAKEN"]);
    const page = await fetch(origin + type);
    assertStringIncludes(await page.text(), "Leave out the");
    const report = await Deno.readTextFile(`${scratch.folder}server/web/dist/report.js`);
    assertStringIncludes(report, '"maxDrawdown","cvar","turnover"');
  },
);
