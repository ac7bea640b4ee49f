import { assertEquals, assertMatch } from "@std/assert";
import { ROTATION_VERDICT, SISTER_VERDICT } from "../testing/verdict.ts";
import type { Verdict } from "../contracts/types.ts";
import {
  headline,
  methodText,
  riskTexts,
  sameAsText,
  timingText,
  uncountedText,
} from "./verdict.ts";

const ONE = { count: 1, counted: true, evaluated: 1, searched: 1 };
const UNCOUNTED = { count: 1, counted: false, evaluated: 1, searched: 1 };

Deno.test("the headline has edge, interval, paths, tries and p", () => {
  assertEquals(
    headline(SISTER_VERDICT),
    "+0.66 %/y over holding PT (9 times in 10 between +0.41 and +0.91), in 41 of 64 fresh " +
      "half-years; by luck 0.3 %, counting 12 tries",
  );
});

Deno.test("an edge that is not positive is against the line", () => {
  const verdict = {
    ...SISTER_VERDICT,
    line: "idle" as const,
    edge: -0.003,
    edgeInterval: [-0.0051, -0.0009] as [number, number],
    pAdjusted: 0.9999,
    trials: ONE,
  };
  assertEquals(
    headline(verdict),
    "−0.30 %/y against holding SY (9 times in 10 between −0.51 and −0.09), above it in 41 of " +
      "64 fresh half-years; by luck over 99 %, counting 1 try",
  );
});

Deno.test("the headline says when tries are not counted", () => {
  assertMatch(
    headline({ ...SISTER_VERDICT, trials: UNCOUNTED, pAdjusted: 0.00025 }),
    /; by luck under 0\.1 %, as the only try \(tries are not counted here\)$/,
  );
});

Deno.test("what is not counted says so, with the edge that as many tries would need", () => {
  assertEquals(
    uncountedText("the 20 evaluations of this search", 1_000, 0.0102),
    "Not counted: without a key no try is recorded, and the chance of luck is that of the 20 evaluations of this " +
      "search; after 1,000 tries the same candidate would need an edge of about +1.02 %/y.",
  );
  assertEquals(
    uncountedText("a single try", 100, null),
    "Not counted: without a key no try is recorded, and the chance of luck is that of a single try.",
  );
});

Deno.test("without a deviation there is nothing to test", () => {
  assertEquals(
    headline({ ...SISTER_VERDICT, edge: -0.0108, t: null, pAdjusted: 1 }),
    "−1.08 %/y against holding PT; on every one of 64 fresh half-years it earns what Hold, idle " +
      "or a fixed mix of the two earns, so there is nothing to test",
  );
});

Deno.test("rotations say that one history gives no verdict", () => {
  assertEquals(
    headline(ROTATION_VERDICT),
    "+1.20 %/y over holding SY on its only path; against 99 rotations of its own targets, by luck " +
      "12 %, counting 3 tries; one history gives no verdict",
  );
  assertMatch(
    methodText(ROTATION_VERDICT),
    /^This dataset has one history and no generator.*moved in time\. That gives no verdict/,
  );
});

Deno.test("the method names the line, the paths and the gap", () => {
  assertMatch(
    methodText(SISTER_VERDICT),
    /on 64 fresh half-years.*that of holding PT, .*adjusted for lucky or unlucky half-years: .*Hold has \+1\.08 %\/y over idle/,
  );
});

Deno.test("a passive line under another name is called so", () => {
  const equal = { paths: 32, edge: 0, t: null, pValue: 1, pAdjusted: 1 };
  const textOf = (changed: Partial<Verdict>): string | null =>
    sameAsText({ ...SISTER_VERDICT, ...changed });
  assertEquals(
    textOf({ sameAs: "hold", timing: equal }),
    "Its fills are Hold's: it is holding PT under another name.",
  );
  assertEquals(
    textOf({ ...ROTATION_VERDICT, sameAs: "idle" }),
    "It has no fill: it is holding SY under another name.",
  );
  assertEquals(textOf({ sameAs: null, timing: equal }), null);
});

Deno.test("a passive line on the official path alone is called so only there", () => {
  assertEquals(
    sameAsText({ ...SISTER_VERDICT, sameAs: "hold" }),
    "On the official path its fills are Hold's: its score there is that of holding PT under another " +
      "name.",
  );
});

Deno.test("the blind twin is explained with its result", () => {
  assertMatch(
    timingText(SISTER_VERDICT) ?? "",
    /^Same trades, wrong market: .*its timing adds nothing\. Against its twin, this candidate has \+0\.52 %\/y on 32 paths, by luck 0\.3 %, counting 12 tries\.$/,
  );
  const timing = { paths: 32, edge: 0, t: null, pValue: 1, pAdjusted: 1 };
  assertMatch(timingText({ ...SISTER_VERDICT, timing }) ?? "", /equals its twin on every path\.$/);
  assertEquals(timingText(ROTATION_VERDICT), null);
});

Deno.test("the limits are shown with every verdict", () => {
  const [hypothesis, world, search] = riskTexts(SISTER_VERDICT);
  assertMatch(
    hypothesis ?? "",
    /is a hypothesis until it is confirmed on hidden paths, such as those of a season/,
  );
  assertMatch(world ?? "", /about this generator, not about a market/);
  assertMatch(
    search ?? "",
    /^12 tries of this key .* are counted\. Tries elsewhere are not: .* better than it is\.$/,
  );
  const [, , alone] = riskTexts({ ...SISTER_VERDICT, trials: ONE });
  assertMatch(alone ?? "", /^1 try of this key on this dataset is counted/);
  const [, past, uncounted] = riskTexts({ ...ROTATION_VERDICT, trials: UNCOUNTED });
  assertMatch(past ?? "", /of one history, which cannot be repeated/);
  assertMatch(uncounted ?? "", /not counted here: .* up to \d+ % of cases/);
});
