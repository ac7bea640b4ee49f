import { assertEquals } from "@std/assert";
import type { Real } from "../contracts/real.ts";
import { realSentence } from "./real.ts";

const ROW = { status: "ran" } as Real["rows"][number];
const OVER = { perYear: -0.00024, low: -0.00254, high: 0.00206 };

/** Returns the sentence on a block with these excesses. */
function told(overIdle: Real["overIdle"], overHold: Real["overHold"], timeframe = "daily"): string {
  const rows = [ROW, ROW, ROW, ROW, { ...ROW, status: "not-runnable" as const }];
  const real = { rows, scoredDays: 208, overIdle, overHold, timeframe: "daily" } as unknown as Real;
  const candidate = { timeframe: timeframe as "daily" };
  return realSentence({ real, realReason: null, candidate });
}

Deno.test("the sentence on real maturities is one of three", () => {
  const wide = { perYear: 0.00696, low: -0.01193, high: 0.02585 };
  assertEquals(
    told(wide, OVER),
    "On 4 real maturities, 208 days: +0.7 %/y over idle (−1.2 to +2.6), " +
      "0.0 over Hold (−0.3 to +0.2): too short to tell.",
  );
  const [more, less] = [1, -1].map((sign) => ({
    perYear: sign * 0.02,
    low: sign * 0.02 - 0.01,
    high: sign * 0.02 + 0.01,
  }));
  assertEquals(
    told(more ?? wide, more ?? wide, "hourly"),
    "On 4 real maturities, 208 days of daily bars: +2.0 %/y over idle (+1.0 to +3.0), " +
      "+2.0 over Hold (+1.0 to +3.0): more than both, and not by chance: on public data.",
  );
  assertEquals(
    told(less ?? wide, less ?? wide).split(": ").at(-1),
    "less than both, and not by chance.",
  );
  assertEquals(told(more ?? wide, less ?? wide).split(": ").at(-1), "too short to tell.");
  const none = { real: null, realReason: "own", candidate: { timeframe: "daily" } } as const;
  assertEquals(realSentence(none), "Real maturities: this market is itself one.");
});
