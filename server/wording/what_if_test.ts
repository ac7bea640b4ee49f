import { assert, assertEquals } from "@std/assert";
import { type WhatIf, WhatIfSchema } from "../contracts/what_if.ts";
import { whatIfSentence } from "./what_if.ts";

/** A block whose run has an edge at capitals up to a place of the table. */
function block(edgesUpTo: number, ends: Partial<WhatIf>): WhatIf {
  const figures = { utility: 0.1, score: 101.25, edge: 0.01, fills: 3, filledShare: 0.5 };
  return WhatIfSchema.parse({
    costs: [0, 1, 2, 4].map((times) => ({ ...figures, times, score: 110 - 5 * times })),
    nextBar: figures,
    capital: Array.from({ length: 11 }, (_, at) => ({
      ...figures,
      capital: 10 ** (3 + at / 2),
      edge: at < edgesUpTo ? 0.01 : -1e-17,
    })),
    breakEvenCapital: null,
    breakEvenFeeBps: null,
    thirds: [],
    worstDays: null,
    correlations: null,
    ...ends,
  });
}

Deno.test("the sentence names the ends of the edge, or why there are none", () => {
  const start = "At twice the costs it scores 100.0, a bar late 101.3. ";
  const [lossMaking] = block(0, {}).capital;
  assert(lossMaking !== undefined);
  const cases = [
    [
      block(5, { breakEvenCapital: 5232990, breakEvenFeeBps: 12.19 }),
      "It keeps an edge on this " +
      "path up to a capital of 5,232,990 and a fee of 12.2 basis points.",
    ],
    [
      block(5, { breakEvenCapital: 1000 }),
      "It keeps an edge on this path up to a capital of 1,000.",
    ],
    [block(11, {}), "It keeps an edge on this path at the largest capital."],
    [
      block(0, { breakEvenCapital: 6264334, capital: block(8, {}).capital.with(0, lossMaking) }),
      "It has an edge on this path at larger capitals alone.",
    ],
    [block(0, {}), "It has no edge on this path, whatever the capital or the fee."],
  ] as const;
  for (const [whatIf, end] of cases) assertEquals(whatIfSentence(whatIf), start + end);
});
