// This module is browser compatible.

import type { Evaluation, MarketTimeframe } from "../contracts/types.ts";

const PLACES = { capitalScore: "the cautious score", verdict: "the verdict" } as const;
const NAMES = { sister_paths: "the 64 sister paths", blind_twin: "the blind twin" } as const;
const SUBSTITUTES = {
  perturbations: "six drawings of its own history",
  rotations: "99 rotations of the candidate's own targets",
} as const;

/** Describes the absent and estimated columns of a dataset; empty when all are known. */
export function unknownSentences(
  { absent, estimated }: Pick<MarketTimeframe, "absent" | "estimated">,
): readonly string[] {
  const sentences = [];
  if (absent.length > 0) {
    sentences.push(`Absent: ${absent.join(", ")}. Strategies that need it do not run here.`);
  }
  if (estimated.length > 0) {
    sentences.push(
      `Estimated, not recorded: ${estimated.join(", ")}. Every run says what depends on it.`,
    );
  }
  return sentences;
}

/** Describes an evaluation's substitutes for parts that need a generator; null without any. */
export function replacedSentence(
  { replaced }: { readonly replaced: Evaluation["replaced"] },
): string | null {
  if (replaced.length === 0) return null;
  const parts = replaced.map(({ what, in: place, by }) =>
    by === null
      ? `in ${PLACES[place]} ${NAMES[what]} is left out`
      : `in ${PLACES[place]} ${SUBSTITUTES[by]} replace ${NAMES[what]}`
  );
  return `No generator makes such bars: ${parts.join("; ")}.`;
}
