// This module is browser compatible.

import { z } from "zod";
import { type SearchPlan, SearchPlanSchema } from "../../contracts/plan.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { okValue } from "../../engine/wire.ts";
import { EngineVersionsSchema } from "../../engine/wire_schemas.ts";
import { StartError } from "../../base/errors.ts";
import { orderCost } from "../../limits/cost.ts";
import { binsOf } from "../plan/axis_scale.ts";
import { marketIdsOf } from "../plan/markets.ts";
import type { SearchEnd } from "../../store/search_store.ts";
import type { PreparedSearch } from "./prepared.ts";
import { rangesOf } from "./ranges.ts";

/** The trials that a key had made before a search, as its order stores them. */
const TrialsBeforeSchema = z.object({
  datasetHash: z.string(),
  kept: z.base64(),
  beyond: z.int().min(0),
  ratios: z.base64().default(""),
});

/** Everything that decides the numbers of a search, as stored. */
const SearchOrderSchema = z.object({
  plan: SearchPlanSchema,
  /** How many of the best are kept. */
  topMax: z.int(),
  /** How many candidates were tried elsewhere. */
  tried: z.int().optional(),
  /** Whether all points are kept, or only those that a stage needs. */
  keepsPoints: z.boolean(),
  /** Program, engine and datasets, see `basisOf`. */
  basis: z.string(),
  /** The trials that the key had made before; none without a key, or when the search has ended. */
  before: z.array(TrialsBeforeSchema).optional(),
});
/** The used part of `basisOf`. */
const BasisSchema = z.object({ datasets: z.array(z.string()) });
export type SearchOrder = z.infer<typeof SearchOrderSchema>;

const encoder = new TextEncoder();

/** Parses a stored order. */
export function readOrder(text: string): SearchOrder {
  const read = SearchOrderSchema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new StartError(
    "Cannot continue: the search was ordered from another program, start a new one",
  );
}

/** Returns the part of a search that is stored when it ends without a report. */
export function unfinishedOf(order: SearchOrder): Pick<SearchEnd, "searched" | "order"> {
  const searched = datasetsIn(order).map((datasetHash) => ({ datasetHash, ratios: null }));
  return { searched, order: endedOrder(order) };
}

/** Returns an order without the trials of its key, which take much more room than the rest. */
export function endedOrder({ before: _, ...order }: SearchOrder): string {
  return JSON.stringify(order);
}

/** What decides the bytes of results. */
type Stored = Pick<
  PreparedSearch,
  "plan" | "total" | "stages" | "rangeMax" | "topMax" | "evaluations" | "pathRuns"
>;

/** About the most bytes that a search stores until it ends. */
export interface SearchBytes {
  readonly order: number;
  /** The results of ranges, of which none stays. */
  readonly results: number;
  readonly points: number;
}

/** Returns the most bytes of a search, and its compute units in a service. */
export function chargeOf(
  prepared: Stored & {
    readonly units: number;
    readonly description: { readonly columns: readonly string[] };
  },
  order: SearchOrder,
): { readonly bytes: SearchBytes; readonly units: number } {
  const { total, description, units } = prepared;
  const bytes = {
    order: encoder.encode(endedOrder(order)).length,
    results: resultBytesOf(prepared),
    points: order.keepsPoints ? total * description.columns.length * WORD : 0,
  };
  return { bytes, units: Math.max(units, orderCost(bytes.order)) };
}

const WORD = Float64Array.BYTES_PER_ELEMENT;
/** Candidates and results whose hashes a summary keeps, and the words of each. */
const KEPT = [[4_096, 2], [1_024, 1]] as const;
/** Words of a summary besides hashes, maps and rows; those of a row besides its coordinates. */
const SUMMARY_WORDS = 128;
const ROW_WORDS = 12;
/** Words of a cell of a map; most cells of a map, and most axes that have maps in pairs. */
const CELL_WORDS = 4;
const CELLS_MAX = 4_096;
const PAIRED_AXES = 3;
/** Bytes of an evaluation on a market and of a run on a path, which are kept as text. */
const EVALUATION_BYTES = 1_000;
const RUN_BYTES = 36;

/** Returns about the bytes of the results of ranges, as `engine-rs/src/summary/mod.rs` packs them. */
export function resultBytesOf(
  { plan, total, stages, rangeMax, topMax, evaluations, pathRuns }: Stored,
): number {
  const { axes, method, windows } = plan;
  const tests = windows.kind === "walkForward" ? windows.folds : Number(windows.kind !== "whole");
  // The evaluations and the report are stages, too.
  const searches = Math.max(1, stages - tests - 2);
  const ranges = rangesOf(Math.ceil(total / searches), rangeMax);
  const summaries = searches * ranges.length * summaryWords(plan, topMax, ranges[0]?.count ?? 0);
  // The ranges of a rung keep every candidate that the next one may run.
  const ranked = method.kind === "halving" ? total * (2 + axes.length) : 0;
  return WORD * (summaries + tests * summaryWords(plan, topMax, topMax) + ranked) +
    EVALUATION_BYTES * evaluations * marketIdsOf(plan).length + RUN_BYTES * pathRuns;
}

function summaryWords({ axes }: SearchPlan, topMax: number, count: number): number {
  const bins = axes.map(binsOf);
  const paired = bins.slice(0, PAIRED_AXES);
  const maps = [
    ...bins,
    ...paired.flatMap((one, at) => paired.slice(0, at).map((two) => one * two)),
  ];
  // As many cells as candidates that are spread by chance are in.
  const cells = maps.filter((each) => each <= CELLS_MAX)
    .reduce((sum, each) => sum + each * -Math.expm1(-count / each), 0);
  const hashes = KEPT.reduce((sum, [most, words]) => sum + words * Math.min(most, count), 0);
  const rows = Math.min(topMax, count) * (ROW_WORDS + axes.length);
  return Math.ceil(SUMMARY_WORDS + hashes + CELL_WORDS * cells + rows);
}

/** Returns the hashes of the datasets of a search. */
function datasetsIn({ basis }: SearchOrder): readonly string[] {
  return BasisSchema.parse(JSON.parse(basis)).datasets;
}

/**
 * Version of ranges and of stored summaries, points and reports; raised with every change that a merge
 * or a report sees.
 */
const FORMAT = 15;

/**
 * Identifies everything besides the plan that a search depends on. A search of another basis is neither
 * resumed nor worked on by processes of a newer or an older program.
 *
 * @param all every dataset of the program, whose real maturities the evaluations run on
 */
export function basisOf(
  engine: Engine,
  used: readonly Dataset[],
  all: readonly Dataset[] = [],
): string {
  const versions = okValue(EngineVersionsSchema, engine.versions());
  const isReal = ({ header: { asset } }: Dataset): boolean =>
    used.some(({ header }) => header.marketKey === asset);
  return JSON.stringify({
    format: FORMAT,
    versions,
    datasets: used.map(({ header }) => header.sha256),
    real: all.filter(isReal).map(({ header }) => header.sha256).toSorted(),
  });
}
