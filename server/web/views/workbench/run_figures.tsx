import type { VNode } from "preact";
import { Term } from "../../components/term.tsx";
import { counted, money, sentence } from "../../model/format.ts";
import { markedName } from "../../model/market_name.ts";
import { type ShownMetric, shownMetrics } from "../../model/metrics.ts";
import { arena, type RunOf } from "../../state.ts";

interface RunFiguresProps {
  readonly shown: RunOf;
}

/** The figures that come first; all others are behind "More figures". */
const FIRST: readonly string[] = [
  "annualizedMeanReturn",
  "maxDrawdown",
  "fills",
  "exposure",
  "sharpe",
];

/** Metrics, counts and evidence of a run. */
export function RunFigures({ shown }: RunFiguresProps): VNode {
  const { run } = shown;
  const { metrics, execution, evidence, resolvedScoringProfile, warnings } = run;
  const market = arena.value.answer?.markets.find(({ id }) => id === run.candidate.marketId);
  const all = shownMetrics(metrics);
  const isFirst = ({ name }: ShownMetric): boolean => FIRST.includes(name);
  const bars = counted(resolvedScoringProfile.scoredBars, "scored bar");
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title">Figures of this path</h2>
      <dl class="terms">
        {all.filter(isFirst).map((metric) => <Term key={metric.name} {...metric} />)}
      </dl>
      <details class="more">
        <summary>More figures</summary>
        <dl class="terms">
          {all.filter((metric) => !isFirst(metric)).map((metric) => (
            <Term key={metric.name} {...metric} />
          ))}
          <Term
            label="Skipped"
            value={money(execution.skips)}
            meaning="Bars on which the strategy wanted to trade and a guardrail did not let it"
            note={`of ${counted(execution.intents, "bar")} on which it wanted to trade`}
          />
        </dl>
        <p class="proof">
          {`Computed in this page on ${market && markedName(market)}, ${bars} · result hash `}
          <code title={evidence.resultHash}>{evidence.resultHash.slice(0, 16)}</code>
        </p>
      </details>
      {warnings.map(({ code, message }) => <p key={code} class="hint">{sentence(message)}</p>)}
    </section>
  );
}
