// This module is browser compatible.

import type { VNode } from "preact";
import type { Constraint } from "../../../../contracts/plan.ts";
import { counted, percent } from "../../../model/format.ts";
import { CANDIDATES_MAX, type Draft } from "../../../sweep/draft.ts";
import { FIGURE_NAMES } from "../../../sweep/texts.ts";
import { NumberField } from "./controls.tsx";

interface OptionsProps {
  readonly draft: Draft;
  choose(draft: Draft): void;
}

type Aim = Draft["aim"];

const METHODS = [
  ["grid", "Every combination"],
  ["sobol", "Spread evenly (Sobol)"],
  ["random", "By lot"],
] as const;
const SHARES = [0, 0.2, 0.3, 0.5];
const AIMS = Object.entries(FIGURE_NAMES).map(([aim, [name]]) => [aim as Aim, name] as const);

/** Method, aim, bounds and bars of a sweep. */
export function SearchOptions({ draft, choose }: OptionsProps): VNode {
  const { method, count, aim, holdout, isEligible, constraints } = draft;
  const bound = (at: number, change: Constraint | null): void => {
    const others = constraints.toSpliced(at, 1, ...change === null ? [] : [change]);
    choose({ ...draft, constraints: others });
  };
  return (
    <details class="search-options">
      <summary>{summaryOf(draft)}</summary>
      <div class="options">
        <Choice
          label="Method"
          value={method}
          choices={METHODS}
          choose={(chosen) => choose({ ...draft, method: chosen })}
        />
        {method !== "grid" && (
          <NumberField
            label={`How many, up to ${CANDIDATES_MAX.toLocaleString("en")}`}
            value={count}
            change={(wanted) => choose({ ...draft, count: wanted })}
          />
        )}
        <Choice
          label="Best by"
          value={aim}
          choices={AIMS}
          choose={(chosen) => choose({ ...draft, aim: chosen })}
        />
        <Choice
          label="Bars kept to test"
          value={String(holdout)}
          choices={SHARES.map((share) => [String(share), shareText(share)] as const)}
          choose={(share) => choose({ ...draft, holdout: Number(share) })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={isEligible}
            onChange={({ currentTarget }) =>
              choose({ ...draft, isEligible: currentTarget.checked })}
          />
          Only eligible ones
        </label>
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
      </div>
    </details>
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
      <Choice
        label="Figure"
        value={figure}
        choices={AIMS}
        choose={(chosen) => change({ figure: chosen, ...isMost ? { max: value } : { min: value } })}
      />
      <Choice
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
      <button
        type="button"
        class="quiet"
        aria-label={`Remove the bound of ${name}`}
        onClick={() => change(null)}
      >
        Remove
      </button>
    </fieldset>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [T, string])[];
  choose(value: T): void;
}

function Choice<T extends string>({ label, value, choices, choose }: ChoiceProps<T>): VNode {
  return (
    <label>
      <span>{label}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const found = choices.find(([one]) => one === currentTarget.value);
          if (found !== undefined) choose(found[0]);
        }}
      >
        {choices.map(([one, text]) => <option key={one} value={one}>{text}</option>)}
      </select>
    </label>
  );
}

function shareText(share: number): string {
  return share === 0 ? "none" : `the last ${percent(share, 0)}`;
}

/** Summarises the options in one line. */
function summaryOf({ method, aim, holdout, isEligible, constraints }: Draft): string {
  const how = METHODS.find(([one]) => one === method)?.[1] ?? method;
  const bars = holdout === 0 ? "all bars" : `tested on ${shareText(holdout)}`;
  const eligible = isEligible ? ", only eligible ones" : "";
  const bounds = constraints.length === 0 ? "" : `, ${counted(constraints.length, "bound")}`;
  return `${how}, best by ${FIGURE_NAMES[aim][0].toLowerCase()}, ${bars}${eligible}${bounds}`;
}
