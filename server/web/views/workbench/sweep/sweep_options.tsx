import type { VNode } from "preact";
import { Quiet } from "../../../components/quiet.tsx";
import type { Market } from "../../../../contracts/catalog.ts";
import type { Constraint } from "../../../../contracts/plan.ts";
import { counted, percent } from "../../../model/format.ts";
import { CANDIDATES_MAX, type Draft } from "./draft.ts";
import { FIGURE_NAMES } from "../../../report/texts.ts";
import type { OwnField } from "./own_points.ts";
import { NumberField } from "./controls.tsx";
import { TryFirst } from "./first.tsx";
import { markedName } from "../../../model/candidate.ts";
import { Check, Select } from "../../../components/choice.tsx";

interface OptionsProps {
  readonly draft: Draft;
  /** The markets besides that of the candidate that have bars of its timeframe. */
  readonly others: readonly Market[];
  /** The fields of each candidate to try first. */
  readonly first: readonly (readonly OwnField[])[];
  /** Whether a finished sweep can be continued. */
  readonly hasEarlier: boolean;
  choose(draft: Draft): void;
}

type Aim = Draft["aim"];

const METHODS = [
  ["grid", "Every combination"],
  ["sobol", "Spread evenly (Sobol)"],
  ["random", "By lot"],
] as const;
const SHARES = [0, 0.2, 0.3, 0.5];
const PATIENCE = [0, 1_024, 4_096, 16_384];
const AIMS = Object.entries(FIGURE_NAMES).map(([aim, [name]]) => [aim as Aim, name] as const);

/** Method, aim, bounds, bars, markets and first candidates of a sweep. */
export function SearchOptions(
  { draft, others, first, hasEarlier, choose }: OptionsProps,
): VNode {
  const { method, aim, holdout, isEligible } = draft;
  return (
    <details class="search-options">
      <summary>{summarize(draft)}</summary>
      <div class="options">
        <MethodFields draft={draft} choose={choose} />
        <Select
          label="Best by"
          value={aim}
          choices={AIMS}
          choose={(chosen) => choose({ ...draft, aim: chosen })}
        />
        <Select
          label="Bars kept to test"
          value={String(holdout)}
          choices={SHARES.map((share) => [String(share), shareText(share)] as const)}
          choose={(share) => choose({ ...draft, holdout: Number(share) })}
        />
        <Check
          label="Only those that pass on new data"
          isChecked={isEligible}
          choose={(chosen) => choose({ ...draft, isEligible: chosen })}
        />
        <Bounds draft={draft} choose={choose} />
        {method !== "grid" && (
          <TryFirst draft={draft} first={first} hasEarlier={hasEarlier} choose={choose} />
        )}
        {others.length > 0 && <MarketChoice draft={draft} others={others} choose={choose} />}
      </div>
    </details>
  );
}

/** How candidates are drawn, and when the drawing ends. */
function MethodFields({ draft, choose }: Pick<OptionsProps, "draft" | "choose">): VNode {
  const { method, count, patience } = draft;
  return (
    <>
      <Select
        label="Method"
        value={method}
        choices={METHODS}
        choose={(chosen) => choose({ ...draft, method: chosen })}
      />
      {method !== "grid" && (
        <>
          <NumberField
            label={`How many, up to ${CANDIDATES_MAX.toLocaleString("en")}`}
            value={count}
            change={(wanted) => choose({ ...draft, count: wanted })}
          />
          <Select
            label="Stop early"
            value={String(patience)}
            choices={PATIENCE.map((after) => [String(after), patienceText(after)] as const)}
            choose={(after) => choose({ ...draft, patience: Number(after) })}
          />
        </>
      )}
    </>
  );
}

