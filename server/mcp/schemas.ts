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

/** The candidate of all tools but the first that takes one: its members cost tokens only once. */
export const CANDIDATE_AS_CHECKED = z.looseObject({}).describe("as in check_candidate");

export const NO_INPUT = z.object({});
