import { assert, assertEquals } from "@std/assert";
import type { SearchReport } from "../../server/search/report.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { killed, planFile, rangesIn, search } from "./search_command.ts";

const OWN = "/components/0/strategyParams/";
const PLAN = {
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 3, max: 30 },
    { path: `${OWN}overbought`, min: 55, max: 80 },
  ],
  method: { kind: "sobol", count: 6_000, seed: 3 },
  aim: "edge",
  evaluate: 2,
};
/** Ranges after which a search is killed: some within each of the rungs on paths. */
const KILLS = [1, 3, 6, 9];

/** The files that a search leaves for people and programs. */
async function filesOf(folder: string): Promise<readonly Uint8Array[]> {
  const names = ["report.json", "top.json", "report.html", "points.parquet"];
  return await inTurn(names, (name) => Deno.readFile(`${folder}/${name}`));
}

Deno.test("a search by edge that was killed among its paths ends with the same bytes", async () => {
  await withFolder(async (folder) => {
    const file = await planFile(folder, PLAN);
    const [whole, broken] = [`${folder}/whole`, `${folder}/broken`];
    const wordsOf = (out: string, workers: string): string[] => [
      file,
      "--out",
      out,
      "--workers",
      workers,
    ];
    await inTurn(KILLS, (ranges) => killed(wordsOf(broken, "1"), broken, ranges));
    const onPaths = rangesIn(broken, "paths-%");
    await inTurn([wordsOf(whole, "2"), wordsOf(broken, "1")], async (words) => {
      const { code, err } = await search(...words);
      assertEquals(code, 0, err);
    });
    const report: SearchReport = JSON.parse(await Deno.readTextFile(`${whole}/report.json`));
    assertEquals(report.paths?.map(({ paths }) => paths), [8, 16, 32, 64]);
    assert(onPaths > 0 && onPaths < rangesIn(broken, "paths-%"), `killed with ${onPaths} of paths`);
    assertEquals(await filesOf(broken), await filesOf(whole));
  });
});
