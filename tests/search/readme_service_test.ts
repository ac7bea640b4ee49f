import { assert, assertEquals } from "@std/assert";
import { parquetReadObjects } from "hyparquet";
import { readExample } from "../../server/testing/examples.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { shell } from "../../server/testing/programs.ts";
import { serveArena } from "../../server/testing/served_arena.ts";

Deno.test("the HTTP search of server/search/README.md ends with an event and a file of its points", async () => {
  await using server = await serveArena();
  const script = await readExample("server/search/README.md", "sh", 1);
  const own = script.replace("http://127.0.0.1:8080", server.origin)
    .replace("sa_...", server.key);
  await withFolder(async (folder) => {
    assert((await shell(own, { cwd: folder })).includes("event: end\n"));
    const file = (await Deno.readFile(`${folder}/points.parquet`)).buffer;
    const rows = await parquetReadObjects({ file });
    assertEquals(rows.filter(({ stage }) => stage === "all").length, 28);
  });
});
