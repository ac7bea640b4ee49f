import { assert, assertEquals } from "@std/assert";
import { withFolder } from "../support/folder.ts";
import { ROOT } from "../support/root.ts";

const readme = await Deno.readTextFile(`${ROOT}README.md`);
const section = readme.split(/^## /m).find((text) => text.startsWith("Search\n")) ?? "";

Deno.test("the search of the README runs, and its points have the columns that are read there", async () => {
  const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  await withFolder(async (folder) => {
    const out = `${folder}/rsi`;
    const own = script.replace("data/searches/rsi", out).replace(":28", ":4");
    const { success, stderr } = await new Deno.Command("bash", {
      args: ["-euo", "pipefail", "-c", own],
      cwd: ROOT,
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const files = (await Array.fromAsync(Deno.readDir(out))).map(({ name }) => name);
    assertEquals(
      ["points.parquet", "report.html", "report.json", "top.json"].filter((name) =>
        !files.includes(name) || !section.includes(name)
      ),
      [],
    );
  });
});
