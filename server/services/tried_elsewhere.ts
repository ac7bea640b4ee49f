// This module is browser compatible.

import type { SearchPlan } from "../contracts/plan.ts";
import type { TrialsBefore } from "../contracts/trial.ts";
import type { SearchedOn } from "../store/search_store.ts";
import { placeholderTrials, ratiosOf } from "../store/searched.ts";
import { joinRatios } from "../store/trials.ts";

/**
 * Returns the trials of a key on some datasets, and those to add to them: candidates that were tried
 * elsewhere. They are without ratios, because a ratio that a caller makes up could lower what luck is
 * held to. Their hashes follow from their number and from what the plan varies, so that the same ones
 * count once.
 */
export function withTried(
  { trials, hashes }: {
    readonly trials: readonly TrialsBefore[];
    readonly hashes: readonly string[];
  },
  { base, axes }: SearchPlan,
  count: number | undefined,
): { readonly before: TrialsBefore[]; readonly tried: readonly SearchedOn[] } {
  const own = trials.filter(({ datasetHash }) => hashes.includes(datasetHash));
  if (count === undefined) return { before: own, tried: [] };
  const space = JSON.stringify([base, axes.map(({ path }) => path)]);
  const ratios = ratiosOf(placeholderTrials(space, count));
  const before = hashes.map((datasetHash) => {
    const found = own.find((each) => each.datasetHash === datasetHash) ??
      { datasetHash, kept: "", beyond: 0, ratios: "" };
    return { ...found, ratios: joinRatios(Uint8Array.fromBase64(found.ratios), ratios).toBase64() };
  });
  return { before, tried: hashes.map((datasetHash) => ({ datasetHash, ratios })) };
}
