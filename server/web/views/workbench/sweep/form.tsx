import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Candidate } from "../../../../contracts/candidate.ts";
import type { Market } from "../../../../contracts/catalog.ts";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import { timeframeOf } from "../../../model/candidate.ts";
import { counted, money } from "../../../model/format.ts";
import { knobName } from "../../../../wording/knob_names.ts";
import { candidate, isGenerated, markets } from "../../../state/state.ts";
import {
  AXES_MAX,
  axisParameter,
  candidateCount,
  CANDIDATES_MAX,
  type Draft,
  draftFaults,
  draftFor,
  freeParameters,
  keepDraft,
  serviceUnits,
  type Strategy,
  toPlan,
  withAxis,
  withAxisAt,
} from "./draft.ts";
import { withKey } from "../../../../search/plan/axis_name.ts";
import { beginWith, type OwnField, ownFields } from "./own_points.ts";
import { showPlan } from "./plan_address.ts";
import { cancelSweep, startSweep, sweep } from "./session.ts";
import { AxisFields, type NamedParameter } from "./controls.tsx";
import { SearchOptions } from "./sweep_options.tsx";
import { Form } from "../../../components/choice.tsx";
import type { SearchReport } from "../../../../search/report/report.ts";

const LEGENDS = ["Across", "Up"];

/** Returns the markets besides that of a candidate that have bars of its timeframe. */
function otherMarkets(base: Candidate): readonly Market[] {
  return markets.value.filter(({ id, timeframes }) =>
    id !== base.marketId && timeframes[timeframeOf(base)] !== undefined
  );
}

/** A search as far as its form says it. */
interface Search {
  /** null: the form is not complete. */
  readonly plan: SearchPlan | null;
  /** The fields of each candidate to try first. */
  readonly first: readonly (readonly OwnField[])[];
  readonly count: number;
  readonly faults: readonly string[];
}

/** Returns the search of a draft. @param earlier the best of the last sweep, which it may continue */
function toSearch(
  draft: Draft,
  base: Candidate,
  strategies: readonly Strategy[],
  earlier: SearchReport["top"] | null,
): Search {
  const faults = draftFaults(base, { ...draft, axes: [] }, strategies);
  const drawn = toPlan(base, draft, strategies);
  if (drawn === null) return { plan: null, first: [], count: 0, faults };
  const defaultOf = (component: number, name: string): number | string =>
    axisParameter({ component, name, range: null, steps: 0 }, base, strategies)?.defaultValue ?? 0;
  const first = draft.first.map((point) => ownFields(drawn, point, defaultOf));
  const begun = beginWith(drawn, first, draft.isContinued ? earlier : null);
  const count = candidateCount(begun.plan);
  const tooMany = `That is ${money(count)}, must be at most ${money(CANDIDATES_MAX)}: take fewer ` +
    "steps, or candidates that are spread evenly";
  faults.push(...begun.faults, ...count > CANDIDATES_MAX ? [tooMany] : []);
  return { plan: begun.plan, first, count, faults };
}

/** The form of a sweep. */
export function SearchForm({ strategies }: { readonly strategies: readonly Strategy[] }): VNode {
  const base = candidate.value;
  const others = otherMarkets(base);
  const { draft, choose } = useDraft(base, strategies, others);
  const earlier = sweep.value?.report?.top ?? null;
  const search = toSearch(draft, base, strategies, earlier);
  const state = sweep.value?.state;
  const isBusy = state === "opening" || state === "running";
  const [next] = freeParameters(base, strategies, draft.axes);
  const all = namedParameters(base, strategies);
  return (
    <Form
      class="sweep-form"
      submit={() => {
        const { plan, faults } = search;
        if (plan === null || faults.length > 0 || isBusy) return;
        startSweep(plan, draft.isEligible);
        showPlan(plan);
      }}
    >
      {draft.axes.map((choice, at) => (
        <AxisFields
          key={at}
          legend={LEGENDS[at] ?? `Parameter ${at + 1}`}
          parameters={all}
          choice={choice}
          timeframe={timeframeOf(base)}
          hasSteps={draft.method === "grid"}
          choose={(changed) => choose(withAxisAt(draft, at, changed))}
          remove={draft.axes.length === 1
            ? null
            : () => choose({ ...draft, axes: draft.axes.toSpliced(at, 1) })}
        />
      ))}
      <div class="sweep-more">
        {next !== undefined && draft.axes.length < AXES_MAX && (
          <button
            type="button"
            onClick={() => choose(withAxis(draft, next.component, next.parameter.name))}
          >
            Add a parameter
          </button>
        )}
        <SearchOptions
          draft={draft}
          others={others}
          first={search.first}
          hasEarlier={earlier !== null && earlier.length > 0}
          choose={choose}
        />
      </div>
      <Start {...search} otherMarkets={draft.otherMarkets.length} isBusy={isBusy} />
    </Form>
  );
}

/** The draft of a candidate's sweep, which stays while other views are shown. */
function useDraft(
  base: Candidate,
  strategies: readonly Strategy[],
  others: readonly Market[],
): { readonly draft: Draft; choose(changed: Draft): void } {
  const kept = draftFor(base, strategies);
  const [, redraw] = useState(kept);
  // A kept draft may name markets without bars of the timeframe that was chosen since.
  const isThere = (id: number): boolean => others.some((market) => market.id === id);
  const draft = { ...kept, otherMarkets: kept.otherMarkets.filter(isThere) };
  const choose = (changed: Draft): void => {
    keepDraft(changed, base);
    redraw(changed);
  };
  return { draft, choose };
}

/** Returns the parameters that an axis can have, with their names. */
function namedParameters(
  base: Candidate,
  strategies: readonly Strategy[],
): readonly NamedParameter[] {
  return freeParameters(base, strategies, []).map(({ component, parameter }) => {
    const { strategyId = "" } = base.components[component] ?? {};
    const { name: key } = parameter;
    const named = withKey(knobName(strategyId, { name: key, unit: null }), key);
    const label = base.components.length > 1 ? `${component + 1}. ${named}` : named;
    return { component, parameter, label };
  });
}

interface StartProps extends Search {
  /** How many markets the search has besides that of the candidate. */
  readonly otherMarkets: number;
  readonly isBusy: boolean;
}

/** The button that starts a search, with what it runs and costs, or what is wrong. */
function Start({ plan, count, faults, otherMarkets, isBusy }: StartProps): VNode {
  return (
    <>
      <p class="go">
        <button
          type="submit"
          class="primary"
          disabled={isBusy || count === 0 || faults.length > 0}
        >
          Run {counted(count, "candidate")}
          {otherMarkets > 0 && ` on ${counted(otherMarkets + 1, "market")}`}
        </button>
        {plan !== null && count > 0 && (
          <span class="hint">
            Free in this browser; on a server it would cost up to{" "}
            {money(serviceUnits(plan, isJudgedOnPaths(plan)))} units of a key's budget
          </span>
        )}
        <button
          type="button"
          style={{ visibility: isBusy ? "visible" : "hidden" }}
          onClick={cancelSweep}
        >
          Cancel
        </button>
      </p>
      {faults.map((fault) => <p key={fault} class="field-error" role="status">{fault}</p>)}
    </>
  );
}

/** Returns whether every market of a plan has paths. */
function isJudgedOnPaths({ base, markets }: SearchPlan): boolean {
  return (markets?.ids ?? [base.marketId]).every((marketId) => isGenerated({ ...base, marketId }));
}
