import { DEFAULT_VERDICTS, STRATEGIES } from "../../../contracts/default_verdicts.ts";
import type { Judged } from "../../model/standing.ts";

const LINES: Readonly<Record<string, "hold" | "idle">> = { h: "hold", i: "idle" };
const NO_VERDICTS: ReadonlyMap<string, Judged> = new Map();

/** Returns the verdicts of strategies at their defaults that ship with the page; none for a dataset of others. */
export function shippedVerdicts(datasetHash: string): ReadonlyMap<string, Judged> {
  const found = Object.entries(DEFAULT_VERDICTS).find(([begin]) => datasetHash.startsWith(begin));
  const [gap, ...words] = found?.[1].split(" ") ?? [];
  if (gap === undefined) return NO_VERDICTS;
  return new Map(
    STRATEGIES.split(" ").flatMap((id, at) => {
      const word = words[at] ?? "-";
      return word === "-" ? [] : [[id, readWord(word, fraction(gap))]];
    }),
  );
}

/** Reads a word of `datasets/default_verdicts.ts`. */
function readWord(word: string, passiveGap: number): Judged {
  const [first, half, real, same = "", luck = "1", timing = "1"] = word.split(",");
  const edge = fraction(first);
  return {
    verdict: {
      method: "sister_paths",
      line: passiveGap < 0 ? "idle" : "hold",
      edge,
      edgeInterval: [edge - fraction(half), edge + fraction(half)],
      pValue: Number(luck),
      timing: { pValue: Number(timing) },
      sameAs: LINES[same] ?? null,
      passiveGap,
      holdUtility: passiveGap,
      idleUtility: 0,
    },
    eligibility: { gates: [] },
    real: real ? { edge: fraction(real) } : null,
  };
}

/** Reads a figure in 0.01 %/y. */
function fraction(text = ""): number {
  return Number(text) / 10_000;
}
