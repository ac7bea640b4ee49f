// This module is browser compatible.

import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { positionOf, type Scale, SLIDER_STEPS, valueAt } from "../model/slider.ts";

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string | null;
  readonly description: string | null;
  readonly value: number | string;
  readonly scale: Scale;
  readonly fault: string | null;
  /** Shown beside the unit: a way back to the default. */
  readonly reset?: { readonly label: string; run(): void } | null;
  /** Takes a value while it changes. What is no number comes as its text. */
  preview(value: number | string): void;
  /** Takes a value that stands. */
  commit(value: number | string): void;
}

/** A number with its slider; what is wrong with it stands beside it. */
export function NumberField(props: NumberFieldProps): VNode {
  const { label, unit, description, value, scale, fault, reset, preview, commit } = props;
  const id = useId();
  // What is typed stays as it is typed until the field is left: "1." is on its way to 1.5.
  const [typed, setTyped] = useState<string | null>(null);
  const at = (event: Event): number =>
    valueAt(scale, Number((event.currentTarget as HTMLInputElement).value));
  return (
    <div class={`field ${fault === null ? "" : "wrong"}`}>
      <div class="field-head">
        <label for={id}>{label}</label>
        {reset && (
          <button type="button" class="quiet" onClick={() => reset.run()}>{reset.label}</button>
        )}
        <input
          id={id}
          class="number"
          inputMode="decimal"
          autocomplete="off"
          value={typed ?? String(value)}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-text`}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            preview(toValue(event.currentTarget.value));
          }}
          onChange={(event) => commit(toValue(event.currentTarget.value))}
          onBlur={() => setTyped(null)}
        />
      </div>
      <input
        type="range"
        min={0}
        max={SLIDER_STEPS}
        step={1}
        value={positionOf(scale, Number(value))}
        aria-label={label}
        aria-valuetext={unit === null ? String(value) : `${value} ${unit}`}
        onInput={(event) => preview(at(event))}
        onChange={(event) => commit(at(event))}
      />
      <p id={`${id}-text`} class="hint">
        {fault === null ? null : <strong class="fault">{fault}</strong>}
        {[description, unit].filter((text) => text !== null).join(" · ")}
      </p>
    </div>
  );
}

/** A number, or the text that is none: the engine says what is wrong with it. */
function toValue(text: string): number | string {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? text : value;
}
