import type { Candidate } from "../../../contracts/candidate.ts";
import type { Arena, DatasetName } from "../../engine/messages.ts";
import { type Standing, toStanding } from "../../model/standing.ts";
import { defaultCandidate, strategiesFor } from "../../model/catalogue.ts";
import type { Outcome } from "./outcomes.ts";
import { hasWords } from "../../model/search_words.ts";

/** A strategy with its defaults on the board. */
export interface Entry {
  readonly candidate: Candidate;
  readonly name: string;
  /** Text for the search. */
  readonly text: string;
  readonly category: string;
  /** A required column that the market lacks, or null. */
  readonly missing: string | null;
}

/** A candidate with its outcome. */
export interface BoardRow {
  readonly entry: Entry;
  readonly outcome: Outcome;
  /** null until it is judged, and for a refused candidate. */
  readonly standing: Standing | null;
}

/** The groups of the board, in its order; `hold`, `idle` and `refused` are a line each. */
export const GROUPS = ["passed", "pending", "failed", "hold", "idle", "refused"] as const;
export type GroupId = typeof GROUPS[number];
export type Groups = Readonly<Record<GroupId, readonly BoardRow[]>>;

/** Which entries are shown. */
export interface Filter {
  /** A category, or empty for all. */
  readonly category: string;
  readonly query: string;
}

/** Returns all strategies with their defaults on a dataset; texts have none. */
export function boardEntries(
  known: Arena,
  { marketId, timeframe }: DatasetName,
): readonly Entry[] {
  return strategiesFor(known, marketId, timeframe)
    .filter(({ language }) => language === undefined)
    .map(({ strategyId, name, category, summary, missing }): Entry => ({
      candidate: defaultCandidate({ marketId, timeframe }, strategyId),
      name,
      category,
      missing,
      text: `${name} ${strategyId} ${summary}`,
    }));
}

/** Returns the row of each candidate with an answer. */
export function boardRows(
  entries: readonly Entry[],
  outcomeOf: (candidate: Candidate) => Outcome | undefined,
  tries: number,
): readonly BoardRow[] {
  return entries.flatMap((entry) => {
    const outcome = outcomeOf(entry.candidate);
    if (outcome === undefined) return [];
    const { evaluation } = outcome;
    return [{ entry, outcome, standing: evaluation && toStanding(evaluation, tries) }];
  });
}

/** Filters rows by category and by the words of a search. */
export function filtered(rows: readonly BoardRow[], filter: Filter): readonly BoardRow[] {
  return rows.filter(({ entry: { category, text } }) =>
    (filter.category === "" || filter.category === category) &&
    hasWords(`${text} ${category}`, filter.query)
  );
}

/**
 * Groups rows by what holds on new data, each group by its edge there as it is written, then in the
 * order of the catalogue, so that a check of the verdicts moves no row.
 */
export function grouped(rows: readonly BoardRow[]): Groups {
  const written = ({ standing }: BoardRow): number =>
    standing === null ? -Infinity : Math.round(10_000 * standing.edge);
  const groups = Map.groupBy(rows.toSorted((a, b) => written(b) - written(a) || 0), chooseGroup);
  return Object.fromEntries(GROUPS.map((id) => [id, groups.get(id) ?? []])) as unknown as Groups;
}

/** Says what the figures of a row do not: that it only holds or idles, or that only its timing failed. */
export function rowRemark({ outcome: { evaluation }, standing }: BoardRow): readonly string[] {
  const same = evaluation?.verdict.sameAs ?? null;
  if (same !== null) return [same === "hold" ? "here the same as Hold" : "never trades here"];
  return standing?.isUntimed ? ["its timing earns nothing"] : [];
}

function chooseGroup({ entry, outcome: { reason, evaluation }, standing }: BoardRow): GroupId {
  if (entry.missing !== null || reason !== "") return "refused";
  if (standing === null) return "pending";
  // A rule may do nothing but hold on this path and still beat Hold on others.
  if (standing.passed) return "passed";
  return evaluation?.verdict.sameAs ?? "failed";
}
