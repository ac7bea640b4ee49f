import type { VNode } from "preact";
import type { Scored } from "../../../background.ts";
import { Failed } from "../../../components/notice.tsx";
import { useResource } from "../../../hooks.ts";
import { counted } from "../../../model/format.ts";
import { realSentence } from "../../../../wording/real.ts";
import { Judged } from "../scenarios/judged.tsx";
import { RealMaturities } from "./maturities.tsx";
import { Multiples } from "./multiples.tsx";
import { runReal } from "./real_runs.ts";

/** The candidate on the real maturities of its market's asset. */
export function RealView(): VNode {
  return <Judged content={OnRealHistory} />;
}

function OnRealHistory(scored: Scored): VNode {
  const { real } = scored.evaluation;
  return (
    <section class="judgement">
      <h2>On real history</h2>
      <p class="headline">{realSentence(scored.evaluation)}</p>
      <p class="aside">
        It decides nothing: no score, verdict or rank. The history is public, so whoever wrote the
        rule could have seen it.
      </p>
      {real !== null && (
        <>
          <Drawn {...scored} />
          <RealMaturities real={real} />
        </>
      )}
    </section>
  );
}

function Drawn(scored: Scored): VNode {
  const runs = useResource(scored, runReal);
  if (runs.answer !== null) return <Multiples runs={runs.answer} />;
  const { rows } = scored.evaluation.real ?? { rows: [] };
  return (
    <>
      <Failed of={runs} />
      {runs.failure === null && (
        <p class="aside multiples-later" style={{ "--rows": rows.length }}>
          Running on {counted(rows.length, "real maturity", "real maturities")}
        </p>
      )}
    </>
  );
}
