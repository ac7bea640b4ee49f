// This module is browser compatible.

import { isFigure, rankingFigure } from "../../contracts/figures.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Draw, Stage } from "./stage.ts";

const encoder = new TextEncoder();

/** A part of a stage: `count` consecutive candidates from number `from` on. */
export interface NumberRange {
  readonly from: number;
  readonly count: number;
}

/** The part of a plan that the engine draws candidates from. */
export type Drawn = Pick<SearchPlan, "base" | "axes">;

/** Returns the request for the summary of a range of a stage; a list draw is cut to its rows. */
export function summaryRequest(
  plan: SearchPlan,
  { draw, window, topMax, passes }: Pick<Stage, "draw" | "window" | "topMax" | "passes">,
  range: NumberRange,
): Uint8Array<ArrayBuffer> {
  const { markets, constraints } = plan;
  const part = { draw: partOf(draw, range), window };
  return encode({
    plan: enginePlan(plan, part),
    from: draw.method === "list" ? 0 : numberOf(draw, range.from),
    count: range.count,
    first: range.from,
    markets,
    aim: rankingFigure(plan),
    // Figures that only an evaluation has decide later, among the best.
    constraints: constraints.filter(({ figure }) => isFigure(figure)),
    space: spaceOf(plan),
    topMax,
    passes,
  });
}

/** Returns the number that the engine gives to a candidate of a stage. */
export function numberOf(draw: Draw, number: number): number {
  return "first" in draw && draw.method !== "list" ? (draw.first ?? 0) + number : number;
}

/** Returns the draw of a range: a list is cut to its rows. */
export function partOf(draw: Draw, { from, count }: NumberRange): Draw {
  if (draw.method !== "list") return draw;
  const at = from - (draw.first ?? 0);
  return { method: "list", rows: draw.rows.slice(at, at + count), first: from };
}

/** Returns the plan of a stage for the engine. */
export function enginePlan(
  { base, axes }: Drawn,
  { draw, window }: Pick<Stage, "draw" | "window">,
): unknown {
  const { first: _, ...drawn } = { first: 0, ...draw };
  return { base, axes, ...drawn, ...(window !== null && { window }) };
}

/** Returns the bytes of a request. */
export function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}

/** Names a plan's candidates for their hashes: plans that differ in method or steps share them. */
function spaceOf({ base, axes }: Pick<SearchPlan, "base" | "axes">): number {
  const text = JSON.stringify([base, axes.map(({ path }) => path)]);
  // FNV-1a.
  let seed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
  return seed >>> 0;
}
