// This module is browser compatible.

import type { Candidate } from "../../../contracts/candidate.ts";
import type { Arena, DatasetName } from "../../engine/messages.ts";
import type { Mine } from "../../history/history.ts";
import { strategiesFor } from "../workbench/strategies.ts";
import type { Outcome } from "./outcomes.ts";

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

/** A row of the board: a ranked candidate, or a passive line. */
export type BoardRow =
  | { readonly kind: "strategy"; readonly rank: number; readonly entry: Entry; outcome: Outcome }
  | { readonly kind: "hold" | "idle"; readonly score: number };

/** Which entries are shown. */
export interface Filter {
  /** A category, "mine" for candidates of the reader, or empty for all. */
  readonly category: string;
  readonly query: string;
}

/** Returns all strategies with their defaults on a dataset, and the candidates of the reader on it. */
export function entriesOf(
  known: Arena,
  { marketId, timeframe }: DatasetName,
  mine: readonly Mine[],
  textOf: (candidate: Candidate) => string,
): readonly Entry[] {
  const strategies = strategiesFor(known, marketId, timeframe);
  const defaults = strategies.map((strategy): Entry => {
    const { strategyId, name, category, summary, missing } = strategy;
    const candidate = {
      marketId,
      ...timeframe === "daily" && { timeframe },
      components: [{ strategyId }],
    };
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

/** Filters rows. Ranks stay, and passive lines are always included. */
export function filtered(rows: readonly BoardRow[], filter: Filter): readonly BoardRow[] {
  const words = filter.query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return rows.filter((row) => {
    if (row.kind !== "strategy") return true;
    const { category, mark, text } = row.entry;
    const isOf = filter.category === "" || filter.category === category ||
      (filter.category === "mine" && mark !== null);
    const lower = `${text} ${category}`.toLowerCase();
    return isOf && words.every((word) => lower.includes(word));
  });
}

/**
 * Returns the rows by score, including the passive lines. Refused candidates come last; candidates
 * without an answer are left out.
 *
 * @param lines the scores of Hold and of idle
 */
export function rankedRows(
  entries: readonly Entry[],
  outcomeOf: (candidate: Candidate) => Outcome | undefined,
  lines: { readonly hold: number; readonly idle: number },
): readonly BoardRow[] {
  const known = entries.flatMap((entry) => {
    const outcome = outcomeOf(entry.candidate);
    return outcome === undefined ? [] : [{ entry, outcome }];
  });
  const scoreOf = ({ outcome }: { outcome: Outcome }): number => outcome.point?.score ?? -Infinity;
  const rows = known.toSorted((a, b) => scoreOf(b) - scoreOf(a)).map((one, index) => {
    return { kind: "strategy" as const, rank: index + 1, ...one };
  });
  const place = (score: number): number => rows.filter((row) => scoreOf(row) > score).length;
  const cuts = (["hold", "idle"] as const).map((kind) => ({ kind, score: lines[kind] }))
    .toSorted((a, b) => b.score - a.score);
  return cuts.reduceRight<BoardRow[]>(
    (all, cut) => all.toSpliced(place(cut.score), 0, cut),
    [...rows],
  );
}
