import { assertEquals } from "@std/assert";
import type { ReportEntry, SearchReport } from "../../../../search/report/report.ts";
import { SISTER_VERDICT } from "../../../../testing/verdict.ts";
import { reportNow, verdictNow } from "./counted_now.ts";

const CANDIDATE = { marketId: 1, components: [] };

/** Returns a report of one candidate that was judged as one of ten. */
function reportOf(pAdjusted: number): SearchReport {
  const evaluation = {
    eligible: pAdjusted <= 0.05,
    failed: [],
    trials: 10,
    figures: { pAdjusted },
  };
  const entry = { candidate: CANDIDATE, evaluation } as unknown as ReportEntry;
  return { top: [entry], best: null } as unknown as SearchReport;
}

Deno.test("a verdict of a sweep counts all that were shown by now", () => {
  const { pAdjusted, trials } = verdictNow(SISTER_VERDICT, CANDIDATE, 24);
  // 1 - (1 - 0.00025)^24
  assertEquals(pAdjusted.toFixed(12), (1 - 0.99975 ** 24).toFixed(12));
  assertEquals(trials.count, 24);
});

Deno.test("the table of a sweep counts them, too, and nothing passes that would be luck by now", () => {
  const after = (luck: number, tries: number) =>
    reportNow(reportOf(luck), () => tries).top[0]?.evaluation;
  // As the only try 1 - 0.96^(1/10), as one of 20 1 - 0.96^2 = 0.0784
  assertEquals(after(0.04, 20)?.figures.pAdjusted?.toFixed(12), "0.078400000000");
  assertEquals([after(0.04, 20)?.eligible, after(0.04, 20)?.failed], [false, ["EDGE"]]);
  assertEquals([after(0.02, 20)?.eligible, after(0.02, 20)?.trials], [true, 20]);
  assertEquals(after(0.04, 10)?.figures.pAdjusted, 0.04);
});
