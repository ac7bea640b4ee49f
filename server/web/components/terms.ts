import { METRICS } from "../../contracts/metric_table.ts";
import { WORDS } from "../model/words.ts";

/** A term of the page with its definition. */
export interface Term {
  readonly name: string;
  readonly meaning: string;
}

/** The terms of the page, in the order in which a new reader meets them; the figures of a run last. */
export const TERMS: readonly Term[] = [
  { name: "PT", meaning: "A zero-coupon bond: bought for less than 1, it pays 1 at its expiry." },
  { name: "SY", meaning: "The same money in the savings pool, which pays a floating rate." },
  { name: "Hold", meaning: WORDS.hold },
  { name: "idle", meaning: WORDS.idle },
  { name: "Strategy", meaning: "A rule that says at every bar how much of the capital is in PT." },
  { name: "Score", meaning: WORDS.score },
  {
    name: "Penalty",
    meaning:
      "Points that a score loses for the deepest fall, for bad days, for trading and for the " +
      "costs paid. A penalty lowers the score, and not the money.",
  },
  { name: "Edge", meaning: WORDS.edge },
  {
    name: "New data",
    meaning:
      "64 half-years that the market's generator makes from seeds of their own. No rule was " +
      "tuned on them. A real market has one history and no new data, so it gives no verdict.",
  },
  {
    name: "This path",
    meaning:
      "The one history that the charts show. A rule may fit it by luck, so a figure of this " +
      "path proves little.",
  },
  { name: "By luck", meaning: WORDS.luck },
  {
    name: "Try",
    meaning:
      "A candidate whose verdict you were shown. The more tries, the better the best of them " +
      "looks by luck alone, so every verdict is adjusted for all of them.",
  },
  {
    name: "Blind twin",
    meaning:
      "The same trades in the wrong half-year: in each one, the twin makes the trades that " +
      "the rule chose in the next. A rule that earns no more than its twin has no timing.",
  },
  {
    name: "Passed",
    meaning:
      "The edge is above 0, luck gives as much in at most 5 % of cases for all tries, the rule " +
      "earns more than its blind twin, and falls, trading and the other tests stay within their limits. " +
      "On a market with one history no rule passes: its test `ONE_HISTORY` fails.",
  },
  {
    name: "Rotation",
    meaning: "The rule's own trades, moved in time along the one history of a market without new " +
      "data. A rule that earns no more than its rotations has no timing.",
  },
  {
    name: "Cautious score",
    meaning:
      "The average result over several paths, less a part of its spread and less for few days. " +
      "It ranks candidates; it is no forecast.",
  },
  {
    name: "Deflated Sharpe",
    meaning:
      "The probability that the Sharpe ratio over SY is above what the best of all tries would " +
      "show by luck.",
  },
  {
    name: "Guardrail",
    meaning:
      "A limit that prevents a trade, such as the size of the pool, or the least time between " +
      "two trades.",
  },
  ...Object.values(METRICS).flatMap(({ label, text }) =>
    label === null ? [] : [{ name: label, meaning: `${text}.` }]
  ),
];
