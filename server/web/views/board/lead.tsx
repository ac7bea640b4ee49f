import type { VNode } from "preact";
import { CALIBRATION } from "../../../contracts/calibration.ts";
import type { Market, MarketTimeframe } from "../../../contracts/catalog.ts";
import type { Timeframe } from "../../../contracts/scalar.ts";
import { kindText } from "../../../wording/calibration.ts";
import { counted } from "../../../wording/numbers.ts";
import { date, fixed } from "../../model/format.ts";
import type { BoardRow } from "./board_rows.ts";
import { PathLink } from "../../components/path_link.tsx";
import type { DatasetName } from "../../engine/messages.ts";
import { ruleOn } from "./own_rule.tsx";
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
  const checked = rows.filter(({ outcome }) => outcome.isChecked || outcome.reason !== "").length;
  const kind = kindText(CALIBRATION, market.key, timeframe);
  return (
    <section class="lead" aria-label="What this is">
      <div>
        <h1>Beat doing nothing</h1>
        <p>
          Which rule beats simply holding the bond? {all} strategies tried on one market.{" "}
          <b class="badge">
            {isGenerated ? "Simulated prices" : "Real history"}
          </b>
        </p>
      </div>
      <Figures {...props} dataset={{ marketId: market.id, timeframe }} isGenerated={isGenerated} />
      <details class="how" open={matchMedia("(width >= 60rem)").matches}>
        <summary>What PT and SY are, and how a rule is judged</summary>
        <p>
          <b>PT</b> is a zero-coupon bond: buy it under 1, get 1 on{" "}
          {date(Date.parse(market.expiry))}. <b>SY</b>{" "}
          is the same money left in the savings pool at a floating rate. A strategy is a rule that
          switches between fixed and floating, bar by bar.
        </p>
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
          {isGenerated && ` Verdicts checked in this browser: ${checked} of ${rows.length}.`}
        </p>
      </details>
    </section>
  );
}

/** The heading, before the engine has answered. */
export function Opening(): VNode {
  return (
    <section class="lead" aria-label="What this is">
      <div>
        <h1>Beat doing nothing</h1>
        <p class="waiting">Loading the engine and the data</p>
      </div>
    </section>
  );
}

interface FiguresProps extends Pick<LeadProps, "lines" | "rows"> {
  readonly dataset: DatasetName;
  readonly isGenerated: boolean;
}

function Figures({ lines, rows, dataset, isGenerated }: FiguresProps): VNode {
  const judged = rows.flatMap(({ standing }) => standing ?? []);
  const passed = judged.filter((standing) => standing.passed).length;
  return (
    <div>
      <dl class="board-figures">
        <Figure
          look="best"
          name={isGenerated ? "passed on new data" : "passed"}
          value={isGenerated && judged.length > 0 ? passed : "–"}
          note={isGenerated ? `of ${judged.length}` : "one history, no verdict"}
        />
      </dl>
      <p class="hint">
        Scores on this path: Hold, which buys PT at once and keeps it,{" "}
        {fixed(lines.hold, 1)}; idle, which leaves everything in SY, {fixed(lines.idle, 1)}.
      </p>
      <PathLink class="button" to="workbench" of={ruleOn(dataset)}>Write your rule</PathLink>
    </div>
  );
}
