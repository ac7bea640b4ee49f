import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { evaluations, identityOf } from "../../background.ts";
import { placeText, rulesText } from "../../components/candidate_text.ts";
import { judgedOn } from "../../history/trial_counts.ts";
import { explain } from "../../model/explain.ts";
import { arena, type RunOf } from "../../state.ts";

/** The run in one paragraph, to copy. */
export function Explanation({ shown: { run, dataset } }: { readonly shown: RunOf }): VNode | null {
  const [said, setSaid] = useState("");
  const known = arena.value.answer;
  const { marketId, timeframe } = run.candidate;
  const facts = known?.markets.find(({ id }) => id === marketId)?.timeframes[timeframe];
  const evaluation = evaluations.value.get(identityOf(run.evidence)) ?? null;
  const tries = Math.max(1, judgedOn(run.evidence.datasetHash));
  const text = useMemo(() => {
    if (!known || facts === undefined) return null;
    const { capital: _, ...placed } = run.candidate;
    const name = `${rulesText(run.candidate)} on ${placeText(placed)}`;
    return explain({ run, dataset, profile: known.profile, facts, evaluation, tries, name });
  }, [run, dataset, facts, evaluation, tries]);
  if (text === null) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser does not allow copying: select the text instead");
    }
  };
  return (
    <section class="explanation" aria-labelledby="explanation-title">
      <h2 id="explanation-title">This run in words</h2>
      <p>{text}</p>
      <p class="row">
        <button type="button" onClick={copy}>Copy</button>
        <span role="status" class="aside">{said}</span>
      </p>
    </section>
  );
}
