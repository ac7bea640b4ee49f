import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useId, useState } from "preact/hooks";
import { plainNumber } from "./amount.ts";
import { CURVE_HEIGHT, drawCurve, type KnobCurve, scoreExtremes } from "./knob_curve.ts";
import { type Scale, SLIDER_STEPS, sliderPosition, valueAt, valueBeside } from "./slider.ts";
import { fixed } from "../../model/format.ts";

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

/** A number field with a slider and its error message. */
export function NumberField(props: NumberFieldProps): VNode {
  const { label, code, unit, description, value, scale, error, reset, curve, preview, commit } =
    props;
  const id = useId();
  // The name may end with the unit: "Entry, in deviations" for "standard deviations".
  const isUnitNamed = unit !== null && label.endsWith(unit.split(" ").at(-1) ?? unit);
  const spoken = code ? `${label} ${code}` : label;
  return (
    <div class={`field ${error === null ? "" : "wrong"}`}>
      <div class="field-head">
        <label for={id}>{label} {code && <small class="code">{code}</small>}</label>
        {reset && <Quiet run={() => reset.run()}>{reset.label}</Quiet>}
        <NumberInput
          id={id}
          text={String(value)}
          isWrong={error !== null}
          preview={(text) => preview(toValue(text))}
          commit={(text) => commit(toValue(text))}
        />
      </div>
      {curve !== undefined && (
        <CurveStrip
          label={spoken}
          curve={curve}
          valueText={(position) => [valueAt(scale, position), unit].filter(Boolean).join(" ")}
        />
      )}
      <Slider {...props} label={spoken} />
      <p id={`${id}-text`} class="hint">
        {error === null ? null : <strong class="field-error">{error}</strong>}
        {[description, isUnitNamed ? null : unit].filter((text) => text !== null).join(" · ")}
      </p>
    </div>
  );
}

interface NumberInputProps {
  /** Id of the input; the id of its description is this with `-text` appended. */
  readonly id: string;
  readonly text: string;
  readonly isWrong: boolean;
  preview(text: string): void;
  commit(text: string): void;
}

/** A number as a text, which stays as it is typed until the focus leaves: "1." may become "1.5". */
export function NumberInput({ id, text, isWrong, preview, commit }: NumberInputProps): VNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      id={id}
      class="number"
      inputMode="decimal"
      autocomplete="off"
      value={typed ?? text}
      aria-invalid={isWrong}
      aria-describedby={`${id}-text`}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        preview(value);
      }}
      onChange={({ currentTarget: { value } }) => commit(value)}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Direction in which a key moves a slider by one unit. */
const UNITS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

/** A slider over the range of a number, by unit with the keys. */
function Slider({ label, unit, value, scale, preview, commit }: NumberFieldProps): VNode {
  const at = (event: Event): number =>
    valueAt(scale, Number((event.currentTarget as HTMLInputElement).value));
  return (
    <input
      type="range"
      min={0}
      max={SLIDER_STEPS}
      step={1}
      value={sliderPosition(scale, Number(value))}
      aria-label={label}
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
  );
}

/** Returns the number, or the text if it is not a number, which the engine then reports. */
function toValue(text: string): number | string {
  const plain = plainNumber(text);
  const value = Number(plain);
  return plain.trim() === "" || Number.isNaN(value) ? text : value;
}

interface CurveStripProps {
  readonly label: string;
  readonly curve: KnobCurve | null;
  /** Formats the value at a position of the slider: "20 days". */
  valueText(position: number): string;
}

/** The score as a function of a knob, drawn over its slider; empty until it is computed. */
function CurveStrip({ label, curve, valueText }: CurveStripProps): VNode {
  const [at, setAt] = useState<number | null>(null);
  const extremes = curve && scoreExtremes(curve);
  if (curve === null || extremes === null) return <div class="curve-strip" />;
  const { lines, hold } = drawCurve(curve);
  const [least, most] = extremes.map((score) => fixed(score, 1));
  const dots = hold === null ? "" : "; the dots are Hold, 100";
  const text = `Score along ${label}: from ${least} to ${most}${dots}`;
  const position = at === null ? undefined : curve.positions[at];
  return (
    <div
      class="curve-box"
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        setAt(nearest(curve.positions, SLIDER_STEPS * (clientX - left) / width));
      }}
      onPointerLeave={() => setAt(null)}
    >
      <svg
        class="curve-strip"
        role="img"
        aria-label={text}
        viewBox={`0 0 ${SLIDER_STEPS} ${CURVE_HEIGHT}`}
        preserveAspectRatio="none"
      >
        {hold !== null && <line class="hold" x1={0} x2={SLIDER_STEPS} y1={hold} y2={hold} />}
        {lines.map((points, at) => <polyline key={at} points={points} />)}
      </svg>
      {at !== null && position !== undefined && (
        <span class="curve-value" style={beside(100 * position / SLIDER_STEPS)}>
          {`${valueText(position)}: score ${fixed(curve.scores[at] ?? null, 1)}`}
        </span>
      )}
    </div>
  );
}

/** Places a label of any width at a share of the column, percent, without leaving the column. */
function beside(share: number): { readonly left: string; readonly transform: string } {
  return { left: `${share}%`, transform: `translateX(-${share}%)` };
}

/** Returns the index of the position that is nearest to another one. */
function nearest(positions: readonly number[], to: number): number {
  const distances = positions.map((position) => Math.abs(position - to));
  return distances.indexOf(Math.min(...distances));
}
