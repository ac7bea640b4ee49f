/** Definitions of the terms that have tooltips. */
export const WORDS = {
  score: "What a run earns after penalties for falls, bad days, trading and costs, in points. " +
    "Buying PT at once and keeping it has 100.",
  hold: "Buying PT, a zero-coupon bond, at once and keeping it: it pays 1 at expiry.",
  idle: "Doing nothing: the money stays in SY, the savings pool at a floating rate.",
  edge:
    "How much more a rule earns in a year than the better of Hold and idle, after penalties, on " +
    "average over 64 simulated half-years that it was not tuned on. An edge of +0.50 %/y is 50 a " +
    "year on 10,000.",
  luck: "How often the best of as many tries without an edge would look as good.",
  edgeOfHistory:
    "How much more a rule earns in a year than the better of Hold and idle, after penalties. This " +
    "market has one history and no new data, so the edge is that of the history shown.",
  real:
    "The edge of the same rule on real maturities of this market's asset. They are public and " +
    "few, so they decide nothing.",
} as const;
