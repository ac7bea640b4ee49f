import { assertEquals } from "@std/assert";
import type { Evidence } from "../../contracts/types.ts";
import { countsNow, countVerdicts } from "./trial_counts.ts";

Deno.test("a verdict that is there before the catalogue counts as a try", async () => {
  const evidenceOf = (candidate: string): Evidence => {
    const hashes = { candidateHash: candidate.repeat(64), datasetHash: "d".repeat(64) };
    return { ...hashes, formulaVersion: 7 } as Evidence;
  };
  const counts: number[] = [];
  for (const evidence of ["a", "b"].map(evidenceOf)) {
    await countVerdicts([{ ...evidence, dailySharpe: null }]);
    counts.push(countsNow(evidence).count);
  }
  assertEquals(counts, [1, 2]);
  // The page stores its tries when it is hidden, which also ends the timer of the test.
  dispatchEvent(new Event("pagehide"));
});