/** The bounds of figures, and a button for another one. */
function Bounds({ draft, choose }: Pick<OptionsProps, "draft" | "choose">): VNode {
  const { constraints } = draft;
  const bound = (at: number, change: Constraint | null): void => {
    const others = constraints.toSpliced(at, 1, ...change === null ? [] : [change]);
    choose({ ...draft, constraints: others });
  };
  return (
    <>
      {constraints.map((constraint, at) => (
        <Bound
          key={at}
          constraint={constraint}
          change={(changed) => bound(at, changed)}
        />
      ))}
      <button
        type="button"
        onClick={() => bound(constraints.length, { figure: "fills", min: 1 })}
      >
        Add a bound
      </button>
    </>
  );
}

interface BoundProps {
  readonly constraint: Constraint;
  /** Changes the bound; null removes it. */
  change(constraint: Constraint | null): void;
}

/** Bounds of a figure. Percentages are shown, fractions are stored. */
function Bound({ constraint: { figure, min, max }, change }: BoundProps): VNode {
  const [name] = FIGURE_NAMES[figure];
  const isMost = max !== undefined;
  const set = (isUpper: boolean, value: number): void =>
    change({ figure, ...isUpper ? { max: value } : { min: value } });
  const value = max ?? min ?? 0;
  return (
    <fieldset class="axis bound">
      <legend>{`Bound of ${name}`}</legend>
      <Select
        label="Figure"
        value={figure}
        choices={AIMS}
        choose={(chosen) => change({ figure: chosen, ...isMost ? { max: value } : { min: value } })}
      />
      <Select
        label="Is"
        value={isMost ? "most" : "least"}
        choices={[["least", "at least"], ["most", "at most"]]}
        choose={(side) => set(side === "most", value)}
      />
      <NumberField
        label="Value"
        value={value}
        change={(wanted) => set(isMost, Number.isNaN(wanted) ? 0 : wanted)}
      />
      <Quiet label={`Remove the bound of ${name}`} run={() => change(null)}>Remove</Quiet>
    </fieldset>
  );
}

function patienceText(after: number): string {
  return after === 0 ? "never" : `after ${after.toLocaleString("en")} without a better one`;
}

function shareText(share: number): string {
  return share === 0 ? "none" : `the last ${percent(share, 0)}`;
}

/** Summarises the options in one line. */
function summarize(draft: Draft): string {
  const { method, aim, holdout, isEligible, constraints, otherMarkets } = draft;
  const how = METHODS.find(([one]) => one === method)?.[1] ?? method;
  const bars = holdout === 0 ? "all bars" : `tested on ${shareText(holdout)}`;
  const eligible = isEligible ? ", only those that pass" : "";
  const bounds = constraints.length === 0 ? "" : `, ${counted(constraints.length, "bound")}`;
  const markets = otherMarkets.length === 0
    ? ""
    : `, ${counted(otherMarkets.length + 1, "market")}`;
  const figure = FIGURE_NAMES[aim][0].toLowerCase();
  return `${how}, best by ${figure}, ${bars}${eligible}${bounds}${markets}`;
}

interface MarketsProps {
  readonly draft: Draft;
  /** The markets besides that of the candidate that have bars of its timeframe. */
  readonly others: readonly Market[];
  choose(draft: Draft): void;
}

const WAYS = [
  ["mean", "its mean over them"],
  ["worst", "the market where it is worst"],
] as const;

/** The markets on which every candidate runs, and how a figure counts over them. */
function MarketChoice({ draft, others, choose }: MarketsProps): VNode {
  const { otherMarkets, marketsBy } = draft;
  const toggle = (id: number): readonly number[] =>
    otherMarkets.includes(id) ? otherMarkets.filter((one) => one !== id) : [...otherMarkets, id];
  return (
    <fieldset class="also">
      <legend>Also run on</legend>
      {others.map((market) => (
        <Check
          key={market.id}
          label={markedName(market)}
          isChecked={otherMarkets.includes(market.id)}
          choose={() => choose({ ...draft, otherMarkets: toggle(market.id) })}
        />
      ))}
      {otherMarkets.length > 0 && (
        <Select
          label="A figure counts by"
          value={marketsBy}
          choices={WAYS}
          choose={(by) => choose({ ...draft, marketsBy: by })}
        />
      )}
    </fieldset>
  );
}
