import { z } from "zod";

/** A candidate, as loosely as a client has to know it: the engine checks every member. */
export const CANDIDATE = z.looseObject({
  marketId: z.number().describe("of list_markets"),
  timeframe: z.string().optional().describe('"hourly" (default) or "daily"'),
  capital: z.string().optional().describe('decimal string, default "100000"'),
  components: z.array(z.looseObject({}))
    .describe(
      "1 to 16 of {strategyId, weightBps?, strategyParams?}; weights add up to 10000, omitted " +
        "parameters have their defaults",
    ),
}).describe('such as {"marketId":1,"components":[{"strategyId":"yield-rsi"}]}');

export const CANDIDATE_INPUT = z.object({ candidate: CANDIDATE });
export const NO_INPUT = z.object({});
