import { assert, assertEquals } from "@std/assert";
import { ArenaClient } from "../../server/client/client.ts";
import { CANDIDATE } from "../../server/testing/arena.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { pythonWith } from "../../server/testing/python_package.ts";
import { ROOT } from "../../server/testing/root.ts";
import { serveArena, type ServedArena } from "../../server/testing/served_arena.ts";
import { testWith } from "../../server/testing/tools.ts";

const CLIENTS = `${ROOT}tests/release/clients`;
/** Evaluations of a flow: three views, each in three forms. */
const EVALUATIONS = 9;

/**
 * Checks that a client made of the document of a running server evaluates what it simulates: the score
 * of the typed client, for every view and form.
 *
 * @param run makes the client in a folder with `openapi.json` and runs the flow; returns its output
 */
async function expectScores(
  run: (folder: string, server: ServedArena) => Promise<string>,
): Promise<void> {
  await using server = await serveArena();
  const client = new ArenaClient({ baseUrl: server.origin, apiKey: server.key });
  const { score } = await client.evaluate(
    await client.simulateSummary({ ...CANDIDATE, timeframe: "daily" }),
  );
  await withFolder(async (folder) => {
    const document = await (await fetch(`${server.origin}/openapi/v1.json`)).text();
    await Deno.writeTextFile(`${folder}/openapi.json`, document);
    const scores = JSON.parse(await run(folder, server));
    assertEquals(scores, Array(EVALUATIONS).fill(score));
  });
}

testWith(
  ["python3", "PyPI"],
  "the client that openapi-python-client makes evaluates its runs",
  async () => {
    const python = await pythonWith("openapi-python-client", "0.29.1");
    assert(python !== null, "the package is installed");
    await expectScores(async (folder, { origin, key }) => {
      const made = ["--meta", "none", "--output-path", "arena_client", "--path", "openapi.json"];
      await outputOf(python, ["-m", "openapi_python_client", "generate", ...made], { cwd: folder });
      await Deno.copyFile(`${CLIENTS}/flow.py`, `${folder}/flow.py`);
      return await outputOf(python, ["flow.py", origin, key], { cwd: folder });
    });
  },
);

testWith(
  ["node", "npm", "npm registry"],
  "the types that openapi-typescript makes are those of a program that evaluates its runs",
  () =>
    expectScores(async (folder, { origin, key }) => {
      await Deno.writeTextFile(`${folder}/package.json`, '{ "type": "module", "private": true }');
      const packages = [
        "openapi-typescript@7.13.0",
        "openapi-fetch@0.17.0",
        "typescript@5.9.3",
        "@types/node@22.19.1",
      ];
      const flags = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
      await outputOf("npm", ["install", ...flags, ...packages], { cwd: folder });
      const option = "--default-non-nullable=false";
      const document = await Deno.readTextFile(`${folder}/openapi.json`);
      assert(document.includes(`openapi-typescript ${option}`), "the document names the option");
      const types = ["openapi.json", "--output", "schema.d.ts", option];
      await outputOf("node", ["node_modules/openapi-typescript/bin/cli.js", ...types], {
        cwd: folder,
      });
      await Deno.copyFile(`${CLIENTS}/flow.ts.txt`, `${folder}/flow.ts`);
      const strict = ["--strict", "--module", "nodenext", "--target", "es2023", "flow.ts"];
      await outputOf("node", ["node_modules/typescript/bin/tsc", ...strict], { cwd: folder });
      return await outputOf("node", ["flow.js", origin, key], { cwd: folder });
    }),
);
