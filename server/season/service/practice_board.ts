// This module is browser compatible.

import { CALIBRATION } from "../../contracts/calibration.ts";
import type { Leaderboard } from "../../contracts/leaderboard.ts";
import type { DatasetSummary, Evaluation } from "../../contracts/types.ts";
import type { EngineVersions } from "../../engine/wire_schemas.ts";

type Evidence = Evaluation["evidence"];

/** Members of evidence that a receipt must share with today's. */
export type Today = Pick<
  Evidence,
  | "policyVersion"
  | "formulaVersion"
  | "generatorVersion"
  | "catalogueHash"
  | "datasetHash"
  | "passiveGap"
  | "provenanceHash"
>;

/** A board: an official dataset, and what an evaluation on it has in its evidence today. */
export interface PracticeBoard {
  readonly board: string;
  readonly marketId: number;
  readonly timeframe: string;
  readonly today: Today;
  /** The text of today's evidence, by which the store finds the rows of the board. */
  readonly evidence: string;
  readonly holdUtility: number;
  readonly idleUtility: number;
  readonly passiveGap: number;
  readonly repeats: Leaderboard["repeats"];
}

/** The used part of the engine's summary of a dataset. */
export type Summary = Pick<
  DatasetSummary,
  | "marketId"
  | "marketKey"
  | "timeframe"
  | "provenance"
  | "datasetHash"
  | "provenanceHash"
  | "benchmarkUtility"
  | "idleUtility"
>;

/** Returns the boards of the datasets that have a generator. */
export function practiceBoards(
  summaries: readonly Summary[],
  { policyVersion, formulaVersion, catalogueHash }: EngineVersions,
): readonly PracticeBoard[] {
  return summaries.flatMap((summary) => {
    const { provenance, datasetHash, provenanceHash } = summary;
    if (provenance.kind !== "synthetic") return [];
    const { generatorVersion, passiveGap } = provenance;
    const today = {
      policyVersion,
      formulaVersion,
      generatorVersion,
      catalogueHash,
      datasetHash,
      passiveGap,
      provenanceHash,
    };
    return [{
      board: `${summary.marketKey}-${summary.timeframe}`,
      marketId: summary.marketId,
      timeframe: summary.timeframe,
      today,
      evidence: JSON.stringify(today),
      holdUtility: summary.benchmarkUtility,
      idleUtility: summary.idleUtility,
      passiveGap,
      repeats: repeatsOf(summary),
    }];
  });
}

/** A member of evidence that is not today's. */
export interface Staleness {
  readonly name: string;
  readonly expected: unknown;
  readonly received: unknown;
}

/** Returns the first difference of evidence from today's; null for today's. */
export function staleness(evidence: Partial<Evidence>, today: Today): Staleness | null {
  for (const [name, expected] of Object.entries(today)) {
    const received = evidence[name as keyof Today];
    if (received !== expected) return { name, expected, received };
  }
  return null;
}

/** Returns how well the orders of a dataset repeat on fresh paths. */
function repeatsOf({ marketKey, timeframe }: Summary): Leaderboard["repeats"] {
  const found = CALIBRATION.datasets.find((one) =>
    one.marketKey === marketKey && one.timeframe === timeframe
  );
  const [edge, score] = found?.values.orderReturns ?? [];
  return edge === undefined || score === undefined ? null : { score, edge };
}
