import { assert, assertEquals } from "@std/assert";
import { run } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";
import { readSources } from "../../server/testing/sources.ts";

/** Modules of the page, which run in a browser without the line that says so. */
const PAGE = /^server\/web\/(?!build|sources)/;
const BROWSER_LINE = "// This module is browser compatible.";

Deno.test("the page and every module with that line type-check without Deno", async () => {
  const files = (await readSources()).filter(({ path, text }) =>
    path.startsWith("server/") && /(?<!_test|\.d)\.tsx?$/.test(path) &&
    !path.startsWith("server/testing/") && (PAGE.test(path) || text.startsWith(BROWSER_LINE))
  );
  assert(files.length > 400, `${files.length} modules`);
  const settings = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const config = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      nodeModulesDir: "none",
      imports: settings.imports,
      compilerOptions: {
        ...settings.compilerOptions,
        lib: ["DOM", "DOM.Iterable", "ESNext"],
        types: settings.compilerOptions.types.map((path: string) => ROOT + path),
      },
    }),
  );
  const args = ["check", "--quiet", "--config", config, ...files.map(({ path }) => ROOT + path)];
  const { code, stderr } = await run(Deno.execPath(), args);
  await Deno.remove(config);
  assertEquals(code, 0, stderr);
});
