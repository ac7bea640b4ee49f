import { assert, assertEquals } from "@std/assert";
import { withFolder } from "../support/folder.ts";
import { ROOT } from "../support/root.ts";
import { needing } from "../support/tools.ts";

/** Where the README puts it. */
const FOLDER = "data/searches/rsi";
const readme = await Deno.readTextFile(`${ROOT}README.md`);
const section = readme.split(/^## /m).find((text) => text.startsWith("Search\n")) ?? "";

/** Runs the search of the README into a folder, with fewer candidates. */
async function runScript(out: string): Promise<void> {
  const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  await run(["bash", "-euo", "pipefail", "-c", script.replace(FOLDER, out).replace(":28", ":4")]);
}

async function run([program = "", ...args]: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd: ROOT }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("the search of the README runs, and leaves the files that it names", async () => {
  await withFolder(async (folder) => {
    await runScript(`${folder}/rsi`);
    const files = (await Array.fromAsync(Deno.readDir(`${folder}/rsi`))).map(({ name }) => name);
    const named = ["points.parquet", "report.html", "report.json", "top.json"];
    const missing = named.filter((name) => !files.includes(name) || !section.includes(name));
    assertEquals(missing, []);
  });
});

Deno.test({
  ...needing(["duckdb"], "DuckDB reads the points as the README says"),
  fn: async () => {
    const [, program = ""] = /```python\n([\s\S]*?)```/.exec(section) ?? [];
    await withFolder(async (folder) => {
      await runScript(`${folder}/rsi`);
      const text = await run(["python3", "-c", program.replace(FOLDER, `${folder}/rsi`)]);
      assertEquals(
        ["period", "3.0", "12.0", "21.0", "30.0"].filter((each) => !text.includes(each)),
        [],
      );
    });
  },
});
