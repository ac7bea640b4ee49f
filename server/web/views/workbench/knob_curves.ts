import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import type { EngineClient } from "../../engine/client.ts";
import { type Arena, isPoint } from "../../engine/messages.ts";
import { timeframeOf, withParam } from "../../model/candidate.ts";
import { type KnobCurve, knobValues, toKnobCurve } from "./knob_curve.ts";
import { componentParameters } from "../../model/own_parameters.ts";
import { sliderScale } from "./slider.ts";
import { openEngine } from "../../engines.ts";
import { arena, candidate, run } from "../../state/state.ts";

/** A curve, and its candidate without the value of the knob. */
interface KnownCurve {
  readonly of: string;
  readonly curve: KnobCurve;
}

/** Delay after the last change before curves are computed, milliseconds. */
const REST_MS = 250;

const curves = signal<ReadonlyMap<string, KnownCurve>>(new Map());

let opened: EngineClient | null = null;
let newest = 0;

/** Returns the curve of a knob of the candidate; null until it is computed. */
export function knobCurve(component: number, name: string): KnobCurve | null {
  const known = curves.value.get(knobKey(component, name));
  return known?.of === without(candidate.value, component, name) ? known.curve : null;
}

/**
 * Updates the curves of all knobs with a separate engine. It starts when the run of the candidate is on
 * the screen, so that the curves do not delay the run. A value of a curve counts as a try only when it is
 * taken. Renders nothing.
 */
export function KnobCurves(): null {
  const [of, known, isPending] = [candidate.value, arena.value.answer, run.value.isPending];
  useEffect(() => {
    const mine = ++newest;
    if (known === null || isPending) return;
    const late = setTimeout(() => {
      // The editor already reports an invalid candidate; a broken engine has no curves.
      computeCurves(of, known, () => mine === newest).catch(() => {});
    }, REST_MS);
    return () => clearTimeout(late);
  }, [of, known, isPending]);
  return null;
}

async function computeCurves(
  of: Candidate,
  { strategies }: Arena,
  isNewest: () => boolean,
): Promise<void> {
  opened ??= openEngine();
  const knobs = of.components.flatMap((one, component) =>
    componentParameters(one, strategies).flatMap((parameter) =>
      parameter.type === "string" ? [] : { component, parameter }
    )
  );
  for (const { component, parameter } of knobs) {
    const { name } = parameter;
    if (!isNewest()) return;
    if (knobCurve(component, name) !== null) continue;
    const scale = sliderScale(parameter, timeframeOf(of));
    const values = knobValues(scale);
    const candidates = values.map((value) => withParam(of, component, name, value));
    const points = await opened.sweep(candidates);
    const scores = points.map((point) => isPoint(point) ? point.score : null);
    const known = { of: without(of, component, name), curve: toKnobCurve(scale, values, scores) };
    curves.value = new Map(curves.peek()).set(knobKey(component, name), known);
  }
}

function knobKey(component: number, name: string): string {
  return `${component} ${name}`;
}

function without(of: Candidate, component: number, name: string): string {
  return JSON.stringify(withParam(of, component, name, null));
}
