import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { plainNumber } from "../model/amount.ts";
import type { KnobCurve } from "../model/knob_curve.ts";
import { CurveStrip } from "./curve_strip.tsx";
import { positionOf, type Scale, SLIDER_STEPS, valueAt, valueBeside } from "../model/slider.ts";

interface NumberFieldProps {
  readonly label: string;
  /** The name of the value in code, beside the label. */
  readonly code?: string | null;
  readonly unit: string | null;
  readonly description: string | null;
  readonly value: number | string;
  readonly scale: Scale;
  readonly error: string | null;
  /** Shown beside the unit: a button that restores the default. */
  readonly reset?: { readonly label: string; run(): void } | null;
  /** The score along the slider; null while it is computed, undefined for fields without a curve. */
  readonly curve?: KnobCurve | null;
  /** Called while the value changes, with the number or else the text. */
  preview(value: number | string): void;
  /** Called with the final value. */
  commit(value: number | string): void;
}

/** Direction in which a key moves a slider by one unit. */
const UNITS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

/** A number field with a slider and its error message. */
export function NumberField(props: NumberFieldProps): VNode {
  const { label, code, unit, description, value, scale, error, reset, curve, preview, commit } =
    props;
  const id = useId();
  // The name may end with the unit: "Entry, in deviations" for "standard deviations".
  const isUnitNamed = unit !== null && label.endsWith(unit.split(" ").at(-1) ?? unit);
  const spoken = code ? `${label} ${code}` : label;
  // The typed text stays unchanged until the field loses focus: "1." may become "1.5".
  const [typed, setTyped] = useState<string | null>(null);
  const at = (event: Event): number =>
    valueAt(scale, Number((event.currentTarget as HTMLInputElement).value));
  return (
    <div class={`field ${error === null ? "" : "wrong"}`}>
      <div class="field-head">
        <label for={id}>{label} {code && <small class="code">{code}</small>}</label>
        {reset && (
          <button type="button" class="quiet" onClick={() => reset.run()}>{reset.label}</button>
        )}
        <input
          id={id}
          class="number"
          inputMode="decimal"
          autocomplete="off"
          value={typed ?? String(value)}
          aria-invalid={error !== null}
          aria-describedby={`${id}-text`}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            preview(toValue(event.currentTarget.value));
          }}
          onChange={(event) => commit(toValue(event.currentTarget.value))}
          onBlur={() => setTyped(null)}
        />
      </div>
      {curve !== undefined && (
        <CurveStrip
          label={spoken}
          curve={curve}
          valueText={(position) => [valueAt(scale, position), unit].filter(Boolean).join(" ")}
        />
      )}
      <input
        type="range"
        min={0}
        max={SLIDER_STEPS}
        step={1}
        value={positionOf(scale, Number(value))}
        aria-label={spoken}
        aria-valuetext={unit === null ? String(value) : `${value} ${unit}`}
        onInput={(event) => preview(at(event))}
        onChange={(event) => commit(at(event))}
        onKeyDown={(event) => {
          const units = UNITS[event.key];
          if (units === undefined || Number.isNaN(Number(value))) return;
          event.preventDefault();
          preview(valueBeside(scale, Number(value), units));
        }}
        onKeyUp={(event) => {
          // All moves while a key is held are one change.
          if (UNITS[event.key] !== undefined) commit(value);
        }}
      />
      <p id={`${id}-text`} class="hint">
        {error === null ? null : <strong class="field-error">{error}</strong>}
        {[description, isUnitNamed ? null : unit].filter((text) => text !== null).join(" · ")}
      </p>
    </div>
  );
}

/** Returns the number, or the text if it is not a number, which the engine then reports. */
function toValue(text: string): number | string {
  const plain = plainNumber(text);
  const value = Number(plain);
  return plain.trim() === "" || Number.isNaN(value) ? text : value;
}
