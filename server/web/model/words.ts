// This module is browser compatible.

/** Definitions of the terms that have tooltips. */
export const WORDS = {
  score: "What a run earns after penalties for falls, bad days, trading and costs, in points. " +
    "Buying PT at once and keeping it has 100.",
  hold: "Buying PT, a zero-coupon bond, at once and keeping it: it pays 1 at expiry.",
  idle: "Doing nothing: the money stays in SY, the savings pool at a floating rate.",
  newData:
    "Extra return a year over the better of Hold and idle, after penalties, on 64 simulated " +
    "half-years that it was not tuned on.",
  luck: "By luck: how often the best of as many tries without an edge would look as good.",
  oneHistory:
    "This market has one history and no new data: extra return a year over the better of " +
    "Hold and idle, after penalties, on that history.",
} as const;
