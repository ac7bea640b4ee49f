// This module is browser compatible.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Candidate } from "../../../contracts/candidate.ts";
import type { EngineClient } from "../../engine/client.ts";
import type { Arena } from "../../engine/messages.ts";
import { countRuns } from "../../history/trial_counts.ts";
import { timeframeOf, withParam } from "../../model/candidate.ts";
import { curveOf, type KnobCurve, knobValues } from "../../model/knob_curve.ts";
import { scaleOf } from "../../model/slider.ts";
import { arena, candidate, openEngine, run } from "../../state.ts";
import { isPoint } from "../../sweep/run.ts";

/** A curve with the candidate that it is of, the knob itself left out. */
interface KnownCurve {
  readonly of: string;
  readonly curve: KnobCurve;
}

/** Time without a change before curves are computed, milliseconds: while a knob turns none is. */
const REST_MS = 250;

const curves = signal<ReadonlyMap<string, KnownCurve>>(new Map());

let opened: EngineClient | null = null;
let newest = 0;

/** Returns the curve of a knob of the candidate, or null while it is not known. */
export function knobCurve(component: number, name: string): KnobCurve | null {
  const known = curves.value.get(keyOf(component, name));
  return known?.of === without(candidate.value, component, name) ? known.curve : null;
}

/**
 * Keeps the curves of all knobs up to date, on an engine of their own: from when the run of the candidate
 * is on the screen, so that nothing that is waited for shares the machine with them. Shows nothing.
 */
export function KnobCurves(): null {
  const [of, known, isPending] = [candidate.value, arena.value.answer, run.value.isPending];
  useEffect(() => {
    const mine = ++newest;
    if (known === null || isPending) return;
    const late = setTimeout(() => {
      // A candidate that cannot run has its message already, and a broken engine no curves.
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
  const knobs = of.components.flatMap(({ strategyId }, component) => {
    const strategy = strategies.find((one) => one.strategyId === strategyId);
    return (strategy?.parameters ?? []).flatMap((parameter) =>
      parameter.type === "string" ? [] : { component, parameter }
    );
  });
  for (const { component, parameter } of knobs) {
    const { name } = parameter;
    if (!isNewest()) return;
    if (knobCurve(component, name) !== null) continue;
    const scale = scaleOf(parameter, timeframeOf(of));
    const values = knobValues(scale);
    const candidates = values.map((value) => withParam(of, component, name, value));
    const points = await opened.sweep(candidates);
    const scores = points.map((point) => isPoint(point) ? point.score : null);
    const known = { of: without(of, component, name), curve: curveOf(scale, values, scores) };
    curves.value = new Map(curves.peek()).set(keyOf(component, name), known);
    // What is seen was tried.
    countRuns(candidates, points);
  }
}

function keyOf(component: number, name: string): string {
  return `${component} ${name}`;
}

function without(of: Candidate, component: number, name: string): string {
  return JSON.stringify(withParam(of, component, name, null));
}
