import { assert } from "@std/assert";
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
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--config", config, ...files.map(({ path }) => ROOT + path)],
  }).output();
  await Deno.remove(config);
  assert(success, new TextDecoder().decode(stderr));
});
