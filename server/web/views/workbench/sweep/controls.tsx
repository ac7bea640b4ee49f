// This module is browser compatible.

import type { VNode } from "preact";
import type { Parameter } from "../../../../contracts/catalog.ts";
import type { Timeframe } from "../../../../contracts/scalar.ts";
import type { AxisChoice } from "../../../sweep/choice.ts";
import { axisFaults } from "../../../sweep/axis_faults.ts";
import { rangeOf } from "../../../sweep/plan.ts";
import { short } from "../../../sweep/texts.ts";

interface AxisFieldsProps {
  readonly legend: string;
  readonly parameters: readonly Parameter[];
  readonly choice: AxisChoice;
  readonly timeframe: Timeframe;
  /** Whether the axis may be empty. */
  readonly isOptional?: boolean;
  choose(choice: AxisChoice): void;
}

/** The parameter of an axis, its range and its number of values. */
export function AxisFields(props: AxisFieldsProps): VNode {
  const { legend, parameters, choice, timeframe, isOptional, choose } = props;
  const parameter = parameters.find(({ name }) => name === choice.name);
  const whole = parameter === undefined ? null : rangeOf(parameter, timeframe);
  const range = choice.range ?? whole;
  return (
    <fieldset class="axis">
      <legend>{legend}</legend>
      <label>
        <span>Parameter</span>
        <select
          value={choice.name}
          onChange={({ currentTarget }) =>
            choose({ ...choice, name: currentTarget.value, range: null })}
        >
          {isOptional && <option value="">none</option>}
          {parameters.map(({ name }) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>
      {whole !== null && range !== null && (
        <>
          <NumberField
            label="From"
            value={range.from}
            change={(from) => choose({ ...choice, range: { ...range, from } })}
          />
          <NumberField
            label="To"
            value={range.to}
            change={(to) => choose({ ...choice, range: { ...range, to } })}
          />
          <NumberField
            label="Steps"
            value={choice.steps}
            change={(steps) => choose({ ...choice, steps })}
          />
        </>
      )}
      {parameter !== undefined && (
        <p class="hint" role="status">
          {axisFaults(choice, parameter, timeframe).map((fault) => (
            <strong key={fault} class="field-error">{fault}</strong>
          ))}
          {parameter.description}
          {parameter.unit !== null && `, ${parameter.unit}`}
          {whole !== null && `, ${short(whole.from)} to ${short(whole.to)}`}
        </p>
      )}
    </fieldset>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  change(value: number): void;
}

/** A number, taken as it is: what is wrong with it stands beside. */
function NumberField({ label, value, change }: NumberFieldProps): VNode {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        step="any"
        value={Number.isNaN(value) ? "" : Number(value.toPrecision(4))}
        onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
      />
    </label>
  );
}
