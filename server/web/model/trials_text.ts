// This module is browser compatible.

import { chance } from "../../wording/numbers.ts";
import type { Verdict } from "../../contracts/types.ts";
import { money } from "./format.ts";

/** Describes the chance of luck of a result as the only try, and with all tries on the market. */
export function trialsText(
  { pValue, pAdjusted, trials: { count } }: Pick<Verdict, "pValue" | "pAdjusted" | "trials">,
): string {
  return count === 1
    ? `This is the first candidate that you evaluated on this market: by luck ${chance(pValue)}.`
    : `As the only try it would be luck in ${chance(pValue)} of cases; with your ${
      money(count)
    } tries on this market, in ${chance(pAdjusted)}.`;
}
