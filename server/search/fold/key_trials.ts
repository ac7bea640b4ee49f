// This module is browser compatible.

import { z } from "zod";
import type { Candidate } from "../../contracts/candidate.ts";
import type { Trial, TrialsBefore } from "../../contracts/trial.ts";
import { candidateHashOf } from "../../engine/canonical.ts";
import type { Engine } from "../../engine/engine.ts";
import { okJson } from "../../engine/wire.ts";
import type { Catalogue } from "../../engine/wire_schemas.ts";
import type { SearchedOn } from "../../store/search_store.ts";
import { type HashedRatio, ratiosOf } from "../../store/searched.ts";
import {
  candidateOf,
  joinEvaluated,
  joinRatios,
  joinTrials,
  NO_TRIALS,
  ratioOf,
  type Trials,
} from "../../store/trials.ts";
import type { Tried } from "./summary.ts";

/** The trials that a key had made before a search, as its order stores them. */
export const TrialsBeforeSchema = z.object({
  datasetHash: z.string(),
  kept: z.base64(),
  beyond: z.int().min(0),
  ratios: z.base64().default(""),
});

/** A candidate that a search is about to evaluate. */
export interface Chosen {
  readonly candidate: Candidate;
  readonly datasetHash: string;
  /** Its hash and its ratio among those that were tried. */
  readonly hash: number;
  readonly ratio: number | null;
}

/** The candidates that a search ran, and those that it is about to evaluate. */
export interface OwnTrials {
  readonly datasetHashes: readonly string[];
  /** The distinct candidates that ran. */
  readonly tried: Tried;
  readonly chosen: readonly Chosen[];
  /** Whether the ratios are those of official runs: on all scored bars of the only dataset. */
  readonly isOfficial: boolean;
}

/** The trials of a key with those of a search, by dataset. */
export interface KeyTrials {
  /** The trials of before the search, with its own. */
  readonly all: ReadonlyMap<string, Trials>;
  /** The candidates that the search adds to those that its key has searched. */
  readonly searched: readonly SearchedOn[];
  /** The candidates of which the search shows a verdict, or has seen a path. */
  readonly judged: readonly Trial[];
}

/**
 * Joins the trials of a search with those that its key had made before. Each distinct candidate counts
 * once, so a search that is repeated adds nothing. A candidate that the search evaluates is identified
 * by its candidateHash, as one of a request, so that a later evaluation of it adds nothing either.
 */
export async function keyTrials(
  engine: Engine,
  { datasetHashes, tried, chosen, isOfficial }: OwnTrials,
  before: readonly TrialsBefore[],
): Promise<KeyTrials> {
  const { strategies } = okJson(engine.strategyCatalogue()) as Catalogue;
  const identified = await Promise.all(chosen.map(async (each) => {
    const candidateHash = await candidateHashOf(each.candidate, strategies);
    return { ...each, candidateHash, id: candidateOf(candidateHash) };
  }));
  const officialOf = (ratio: number | null = null): number | null => isOfficial ? ratio : null;
  const own = datasetHashes.map((datasetHash) => {
    const here = identified.filter((each) => each.datasetHash === datasetHash);
    const hashes = new Set(here.map(({ hash }) => hash));
    const others = [...tried.hashes].flatMap((hash, at): readonly HashedRatio[] =>
      hashes.has(hash) ? [] : [[hash, officialOf(tried.ratios[at])]]
    );
    return {
      datasetHash,
      evaluated: here.map(({ id }) => ({ kept: id, beyond: 0 }))
        .reduce(joinEvaluated, NO_TRIALS.evaluated),
      ratios: here.map(({ id, ratio }) => ratioOf(id, officialOf(ratio)))
        .reduce(joinRatios, ratiosOf(others)),
    };
  });
  const known = new Map(before.map(({ datasetHash, kept, beyond, ratios }): [string, Trials] => [
    datasetHash,
    {
      evaluated: { kept: Uint8Array.fromBase64(kept), beyond },
      ratios: Uint8Array.fromBase64(ratios),
    },
  ]));
  return {
    all: new Map(own.map(({ datasetHash, evaluated, ratios }) => [
      datasetHash,
      joinTrials(known.get(datasetHash) ?? NO_TRIALS, { evaluated, ratios }),
    ])),
    searched: own.map(({ datasetHash, ratios }) => ({ datasetHash, ratios })),
    judged: identified.map(({ candidateHash, datasetHash, ratio }) => (
      { candidateHash, datasetHash, dailySharpe: officialOf(ratio) }
    )),
  };
}
