import { assert, assertEquals } from "@std/assert";
import { inTurn } from "../../server/testing/in_turn.ts";
import { isNightly } from "../../server/testing/nightly.ts";
import { edgeMarket, noiseMarket } from "../../server/testing/planted_markets.ts";
import { searchIn } from "../../server/testing/planted_search.ts";

/** Seeds of the markets. */
const SEEDS = isNightly ? [1, 2, 3, 4] : [1, 2];

Deno.test("the best of a plan over noise is flagged", async () => {
  const reports = await inTurn(SEEDS, (seed) => searchIn(noiseMarket(seed)));
  for (const { verdict, luck } of reports) {
    assert(verdict.isFlagged && verdict.level === "luck", JSON.stringify({ verdict, luck }));
    assert(verdict.reasons.length > 0);
  }
});

Deno.test("the best of a plan over a market with a planted edge is not flagged", async () => {
  const reports = await inTurn(SEEDS, (seed) => searchIn(edgeMarket(seed)));
  for (const report of reports) {
    const { verdict, luck, folds, neighbours, outOfSample } = report;
    assertEquals(verdict.reasons, [], JSON.stringify({ luck, folds: folds.length }));
    assertEquals(verdict.level, "holds");
    const figures = [luck?.deflatedOverPassive, outOfSample?.probability];
    assert(figures.every((figure) => (figure ?? 0) > 0.99), JSON.stringify(figures));
    assert((neighbours?.shareAbove ?? 0) > 0.5, JSON.stringify(neighbours));
  }
});
