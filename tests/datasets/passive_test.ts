import { assert, assertEquals } from "@std/assert";
import { Engine } from "../../datasets/engine.ts";
import { readEntries, syntheticOf } from "../../datasets/manifest.ts";
import { HEAD_PATHS, meanGap, REFERENCE_PATHS } from "../../datasets/passive.ts";

const engine = await Engine.load();
const datasets = syntheticOf(await readEntries(new URL("../../datasets/", import.meta.url)));

Deno.test("the head of every passive gap is the mean of the first 64 reference paths", () => {
  assertEquals(datasets.length, 6);
  for (const { marketId, timeframe, file, provenance: { passiveGapHead } } of datasets) {
    const gaps = engine.passiveGaps(marketId, timeframe, { from: 0, count: HEAD_PATHS });
    assertEquals(gaps.length, HEAD_PATHS);
    assert(Math.abs(meanGap(gaps) - passiveGapHead) <= 1e-12, file);
  }
});

Deno.test("a passive gap is near its head: the same mean over more paths", () => {
  for (const { file, provenance, marketId, timeframe } of datasets) {
    const { passiveGap, passiveGapHead } = provenance;
    const gaps = engine.passiveGaps(marketId, timeframe, { from: 0, count: HEAD_PATHS });
    const squares = gaps.reduce((sum, gap) => sum + (gap - passiveGapHead) ** 2, 0);
    const error = Math.sqrt(squares / (HEAD_PATHS - 1) / HEAD_PATHS);
    assert(Math.abs(passiveGap - passiveGapHead) <= 4 * error, file);
  }
});

Deno.test("the engine has as many reference paths as the passive gaps come from", () => {
  const last = { from: REFERENCE_PATHS - 1, count: 2 };
  assertEquals(engine.passiveGaps(2, "daily", last).length, 1);
});
