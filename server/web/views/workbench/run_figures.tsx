// This module is browser compatible.

import type { VNode } from "preact";
import { PinButton } from "../../components/pin_button.tsx";
import { Term } from "../../components/term.tsx";
import { counted, money, sentence } from "../../model/format.ts";
import { markedName } from "../../model/market_name.ts";
import { shownMetrics } from "../../model/metrics.ts";
import { arena, type RunOf } from "../../state.ts";

interface RunFiguresProps {
  readonly shown: RunOf;
}

/** Metrics, counts and evidence of a run. */
export function RunFigures({ shown }: RunFiguresProps): VNode {
  const { run } = shown;
  const { metrics, execution, evidence, resolvedScoringProfile, warnings } = run;
  const market = arena.value.answer?.markets.find(({ id }) => id === run.candidate.marketId);
  const bars = counted(resolvedScoringProfile.scoredBars, "scored bar");
  return (
    <section aria-label="Figures">
      <dl class="terms">
        {shownMetrics(metrics).map((metric) => <Term key={metric.name} {...metric} />)}
        <Term
          label="Skipped"
          value={money(execution.skips)}
          meaning="Bars on which a guardrail vetoed an intent; intents are fills and skips"
          note={`of ${counted(execution.intents, "intent")}`}
        />
      </dl>
      <p class="proof">
        {`Computed in this page on ${market && markedName(market)}, ${bars} · result hash `}
        <code title={evidence.resultHash}>{evidence.resultHash.slice(0, 16)}</code>{" "}
        <PinButton candidate={shown.candidate} />
      </p>
      {warnings.map(({ code, message }) => <p key={code} class="hint">{sentence(message)}</p>)}
    </section>
  );
}
