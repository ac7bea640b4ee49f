import type { VNode } from "preact";
import { CALIBRATION } from "../../../contracts/calibration.ts";
import type { Market, MarketTimeframe } from "../../../contracts/catalog.ts";
import type { Timeframe } from "../../../contracts/scalar.ts";
import { kindText } from "../../../wording/calibration.ts";
import { counted } from "../../../wording/numbers.ts";
import { date, fixed } from "../../model/format.ts";
import type { BoardRow } from "./board_rows.ts";
import { Figure } from "../../components/figure.tsx";

interface LeadProps {
  readonly facts: MarketTimeframe;
  readonly market: Market;
  readonly timeframe: Timeframe;
  readonly lines: { readonly hold: number; readonly idle: number };
  /** All strategies with their defaults, as far as they ran. */
  readonly rows: readonly BoardRow[];
  /** Number of all strategies. */
  readonly all: number;
  /** Verdicts shown so far on this dataset. */
  readonly tries: number;
}

/** Introduces the page: the question, the market, the data, how a strategy passes, and how many do. */
export function Lead(props: LeadProps): VNode {
  const { facts, market, timeframe, rows, all, tries } = props;
  const isGenerated = facts.provenance.kind === "synthetic";
  const ran = rows.filter(({ outcome }) => outcome.point !== null).length;
  const kind = kindText(CALIBRATION, market.key, timeframe);
  return (
    <section class="lead" aria-label="What this is">
      <div>
        <h1>Beat doing nothing</h1>
        <p>
          Which rule beats simply holding the bond? {countText(ran, all)} tried on one market.{" "}
          <b class="badge">
            {isGenerated ? "Simulated prices" : "Real history"}
          </b>
        </p>
        <p>
          <b>PT</b> is a zero-coupon bond: buy it under 1, get 1 on{" "}
          {date(Date.parse(market.expiry))}. <b>SY</b>{" "}
          is the same money left in the savings pool at a floating rate. A strategy is a rule that
          switches between fixed and floating, bar by bar.
        </p>
      </div>
      <Figures {...props} isGenerated={isGenerated} />
      <p class="hint">
        {isGenerated
          ? "Edge: what a rule earned in a year beyond the better of Hold and idle, after penalties, " +
            "on average over 64 simulated half-years that it was not tuned on. Passed: luck does not " +
            "explain its edge, and its timing made it. "
          : `This market has one history, with ${
            counted(facts.scoredBars, "scored bar")
          }, and no ` +
            "new data. Edge: what a rule earned in a year beyond the better of Hold and idle, after " +
            "penalties, on that history. Each strategy is judged against 99 rotations of its own " +
            "trades, which gives no verdict: no strategy passes. "}
        {`The best of many looks good by luck, so every verdict that you are shown counts as a try: ${
          counted(tries, "try", "tries")
        } here so far. A value on a curve or in a sweep counts once you take it.`}
        {kind !== null && <strong>{` ${kind}`}</strong>}
      </p>
    </section>
  );
}

/** Says how many strategies were tried: "34 strategies", "32 of 34 strategies" where two cannot run. */
function countText(ran: number, all: number): string {
  return ran === 0 || ran === all ? `${all} strategies` : `${ran} of ${all} strategies`;
}

interface FiguresProps extends Pick<LeadProps, "lines" | "rows"> {
  readonly isGenerated: boolean;
}

function Figures({ lines, rows, isGenerated }: FiguresProps): VNode {
  const scores = rows.flatMap(({ outcome }) => outcome.point?.score ?? []);
  const most = Math.max(lines.hold, lines.idle);
  const judged = rows.flatMap(({ standing }) => standing ?? []);
  const isJudged = scores.length > 0 && judged.length === scores.length;
  const passed = judged.filter((standing) => standing.passed).length;
  return (
    <dl class="board-figures">
      <Figure
        look="best"
        name={isGenerated ? "passed on new data" : "passed"}
        value={isGenerated && (isJudged || passed > 0) ? passed : "–"}
        note={!isGenerated
          ? "one history, no verdict"
          : isJudged
          ? `of ${scores.length}`
          : `${judged.length} of ${scores.length} judged so far`}
      />
      <Figure
        name="beat both, this path"
        value={scores.length === 0 ? "–" : scores.filter((score) => score > most).length}
        note={`of ${scores.length}, by score`}
      />
      <Figure
        look="hold"
        name="Hold, this path"
        value={fixed(lines.hold, 1)}
        note="buy PT at once, keep it"
      />
      <Figure
        look="idle"
        name="idle, this path"
        value={fixed(lines.idle, 1)}
        note="leave everything in SY"
      />
    </dl>
  );
}
