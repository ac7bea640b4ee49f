import { assert, assertEquals, assertMatch } from "@std/assert";
import type { SearchReport } from "../../server/search/report.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { killed, planFile, rangesIn, search } from "./search_command.ts";

const OWN = "/components/0/strategyParams/";
const SMALL = {
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 3, max: 30 },
    { path: `${OWN}overbought`, values: [60, 65, 70, 75] },
  ],
  method: { kind: "sobol", count: 300, seed: 3 },
  evaluate: 2,
};
const ENQUEUE = [[14, 65], { period: 7.5, overbought: 70 }];
const PLANS = {
  "several markets, own candidates, an early end": {
    ...SMALL,
    markets: { ids: [1, 2], by: "worst" },
    enqueue: ENQUEUE,
    method: { kind: "sobol", count: 40_000, seed: 3, patience: 5_000 },
    windows: { kind: "holdout", share: 0.3, purge: 1, embargo: 1 },
  },
  "rounds around the best, an early end": {
    ...SMALL,
    enqueue: ENQUEUE,
    method: { kind: "adaptive", count: 20_000, seed: 3, patience: 6_000 },
  },
};

/** The files that a search leaves for people and programs. */
async function filesOf(folder: string): Promise<readonly (Uint8Array | string)[]> {
  const names = ["report.json", "top.json", "report.html", "points.parquet"];
  return await inTurn(names, (name) => Deno.readFile(`${folder}/${name}`));
}

for (const [name, plan] of Object.entries(PLANS)) {
  Deno.test(`the same bytes with 1 and 3 workers and after kill -9: ${name}`, async () => {
    await withFolder(async (folder) => {
      const from = `${folder}/from`;
      const ended = await search(await planFile(folder, SMALL), "--out", from, "--workers", "1");
      assertEquals(ended.code, 0, ended.err);
      const file = await planFile(folder, plan);
      const runs = ["1", "3", "2"].map((workers) => {
        const out = `${folder}/out-${workers}`;
        return { out, words: [file, "--from", from, "--out", out, "--workers", workers] };
      });
      const [one, three, broken] = runs;
      assert(one && three && broken);
      await inTurn([1, 2, 4], (ranges) => killed(broken.words, broken.out, ranges));
      const before = rangesIn(broken.out);
      assert(before >= 4, `killed with ${before} ranges`);
      await inTurn(runs, async ({ words }) => {
        const { code, err } = await search(...words);
        assertEquals(code, 0, err);
      });
      const { stopped, plan: ran, candidates, stages }: SearchReport = JSON.parse(
        await Deno.readTextFile(`${one.out}/report.json`),
      );
      assertEquals(ran.enqueue?.length, 22, "its own two, and the best of the finished search");
      assertMatch(stages[0]?.name ?? "", /-enqueued$/);
      assert(stopped.length > 0 && candidates.run < plan.method.count, "it ended early");
      assert(rangesIn(broken.out) > before, "the killed one had not ended");
      const expected = await filesOf(one.out);
      assertEquals(await filesOf(three.out), expected);
      assertEquals(await filesOf(broken.out), expected);
    });
  });
}
