import { chance } from "../../wording/numbers.ts";
import type { Verdict } from "../../contracts/types.ts";
import { money } from "./format.ts";

/** Compares the chance of luck as the only try with that of all tries; null where they are the same. */
export function trialsText(
  { pValue, pAdjusted, trials: { count } }: Pick<Verdict, "pValue" | "pAdjusted" | "trials">,
): string | null {
  const [alone, all] = [chance(pValue), chance(pAdjusted)];
  return alone === all
    ? null
    : `As the only try it would be luck in ${alone} of cases; with your ${
      money(count)
    } tries on this market, in ${all}.`;
}
