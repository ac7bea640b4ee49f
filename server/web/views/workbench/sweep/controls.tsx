import type { VNode } from "preact";
import { Quiet } from "../../../components/quiet.tsx";
import { useState } from "preact/hooks";
import type { Parameter } from "../../../../contracts/catalog.ts";
import type { Timeframe } from "../../../../contracts/scalar.ts";
import { axisFaults, parameterRange, short, usualRange } from "../../../report/axis_values.ts";
import type { AxisChoice } from "./draft.ts";
import { Select } from "../../../components/choice.tsx";

/** A parameter that an axis can have, with its name in the form. */
export interface NamedParameter {
  readonly component: number;
  readonly parameter: Parameter;
  readonly label: string;
}

interface AxisFieldsProps {
  readonly legend: string;
  /** The parameters to choose from, including that of the axis. */
  readonly parameters: readonly NamedParameter[];
  readonly choice: AxisChoice;
  readonly timeframe: Timeframe;
  /** Whether the number of values can be set, as for a grid. */
  readonly hasSteps: boolean;
  choose(choice: AxisChoice): void;
  /** Removes the axis; null if the axis must stay. */
  readonly remove: (() => void) | null;
}

/** The parameter of an axis, its range and its number of values. */
export function AxisFields(props: AxisFieldsProps): VNode {
  const { legend, parameters, choice, timeframe, hasSteps, choose, remove } = props;
  const { parameter, label = choice.name } =
    parameters.find((one) =>
      one.component === choice.component && one.parameter.name === choice.name
    ) ?? {};
  const whole = parameter === undefined ? null : parameterRange(parameter, timeframe);
  const range = choice.range ??
    (parameter === undefined || whole === null ? null : usualRange(parameter, whole));
  return (
    <fieldset class="axis">
      <legend>{legend}</legend>
      <Select
        label="Parameter"
        value={`${choice.component} ${choice.name}`}
        choices={parameters.map((one) => [`${one.component} ${one.parameter.name}`, one.label])}
        choose={(value) => {
          const [component = "0", name = ""] = value.split(" ");
          choose({ ...choice, component: Number(component), name, range: null });
        }}
      />
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
          {hasSteps && (
            <NumberField
              label="Steps"
              value={choice.steps}
              change={(steps) => choose({ ...choice, steps })}
            />
          )}
        </>
      )}
      {remove !== null && <Quiet label={`Remove ${label}`} run={remove}>Remove</Quiet>}
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

/** A field of a number, which shows its fault beside it. */
export function NumberField({ label, value, change }: NumberFieldProps): VNode {
  // The typed text stays until it is taken: the form is also drawn while a sweep or its verdict ends.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        step="any"
        value={typed ?? (Number.isNaN(value) ? "" : Number(value.toPrecision(4)))}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          change(currentTarget.valueAsNumber);
        }}
        onChange={() => setTyped(null)}
      />
    </label>
  );
}
