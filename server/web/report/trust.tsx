import type { VNode } from "preact";
import type { LuckReport, NeighbourReport, SearchReport } from "../../search/report/report.ts";
import { Term } from "../components/meaning.tsx";
import { likelihood, resultsText, varianceSentence } from "../../wording/search.ts";
import { fixed, money, NONE, percent } from "../model/format.ts";

interface TrustProps {
  readonly report: SearchReport;
  /** Whether the reader asked for candidates that pass, and none of the best does. */
  readonly isMissing?: boolean;
}

/** What a report says of its best, in words. */
export const LEVELS: Readonly<Record<SearchReport["verdict"]["level"], string>> = {
  holds: "It holds up",
  doubtful: "It is doubtful",
  luck: "It may be luck",
  none: "Nothing was found",
};

/** The verdict on the best candidate, its reasons, and the figures behind it. */
export function Trust({ report, isMissing = false }: TrustProps): VNode {
  const { verdict, luck, neighbours, overfitting, outOfSample, top } = report;
  return (
    <section class={`trust ${verdict.level}`}>
      <h2>{LEVELS[verdict.level]}</h2>
      <p class="sentence">{verdict.sentence}</p>
      {isMissing && top.length > 0 && (
        <p>
          {`None of the best ${top.length} passes on new data: bound the figures, or search elsewhere.`}
        </p>
      )}
      {verdict.reasons.length > 0 && (
        <ul>{verdict.reasons.map((reason) => <li key={reason}>{reason}</li>)}</ul>
      )}
      {verdict.notes.map((note) => <p key={note} class="aside strong">{note}</p>)}
      <details class="more">
        <summary>The figures behind it</summary>
        <dl class="terms large">
          {luck !== null && <Luck {...luck} />}
          {neighbours !== null && <Neighbours {...neighbours} />}
          {overfitting !== null && <Overfitting {...overfitting} />}
          {outOfSample !== null && <OutOfSample {...outOfSample} />}
        </dl>
        {luck !== null && <p class="aside">{varianceSentence(luck.variance)}</p>}
      </details>
    </section>
  );
}

function likelihoodText(probability: number | null): string {
  return probability === null ? NONE : likelihood(probability);
}

/** How much of the best score can come of the number of tries alone. */
function Luck(luck: LuckReport): VNode {
  const { tried, isExact, deflatedOverPassive, deflatedSharpe, trips } = luck;
  const passive = luck.passiveLine === "hold" ? "Hold" : "idle";
  return (
    <>
      <Term
        label="Tried"
        value={`${isExact ? "" : "about "}${money(tried)}`}
        note={`distinct candidates: ${resultsText(luck)}; the more are tried, the better the ` +
          "best is by luck alone"}
      />
      <Term
        label="Better than passive"
        value={likelihoodText(deflatedOverPassive)}
        note={`chance that it truly earns more than ${passive} (score ${
          fixed(luck.passiveScore, 1)
        }), after all these tries; 95 % is wanted`}
      />
      <Term
        label="Better than SY"
        value={likelihoodText(deflatedSharpe)}
        note="the same over SY (the deflated Sharpe ratio); carry alone gives much of it"
      />
      {trips !== null && (
        <Term
          label="Round trips"
          value={money(trips.count)}
          note={`the same trips with random signs give as much in ${
            likelihood(trips.byLot, 0.05)
          } of cases; at most 5 % is wanted`}
        />
      )}
    </>
  );
}

/** Scores of candidates one step away: a hill is worth more than a peak. */
function Neighbours({ count, shareAbove, scores }: NeighbourReport): VNode {
  const [, low = null, middle = null, high = null] = scores;
  return (
    <>
      <Term
        label="Neighbours above"
        value={percent(shareAbove, 0)}
        note={`of ${count} candidates one step away, above the better of Hold and idle`}
      />
      <Term
        label="Neighbours' scores"
        value={fixed(middle, 1)}
        note={`their middle; half of them have ${fixed(low, 1)} to ${fixed(high, 1)}`}
      />
    </>
  );
}

/** How often a choice by half of the days fails on the other half. */
function Overfitting(
  { probability, candidates, splits, lossShare }: NonNullable<SearchReport["overfitting"]>,
): VNode {
  return (
    <Term
      label="Overfitting"
      value={likelihood(probability)}
      note={`how often the best of half of the days is in the lower half on the others, ` +
        `by ${money(candidates)} candidates and ${money(splits)} splits; ` +
        `it is below the passive line in ${percent(lossShare, 0)}`}
    />
  );
}

/** The performance of the best candidate out of sample, as a share of that in sample. */
function OutOfSample(
  { efficiency, days, probability }: NonNullable<SearchReport["outOfSample"]>,
): VNode {
  const share = efficiency === null
    ? "it was not above the line before, so nothing can be left"
    : "of the daily ratio over the line";
  return (
    <Term
      label="Left out of sample"
      value={efficiency === null ? "no value" : percent(efficiency, 0)}
      note={`${share}; over ${money(days)} tested days an excess is true with ${
        likelihoodText(probability)
      }`}
    />
  );
}
