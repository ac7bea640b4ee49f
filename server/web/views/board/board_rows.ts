import type { Candidate } from "../../../contracts/candidate.ts";
import type { Arena, DatasetName } from "../../engine/messages.ts";
import type { Mine } from "../../history/history.ts";
import { hasTexts } from "../../model/own_parameters.ts";
import { type Standing, toStanding } from "../../model/standing.ts";
import { defaultCandidate, strategiesFor } from "../../model/catalogue.ts";
import type { Outcome } from "./outcomes.ts";
import { hasWords } from "../../model/search_words.ts";

/** A candidate on the board. */
export interface Entry {
  readonly candidate: Candidate;
  readonly name: string;
  /** Text for the search. */
  readonly text: string;
  readonly category: string;
  /** A required column that the market lacks, or null. */
  readonly missing: string | null;
  /** How the reader came to have it; null for a strategy of the catalogue. */
  readonly mark: "pinned" | "mine" | null;
}

/** A candidate with its outcome. */
export interface BoardRow {
  readonly entry: Entry;
  readonly outcome: Outcome;
  /** null until it is judged, and for a refused candidate. */
  readonly standing: Standing | null;
}

/** The groups of the board, in its order; `hold`, `idle` and `refused` are a line each. */
export const GROUPS = [
  "yours",
  "passed",
  "pending",
  "failed",
  "hold",
  "idle",
  "refused",
] as const;
export type GroupId = typeof GROUPS[number];
export type Groups = Readonly<Record<GroupId, readonly BoardRow[]>>;

/** Which entries are shown. */
export interface Filter {
  /** A category, "mine" for candidates of the reader, or empty for all. */
  readonly category: string;
  readonly query: string;
}

/** Returns all strategies with their defaults on a dataset, and the candidates of the reader on it. */
export function boardEntries(
  known: Arena,
  { marketId, timeframe }: DatasetName,
  mine: readonly Mine[],
  textOf: (candidate: Candidate) => string,
): readonly Entry[] {
  const strategies = strategiesFor(known, marketId, timeframe);
  // Texts have no defaults.
  const ready = strategies.filter(({ language }) => language === undefined);
  const defaults = ready.map((strategy): Entry => {
    const { strategyId, name, category, summary, missing } = strategy;
    const candidate = defaultCandidate({ marketId, timeframe }, strategyId);
    const text = `${name} ${strategyId} ${summary}`;
    return { candidate, name, category, missing, mark: null, text };
  });
  const ofReader = mine.map(({ candidate, note, isPinned }): Entry => {
    const name = textOf(candidate);
    const first = candidate.components[0]?.strategyId;
    const category = strategies.find(({ strategyId }) => strategyId === first)?.category ?? "";
    const mark = isPinned ? "pinned" : "mine";
    return { candidate, name, category, missing: null, mark, text: `${name} ${note}` };
  });
  return [...defaults, ...ofReader];
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
  return rows.filter(({ entry: { category, mark, text } }) => {
    const isOf = filter.category === "" || filter.category === category ||
      (filter.category === "mine" && mark !== null);
    return isOf && hasWords(`${text} ${category}`, filter.query);
  });
}

/**
 * Groups rows by what holds on new data, each group by its edge there. Rows that are not judged yet are
 * in the order of their scores, in which they will be; texts come last, because a text can know the
 * path of the score.
 */
export function grouped(rows: readonly BoardRow[]): Groups {
  const sorted = rows.toSorted((a, b) =>
    (b.standing?.edge ?? -Infinity) - (a.standing?.edge ?? -Infinity) || pathScore(b) - pathScore(a)
  );
  const groups: Record<GroupId, BoardRow[]> = {
    yours: [],
    passed: [],
    pending: [],
    failed: [],
    hold: [],
    idle: [],
    refused: [],
  };
  for (const row of sorted) groups[chooseGroup(row)].push(row);
  return groups;
}

function chooseGroup({ entry, outcome: { point, evaluation }, standing }: BoardRow): GroupId {
  if (entry.mark !== null) return "yours";
  if (point === null) return "refused";
  if (standing === null) return "pending";
  // A rule may do nothing but hold on this path and still beat Hold on others.
  if (standing.passed) return "passed";
  return evaluation?.verdict.sameAs ?? "failed";
}

function pathScore({ entry, outcome }: BoardRow): number {
  if (hasTexts(entry.candidate)) return -Infinity;
  return outcome.point?.score ?? -Infinity;
}
