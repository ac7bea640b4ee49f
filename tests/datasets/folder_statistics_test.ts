import { assert, assertEquals } from "@std/assert";
import { Engine, MARKET_KEYS } from "../../datasets/engine.ts";
import { measureFolder } from "../../datasets/report/folder.ts";
import { STATISTICS } from "../../datasets/report/rows.ts";
import { PATH_STATISTICS } from "../../server/datasets/path_figures/path_statistics.ts";

Deno.test("a folder's statistics are shown beside the real and the generated ones", async () => {
  const folder = new URL("../../datasets/", import.meta.url);
  const { head, rows } = await measureFolder(await Engine.load(), folder);
  const generated = MARKET_KEYS.map((key) => `generated ${key}`);
  assertEquals(head, ["figure", ...MARKET_KEYS, "real sUSDe", ...generated]);
  assert(rows.every((row) => row.length === head.length));
  const still = rows.find(([name]) => name === "hours in which implied does not move, %");
  assertEquals(still, [
    still?.[0] ?? "",
    "49",
    "50",
    "50",
    "-",
    "49 to 51",
    "49 to 51",
    "49 to 51",
  ]);
});

Deno.test("a statistic has the same name for one path and for many", () => {
  const names = STATISTICS.map(({ name }) => name);
  assertEquals(PATH_STATISTICS.filter(({ name }) => !names.includes(name)), []);
});
